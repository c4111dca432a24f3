import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OutboxEvent, type Progress, step } from '../../../../main/features/outbox/step.ts';
import { Failure, failureCodes } from '../../../../shared/failure.ts';
import { holds, visitStates } from '../../../../shared/model/visit.ts';
import { activeStates } from '../../../../shared/model/visit-state.ts';

const at = (over: Partial<Progress> = {}): Progress => ({
  state: 'prepared',
  attempts: 0,
  ...over,
});
const failure = (
  code: Failure['code'],
  detail?: string,
  retryAfter?: number,
  tries = 0,
): OutboxEvent => ({
  type: 'failed',
  tries,
  failure: new Failure(code, 'a sentence', {
    ...(detail && { detail }),
    ...(retryAfter !== undefined && { retryAfter }),
  }),
});
const NOW = 1_000_000;

test('a visit walks from prepared to ready', () => {
  const walk: OutboxEvent[] = [
    { type: 'presigned' },
    { type: 'part-uploaded' },
    { type: 'all-uploaded' },
    { type: 'committed' },
    { type: 'working', polls: 1, elapsed: 0 },
    { type: 'finished', partial: false },
  ];
  let present = at();
  const states = walk.map((event) => {
    present = step(present, event, NOW, 0.5);
    return present.state;
  });
  expect(states).toEqual([
    'uploading',
    'uploading',
    'committing',
    'processing',
    'processing',
    'ready',
  ]);
});

test.each([
  ['offline', 'not-sent', 'offline', NOW + 2000],
  ['signed-out', 'sign-in-needed', 'sign-in', undefined],
  ['busy', 'rate-limited', 'rate-limit', NOW + 2000],
  ['refused', 'clock-wrong', 'clock', NOW + 300_000],
  ['refused', 'disk-full', 'disk', NOW + 2000],
  ['locked', 'key-missing', 'locked', undefined],
] as const)(
  '%s / %s holds, costs no attempt and moves nowhere',
  (code, detail, hold, waitsUntil) => {
    for (const state of activeStates) {
      expect(step(at({ state, attempts: 3 }), failure(code, detail), NOW, 0)).toEqual({
        state,
        attempts: 3,
        hold,
        waitsUntil,
        trouble: undefined,
      });
    }
  },
);

test('what the platform asks for as a wait is waited, on hold or not', () => {
  expect(step(at(), failure('busy', 'rate-limited', 77_000), NOW, 0.9).waitsUntil).toBe(
    NOW + 77_000,
  );
  expect(step(at(), failure('busy', 'platform-busy', 90_000), NOW, 0.9)).toMatchObject({
    attempts: 1,
    waitsUntil: NOW + 90_000,
    trouble: { code: 'platform-busy' },
  });
});

test('a busy platform is tried for ever, a no goes to a person', () => {
  let present = at({ state: 'uploading' });
  for (let tries = 0; tries < 500; tries++)
    present = step(present, failure('busy', 'platform-error', undefined, tries), NOW, 0.5);
  expect(present).toMatchObject({ state: 'uploading', attempts: 500 });
  for (const code of ['refused', 'invalid', 'missing'] as const)
    expect(step(present, failure(code, 'why'), NOW, 0)).toMatchObject({
      state: 'attention',
      cameFrom: 'uploading',
      trouble: { code: 'why' },
    });
});

test('an expired permission is renewed at once, then with pauses, at last by a person', () => {
  const first = step(at({ state: 'uploading' }), failure('refused', 'upload-expired'), NOW, 0);
  expect(first).toMatchObject({ state: 'uploading', attempts: 1, waitsUntil: undefined });
  expect(
    step(step(first, { type: 'presigned' }, NOW, 0), failure('refused', 'upload-expired'), NOW, 0),
  ).toMatchObject({ state: 'uploading', attempts: 2, waitsUntil: NOW + 2000 });
  expect(
    step(at({ state: 'uploading', attempts: 7 }), failure('refused', 'upload-expired'), NOW, 0),
  ).toMatchObject({ state: 'attention' });
});

test('an accepted transaction that is unknown afterwards has ten minutes, then a person is asked and never a second one made', () => {
  expect(
    step(at({ state: 'processing' }), { type: 'unknown', polls: 3, elapsed: 599_000 }, NOW, 0)
      .state,
  ).toBe('processing');
  const parked = step(
    at({ state: 'processing' }),
    { type: 'unknown', polls: 30, elapsed: 600_000 },
    NOW,
    0,
  );
  expect(parked).toMatchObject({ state: 'attention', trouble: { code: 'transaction-unknown' } });
  expect(step(parked, { type: 'retried' }, NOW, 0)).toMatchObject({
    state: 'committing',
    attempts: 0,
  });
});

test('a dead transaction starts again from the prepared files, three times at most without a person', () => {
  expect(step(at({ state: 'processing' }), { type: 'dead', times: 1 }, NOW, 0).state).toBe(
    'prepared',
  );
  expect(step(at({ state: 'processing' }), { type: 'dead', times: 3 }, NOW, 0)).toMatchObject({
    state: 'attention',
    trouble: { code: 'dead-again' },
  });
});

test('a transaction without a note is told with its reason', () => {
  const ended: OutboxEvent = {
    type: 'ended',
    final: true,
    code: 'templates-failed',
    message: 'no speech was heard',
    tries: 0,
  };
  expect(step(at({ state: 'processing' }), ended, NOW, 0)).toMatchObject({
    state: 'attention',
    trouble: { code: 'templates-failed', message: 'no speech was heard' },
  });
  const perhaps = step(at({ state: 'processing' }), { ...ended, final: false }, NOW, 0);
  expect(perhaps).toMatchObject({ state: 'processing', attempts: 1 });
  expect(step({ ...perhaps, attempts: 2 }, { ...ended, final: false }, NOW, 0).state).toBe(
    'attention',
  );
});

test('trying again goes back to where it stood', () => {
  for (const cameFrom of activeStates)
    expect(
      step(
        at({ state: 'attention', cameFrom, trouble: { code: 'request-refused', message: '' } }),
        { type: 'retried' },
        NOW,
        0,
      ).state,
    ).toBe(cameFrom);
  expect(step(at({ state: 'partial' }), { type: 'retried' }, NOW, 0).state).toBe('processing');
});

test('a file for sending that is gone is made again from the recording', () => {
  const back = step(at({ state: 'uploading' }), failure('missing', 'file-missing'), NOW, 0);
  expect(back).toMatchObject({ state: 'sealed', attempts: 1, trouble: { code: 'file-missing' } });
  expect(
    step(
      at({
        state: 'attention',
        cameFrom: 'uploading',
        trouble: { code: 'upload-damaged', message: '' },
      }),
      { type: 'retried' },
      NOW,
      0,
    ).state,
  ).toBe('sealed');
});

const happenings: fc.Arbitrary<OutboxEvent> = fc.oneof(
  ...(
    [
      'presigned',
      'part-uploaded',
      'all-uploaded',
      'committed',
      'committed-before',
      'conflict',
      'retried',
    ] as const
  ).map((type) => fc.constant({ type })),
  fc.record({
    type: fc.constantFrom('working' as const, 'unknown' as const),
    polls: fc.nat(500),
    elapsed: fc.nat(2_000_000),
  }),
  fc.record({ type: fc.constant('finished' as const), partial: fc.boolean() }),
  fc.record({ type: fc.constant('dead' as const), times: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    type: fc.constant('ended' as const),
    final: fc.boolean(),
    code: fc.constantFrom('templates-failed', 'platform-failed'),
    message: fc.constant('m'),
    tries: fc.nat(20),
  }),
  fc.record({
    type: fc.constant('failed' as const),
    tries: fc.nat(100),
    failure: fc
      .tuple(
        fc.constantFrom(...failureCodes),
        fc.option(
          fc.constantFrom(
            'rate-limited',
            'upload-expired',
            'disk-full',
            'clock-wrong',
            'answer-unreadable',
            'init-refused',
            'file-missing',
          ),
        ),
        fc.option(fc.nat(100_000)),
      )
      .map(
        ([code, detail, retryAfter]) =>
          new Failure(code, 'm', {
            ...(detail && { detail }),
            ...(retryAfter !== null && { retryAfter }),
          }),
      ),
  }),
);
const anywhere: fc.Arbitrary<Progress> = fc.record({
  state: fc.constantFrom(...visitStates),
  attempts: fc.nat(20),
  hold: fc.option(fc.constantFrom(...holds), { nil: undefined }),
  cameFrom: fc.constantFrom(...activeStates, undefined),
});

test('what is done stays done, what is not the worker’s is not touched, and nothing ever leads to a discard', () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.array(happenings, { maxLength: 30 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (start, walk, fraction) => {
        let present = start;
        for (const event of walk) {
          const next = step(present, event, NOW, fraction);
          if (
            ['draft', 'recording', 'ready', 'reviewed', 'purged', 'discarded'].includes(
              present.state,
            )
          )
            expect(next).toBe(present);
          if (present.state === 'attention' && event.type !== 'retried') expect(next).toBe(present);
          expect(
            ['draft', 'recording', 'reviewed', 'purged', 'discarded'].includes(next.state),
          ).toBe(['draft', 'recording', 'reviewed', 'purged', 'discarded'].includes(present.state));
          // The platform is told to begin only from `committing`, and `processing` is left for
          // sending only when it declared the transaction dead or a person asked.
          if (
            present.state === 'processing' &&
            activeStates.indexOf(next.state as never) >= 0 &&
            next.state !== 'processing'
          )
            expect(event.type).toBe('dead');
          if (next.waitsUntil !== undefined && next !== present)
            expect(next.waitsUntil).toBeLessThanOrEqual(NOW + 300_000);
          expect(next.attempts).toBeLessThanOrEqual(present.attempts + 1);
          present = next;
        }
      },
    ),
    { numRuns: 2000 },
  );
});
