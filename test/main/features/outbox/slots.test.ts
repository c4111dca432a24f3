/** When the outbox turns to a visit, and when it leaves everything alone. */
import { expect, test, vi } from 'vitest';
import { Failure } from '../../../../shared/failure.ts';
import { putState } from '../../../support/rows.ts';
import { rig } from './waiting-rig.ts';

test('stopped twice it stays stopped', async () => {
  const { add, outbox, commit, seen } = rig();
  outbox.start();
  await outbox.stop();
  await outbox.stop();
  add('a');
  outbox.wake();
  await commit();
  expect(seen).toEqual([]);
});

test('with nothing to do it asks for no time', async () => {
  const { clock, outbox, commit } = rig();
  outbox.start();
  await commit();
  expect(clock.next()).toBe(false);
});

test('while the vault is locked nothing is read again until somebody unlocks', async () => {
  const { add, outbox, lock, pass, commit, store, clock } = rig();
  add('a');
  lock(true);
  const reads = vi.spyOn(store.visits, 'get');
  outbox.start();
  await commit();
  const first = reads.mock.calls.length;
  expect(first).toBe(1);
  await pass(10 * 60_000);
  expect(reads.mock.calls.length).toBe(first);
  expect(clock.next()).toBe(false);
});

test('a recording that waits for the network is prepared at the next start, whenever that is; one that is held back is not', async () => {
  const prepared: string[] = [];
  const { add, outbox, commit, store, clock } = rig(
    {},
    { prepare: async (id) => void prepared.push(id) },
  );
  for (const id of ['offline', 'held', 'limited']) add(id, 'sealed');
  const later = clock.now() + 30 * 60_000;
  putState(store, 'offline', { hold: 'offline', waitsUntil: later });
  putState(store, 'held', { waitsUntil: later });
  putState(store, 'limited', { hold: 'rate-limit', waitsUntil: later });
  outbox.start();
  await commit();
  expect(prepared).toEqual(['offline']);
  await outbox.stop();
});

test('a visit that is erased while it is prepared is no failure of preparing', async () => {
  const { add, outbox, commit, store, changed, clock } = rig(
    {},
    { prepare: async (id) => void store.visits.remove(id) },
  );
  add('a', 'sealed');
  outbox.start();
  await commit();
  expect(store.visits.get('a')).toBeUndefined();
  expect(changed).toEqual(['a']);
  expect(clock.next()).toBe(false);
});

test('waits without a network grow from attempt to attempt', async () => {
  const at: number[] = [];
  const { add, clock, outbox, pass } = rig({
    presign: async () => {
      at.push(clock.monotonic());
      throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
    },
  });
  add('a');
  outbox.start();
  await pass(10 * 60_000);
  const gaps = at.slice(1).map((time, index) => time - at[index]!);
  expect(gaps.length).toBeGreaterThan(3);
  expect(gaps[3]).toBeGreaterThan(gaps[0]! * 2);
  await outbox.stop();
});

test('after a transaction that died, the note of the next one is looked for often again', async () => {
  const looks: number[] = [];
  let dead = false;
  const { add, clock, outbox, pass, commit, state } = rig({
    status: async (id) => {
      looks.push(clock.monotonic());
      if (dead && id === 'txn-a') return { kind: 'dead' };
      return { kind: 'working', additional: {} };
    },
  });
  add('a');
  outbox.start();
  await commit();
  await pass(30 * 60_000);
  dead = true;
  outbox.wake('a');
  await commit();
  expect(state('a').transactionId).not.toBe('txn-a');
  const before = looks.length;
  await pass(60_000);
  expect(looks.length - before).toBeGreaterThan(6);
  await outbox.stop();
});

test('a call that comes during an attempt does not hurry one that the platform then slows down', async () => {
  let fail: (error: Failure) => void = () => {};
  const { add, outbox, commit, seen, state } = rig({
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
  fail(new Failure('busy', 'It did not work.', { detail: 'rate-limited', retryAfter: 60_000 }));
  await commit();
  expect(seen).toHaveLength(1);
  expect(state('a').hold).toBe('rate-limit');
});

test('a failure that cannot be stored either is left for later, not tried on the spot', async () => {
  const { add, outbox, pass, store, seen } = rig({
    presign: async (id) => {
      seen.push(['presign', id]);
      throw new Failure('busy', 'It did not work.');
    },
  });
  add('a');
  const apply = vi.spyOn(store.visits, 'apply').mockImplementation(() => {
    throw new Failure('broken', 'It did not work.', { detail: 'odd' });
  });
  outbox.start();
  await pass(60_000);
  expect(seen.length).toBeGreaterThan(1);
  expect(apply.mock.calls.length).toBe(seen.length);
  await outbox.stop();
});

test('a person who tries again is not made to wait for the pace of earlier failures, but a rate limit stays', async () => {
  for (const [problem, isAsked] of [
    [new Failure('busy', 'It did not work.'), true],
    [
      new Failure('busy', 'It did not work.', { detail: 'rate-limited', retryAfter: 600_000 }),
      false,
    ],
  ] as const) {
    const { add, outbox, pass, commit, seen } = rig({
      presign: async (id) => {
        seen.push(['presign', id]);
        throw problem;
      },
    });
    for (const id of ['a', 'b']) add(id);
    outbox.start();
    await pass(5 * 60_000);
    seen.length = 0;
    outbox.retry('a');
    await commit();
    expect(seen).toEqual(isAsked ? [['presign', 'txn-a']] : []);
    await outbox.stop();
  }
});

test('a note that is to be fetched again does not wait for what kept its visit before', async () => {
  const { add, outbox, commit, store, state, asked } = rig();
  add('a', 'processing');
  const get = store.visits.get.bind(store.visits);
  let isFailing = true;
  const failing = vi.spyOn(store.visits, 'get').mockImplementation((id) => {
    const row = get(id);
    // The disk fails just behind the step that brought the note.
    if (isFailing && row?.state === 'ready') throw new Failure('broken', 'x', { detail: 'odd' });
    return row;
  });
  outbox.start();
  await commit();
  expect(failing).toHaveBeenCalled();
  isFailing = false;
  expect(state('a').state).toBe('ready');
  asked.length = 0;
  outbox.fetchAgain('a');
  await commit();
  expect([state('a').state, asked]).toEqual(['ready', ['txn-a']]);
  await outbox.stop();
});
