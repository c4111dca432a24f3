/** Taking a visit back, with a platform whose answer is given: what may be arriving is not discarded. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCancel } from '../../../../main/features/outbox/cancel.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import { type VisitState, visitStates } from '../../../../shared/model/visit.ts';
import { failure } from '../../../support/failure.ts';
import { details, putState, temporaryFolder, testCipher, visit } from '../../../support/rows.ts';

function rig(
  state: VisitState,
  answer: Failure | undefined,
  meanwhile: (change: (over: Parameters<typeof putState>[2]) => void) => void = () => {},
) {
  const cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  const trouble = { code: 'c', message: 'm' };
  store.visits.insert(visit('v', { details: details({ trouble, sentAt: 7 }) }));
  putState(store, 'v', { state, attempts: 3, hold: 'offline', waitsUntil: 60_000 });
  store.transactions.put({
    transactionId: 'txn-v',
    visitId: 'v',
    epoch: 4,
    commitAttempts: 1,
    status: 'open',
    folder: 'f/',
  });
  const asked: unknown[] = [];
  const discarded: string[] = [];
  const cancel = createCancel({
    store,
    transcription: {
      cancel: async (...given) => {
        asked.push(given);
        meanwhile((over) => void putState(store, 'v', over));
        if (answer) throw answer;
      },
    },
  });
  return {
    store,
    asked,
    discarded,
    row: () => store.visits.get('v')!,
    cancel: () =>
      cancel('v', (id) => {
        discarded.push(`${id} ${store.visits.get(id)!.state}`);
        store.visits.apply(id, store.visits.get(id)!.rev, 'discarded');
      }),
  };
}
const no = (code: Failure['code'], detail: string) => new Failure(code, 'm', { detail });

test('is told to the platform with its folder, and discards the visit under a new number', async () => {
  for (const state of ['uploading', 'committing', 'processing'] as const) {
    const made = rig(state, undefined);
    await made.cancel();
    expect(made.asked).toEqual([['txn-v', 'f/']]);
    expect(made.discarded).toEqual(['v prepared']);
    const row = made.row();
    expect(row).toMatchObject({ state: 'discarded', attempts: 0 });
    expect([row.hold, row.waitsUntil, row.details.trouble, row.details.sentAt]).toEqual(
      Array(4).fill(undefined),
    );
    expect(row.details.patient).toEqual(details().patient);
    expect(row.transactionId).not.toBe('txn-v');
    expect(made.store.transactions.get('txn-v')!.status).toBe('dead');
    expect(made.store.transactions.get(row.transactionId)).toMatchObject({
      status: 'open',
      epoch: 5,
      commitAttempts: 0,
    });
  }
});

test('is refused where nothing is on its way, and the platform is not asked', async () => {
  for (const state of visitStates.filter(
    (one) => !['uploading', 'committing', 'processing'].includes(one),
  )) {
    const made = rig(state, undefined);
    await expect(made.cancel()).rejects.toMatchObject({
      code: 'refused',
      detail: 'nothing-to-cancel',
      message: 'This visit is not on its way to the platform.',
    });
    expect(made.asked).toEqual([]);
  }
});

test.each([
  [no('refused', 'conflict'), 'refused', 'too-late-to-cancel', /does not stop any more/],
  [no('offline', 'not-sent'), 'offline', 'not-sent', /^m$/],
  [no('busy', 'platform-busy'), 'busy', 'platform-busy', /^m$/],
])('a platform that says %s leaves all as it was', async (answer, code, detail, message) => {
  const made = rig('uploading', answer);
  const before = made.row();
  await expect(made.cancel()).rejects.toMatchObject({
    code,
    detail,
    message: expect.stringMatching(message),
  });
  expect([made.row(), made.discarded]).toEqual([before, []]);
  expect(made.store.transactions.get('txn-v')!.status).toBe('open');
});

test('of a transaction that the platform has given up needs no stopping, wherever the visit stands', async () => {
  for (const state of ['uploading', 'committing', 'processing'] as const) {
    const made = rig(state, no('refused', 'transaction-dead'));
    await made.cancel();
    expect(made.row().state).toBe('discarded');
  }
});

test.each<[VisitState, Parameters<typeof putState>[2] | undefined, boolean]>([
  ['uploading', undefined, true],
  ['committing', undefined, false],
  ['processing', undefined, false],
  // Committed while we asked: it may have arrived after our question.
  ['uploading', { state: 'committing' }, false],
])(
  'of one that the platform does not know, while %s (then %j): taken back %s',
  async (state, over, taken) => {
    const made = rig(state, no('missing', 'not-found'), (change) => over && change(over));
    if (taken) await made.cancel();
    else
      await expect(made.cancel()).rejects.toMatchObject({
        code: 'busy',
        detail: 'stale',
        message: 'This visit has just changed. Look at it once more.',
      });
    expect(made.discarded).toHaveLength(taken ? 1 : 0);
  },
);

test.each<[string, Parameters<typeof putState>[2]]>([
  ['has a new number', { transactionId: 'txn-new' }],
  ['has its note', { state: 'ready' }],
])('of a visit that %s by then changes nothing', async (_name, over) => {
  const made = rig('processing', undefined, (change) => change(over));
  await expect(made.cancel()).rejects.toThrow(failure('busy', 'stale'));
  expect(made.discarded).toEqual([]);
  expect(made.row()).toMatchObject(over);
});

test('of a visit that is not there is refused, also where it went while the platform was asked', async () => {
  const made = rig('uploading', undefined);
  made.store.visits.remove('v');
  await expect(made.cancel()).rejects.toThrow(failure('missing'));
  for (const answer of [undefined, no('missing', 'not-found')]) {
    const gone = rig('uploading', answer, () => gone.store.visits.remove('v'));
    await expect(gone.cancel()).rejects.toThrow(failure('busy', 'stale'));
    expect(gone.discarded).toEqual([]);
  }
});
