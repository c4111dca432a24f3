/**
 * Documents between page, platform and list: what is kept, what is asked again, and what never is.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { createPatientDocuments } from '../../../../../main/features/clinic/documents/documents.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import type {
  Documents as Chapter,
  DocumentFile,
  DocumentStatus,
} from '../../../../../main/infrastructure/platform/api/documents.ts';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../../shared/failure.ts';
import {
  type DocumentState,
  LARGEST_DOCUMENT,
  type PatientDocument,
} from '../../../../../shared/model/clinic/document.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { temporaryFolder, testCipher } from '../../../../support/rows.ts';

const MINUTE = 60_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const pdf = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(3000, 'x')]);
const result = {
  tests: [
    {
      name: 'Haemoglobin',
      value: '11.2',
      unit: 'g/dL',
      range: '12 - 17',
      loinc: '718-7',
      confidence: '1',
    },
  ],
  facts: [],
  fhir: true,
};

function rig() {
  const cipher = testCipher();
  let locked = false;
  const folder = temporaryFolder();
  const store = createStore({
    file: path.join(folder, 'scriba.db'),
    seal: () => {
      if (locked) throw new Failure('locked', 'It did not work.', { detail: 'vault-closed' });
      return cipher;
    },
  });
  const clock = heldClock();
  const changes: string[] = [];
  const gone: string[] = [];
  const uploads: { bytes: Buffer; patientId: string | undefined }[] = [];
  const statuses: (DocumentStatus | Failure)[] = [];
  const removed: string[] = [];
  let looked: number[] = [];
  let answer: () => Promise<{ documentId: string; sealed: boolean }> = async () => ({
    documentId: 'doc-1',
    sealed: true,
  });
  const chapter: Chapter = {
    async upload(file: DocumentFile, { patientId }, sent) {
      uploads.push({ bytes: Buffer.concat([...file.open()]), patientId });
      sent?.(10, 20);
      return answer();
    },
    async result() {
      looked.push(clock.now());
      const next = statuses.shift() ?? { kind: 'working' as const };
      if (next instanceof Failure) throw next;
      return next;
    },
    async remove(id) {
      if (locked) throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
      removed.push(id);
    },
    fhir: async () => ({ resourceType: 'Bundle' }),
  };
  const progress: number[][] = [];
  const make = () =>
    createPatientDocuments({
      clock,
      random: nodeRandom,
      kept: store.documents,
      chapter,
      practice: true,
      changed: ({ state }) => void changes.push(state),
      gone: (id) => void gone.push(id),
      progress: (_id, ...told) => void progress.push(told),
    });
  const part = make();
  part.start();
  return {
    folder,
    cipher,
    store,
    clock,
    part,
    make,
    changes,
    gone,
    uploads,
    statuses,
    removed,
    progress,
    chapter,
    looked: () => {
      const times = looked;
      looked = [];
      return times;
    },
    answerWith(next: typeof answer) {
      answer = next;
    },
    lock(so: boolean) {
      locked = so;
    },
    give(bytes = pdf, over = {}) {
      const { uploadId } = part.begin({
        name: 'blood of Asha.pdf',
        size: bytes.length,
        task: 'smart',
        patientName: 'Asha Practice',
        ...over,
      });
      for (let at = 0; at < bytes.length; at += 1000)
        part.append(uploadId, at, bytes.subarray(at, at + 1000));
      return part.send(uploadId);
    },
  };
}
async function advance(clock: ReturnType<typeof heldClock>, ms: number, step = 1000) {
  for (let at = 0; at < ms; at += step) {
    clock.advance(step);
    await turn();
  }
}

test('given in piece by piece, sent whole, asked for until it is read, listed without its result, read with it', async () => {
  const { part, uploads, changes, statuses, clock, progress } = rig();
  statuses.push({ kind: 'working' }, { kind: 'done', result });
  const sent = part.send(takenIn(part, pdf, { patientId: 'pt-1' }));
  expect(sent).toMatchObject({ state: 'sending', type: 'pdf', practice: true });
  await turn();
  expect(uploads.map(({ bytes, patientId }) => [bytes.length, patientId])).toEqual([
    [pdf.length, 'pt-1'],
  ]);
  expect(progress).toEqual([[10, 20]]);
  await advance(clock, MINUTE);
  expect(changes).toEqual(['working', 'done']);
  expect(part.list()).toMatchObject([
    { id: sent.id, state: 'done', sealed: true, documentId: 'doc-1' },
  ]);
  expect(part.list()[0]!.result).toBeUndefined();
  expect(part.get(sent.id).result).toEqual(result);
  expect(await part.fhir(sent.id)).toEqual({ resourceType: 'Bundle' });
});

function takenIn(part: ReturnType<typeof rig>['part'], bytes: Buffer, over = {}) {
  const { uploadId } = part.begin({
    name: 'blood.pdf',
    size: bytes.length,
    task: 'smart',
    ...over,
  });
  part.append(uploadId, 0, bytes);
  return uploadId;
}

test('asked at 15 s, then each time half as long again up to a minute, and given up after half an hour; a person can ask again', async () => {
  const { give, clock, looked, part, changes, statuses } = rig();
  const { id } = give();
  await turn();
  const began = clock.now();
  await advance(clock, 32 * MINUTE);
  const waits = looked().map((at, index, all) =>
    Math.round((at - (all[index - 1] ?? began)) / 1000),
  );
  expect(waits.slice(0, 6)).toEqual([15, 23, 34, 51, 60, 60]);
  expect(waits.length).toBeLessThan(36);
  expect(changes.at(-1)).toBe('given-up');
  statuses.push({ kind: 'done', result });
  part.look(id);
  await advance(clock, 2000);
  expect(changes.slice(-2)).toEqual(['working', 'done']);
  expect(() => part.look(id)).toThrow(failureWith('document-not-waiting'));
});

test('a wall clock that is moved neither ends the asking nor prolongs it', async () => {
  const { give, clock, part, changes } = rig();
  const { id } = give();
  await turn();
  clock.jump(5 * 60 * MINUTE);
  await advance(clock, 25 * MINUTE);
  expect(part.get(id).state).toBe('working');
  clock.jump(-9 * 60 * MINUTE);
  await advance(clock, 7 * MINUTE);
  expect(changes).toEqual(['working', 'given-up']);
});

test('a line that is gone or a platform that is busy only costs time; what it does not know or cannot read is told', async () => {
  const { give, clock, changes, statuses, part } = rig();
  statuses.push(
    new Failure('offline', 'It did not work.', { detail: 'not-sent' }),
    new Failure('busy', 'It did not work.', { detail: 'platform-error' }),
    new Failure('signed-out', 'x'),
    { kind: 'failed', message: 'It said: “blurred”.' },
  );
  const { id } = give();
  await advance(clock, 4 * MINUTE);
  expect(changes).toEqual(['working', 'failed']);
  expect(part.get(id).trouble).toEqual({ code: 'document-failed', message: 'It said: “blurred”.' });
  statuses.push(new Failure('invalid', 'It did not work.', { detail: 'request-refused' }));
  part.look(id);
  await advance(clock, 2000);
  expect(part.get(id)).toMatchObject({ state: 'failed', trouble: { code: 'request-refused' } });
  statuses.push({ kind: 'gone' });
  part.look(id);
  await advance(clock, 2000);
  expect(part.get(id).state).toBe('gone');
});

test.each<[string, Failure, DocumentState]>([
  ['not reached', new Failure('offline', 'It did not work.', { detail: 'not-sent' }), 'not-sent'],
  [
    'not allowed',
    new Failure('refused', 'It did not work.', { detail: 'no-envelope-key' }),
    'not-sent',
  ],
  [
    'unclear',
    new Failure('offline', 'It did not work.', { detail: 'document-unclear' }),
    'unclear',
  ],
])('an upload that was %s is listed so, and never repeated', async (_how, failure, state) => {
  const { give, answerWith, part, uploads, clock } = rig();
  answerWith(() => Promise.reject(failure));
  const { id } = give();
  await advance(clock, 5 * MINUTE);
  expect(part.get(id)).toMatchObject({ state, trouble: { code: failure.detail } });
  expect(part.get(id).documentId).toBeUndefined();
  expect(uploads.length).toBe(1);
});

test('what was being sent when Scriba ended may have been sent; what was being read is asked for again', async () => {
  const { give, part, make, answerWith, clock, statuses, changes } = rig();
  const first = give();
  await turn();
  answerWith(() => new Promise(() => {}));
  const second = give();
  await turn();
  part.stop();
  const next = make();
  next.start();
  expect([next.get(first.id).state, next.get(second.id).state]).toEqual(['working', 'unclear']);
  statuses.push({ kind: 'done', result });
  await advance(clock, MINUTE);
  expect(next.get(first.id).state).toBe('done');
  expect(changes.at(-1)).toBe('done');
});

test('an upload that ends while the vault is locked is not forgotten', async () => {
  const { give, part, answerWith, lock } = rig();
  let end = (_: { documentId: string; sealed: boolean }) => {};
  answerWith(() => new Promise((resolve) => (end = resolve)));
  const { id } = give();
  await turn();
  lock(true);
  part.stop();
  end({ documentId: 'doc-9', sealed: false });
  await turn();
  await turn();
  lock(false);
  part.start();
  expect(part.get(id)).toMatchObject({ state: 'working', documentId: 'doc-9' });
});

test('what the platform took is never told as not sent, though the disk does not take it down; it is put down when the list opens again', async () => {
  const { give, part, store, answerWith } = rig();
  let end = (_: { documentId: string; sealed: boolean }) => {};
  answerWith(() => new Promise((resolve) => (end = resolve)));
  const { id } = give();
  await turn();
  const put = vi.spyOn(store.documents, 'put').mockImplementation(() => {
    throw new Failure('refused', 'It did not work.', { detail: 'disk-full' });
  });
  end({ documentId: 'doc-9', sealed: false });
  await turn();
  await turn();
  expect(part.get(id).state).toBe('sending');
  expect(() => part.start()).toThrow(failureWith('disk-full'));
  put.mockRestore();
  part.start();
  expect(part.get(id)).toMatchObject({ state: 'working', documentId: 'doc-9' });
});

test('removed from the platform first: where that fails it stays on the list; what was never there is only taken off the list', async () => {
  const { give, part, removed, gone, lock, answerWith } = rig();
  const { id } = give();
  await turn();
  await part.remove(id);
  expect([removed, gone, part.list()]).toEqual([['doc-1'], [id], []]);
  answerWith(() =>
    Promise.reject(new Failure('offline', 'It did not work.', { detail: 'not-sent' })),
  );
  const other = give();
  await turn();
  await part.remove(other.id);
  expect(removed).toEqual(['doc-1']);
  await expect(part.remove(other.id)).rejects.toThrow(failure('missing', 'no-document'));
  lock(true);
  expect(() => part.list()).toThrow(failure('locked'));
});

test('a document that cannot be removed from the platform stays here', async () => {
  const { give, part, chapter } = rig();
  const { id } = give();
  await turn();
  chapter.remove = () =>
    Promise.reject(new Failure('offline', 'It did not work.', { detail: 'unclear' }));
  await expect(part.remove(id)).rejects.toThrow(failureWith('unclear'));
  expect(part.get(id).state).toBe('working');
});

test('too large, empty, of another kind, not whole, changed, too many: refused, and nothing is kept', () => {
  const { part, store } = rig();
  const begin = (size: number) => part.begin({ name: 'x', size, task: 'smart' });
  expect(() => begin(0)).toThrow(failureWith('file-empty'));
  expect(() => begin(LARGEST_DOCUMENT + 1)).toThrow(failureWith('document-too-large'));
  const { uploadId } = begin(100);
  expect(() => part.append(uploadId, 0, Buffer.from('MZ, not a report'))).toThrow(
    failureWith('document-type'),
  );
  expect(() => part.append(uploadId, 0, pdf.subarray(0, 10))).toThrow(
    failureWith('no-document-upload'),
  );
  const one = begin(100).uploadId;
  expect(part.append(one, 0, pdf.subarray(0, 60))).toEqual({ received: 60 });
  expect(part.append(one, 0, pdf.subarray(0, 60))).toEqual({ received: 60 });
  expect(() => part.append(one, 70, pdf.subarray(0, 10))).toThrow(failureWith('piece-missing'));
  expect(() => part.append(one, 60, pdf.subarray(0, 41))).toThrow(failureWith('file-changed'));
  expect(() => part.send(one)).toThrow(failureWith('pieces-missing'));
  begin(1);
  begin(1);
  expect(() => begin(1)).toThrow(failureWith('document-under-way'));
  part.pageLost();
  expect(() => part.send(one)).toThrow(failureWith('no-document-upload'));
  expect(store.documents.list()).toEqual([]);
});

test('what a page began and left is dropped after five minutes', () => {
  const { part, clock } = rig();
  const { uploadId } = part.begin({ name: 'x', size: 100, task: 'smart' });
  clock.advance(5 * MINUTE);
  expect(() => part.append(uploadId, 0, pdf)).toThrow(failureWith('no-document-upload'));
});

test('documents go with the days that notes are kept', async () => {
  const { give, part, clock, statuses, gone } = rig();
  statuses.push({ kind: 'done', result });
  const { id } = give();
  await advance(clock, MINUTE);
  const day = 24 * 60 * MINUTE;
  expect(part.expire(clock.now() + 29 * day, 30)).toEqual([]);
  expect(part.expire(clock.now() + 400 * day, 0)).toEqual([]);
  expect(part.expire(clock.now() + 31 * day, 30)).toEqual([id]);
  expect([part.list(), gone]).toEqual([[], [id]]);
});

test('nothing of a document stands in clear in the database but its id and state; a row that was moved or changed is not believed', async () => {
  const { give, store, folder, cipher, statuses, clock } = rig();
  statuses.push({ kind: 'done', result });
  const one = give();
  const two = give();
  await advance(clock, MINUTE);
  store.close();
  const file = path.join(folder, 'scriba.db');
  const bytes = readFileSync(file);
  for (const word of ['Asha', 'blood', 'Haemoglobin', 'doc-1', '718-7'])
    expect(bytes.includes(word), word).toBe(false);
  const db = new Database(file);
  db.prepare(
    'UPDATE documents SET document = (SELECT document FROM documents WHERE id = ?) WHERE id = ?',
  ).run(one.id, two.id);
  db.close();
  const again = createStore({ file, seal: () => cipher });
  expect(again.documents.list().map(({ id }: PatientDocument) => id)).toEqual([one.id]);
  again.close();
});
