import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../main/features/outbox/executor.ts';
import { OFTEN_FOR } from '../../../../main/features/outbox/schedule.ts';
import type { Status } from '../../../../main/infrastructure/platform/transcription/transaction-status.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { DAY, MINUTE } from '../../../../shared/time.ts';
import { failure } from '../../../support/failure.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { document, done, OURS, rig, THEIRS, working } from './executor-rig.ts';

describe('a commit', () => {
  const committing = (over: Parameters<typeof rig>[0] = {}) =>
    rig({ state: 'committing', ...over });

  test('names the parts in order, the folder and the reference, and is counted before it is sent', async () => {
    const made = committing();
    const outcome = await made.execute();
    expect(made.heard.init).toMatchObject({
      uploadUrl: 'https://store/',
      folder: 'f/',
      files: ['audio_0001.mp3', 'audio_0002.mp3'],
      additional: OURS,
    });
    expect(made.transaction()).toMatchObject({ commitAttempts: 1, status: 'open' });
    made.clock.advance(90_000);
    expect(made.commit(outcome, 'processing')).toEqual({
      details: { ...made.row().details, sentAt: made.clock.now(), clientRef: OURS.client_ref },
    });
    expect(made.transaction()).toMatchObject({ commitAttempts: 1, status: 'committed' });
  });

  test('keeps the time at which it was sent first', async () => {
    const made = committing({ over: { sentAt: 7 } });
    expect(made.commit(await made.execute(), 'processing')).toMatchObject({
      details: { sentAt: 7 },
    });
  });

  test('that is not wanted any more is neither counted nor sent', async () => {
    const made = committing({ wanted: () => false });
    await expect(made.execute()).rejects.toThrow(failure('busy', 'closing'));
    expect([made.transaction()!.commitAttempts, made.calls]).toEqual([0, []]);
  });

  test.each<[string, Parameters<typeof rig>[0], Outcome['event']]>([
    [
      'by nobody that we know: ours by its reference',
      { status: working(OURS) },
      { type: 'committed-before' },
    ],
    ['by another', { status: working(THEIRS) }, { type: 'conflict' }],
    ['under no reference, and we never sent one', { status: working() }, { type: 'conflict' }],
    ['and is unknown, and we never sent one', {}, { type: 'conflict' }],
    [
      'under no reference, and we sent one',
      { status: working(), transaction: { commitAttempts: 1 } },
      { type: 'committed-before' },
    ],
    [
      'and is unknown, and we sent one',
      { transaction: { commitAttempts: 1 } },
      { type: 'committed-before' },
    ],
    [
      'and is unknown, and an earlier run may have sent one',
      { context: { earlier: true, askedFor: 'txn-v' } },
      { type: 'committed-before' },
    ],
    ['and is dead by now', { status: { kind: 'dead' } }, { type: 'dead', times: 1 }],
  ])('that was made before, %s', async (_name, over, event) => {
    const made = committing({ ...over, init: 'already' });
    expect((await made.execute())?.event).toEqual(event);
    expect(made.calls.at(-1)).toBe('status');
  });

  test('of a dead transaction goes on under a new number, whose parts are all to be sent', async () => {
    const made = committing({ init: 'dead' });
    const outcome = await made.execute();
    expect(outcome?.event).toEqual({ type: 'dead', times: 1 });
    const patch = made.commit(outcome, 'prepared');
    expect(made.transaction()).toMatchObject({ status: 'dead', commitAttempts: 1 });
    expect(patch?.transactionId).not.toBe('txn-v');
    expect(made.transaction(patch!.transactionId)).toMatchObject({
      epoch: 2,
      commitAttempts: 0,
      status: 'open',
      folder: undefined,
    });
  });

  test('of a dead transaction that a person has to look at gets no new number yet', async () => {
    const made = committing({ init: 'dead' });
    for (const n of [1, 2])
      made.store.transactions.put({
        transactionId: `txn-old-${n}`,
        visitId: 'v',
        epoch: 0,
        commitAttempts: 1,
        status: n === 1 ? 'dead' : 'open',
      });
    const outcome = await made.execute();
    expect(outcome?.event).toEqual({ type: 'dead', times: 2 });
    expect(made.commit(outcome, 'attention')).toBeUndefined();
    expect(made.transaction()!.status).toBe('dead');
    expect(made.store.transactions.list('v')).toHaveLength(3);
  });
});

describe('a look for the note', () => {
  const looking = (status: Status, over: Parameters<typeof rig>[0] = {}) =>
    rig({ state: 'processing', transaction: { status: 'committed' }, status, ...over });

  test('counts looks, and the time since it was accepted, ten minutes at most of an earlier run', async () => {
    const made = looking(working(), { context: { askedSince: 0 } });
    made.clock.advance(5000);
    expect((await made.execute())?.event).toEqual({ type: 'working', polls: 1, elapsed: 5000 });
    made.clock.advance(1000);
    expect((await made.execute())?.event).toEqual({ type: 'working', polls: 2, elapsed: 6000 });
    const first = heldClock().now();
    // As it is stored: in whole minutes.
    const minute = Math.floor(first / MINUTE) * MINUTE;
    for (const [committedAt, elapsed] of [
      [minute, first - minute],
      [minute - DAY, OFTEN_FOR],
      [minute + DAY, 0],
      [undefined, 0],
    ]) {
      const earlier = looking(working(), { transaction: { status: 'committed', committedAt } });
      expect((await earlier.execute())?.event).toMatchObject({ elapsed });
    }
  });

  test('that is unknown counts from the first time, and starts anew once it was known again', async () => {
    const answers: Status[] = [
      { kind: 'unknown' },
      { kind: 'unknown' },
      working(),
      { kind: 'unknown' },
    ];
    const made = looking({ kind: 'unknown' }, { context: { askedSince: 0 } });
    const elapsed: unknown[] = [];
    for (const answer of answers) {
      made.clock.advance(1000);
      const again = looking(answer, { context: made.context });
      again.clock.advance(made.clock.monotonic());
      elapsed.push((await again.execute())?.event);
      Object.assign(made.context, again.context);
    }
    expect(elapsed).toEqual([
      { type: 'unknown', polls: 1, elapsed: 0 },
      { type: 'unknown', polls: 2, elapsed: 1000 },
      { type: 'working', polls: 3, elapsed: 3000 },
      { type: 'unknown', polls: 4, elapsed: 0 },
    ]);
  });

  test.each<[string, Status, boolean]>([
    ['whole', done(OURS), false],
    ['whole, without a reference', done(), false],
    ['said to be a part', { kind: 'partial', documents: [document], additional: {} }, true],
    ['with a document that failed', done({}, [document, { ...document, status: 'failure' }]), true],
    ['without a document that was asked for', done({}, [{ ...document, templateId: 'b' }]), true],
  ])('brings a note that is %s, with all that goes with it', async (_name, status, partial) => {
    const made = looking(status);
    const outcome = await made.execute();
    expect(outcome?.event).toEqual({ type: 'finished', partial });
    expect(made.store.notes.get('v')).toBeUndefined();
    made.clock.advance(60_000);
    expect(made.commit(outcome, 'ready')).toEqual({
      details: { ...made.row().details, readyAt: made.clock.now() },
    });
    expect(made.store.notes.get('v')).toMatchObject({
      receivedAt: made.clock.now(),
      practice: true,
      documents: expect.arrayContaining([expect.objectContaining({ text: 't' })]),
    });
  });

  test('that finds the note of another recording stores nothing of it', async () => {
    const made = looking(done(THEIRS));
    const outcome = await made.execute();
    expect(outcome).toEqual({ event: { type: 'conflict' } });
    expect(made.store.notes.get('v')).toBeUndefined();
  });

  test('that finds no words is told with the reasons of the platform', async () => {
    const empty: NoteDocument = { ...document, text: undefined, errors: ['No speech was heard.'] };
    const made = looking(done({}, [empty]), { context: { tries: 3 } });
    expect((await made.execute())?.event).toEqual({
      type: 'ended',
      final: true,
      code: 'templates-failed',
      message: expect.stringContaining('No speech was heard'),
      tries: 3,
    });
  });

  test('that the platform ended is told; asked for again by a person, it goes under a new number', async () => {
    const failed = (final: boolean): Status => ({ kind: 'failed', final, code: 'c', message: 'm' });
    const trouble = { code: 'platform-failed', message: '' };
    const context = { tries: 2 };
    for (const final of [false, true])
      expect((await looking(failed(final), { context }).execute())?.event).toMatchObject({
        type: 'ended',
        final,
        code: 'c',
        message: 'm',
        tries: 2,
      });
    expect((await looking(failed(false), { over: { trouble } }).execute())?.event).toEqual({
      type: 'dead',
      times: 1,
    });
    expect((await looking(failed(true), { over: { trouble } }).execute())?.event.type).toBe(
      'ended',
    );
  });

  test('that finds it given up goes under a new number', async () => {
    expect((await looking({ kind: 'dead' }).execute())?.event).toEqual({ type: 'dead', times: 1 });
  });
});

test('a transaction that is dead goes under a new number, in whatever call it is said; other failures go on', async () => {
  const dead = new Failure('refused', 'It did not work.', { detail: 'transaction-dead' });
  expect((await rig({ upload: dead }).execute())?.event).toEqual({ type: 'dead', times: 1 });
  const other = new Failure('refused', 'It did not work.', { detail: 'else' });
  await expect(rig({ upload: other }).execute()).rejects.toBe(other);
});
