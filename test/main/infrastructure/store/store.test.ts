import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { present } from '../../../../main/infrastructure/store/present-visit.ts';
import { createStore, type StoreDeps } from '../../../../main/infrastructure/store/store.ts';
import type { VisitPatch } from '../../../../main/infrastructure/store/tables/visits.ts';
import { Failure } from '../../../../shared/failure.ts';
import { visitStates } from '../../../../shared/model/visit.ts';
import { transition, visitEvents } from '../../../../shared/model/visit-state.ts';
import { details, temporaryFolder, testCipher, uploadPart, visit } from '../../../support/rows.ts';

function open(over: Partial<StoreDeps> = {}) {
  const cipher = testCipher();
  const deps = { file: path.join(temporaryFolder(), 'scriba.db'), seal: () => cipher, ...over };
  return { deps, store: createStore(deps) };
}
const failing = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error as Failure;
  }
  throw new Error('nothing was thrown');
};

test('a consultation comes back as it was put in, after closing too', () => {
  const { store, deps } = open();
  const row = visit('a', {
    state: 'attention',
    cameFrom: 'committing',
    hold: 'rate-limit',
    waitsUntil: 120_000,
    attempts: 3,
    details: details({ trouble: { code: 'x', message: 'y' }, practiceCase: 'fever' }),
  });
  store.visits.insert(row);
  store.close();
  const again = createStore(deps);
  expect(again.visits.get('a')).toEqual(row);
  expect(again.visits.get('b')).toBeUndefined();
  again.close();
});

test('a change names the revision it saw; one that comes late is refused and changes nothing', () => {
  const { store } = open();
  store.visits.insert(visit('a'));
  expect(store.visits.apply('a', 1, 'recording-started', { waitsUntil: 60_001 })).toMatchObject({
    rev: 2,
    state: 'recording',
    waitsUntil: 120_000,
  });
  for (const late of [
    () => store.visits.apply('a', 1, 'recording-sealed'),
    () => store.visits.change('a', 1, { attempts: 1 }),
  ])
    expect(failing(late)).toMatchObject({ code: 'busy', detail: 'stale' });
  expect(store.visits.get('a')).toMatchObject({ rev: 2, state: 'recording' });
  expect(store.visits.change('a', 2, { waitsUntil: undefined }).waitsUntil).toBeUndefined();
  expect(failing(() => store.visits.change('z', 1, {}))).toMatchObject({ code: 'missing' });
  expect(failing(() => store.visits.apply('z', 1, 'discarded'))).toMatchObject({ code: 'missing' });
});

test('the table of states decides where a visit goes: what it does not know is refused and changes nothing', () => {
  const { store } = open();
  for (const state of visitStates) store.visits.insert(visit(state, { state }));
  for (const state of visitStates)
    for (const event of visitEvents) {
      const before = store.visits.get(state)!;
      const place = transition(before, event);
      const run = () => store.visits.apply(state, before.rev, event);
      if (place) expect(run()).toMatchObject({ ...place, rev: before.rev + 1 });
      else {
        expect(failing(run)).toMatchObject({ code: 'broken', detail: 'state-change-unknown' });
        expect(store.visits.get(state)).toEqual(before);
      }
      store.visits.restore({ ...before, cameFrom: undefined });
    }
});

test('a patch never moves a visit, whatever is slipped into it', () => {
  const { store } = open();
  store.visits.insert(visit('a', { state: 'attention', cameFrom: 'uploading' }));
  const patch = { state: 'ready', cameFrom: 'draft', attempts: 7 } as VisitPatch;
  expect(store.visits.change('a', 1, patch)).toMatchObject({
    state: 'attention',
    cameFrom: 'uploading',
    attempts: 7,
  });
  expect(store.visits.apply('a', 2, 'retried', patch)).toMatchObject({
    state: 'uploading',
    attempts: 7,
  });
  expect(store.visits.get('a')?.cameFrom).toBeUndefined();
});

test('no other file writes to the table of visits', () => {
  const writers = globSync('{main,sandbox}/**/*.ts').filter((file) =>
    /(?:UPDATE|INTO)\s+consultations\b/u.test(readFileSync(file, 'utf8')),
  );
  expect(writers.map((file) => file.replaceAll(path.sep, '/'))).toEqual([
    'main/infrastructure/store/tables/visits.ts',
  ]);
});

test('pages see the newest first, the worker the oldest first, whatever the wall clock said', () => {
  const { store } = open();
  for (const [id, createdAt] of [
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ] as const)
    store.visits.insert(visit(id, { state: 'sealed', details: details({ createdAt }) }));
  expect(store.visits.list().map((row) => row.id)).toEqual(['c', 'b', 'a']);
  expect(store.visits.inStates('sealed', 'prepared').map((row) => row.id)).toEqual(['a', 'b', 'c']);
});

test('nothing that a visit could be recognised by lies in the files in clear', () => {
  const { store, deps } = open();
  store.visits.insert(visit('a'));
  store.notes.put({
    visitId: 'a',
    documents: [
      {
        templateId: 't',
        name: 'n',
        kind: 'text',
        status: 'success',
        text: 'Canary fever',
        errors: [],
        warnings: [],
      },
    ],
    receivedAt: 1,
    practice: false,
  });
  store.values.set('address', 'planted canary');
  const folder = path.dirname(deps.file);
  const bytes = Buffer.concat(
    readdirSync(folder).map((name) => readFileSync(path.join(folder, name))),
  );
  expect(bytes.includes('planted canary')).toBe(true);
  for (const word of ['Asha', 'P-0001', 'Canary fever', 'en-IN', 'clinical_notes_template'])
    expect(bytes.includes(word), word).toBe(false);
});

test('a second committed transaction of one consultation is refused by the database', () => {
  const { store } = open();
  store.visits.insert(visit('a'));
  const txn = { visitId: 'a', epoch: 1, commitAttempts: 1 } as const;
  store.transactions.put({
    ...txn,
    transactionId: 't1',
    status: 'committed',
    committedAt: 5,
    folder: 'f/',
    uploadUrl: 'http://u/',
  });
  expect(
    failing(() => store.transactions.put({ ...txn, transactionId: 't2', status: 'committed' })),
  ).toMatchObject({ code: 'broken', detail: 'committed-twice' });
  store.transactions.put({ ...store.transactions.get('t1')!, status: 'dead' });
  store.transactions.put({ ...txn, transactionId: 't2', status: 'committed' });
  expect(store.transactions.list('a').map((row) => [row.transactionId, row.status])).toEqual([
    ['t1', 'dead'],
    ['t2', 'committed'],
  ]);
});

test('a transaction that fails in the middle leaves nothing, and nested ones go with the outer', () => {
  const { store } = open();
  store.visits.insert(visit('a'));
  failing(() =>
    store.transaction(() => {
      store.transaction(() => void store.visits.apply('a', 1, 'recording-started'));
      throw new Error('in the middle');
    }),
  );
  expect(store.visits.get('a')).toMatchObject({ state: 'draft', rev: 1 });
});

test('parts are listed in order, and present counts those of the present epoch only', () => {
  const { store } = open();
  store.visits.insert(visit('a', { details: details({ clientRef: 'ours' }) }));
  store.uploads.put(uploadPart('a', 2));
  store.uploads.put(uploadPart('a', 1));
  store.transactions.put({
    transactionId: 'txn-a',
    visitId: 'a',
    epoch: 2,
    commitAttempts: 0,
    status: 'open',
  });
  store.uploads.markUploaded('a-1', 1);
  store.uploads.markUploaded('a-2', 2);
  expect(store.uploads.list('a').map((part) => [part.ordinal, part.uploadedEpoch])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  const seen = present(store.visits.get('a')!, store);
  expect(seen).toMatchObject({
    id: 'a',
    parts: { sent: 1, of: 2 },
    bytes: 2000,
    patient: { name: 'Asha Practice' },
  });
  expect(seen).not.toHaveProperty('clientRef');
});

test('segments are replaced by file and removed one by one', () => {
  const { store } = open();
  store.visits.insert(visit('a'));
  const segment = {
    fileId: 'f',
    visitId: 'a',
    ordinal: 1,
    generation: 'g',
    status: 'open',
    records: 1,
    samples: 0,
    lastTag: '00',
  } as const;
  store.segments.put(segment);
  store.segments.put({ ...segment, status: 'sealed', records: 9 });
  expect(store.segments.list('a')).toEqual([{ ...segment, status: 'sealed', records: 9 }]);
  expect(store.segments.get('f')).toMatchObject({ records: 9 });
  store.segments.remove('f');
  expect(store.segments.list('a')).toEqual([]);
});

test('a locked vault leaves settings readable and opens no consultation', () => {
  let locked = false;
  const cipher = testCipher();
  const { store } = open({
    seal: () => {
      if (locked) throw new Failure('locked', 'No key here.', { detail: 'key-missing' });
      return cipher;
    },
  });
  store.visits.insert(visit('a'));
  locked = true;
  expect(store.settings.change({ theme: 'dark' }).theme).toBe('dark');
  expect(store.settings.get()).toMatchObject({ theme: 'dark', uiLanguage: 'system' });
  expect(failing(() => store.visits.list())).toMatchObject({ code: 'locked' });
});

test('settings that cannot be read fall back to the defaults', () => {
  const { store } = open();
  store.values.set('settings', '{"theme":7');
  expect(store.settings.get().theme).toBe('system');
  expect(store.values.get('nothing')).toBeUndefined();
});

test('a damaged row hides only itself, and is kept', () => {
  const { store, deps } = open();
  store.visits.insert(visit('a'));
  store.visits.insert(visit('b'));
  store.close();
  const raw = new Database(deps.file);
  raw
    .prepare(
      "UPDATE consultations SET details = (SELECT details FROM consultations WHERE id = 'b') WHERE id = 'a'",
    )
    .run();
  raw.close();
  const again = createStore(deps);
  expect(again.visits.list().map((row) => row.id)).toEqual(['b']);
  expect([...again.visits.damaged()].flat()).toEqual(['a']);
  expect(failing(() => again.visits.get('a'))).toMatchObject({
    code: 'broken',
    detail: 'row-damaged',
  });
});

test('a second opener is told that Scriba is open already', () => {
  const { deps, store } = open();
  expect(failing(() => createStore(deps))).toMatchObject({ code: 'busy', detail: 'already-open' });
  store.close();
  createStore(deps).close();
});

test('a damaged database is told and kept byte for byte', () => {
  const { deps, store } = open();
  store.close();
  const rubbish = Buffer.alloc(8192, 7);
  writeFileSync(deps.file, rubbish);
  expect(failing(() => createStore(deps))).toMatchObject({
    code: 'broken',
    detail: 'database-damaged',
  });
  expect(readFileSync(deps.file).equals(rubbish)).toBe(true);
});
