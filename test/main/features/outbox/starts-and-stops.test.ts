/** The outbox from start to stop: what it knows at first, whom it wakes, and a store that refuses. */
import { expect, test, vi } from 'vitest';
import { Failure } from '../../../../shared/failure.ts';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { failure } from '../../../support/failure.ts';
import { putState } from '../../../support/rows.ts';
import { rig } from './waiting-rig.ts';

const offline = () => new Failure('offline', 'It did not work.', { detail: 'not-sent' });
const disk = () => new Failure('broken', 'It did not work.', { detail: 'disk-failing' });

/** Requests for a permission, each answered by the test. */
function held() {
  const asked: { id: string; refuse: (error: Failure) => void; allow: () => void }[] = [];
  const presign = (id: string) =>
    new Promise<{ url: string; folder: string; fields: object }>((done, refuse) =>
      asked.push({
        id,
        refuse,
        allow: () => done({ url: 'https://s/', folder: `${id}/`, fields: {} }),
      }),
    );
  return { asked, presign: presign as never };
}

test('started twice it stays started', async () => {
  const { add, outbox, commit, seen } = rig();
  outbox.start();
  outbox.start();
  add('a');
  outbox.wake();
  await commit();
  expect(seen[0]).toEqual(['presign', 'txn-a']);
  await outbox.stop();
});

test('a stop ends the sleep, and a start begins anew with every visit', async () => {
  const { add, outbox, commit, clock, asked } = rig({
    presign: async () => {
      throw offline();
    },
  });
  add('a');
  outbox.start();
  await commit();
  const stopped = outbox.stop();
  clock.advance(2000);
  await stopped;
  expect(clock.next()).toBe(false);
  expect(asked).toEqual(['txn-a']);
  outbox.start();
  await commit();
  // Whatever wait it had; and the platform is asked again what it knows of it.
  expect(asked).toEqual(['txn-a', 'txn-a']);
  void outbox.stop();
});

test('nothing is begun by a worker that gave way when the outbox was stopped', async () => {
  const ways: (() => void)[] = [];
  const prepared: string[] = [];
  const { add, outbox, commit } = rig(
    {},
    {
      giveWay: () => new Promise<void>((go) => ways.push(go)),
      prepare: async (id) => void prepared.push(id),
    },
  );
  add('a', 'sealed');
  outbox.start();
  await commit();
  void outbox.stop();
  ways[0]!();
  await commit();
  expect(prepared).toEqual([]);
});

test('a stop waits for the work that is under way', async () => {
  const { asked, presign } = held();
  const { add, outbox, commit } = rig({ presign });
  add('a');
  outbox.start();
  await commit();
  let stopped = false;
  void outbox.stop().then(() => {
    stopped = true;
  });
  await commit();
  expect(stopped).toBe(false);
  asked[0]!.allow();
  await commit();
  expect(stopped).toBe(true);
});

test('a failure that is not about the network says nothing about it', async () => {
  const { add, outbox, commit, reached } = rig({
    presign: async () => {
      throw new Failure('refused', 'It did not work.');
    },
  });
  add('a');
  outbox.start();
  await commit();
  // The question before it was answered, if any was asked: nothing says that the network is gone.
  expect(reached).not.toContain(false);
  void outbox.stop();
});

test('idle means that all work has come home', async () => {
  const { asked, presign } = held();
  const { add, outbox, commit } = rig({ presign });
  add('a');
  add('b');
  outbox.start();
  await commit();
  let idle = false;
  void outbox.idle().then(() => {
    idle = true;
  });
  asked[0]!.refuse(offline());
  await commit();
  expect(idle).toBe(false);
  asked[1]!.refuse(offline());
  await commit();
  expect(idle).toBe(true);
  void outbox.stop();
});

test.each<VisitState>(['draft', 'recording', 'discarded', 'attention', 'sealed', 'prepared'])(
  'a visit that was %s at the start is asked about before it is sent; one of this run is not',
  async (state) => {
    const { add, outbox, commit, store, asked, seen } = rig();
    add('old');
    putState(store, 'old', { state, ...(state === 'attention' && { cameFrom: 'prepared' }) });
    outbox.start();
    await commit();
    putState(store, 'old', { state: 'prepared', cameFrom: undefined });
    add('new');
    outbox.wake();
    await commit();
    expect(seen.map(([, id]) => id)).toEqual(expect.arrayContaining(['txn-old', 'txn-new']));
    expect(asked.filter((id) => id === 'txn-new')).toEqual([]);
    expect(asked).toContain('txn-old');
    void outbox.stop();
  },
);

test('where the list could not be read at the start, every visit counts as one of an earlier run', async () => {
  const { add, outbox, commit, store, asked, pass } = rig();
  const waiting = vi.spyOn(store.visits, 'waiting').mockImplementation(() => {
    throw disk();
  });
  outbox.start();
  await commit();
  waiting.mockRestore();
  add('a');
  // The store is read again by itself.
  await pass(29_000);
  expect(asked).toEqual([]);
  await pass(1000);
  expect(asked).toEqual(['txn-a']);
  void outbox.stop();
});

test('one row that is damaged keeps nobody waiting, is tried again later, and at once where somebody wakes it', async () => {
  const prepared: string[] = [];
  const { add, outbox, commit, store, pass } = rig(
    {},
    { prepare: async (id) => void prepared.push(id) },
  );
  add('bad', 'sealed');
  add('good', 'sealed');
  const get = store.visits.get.bind(store.visits);
  let reads = 0;
  let isDamaged = true;
  vi.spyOn(store.visits, 'get').mockImplementation((id) => {
    if (id !== 'bad' || !isDamaged) return get(id);
    reads += 1;
    throw new Failure('broken', 'It did not work.', { detail: 'row-damaged' });
  });
  outbox.start();
  await commit();
  expect(prepared).toContain('good');
  expect(prepared).not.toContain('bad');
  const first = reads;
  await pass(29_000);
  const before = reads;
  await pass(2000);
  expect([before - first < 40, reads > before]).toEqual([true, true]);
  isDamaged = false;
  outbox.wake();
  await commit();
  expect(prepared).toContain('bad');
  void outbox.stop();
});

test('a rate limit of before the start is kept, an hour at most, and not one that is over', async () => {
  for (const [wait, from, to] of [
    [10 * 60_000, 9 * 60_000, 11 * 60_000],
    [50 * 3_600_000, 59 * 60_000, 61 * 60_000],
    [-60_000, undefined, 0],
  ] as const) {
    const { add, outbox, clock, commit, pass, store, seen } = rig();
    add('a');
    putState(store, 'a', { hold: 'rate-limit', waitsUntil: clock.now() + wait });
    outbox.start();
    await commit();
    if (from !== undefined) {
      await pass(from);
      expect(seen).toEqual([]);
      await pass(to - from);
    }
    expect(seen[0]).toEqual(['presign', 'txn-a']);
    void outbox.stop();
  }
});

test('the first answer after a silence frees the visits that waited for the network, and those alone', async () => {
  const { asked, presign } = held();
  const { add, outbox, commit, reached } = rig({ presign });
  for (const id of ['a', 'b']) add(id);
  outbox.start();
  await commit();
  for (const { refuse } of asked.splice(0)) refuse(offline());
  await commit();
  add('c');
  outbox.wake('c');
  await commit();
  expect(asked.map(({ id }) => id)).toEqual(['txn-c']);
  expect(reached).toEqual([false]);
  asked.splice(0)[0]!.refuse(new Failure('signed-out', 'It did not work.'));
  await commit();
  // That is no answer of the platform: nobody is freed by it.
  expect([asked.length, reached]).toEqual([0, [false]]);
  add('d');
  outbox.wake('d');
  await commit();
  asked.splice(0)[0]!.allow();
  await commit();
  expect(reached).toEqual([false, true]);
  expect(asked.map(({ id }) => id).sort()).toEqual(['txn-a', 'txn-b']);
  void outbox.stop();
});

test('a person who wakes the queue sets the pace back to the shortest wait', async () => {
  const at: number[] = [];
  const { add, clock, outbox, commit, pass } = rig({
    presign: async () => {
      at.push(clock.monotonic());
      throw offline();
    },
  });
  add('a');
  outbox.start();
  await pass(5 * 60_000);
  outbox.wake();
  await commit();
  const woken = at.length;
  await pass(10_000);
  expect(at[woken]! - at[woken - 1]!).toBeLessThan(5000);
  void outbox.stop();
});

test('what a locked vault refuses to store waits for a wake; what the disk refuses is tried again by itself', async () => {
  for (const [refusal, isLocked] of [
    [new Failure('locked', 'It did not work.'), true],
    [disk(), false],
  ] as const) {
    const { add, outbox, pass, commit, store, state, seen } = rig();
    add('a');
    const apply = vi.spyOn(store.visits, 'apply').mockImplementation(() => {
      throw refusal;
    });
    outbox.start();
    await commit();
    const tried = seen.length;
    expect(tried).toBe(1);
    await pass(29_000);
    expect(seen).toHaveLength(tried);
    apply.mockRestore();
    await pass(10 * 60_000);
    expect(state('a').state).toBe(isLocked ? 'prepared' : 'ready');
    outbox.wake();
    await pass(60_000);
    expect(state('a').state).toBe('ready');
    void outbox.stop();
  }
});

test('a person who tries again is obeyed at once, and pages hear of it', async () => {
  let answer: Failure | undefined = new Failure('refused', 'It did not work.', { detail: 'why' });
  const { add, outbox, commit, state, changed, seen } = rig({
    presign: async (id) => {
      if (answer) throw answer;
      seen.push(['presign', id]);
      return { url: 'https://store/', folder: `${id}/`, fields: {} };
    },
  });
  add('a');
  outbox.start();
  await commit();
  expect(state('a')).toMatchObject({ state: 'attention', details: { trouble: { code: 'why' } } });
  expect(() => outbox.retry('nobody')).toThrow(failure('missing'));
  answer = undefined;
  changed.length = 0;
  expect(outbox.retry('a')).toMatchObject({ state: 'prepared', attempts: 0 });
  expect(changed).toEqual(['a']);
  const rev = state('a').rev;
  // Not in the state for it any more: nothing is stored.
  expect(outbox.retry('a')).toMatchObject({ rev });
  await commit();
  expect(seen.map(([name]) => name)).toEqual(['presign', 'init']);
  void outbox.stop();
});

test('sent again after a refused upload the parts go under the same number, after a last word under a new one', async () => {
  for (const [code, isSame] of [
    ['init-refused', true],
    ['templates-failed', false],
  ] as const) {
    const { add, outbox, state, store } = rig();
    add('a');
    const { details } = state('a');
    putState(store, 'a', {
      state: 'attention',
      cameFrom: 'committing',
      details: { ...details, trouble: { code, message: 'm' } },
    });
    store.transactions.put({
      transactionId: 'txn-a',
      visitId: 'a',
      epoch: 1,
      commitAttempts: 1,
      status: 'open',
      folder: 'f/',
    });
    const row = outbox.retry('a');
    expect(row.transactionId === 'txn-a').toBe(isSame);
    expect(store.transactions.get('txn-a')).toMatchObject(
      isSame ? { status: 'open', epoch: 2 } : { status: 'dead', epoch: 1 },
    );
  }
});

test('a note that cannot be read is fetched once more, and only where there was one', async () => {
  const { add, outbox, commit, state, store, asked, changed } = rig();
  add('a', 'processing');
  outbox.start();
  await commit();
  expect(state('a').state).toBe('ready');
  asked.length = 0;
  changed.length = 0;
  store.notes.remove('a');
  outbox.fetchAgain('a');
  expect(state('a').state).toBe('processing');
  expect(changed).toEqual(['a']);
  await commit();
  expect([state('a').state, asked]).toEqual(['ready', ['txn-a']]);
  expect(store.notes.get('a')?.documents).toHaveLength(1);
  add('b');
  putState(store, 'b', { state: 'recording' });
  outbox.fetchAgain('b');
  outbox.fetchAgain('nobody');
  expect(state('b').state).toBe('recording');
  void outbox.stop();
});
