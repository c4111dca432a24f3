/** Rows whose key is not at hand: they are told apart from damaged ones, and never hidden as such. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { present, presentLocked } from '../../../../main/infrastructure/store/present-visit.ts';
import type { RowCipher } from '../../../../main/infrastructure/store/sealed-columns.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure, failureWith } from '../../../support/failure.ts';
import {
  details,
  entity,
  temporaryFolder,
  testCipher,
  uploadPart,
  visit,
} from '../../../support/rows.ts';

/** A ULID of 2026-11-23T10:20:30Z; the minute is what may be shown. */
const MOMENT = Date.UTC(2026, 10, 23, 10, 20, 30);
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ulidOf = (at: number) => {
  let left = at;
  let text = '';
  for (let digit = 0; digit < 10; digit++) {
    text = DIGITS.charAt(left % 32) + text;
    left = Math.floor(left / 32);
  }
  return `${text}0123456789ABCDEF`;
};

function rig() {
  const inner = testCipher();
  /** Rows (`table row`) whose key is not at hand. */
  const lost = new Set<string>();
  let locked = false;
  const cipher: RowCipher = {
    ...inner,
    openRow(place, sealed) {
      if (lost.has(`${place.table} ${place.row}`))
        throw new Failure('locked', 'No key here.', { detail: 'key-of-visit-missing' });
      return inner.openRow(place, sealed);
    },
  };
  const file = path.join(temporaryFolder(), 'scriba.db');
  const store = createStore({
    file,
    seal: () => {
      if (locked) throw new Failure('locked', 'No key here.', { detail: 'passphrase-needed' });
      return cipher;
    },
  });
  return {
    store,
    lost,
    file,
    lock: () => {
      locked = true;
    },
    change(sql: string, ...values: unknown[]) {
      store.close();
      const db = new Database(file);
      db.prepare(sql).run(...values);
      db.close();
      return createStore({ file, seal: () => cipher });
    },
  };
}
const noKey = failure('locked', 'passphrase-needed');

test('visits: one whose key is missing is shown in clear, a damaged one is not, and a locked vault is said to be so', () => {
  const { store, lost, change } = rig();
  for (const id of ['good', 'lost', 'bad']) store.visits.insert(visit(id, { state: 'ready' }));
  const places = store.visits.list().length;
  expect(places).toBe(3);
  lost.add('consultations lost');
  const after = change("UPDATE consultations SET details = x'00' WHERE id = 'bad'");
  expect([...after.visits.damaged()].flat()).toEqual(['bad']);
  expect(after.visits.locked()).toEqual([
    { id: 'lost', state: 'ready', hold: undefined, transactionId: 'txn-lost' },
  ]);
  const shown = after.visits.at([1, 2, 3]);
  expect(shown.map((row) => [row.id, 'details' in row])).toEqual([
    ['lost', false],
    ['good', true],
  ]);
  expect(after.visits.clear('lost')).toMatchObject({ id: 'lost', state: 'ready' });
  expect(after.visits.clear('nobody')).toBeUndefined();
  expect(['good', 'bad', 'nobody'].map((id) => after.visits.stateOf(id))).toEqual([
    'ready',
    'ready',
    undefined,
  ]);
  const odd = rig();
  odd.store.visits.insert(visit('a'));
  odd.lock();
  expect(() => odd.store.visits.damaged().next()).toThrow(noKey);
});

test('a visit whose transaction id was changed in its clear column is damaged', () => {
  const { store, change } = rig();
  store.visits.insert(visit('a'));
  const { visits } = change("UPDATE consultations SET transaction_id = 'txn-other'");
  expect(() => visits.get('a')).toThrow(failureWith('row-damaged'));
});

test('a visit without its key is presented by its size, its state and the minute in its transaction id', () => {
  const { store } = rig();
  const transactionId = `txn-${ulidOf(MOMENT)}`;
  store.visits.insert(visit('a', { state: 'prepared', transactionId }));
  store.uploads.put(uploadPart('a', 1, { bytes: 700 }));
  store.uploads.put(uploadPart('a', 2, { bytes: 300 }));
  const clear = { id: 'a', state: 'prepared', hold: 'offline', transactionId } as const;
  expect(presentLocked(clear, store)).toEqual({
    ...clear,
    locked: true,
    patient: { name: '' },
    mode: 'consultation',
    modelType: 'pro',
    templates: [],
    inputLanguages: [],
    outputLanguage: '',
    codify: false,
    createdAt: Date.UTC(2026, 10, 23, 10, 20),
    samples: 0,
    parts: { sent: 0, of: 2 },
    bytes: 1000,
    imported: false,
  });
  expect(presentLocked({ ...clear, transactionId: 'another' }, store).createdAt).toBe(0);
});

test('parts count as sent where they lie in the present folder of the transaction', () => {
  const { store } = rig();
  store.visits.insert(visit('a', { details: details({ clientRef: 'ours', joined: ['b'] }) }));
  for (const ordinal of [1, 2, 3]) store.uploads.put(uploadPart('a', ordinal, { bytes: 10 }));
  const shown = () => present(store.visits.get('a')!, store);
  expect(shown().parts).toEqual({ sent: 0, of: 3 });
  store.transactions.put({
    transactionId: 'txn-a',
    visitId: 'a',
    epoch: 2,
    commitAttempts: 0,
    status: 'open',
  });
  store.uploads.markUploaded('a-1', 1);
  store.uploads.markUploaded('a-2', 2);
  expect(shown()).toMatchObject({ parts: { sent: 1, of: 3 }, bytes: 30 });
  expect(Object.keys(shown())).not.toContain('clientRef');
  expect(Object.keys(shown())).not.toContain('joined');
  store.uploads.removeAll('a');
  expect(store.uploads.list('a')).toEqual([]);
});

test('when something was committed is kept by the minute, upwards, and never where it was not', () => {
  const { store } = rig();
  store.visits.insert(visit('a'));
  const row = { visitId: 'a', epoch: 1, commitAttempts: 0 };
  store.transactions.put({ ...row, transactionId: 'txn-a', status: 'open' });
  store.transactions.put({
    ...row,
    transactionId: 'txn-b',
    status: 'committed',
    committedAt: 60_001,
  });
  expect(store.transactions.get('txn-a')!.committedAt).toBeUndefined();
  expect(store.transactions.get('txn-b')!.committedAt).toBe(120_000);
});

test('the audit log counts entries without a key as unknown, stops forgetting at one, and says that the vault is locked', () => {
  const { store, lost, lock } = rig();
  for (const at of [1, 2, 3]) store.audit.add({ at, who: 'w', what: 'vault-locked' });
  expect(store.audit.verify()).toMatchObject({ state: 'whole', unknown: 0 });
  lost.add('audit 2');
  expect(store.audit.verify()).toMatchObject({ entries: 3, unknown: 1 });
  expect(store.audit.forgetBefore(3)).toBe(1);
  lock();
  for (const ask of [
    () => store.audit.verify(),
    () => store.audit.list(5),
    () => store.audit.forgetBefore(9),
  ])
    expect(ask).toThrow(noKey);
});

test('an audit log whose ends lost their key is judged by what is left, and is not called broken', () => {
  const { store, lost } = rig();
  for (const at of [1, 2, 3]) store.audit.add({ at, who: 'w', what: 'vault-locked' });
  lost.add('audit_ends 1');
  expect(store.audit.verify()).toEqual({ state: 'whole', entries: 3, unknown: 0 });
});

test('decisions and marks without a key are told as lost, and a locked vault is not', () => {
  const { store, lost, lock } = rig();
  store.visits.insert(visit('a'));
  store.decisions.mark('a', entity('Wheeze'));
  store.decisions.mark('a', entity('Rash'));
  lost.add('marks a 1');
  let times = 0;
  expect(
    store.decisions.marks('a', () => {
      times += 1;
    }),
  ).toHaveLength(1);
  expect(times).toBe(1);
  lock();
  expect(() => store.decisions.marks('a')).toThrow(noKey);
});

test('versions of a note: a damaged one hides itself alone, one without a key is not hidden', () => {
  const { store, lost, change } = rig();
  store.visits.insert(visit('a'));
  const root = {
    origin: 'o',
    purpose: 'note',
    templateId: 't',
    name: 'n',
    kind: 'text',
    language: 'en',
  } as const;
  store.noteVersions.putBranch('a', { branch: 'b', rev: 1, root });
  for (const number of [1, 2])
    store.noteVersions.put('a', 'b', {
      number,
      author: 'doctor',
      made: 'edit',
      at: 1,
      who: 'w',
      kept: number === 2,
      sections: [],
    });
  const { noteVersions } = change("UPDATE note_versions SET version = x'00' WHERE number = 1");
  expect(noteVersions.versions('a', 'b').map(({ number }) => number)).toEqual([2]);
  lost.add('note_versions a/b/2');
  expect(() => noteVersions.versions('a', 'b')).toThrow(failure('locked'));
});
