/** All that the outbox stores after each event: state, pace, hold and what a person is told. */
import { describe, expect, test } from 'vitest';
import { FIRST_LOOK } from '../../../../main/features/outbox/schedule.ts';
import {
  askedAgain,
  decide,
  needsNewTransaction,
  needsNewUpload,
  type OutboxEvent,
  type Progress,
  progressAfter,
  step,
} from '../../../../main/features/outbox/step.ts';
import { Failure } from '../../../../shared/failure.ts';
import { type VisitState, visitStates } from '../../../../shared/model/visit.ts';
import { activeStates } from '../../../../shared/model/visit-state.ts';

const NOW = 1_000_000;
const at = (over: Partial<Progress> = {}): Progress => ({
  state: 'uploading',
  attempts: 0,
  ...over,
});
const troubled = (code: string, over: Partial<Progress> = {}) =>
  at({ trouble: { code, message: 'told' }, ...over });
const failed = (code: Failure['code'], detail?: string, tries = 0): OutboxEvent => ({
  type: 'failed',
  tries,
  failure: new Failure(code, 'a sentence', { ...(detail && { detail }) }),
});
/** With `fraction` 0 each wait is its shortest. */
const next = (before: Progress, event: OutboxEvent, fraction = 0) =>
  step(before, event, NOW, fraction);
const clear = { attempts: 0, hold: undefined, waitsUntil: undefined, trouble: undefined };

describe('what succeeded clears trouble, hold, wait and the count of attempts', () => {
  const before = { hold: 'offline', waitsUntil: NOW, attempts: 5 } as const;
  test.each<[VisitState, OutboxEvent, VisitState, number | undefined]>([
    ['uploading', { type: 'part-uploaded' }, 'uploading', undefined],
    ['uploading', { type: 'all-uploaded' }, 'committing', undefined],
    ['committing', { type: 'committed' }, 'processing', NOW + FIRST_LOOK],
    ['committing', { type: 'committed-before' }, 'processing', undefined],
    ['processing', { type: 'working', polls: 2, elapsed: 0 }, 'processing', NOW + 2400],
    ['processing', { type: 'unknown', polls: 3, elapsed: 0 }, 'processing', NOW + 3600],
    ['processing', { type: 'finished', partial: false }, 'ready', undefined],
    ['processing', { type: 'finished', partial: true }, 'partial', undefined],
    ['processing', { type: 'dead', times: 2 }, 'prepared', undefined],
  ])('%s after %j', (state, event, to, waitsUntil) => {
    const { cameFrom: _, ...found } = next(troubled('busy', { ...before, state }), event);
    expect(found).toEqual({ ...clear, state: to, waitsUntil });
  });

  test('but a new permission keeps the count: a store that takes nothing is not asked without pause', () => {
    for (const state of ['prepared', 'uploading'] as const)
      expect(next(troubled('busy', { ...before, state }), { type: 'presigned' })).toMatchObject({
        ...clear,
        state: 'uploading',
        attempts: 5,
      });
  });
});

test('an event that cannot happen in a state changes nothing there, and no state is entered by it', () => {
  const where: [OutboxEvent, VisitState[]][] = [
    [{ type: 'presigned' }, ['prepared', 'uploading']],
    [{ type: 'part-uploaded' }, ['uploading']],
    [{ type: 'all-uploaded' }, ['uploading']],
    [{ type: 'committed' }, ['committing']],
    [{ type: 'finished', partial: false }, ['committing', 'prepared', 'processing', 'uploading']],
    [{ type: 'retried' }, ['attention', 'partial']],
  ];
  for (const [event, states] of where)
    for (const state of visitStates.filter((one) => !states.includes(one))) {
      const present = at({ state });
      expect(decide(present, event, NOW, 0)).toBeUndefined();
      expect(next(present, event)).toBe(present);
    }
});

test('a decision that the table of states does not know is a mistake of ours, said with both words', () => {
  expect(() => progressAfter(at({ state: 'ready' }), { ...clear, event: 'presigned' })).toThrow(
    'A visit that is ready cannot be presigned.',
  );
});

describe('a person is asked, in words that say that the recording is safe', () => {
  test.each<[string, Progress, OutboxEvent, string, RegExp]>([
    [
      'accepted and then unknown',
      at({ state: 'processing', attempts: 2 }),
      { type: 'unknown', polls: 9, elapsed: 600_000 },
      'transaction-unknown',
      /accepted this recording and now does not know it\. It is safe here/,
    ],
    [
      'given up again and again',
      at({ state: 'processing', attempts: 2 }),
      { type: 'dead', times: 3 },
      'dead-again',
      /given up this recording again and again\. It is safe here/,
    ],
    [
      'a conflict',
      at({ state: 'committing', attempts: 2 }),
      { type: 'conflict' },
      'conflict',
      /another recording under the number of this one\. This one is safe here/,
    ],
    ['a no', at({ attempts: 2 }), failed('refused', 'why'), 'why', /^a sentence$/],
    ['a no without a detail', at({ attempts: 2 }), failed('refused'), 'refused', /^a sentence$/],
  ])('%s', (_name, before, event, code, words) => {
    const found = next({ ...before, hold: 'offline', waitsUntil: NOW }, event);
    expect(found).toMatchObject({
      state: 'attention',
      cameFrom: before.state,
      hold: undefined,
      waitsUntil: undefined,
      attempts: 2,
      trouble: { code, message: expect.stringMatching(words) },
    });
  });
});

describe('what is not over yet', () => {
  const ended = (code: string, final = false): OutboxEvent => ({
    type: 'ended',
    final,
    code,
    message: 'why',
    tries: 4,
  });
  const processing = (code: string, attempts: number) =>
    troubled(code, { state: 'processing', attempts });

  test('is asked again, with the pace of all tries, and counted by its own code', () => {
    expect(next(processing('platform-failed', 1), ended('platform-failed'), 0.5)).toMatchObject({
      state: 'processing',
      hold: undefined,
      attempts: 2,
      waitsUntil: NOW + 33_000,
      trouble: { code: 'platform-failed', message: 'why' },
    });
    expect(next(processing('busy', 7), ended('platform-failed'))).toMatchObject({
      state: 'processing',
      attempts: 1,
    });
  });

  test('is over at the third time in a row, or at once where that is final', () => {
    expect(next(processing('platform-failed', 2), ended('platform-failed')).state).toBe(
      'attention',
    );
    expect(next(processing('busy', 2), ended('platform-failed', true)).state).toBe('attention');
  });
});

describe('a failure', () => {
  test('of a file is met by preparing again, eight times, then by a person', () => {
    for (const detail of [
      'file-missing',
      'no-parts',
      'parts-mixed-up',
      'parts-too-long',
      'parts-not-plain',
    ]) {
      expect(next(at({ attempts: 7 }), failed('broken', detail))).toMatchObject({
        state: 'sealed',
        attempts: 8,
        waitsUntil: NOW + 2000,
      });
      expect(next(at({ attempts: 8 }), failed('broken', detail)).state).toBe('attention');
      // Prepared already, or never begun: preparing again is no move from there.
      expect(
        next(at({ state: 'processing', attempts: 0 }), failed('broken', detail)).state,
      ).not.toBe('sealed');
    }
    expect(next(at({ attempts: 0 }), failed('broken', 'part-changed')).state).toBe('uploading');
  });

  test('that is nonsense is met eight times, then by a person', () => {
    expect(next(at({ attempts: 6 }), failed('broken', 'answer-unreadable'))).toMatchObject({
      state: 'uploading',
      attempts: 7,
      hold: undefined,
      trouble: { code: 'answer-unreadable', message: 'a sentence' },
    });
    expect(next(at({ attempts: 7 }), failed('broken', 'answer-unreadable')).state).toBe(
      'attention',
    );
  });

  test('waits as long as its tries say, however few were counted', () => {
    expect(next(at(), failed('busy', 'platform-busy', 3), 0.5).waitsUntil).toBe(NOW + 17_000);
    expect(next(at(), failed('offline', 'not-sent', 3), 0.5).waitsUntil).toBe(NOW + 17_000);
  });

  test('by a clock that is wrong waits five minutes, whatever the tries', () =>
    expect(next(at(), failed('refused', 'clock-wrong', 9))).toMatchObject({
      hold: 'clock',
      waitsUntil: NOW + 300_000,
    }));
});

describe('a person who tries again', () => {
  const retry = (code: string, cameFrom: VisitState) =>
    next(troubled(code, { state: 'attention', cameFrom, attempts: 3 }), { type: 'retried' });

  test.each<[string, VisitState, VisitState]>([
    // The same transaction can never come to a note.
    ['templates-failed', 'processing', 'prepared'],
    ['platform-ended', 'processing', 'prepared'],
    ['dead-again', 'processing', 'prepared'],
    ['conflict', 'committing', 'prepared'],
    // The files are sent again.
    ['init-refused', 'committing', 'prepared'],
    // The platform is asked first.
    ['transaction-unknown', 'processing', 'committing'],
    ['platform-failed', 'processing', 'processing'],
    // What was made for sending is made again.
    ['file-missing', 'uploading', 'sealed'],
    ['no-parts', 'uploading', 'sealed'],
    ['parts-mixed-up', 'uploading', 'sealed'],
    ['upload-damaged', 'uploading', 'sealed'],
    ['part-damaged', 'uploading', 'sealed'],
    ['part-changed', 'uploading', 'sealed'],
    // Elsewhere nothing of it helps.
    ['part-changed', 'committing', 'committing'],
    ['request-refused', 'uploading', 'uploading'],
  ])('after %s while %s goes on as %s', (code, cameFrom, state) => {
    const { trouble, ...found } = retry(code, cameFrom);
    expect(found).toMatchObject({ state, attempts: 0, hold: undefined, waitsUntil: undefined });
    // Only where the platform is asked whether it has recovered is the trouble remembered.
    expect(trouble?.code).toBe(code === 'platform-failed' ? code : undefined);
  });

  test('needs a new transaction after a last word only, and new uploads only where init refused', () => {
    const codes = ['templates-failed', 'platform-ended', 'dead-again', 'conflict'];
    for (const code of codes) expect(needsNewTransaction(troubled(code))).toBe(true);
    for (const code of ['init-refused', 'platform-failed', 'busy', ''])
      expect(needsNewTransaction(troubled(code))).toBe(false);
    expect(needsNewTransaction(at())).toBe(false);
    expect(needsNewUpload(troubled('init-refused'))).toBe(true);
    expect(needsNewUpload(troubled('conflict'))).toBe(false);
    expect(needsNewUpload(at())).toBe(false);
  });

  test('is remembered until the platform has answered', () => {
    const asked = retry('platform-failed', 'processing');
    expect(askedAgain(asked)).toBe(true);
    expect(askedAgain({ ...asked, attempts: 1 })).toBe(false);
    expect(askedAgain({ ...asked, trouble: undefined })).toBe(false);
    for (const state of activeStates.filter((one) => one !== 'processing'))
      expect(askedAgain({ ...asked, state })).toBe(false);
  });
});
