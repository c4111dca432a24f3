/** The transactions of a visit: what stays of one that is sent again, and which came to nothing. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { anew, brokenStreams } from '../../../../main/features/outbox/transactions.ts';
import {
  isOpening,
  openingFolder,
  sessionFolder,
  sessionIdOf,
  sessionKind,
} from '../../../../main/infrastructure/platform/transcription/session-folder.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { temporaryFolder, testCipher, visit } from '../../../support/rows.ts';

function rig(folders: readonly (string | undefined)[] = []) {
  const cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  const row = visit('one', { state: 'attention', transactionId: 'txn-one' });
  store.visits.insert(row);
  const put = (transactionId: string, folder: string | undefined, status: 'open' | 'dead') => {
    const made = { transactionId, visitId: 'one', epoch: 1, commitAttempts: 0, status, folder };
    store.transactions.put(made);
    return made;
  };
  for (const [at, folder] of folders.entries()) put(`txn-${at}`, folder, 'dead');
  return { store, row, put };
}

const stream = (id: string) => sessionFolder(id, '2026-01-01', 'stream');
const files = (id: string) => sessionFolder(id, '2026-01-01', 'files');

test('a folder tells number, kind, and whether the session was ever created', () => {
  for (const kind of ['files', 'stream'] as const) {
    const opening = openingFolder('txn-1', kind);
    const made = sessionFolder('own-number', '2026-01-01T00:00:00Z', kind);
    expect([sessionKind(opening), sessionKind(made)]).toEqual([kind, kind]);
    expect([isOpening(opening), isOpening(made)]).toEqual([true, false]);
    expect([sessionIdOf('txn-1', opening), sessionIdOf('txn-1', made)]).toEqual([
      'txn-1',
      'own-number',
    ]);
  }
  for (const other of [undefined, 'folder/of/contract-3/stream', 'folder/opening/stream'])
    expect([sessionKind(other), isOpening(other)]).toEqual(['files', false]);
});

test.each([
  [[], 0],
  [[stream('a')], 1],
  [[stream('a'), openingFolder('b', 'stream')], 2],
  [[stream('a'), files('b')], 0],
  [[undefined, stream('a')], 1],
  [[stream('a'), undefined, stream('b'), stream('c')], 2],
])('of dead transactions %j the last %i in a row were streams', (folders, count) => {
  const { store, put } = rig(folders);
  // The present one counts for nothing.
  put('txn-one', stream('present'), 'open');
  expect(brokenStreams(store, 'one')).toBe(count);
});

test.each(['files', 'stream'] as const)(
  'sent again, a session of %s stays what it is; one that was refused at its creation goes under another number',
  (kind) => {
    const { store, row, put } = rig();
    const made = put('txn-one', sessionFolder('own', '2026-01-01', kind), 'open');
    expect(anew(store, row, made)).toBeUndefined();
    expect(store.transactions.get('txn-one')).toMatchObject({
      epoch: 2,
      folder: openingFolder('txn-one', kind),
      uploadUrl: undefined,
      status: 'open',
    });
    const again = anew(store, row, store.transactions.get('txn-one')!);
    expect(again?.transactionId).not.toBe('txn-one');
    expect(store.transactions.get('txn-one')).toMatchObject({ status: 'dead' });
    expect(store.transactions.get(again!.transactionId!)).toMatchObject({
      status: 'open',
      folder: undefined,
    });
  },
);

test('a transaction of contract 3 that is sent again asks for its folder anew', () => {
  const { store, row, put } = rig();
  expect(anew(store, row, put('txn-one', 'folder/of/contract-3', 'open'))).toBeUndefined();
  expect(store.transactions.get('txn-one')).toMatchObject({ epoch: 2, folder: undefined });
});
