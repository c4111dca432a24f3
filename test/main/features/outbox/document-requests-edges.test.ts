/** Requests for further documents at their edges: stops, stores that refuse, and what is here already. */
import { expect, test } from 'vitest';
import { withAdditional } from '../../../../main/features/outbox/additional-documents.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import { failure, failureWith } from '../../../support/failure.ts';
import { putState } from '../../../support/rows.ts';
import { type Answer, document, rig } from './document-requests-rig.ts';

test('nothing is asked for after a stop, and no time either', async () => {
  const made = rig();
  await made.documents.requestDocument('a', 'x');
  await made.rest();
  made.documents.stop();
  expect(made.clock.next()).toBe(false);
  await made.documents.requestDocument('a', 'y');
  await made.rest();
  expect(made.looked.map(([id]) => id)).toEqual(['txn-a-x-en-IN']);
  expect(made.clock.next()).toBe(false);
});

test('holds cost no patience: only what the platform answered counts', async () => {
  let answer: Answer = new Failure('signed-out', 'It did not work.');
  const made = rig(() => answer);
  await made.documents.requestDocument('a', 'x');
  for (let at = 0; at < 10; at += 1) {
    made.documents.start();
    await made.rest();
  }
  answer = new Failure('broken', 'It did not work.');
  made.documents.start();
  await made.pass(SECOND);
  expect(made.documents.requests('a')).toMatchObject([{ trouble: undefined }]);
});

test('a store that takes nothing is tried again with a pause', async () => {
  const made = rig(() => ({ kind: 'missing' }));
  await made.documents.requestDocument('a', 'x');
  await made.pass(9 * MINUTE);
  made.store.values.set = () => {
    throw new Failure('broken', 'It did not work.', { detail: 'disk-failing' });
  };
  made.looked.length = 0;
  await made.pass(20 * MINUTE);
  expect(made.looked.length).toBeGreaterThan(1);
  expect(made.looked.length).toBeLessThan(1000);
});

test('what cannot be read of the requests is none', async () => {
  for (const stored of ['{', '{}', '[{"visitId":"a"}]']) {
    const made = rig();
    await made.documents.requestDocument('a', 'x');
    made.store.values.set('outbox.further', stored);
    expect(made.documents.requests('a')).toEqual([]);
    await made.documents.requestDocument('a', 'y');
    expect(made.documents.requests('a')).toMatchObject([{ templateId: 'y' }]);
  }
});

test('of a visit that was erased meanwhile, or a document that is here, nothing is put and nobody is told', async () => {
  const erased = rig(() => ({ kind: 'done', document: document('x') }));
  await erased.documents.requestDocument('a', 'x');
  erased.store.notes.remove('a');
  await erased.pass(SECOND);
  expect(erased.store.notes.get('a')).toBeUndefined();
  expect([erased.changed, erased.documents.requests('a')]).toEqual([['a'], []]);

  const twice = rig(() => ({ kind: 'done', document: document('x') }));
  const note = (over: Partial<NoteDocument>) => ({
    visitId: 'a',
    documents: [
      document('note'),
      document('x', { documentId: 'txn-a-x-en-IN', text: 'here', ...over }),
    ],
    receivedAt: 1,
    practice: true,
  });
  twice.store.notes.put(note({ addedAt: 5 }));
  await twice.documents.requestDocument('a', 'x');
  await twice.pass(SECOND);
  expect(twice.store.notes.get('a')!.documents).toMatchObject([
    { templateId: 'note' },
    { text: 'here', addedAt: 5 },
  ]);
  expect(twice.changed).toEqual(['a']);
  // One that came with the note, and was not asked for, gives way to the one that was.
  twice.store.notes.put(note({}));
  await twice.documents.requestDocument('a', 'x');
  twice.store.notes.put(note({ documentId: 'txn-a-x-en-IN 2' }));
  await twice.pass(SECOND);
  expect(twice.store.notes.get('a')!.documents).toMatchObject([
    { templateId: 'note' },
    { text: 't', addedAt: expect.any(Number) },
  ]);
});

test('a session does not list its documents: a lost answer stays lost', async () => {
  const made = rig();
  made.store.transactions.put({
    transactionId: 'txn-a',
    visitId: 'a',
    epoch: 1,
    commitAttempts: 1,
    status: 'open',
    folder: 'session:s/2026-01-01',
  });
  made.fail.request = new Failure('busy', 'It did not work.', { detail: 'unclear' });
  made.fail.listed = [{ id: 'one', templateId: 'x' }];
  await expect(made.documents.requestDocument('a', 'x')).rejects.toThrow(failureWith('unclear'));
});

test('while a note is not there, or being fetched again, no document is asked for', async () => {
  const made = rig();
  const refused = failureWith('no-note-yet');
  putState(made.store, 'a', { state: 'processing' });
  await expect(made.documents.requestDocument('a', 'x')).rejects.toThrow(refused);
  made.store.notes.remove('b');
  await expect(made.documents.requestDocument('b', 'x')).rejects.toThrow(refused);
  await expect(made.documents.requestDocument('nobody', 'x')).rejects.toThrow(
    failure('missing', 'no-consultation'),
  );
  expect([made.asked, made.changed]).toEqual([[], []]);
});

test('of a note that is fetched again, the documents that were asked for stay, each once', () => {
  const { store } = rig();
  const put = (documents: NoteDocument[]) =>
    store.notes.put({ visitId: 'a', documents, receivedAt: 1, practice: true });
  const added = document('x', { documentId: 'one', addedAt: 5, text: 'added' });
  put([document('note', { documentId: 'zero' }), added]);
  const fetched = [
    document('note', { documentId: 'zero', text: 'new' }),
    document('unnamed'),
    document('x', { documentId: 'one', text: 'listed' }),
  ];
  expect(withAdditional(fetched, store, 'a')).toEqual([fetched[0], fetched[1], added]);
  expect(withAdditional(fetched, store, 'nobody')).toEqual(fetched);
  // One without an id takes the place of none.
  const unnamed = document('x', { addedAt: 6 });
  put([unnamed]);
  expect(withAdditional(fetched, store, 'a')).toEqual([...fetched, unnamed]);
  const unreadable = {
    get: () => {
      throw new Failure('broken', 'It did not work.');
    },
  };
  expect(withAdditional(fetched, { notes: unreadable as never }, 'a')).toEqual(fetched);
});

test('a document that came leaves the other requests as they are', async () => {
  const made = rig((id) =>
    id.includes('-x-') ? { kind: 'done', document: document('x') } : { kind: 'working' },
  );
  await made.documents.requestDocument('a', 'y');
  await made.documents.requestDocument('b', 'z');
  await made.documents.requestDocument('a', 'x');
  await made.pass(SECOND);
  expect(made.here('a')).toEqual(['note', 'x']);
  expect(made.documents.requests('a')).toMatchObject([{ templateId: 'y' }]);
  expect(made.documents.requests('b')).toMatchObject([{ templateId: 'z' }]);
});
