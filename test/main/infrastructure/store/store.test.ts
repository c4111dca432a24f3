import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { present } from '../../../../main/infrastructure/store/present-visit.ts';
import { createStore, type StoreNeeds } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  consultation,
  details,
  temporaryFolder,
  testCipher,
  uploadPart,
} from '../../../support/rows.ts';

function open(over: Partial<StoreNeeds> = {}) {
  const cipher = testCipher();
  const needs = { file: path.join(temporaryFolder(), 'scriba.db'), seal: () => cipher, ...over };
  return { needs, store: createStore(needs) };
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
  const { store, needs } = open();
  const row = consultation('a', {
    state: 'attention',
    cameFrom: 'committing',
    hold: 'rate-limit',
    waitsUntil: 120_000,
    attempts: 3,
    details: details({ trouble: { code: 'x', message: 'y' }, practiceCase: 'fever' }),
  });
  store.consultations.insert(row);
  store.close();
  const again = createStore(needs);
  expect(again.consultations.get('a')).toEqual(row);
  expect(again.consultations.get('b')).toBeUndefined();
  again.close();
});

test('a change names the revision it saw; one that comes late is refused and changes nothing', () => {
  const { store } = open();
  store.consultations.insert(consultation('a'));
  expect(
    store.consultations.change('a', 1, { state: 'recording', waitsUntil: 60_001 }),
  ).toMatchObject({ rev: 2, state: 'recording', waitsUntil: 120_000 });
  expect(failing(() => store.consultations.change('a', 1, { state: 'sealed' }))).toMatchObject({
    code: 'busy',
    detail: 'stale',
  });
  expect(store.consultations.get('a')).toMatchObject({ rev: 2, state: 'recording' });
  expect(store.consultations.change('a', 2, { waitsUntil: undefined }).waitsUntil).toBeUndefined();
  expect(failing(() => store.consultations.change('z', 1, {}))).toMatchObject({ code: 'missing' });
});

test('pages see the newest first, the worker the oldest first, whatever the wall clock said', () => {
  const { store } = open();
  for (const [id, createdAt] of [
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ] as const)
    store.consultations.insert(
      consultation(id, { state: 'sealed', details: details({ createdAt }) }),
    );
  expect(store.consultations.list().map((row) => row.id)).toEqual(['c', 'b', 'a']);
  expect(store.consultations.inStates('sealed', 'prepared').map((row) => row.id)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('nothing that a visit could be recognised by lies in the files in clear', () => {
  const { store, needs } = open();
  store.consultations.insert(consultation('a'));
  store.notes.put({
    consultationId: 'a',
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
  const folder = path.dirname(needs.file);
  const bytes = Buffer.concat(
    readdirSync(folder).map((name) => readFileSync(path.join(folder, name))),
  );
  expect(bytes.includes('planted canary')).toBe(true);
  for (const word of ['Asha', 'P-0001', 'Canary fever', 'en-IN', 'clinical_notes_template'])
    expect(bytes.includes(word), word).toBe(false);
});

test('a second committed transaction of one consultation is refused by the database', () => {
  const { store } = open();
  store.consultations.insert(consultation('a'));
  const txn = { consultationId: 'a', epoch: 1, commitAttempts: 1 } as const;
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
  store.consultations.insert(consultation('a'));
  failing(() =>
    store.transaction(() => {
      store.transaction(() => void store.consultations.change('a', 1, { state: 'sealed' }));
      throw new Error('in the middle');
    }),
  );
  expect(store.consultations.get('a')).toMatchObject({ state: 'draft', rev: 1 });
});

test('parts are listed in order, and present counts those of the present epoch only', () => {
  const { store } = open();
  store.consultations.insert(consultation('a', { details: details({ clientRef: 'ours' }) }));
  store.uploads.put(uploadPart('a', 2));
  store.uploads.put(uploadPart('a', 1));
  store.transactions.put({
    transactionId: 'txn-a',
    consultationId: 'a',
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
  const seen = present(store.consultations.get('a')!, store);
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
  store.consultations.insert(consultation('a'));
  const segment = {
    fileId: 'f',
    consultationId: 'a',
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
      if (locked) throw new Failure('locked', 'no key', { detail: 'key-missing' });
      return cipher;
    },
  });
  store.consultations.insert(consultation('a'));
  locked = true;
  expect(store.settings.change({ theme: 'dark' }).theme).toBe('dark');
  expect(store.settings.get()).toMatchObject({ theme: 'dark', uiLanguage: 'en' });
  expect(failing(() => store.consultations.list())).toMatchObject({ code: 'locked' });
});

test('settings that cannot be read fall back to the defaults', () => {
  const { store } = open();
  store.values.set('settings', '{"theme":7');
  expect(store.settings.get().theme).toBe('system');
  expect(store.values.get('nothing')).toBeUndefined();
});

test('a damaged row hides only itself, and is kept', () => {
  const { store, needs } = open();
  store.consultations.insert(consultation('a'));
  store.consultations.insert(consultation('b'));
  store.close();
  const raw = new Database(needs.file);
  raw
    .prepare(
      "UPDATE consultations SET details = (SELECT details FROM consultations WHERE id = 'b') WHERE id = 'a'",
    )
    .run();
  raw.close();
  const again = createStore(needs);
  expect(again.consultations.list().map((row) => row.id)).toEqual(['b']);
  expect(again.consultations.damaged()).toEqual(['a']);
  expect(failing(() => again.consultations.get('a'))).toMatchObject({
    code: 'broken',
    detail: 'row-damaged',
  });
});

test('a second opener is told that Scriba is open already', () => {
  const { needs, store } = open();
  expect(failing(() => createStore(needs))).toMatchObject({ code: 'busy', detail: 'already-open' });
  store.close();
  createStore(needs).close();
});

test('a damaged database is told and kept byte for byte', () => {
  const { needs, store } = open();
  store.close();
  const rubbish = Buffer.alloc(8192, 7);
  writeFileSync(needs.file, rubbish);
  expect(failing(() => createStore(needs))).toMatchObject({
    code: 'broken',
    detail: 'database-damaged',
  });
  expect(readFileSync(needs.file).equals(rubbish)).toBe(true);
});
