/** How the outbox waits, with a clock that is held. */
import { expect, test } from 'vitest';
import { turnsBy } from '../../../../main/features/outbox/turns.ts';
import type { Status } from '../../../../main/infrastructure/platform/transcription/transaction-status.ts';
import { Failure } from '../../../../shared/failure.ts';
import { putState, uploadPart } from '../../../support/rows.ts';
import { BYTES, good, rig, SHA } from './waiting-rig.ts';

test('a note that takes days is looked for often, then every five minutes, and is never a failure', async () => {
  const looks: number[] = [];
  let answer: Status = { kind: 'working', additional: {} };
  const { add, clock, outbox, pass, commit, state } = rig({
    status: async () => {
      looks.push(clock.monotonic());
      return answer;
    },
  });
  add('a');
  outbox.start();
  await commit();
  await pass(12 * 60_000);
  const waits = looks.map((at, index) => at - (looks[index - 1] ?? 0));
  expect(waits.slice(0, 5)).toEqual(
    [5000, 2000, 3000, 4500, 6750].map((ms) => expect.closeTo(ms, -3.5)),
  );
  expect(looks.filter((at) => at < 600_000).length).toBeGreaterThan(15);
  const often = looks.length;
  await pass((2 * 86_400_000) / 100);
  expect(looks.length - often).toBeLessThanOrEqual(Math.ceil((2 * 864_000) / 300_000) + 1);
  expect(state('a')).toMatchObject({ state: 'processing', attempts: 0, hold: undefined });
  answer = good;
  outbox.wake('a');
  await commit();
  expect(state('a').state).toBe('ready');
});

test('a clock that jumps by years delays nothing and hurries nothing', async () => {
  const { add, clock, outbox, pass, commit, state } = rig({
    status: async () => ({ kind: 'unknown' }),
    presign: async (id) => ({ url: 'https://s/', folder: `${id}/`, fields: {} }),
  });
  add('a');
  outbox.start();
  await commit();
  expect(state('a').state).toBe('processing');
  clock.jump(10 * 365 * 86_400_000);
  await pass(9 * 60_000);
  expect(state('a').state).toBe('processing');
  clock.jump(-20 * 365 * 86_400_000);
  await pass(4 * 60_000);
  expect(state('a')).toMatchObject({
    state: 'attention',
    details: { trouble: { code: 'transaction-unknown' } },
  });
});

test('two at a time, in the order in which they were made, and a long upload keeps no note waiting', async () => {
  const waiting: (() => void)[] = [];
  const { add, outbox, seen, commit, state } = rig({
    uploadFile: async (_form, file) => {
      for await (const piece of file.open()) void piece;
      await new Promise<void>((go) => waiting.push(go));
    },
  });
  for (const id of ['c', 'a', 'd', 'b']) add(id);
  add('note', 'processing');
  outbox.start();
  await commit();
  expect(seen).toEqual([
    ['presign', 'txn-c'],
    ['presign', 'txn-a'],
  ]);
  expect(state('note').state).toBe('ready');
  waiting.shift()!();
  await commit();
  expect(seen.slice(2)).toEqual([
    ['init', 'txn-c'],
    ['presign', 'txn-d'],
  ]);
});

test('the queue waits while the vault is locked and goes on when it is open', async () => {
  const { add, lock, outbox, pass, commit, state } = rig();
  add('a');
  lock(true);
  outbox.start();
  await pass(60_000);
  lock(false);
  expect(state('a').state).toBe('prepared');
  outbox.wake();
  await commit();
  await pass(6000);
  expect(state('a').state).toBe('ready');
});

test('a call that comes while an attempt is failing is not lost', async () => {
  let fail: (error: Failure) => void = () => {};
  const { add, outbox, commit, state, seen } = rig({
    presign(id) {
      seen.push(['presign', id]);
      return new Promise((_done, refuse) => {
        fail = refuse;
      });
    },
  });
  add('a');
  outbox.start();
  await commit();
  outbox.wake();
  fail(new Failure('signed-out', 'x'));
  await commit();
  expect(seen).toHaveLength(2);
  fail(new Failure('signed-out', 'x'));
  await commit();
  expect(seen).toHaveLength(2);
  expect(state('a').hold).toBe('sign-in');
});

test('a discard while the permission is under way wins; a new name does not disturb', async () => {
  let answer: () => void = () => {};
  const { add, outbox, commit, state, store } = rig({
    presign: (id) =>
      new Promise(
        (done) => (answer = () => done({ url: 'https://s/', folder: `${id}/`, fields: {} })),
      ),
  });
  add('a');
  outbox.start();
  await commit();
  store.visits.change('a', 1, {
    details: { ...state('a').details, patient: { name: 'New Name' } },
  });
  answer();
  await commit();
  expect(state('a')).toMatchObject({
    state: 'processing',
    details: { patient: { name: 'New Name' } },
  });
  add('b');
  outbox.wake();
  await commit();
  putState(store, 'b', { state: 'discarded', cameFrom: 'prepared' });
  answer();
  await commit();
  expect(state('b').state).toBe('discarded');
});

test('a part that is no longer what it was is not sent to its end, and a person is asked', async () => {
  const { add, outbox, pass, commit, state, store } = rig();
  add('a');
  store.uploads.put(uploadPart('a', 1, { bytes: BYTES.length, sha256: '00'.repeat(32) }));
  outbox.start();
  await commit();
  await pass(40 * 60_000);
  expect(state('a')).toMatchObject({
    state: 'attention',
    cameFrom: 'uploading',
    details: { trouble: { code: 'part-damaged' } },
  });
});

test('nothing is stored after stop, whatever comes home', async () => {
  let answer: () => void = () => {};
  const { add, outbox, commit, state, clock } = rig({
    presign: (id) =>
      new Promise(
        (done) => (answer = () => done({ url: 'https://s/', folder: `${id}/`, fields: {} })),
      ),
  });
  add('a');
  outbox.start();
  await commit();
  const stopped = outbox.stop();
  clock.advance(2000);
  await stopped;
  answer();
  await commit();
  expect(state('a')).toMatchObject({ state: 'prepared', rev: 1 });
});

test('what a worker of before the stop brings home is not stored after the next start either', async () => {
  const answers: (() => void)[] = [];
  const { add, outbox, commit, state, clock } = rig({
    presign: (id) =>
      new Promise((done) =>
        answers.push(() => done({ url: 'https://s/', folder: `${id}/`, fields: {} })),
      ),
  });
  add('a');
  outbox.start();
  await commit();
  const stopped = outbox.stop();
  clock.advance(2000);
  await stopped;
  outbox.start();
  await commit();
  answers[0]!();
  await commit();
  expect(state('a')).toMatchObject({ state: 'prepared', rev: 1 });
  expect(answers).toHaveLength(2);
  answers[1]!();
  await commit();
  expect(state('a').state).not.toBe('prepared');
  void outbox.stop();
});

test('before the platform is told to begin, the state and the attempt are on disk', async () => {
  const found: unknown[] = [];
  const { add, outbox, commit, store, state } = rig({
    init: async (id) => {
      found.push([
        state('a').state,
        store.transactions.get(id)?.commitAttempts,
        store.uploads.list('a').map(({ uploadedEpoch }) => uploadedEpoch),
      ]);
      return 'accepted';
    },
  });
  add('a');
  outbox.start();
  await commit();
  expect(found).toEqual([['committing', 1, [1]]]);
});

test('a row that the database was rebuilt for is asked about before anything is sent', async () => {
  const { add, outbox, seen, commit, state, store } = rig({
    status: async () => ({ kind: 'working', additional: { client_ref: SHA } }),
  });
  add('a');
  store.transactions.put({
    transactionId: 'txn-a',
    visitId: 'a',
    epoch: 0,
    commitAttempts: 1,
    status: 'open',
  });
  outbox.start();
  await commit();
  expect(seen).toEqual([]);
  expect(state('a').state).toBe('processing');
});

test('two hundred visits that wait for nobody let others have their turn in between', async () => {
  let looks = 0;
  const { add, outbox, seen } = rig(
    {
      presign: async (id) => {
        seen.push(['presign', id]);
        throw new Failure('signed-out', 'Sign in first.', { detail: 'not-signed-in' });
      },
    },
    // A clock on which each look takes a millisecond.
    { giveWay: turnsBy({ monotonic: () => looks++ }) },
  );
  for (let at = 0; at < 200; at += 1) add(`v${at}`);
  outbox.start();
  let turns = 0;
  let most = 0;
  for (let before = 0; seen.length < 200; before = seen.length) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
    most = Math.max(most, seen.length - before);
  }
  await outbox.stop();
  expect([turns > 10, most < 30]).toEqual([true, true]);
});

test('what the store refuses for a reason of its own is a failure like any other, and a person is asked at last', async () => {
  const { outbox, add, store, pass, state, seen } = rig();
  add('a');
  const other = { visitId: 'a', epoch: 1, commitAttempts: 1, status: 'committed' as const };
  store.transactions.put({ ...other, transactionId: 'txn-other', committedAt: 1 });
  outbox.start();
  await pass(60 * 60 * 1000);
  expect(state('a')).toMatchObject({
    state: 'attention',
    cameFrom: 'committing',
    details: { trouble: { code: 'committed-twice' } },
  });
  expect(store.transactions.get('txn-a')!.status).toBe('open');
  expect(seen.filter(([name]) => name === 'init').length).toBeLessThanOrEqual(8);
  await outbox.stop();
});
