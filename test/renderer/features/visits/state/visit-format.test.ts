/** Every state and every hold has its words, and the words tell the truth. */
import { expect, test } from 'vitest';
import {
  hasNote,
  isQueued,
  percentSent,
  reasonFor,
  stateWord,
  waits,
} from '../../../../../renderer/features/visits/state/visit-format.ts';
import { walkAway } from '../../../../../renderer/features/visits/state/walk-away.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import { holds, type Visit, visitStates } from '../../../../../shared/model/visit.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = Date.UTC(2026, 10, 21, 10, 0);
const make = (state: Visit['state'], more: Partial<Visit> = {}) =>
  visit(now, 3_600_000, state, more);
const text = (key: string) =>
  key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], en);

const all = visitStates.flatMap((state) => [undefined, ...holds].map((hold) => ({ state, hold })));

test.each(all)(
  '$state with hold $hold has a state word, a sentence, and a reason where it waits',
  ({ state, hold }) => {
    const one = make(state, { hold });
    expect(text(stateWord(one).key)).toBeTypeOf('string');
    expect(text(walkAway(one).sentence)).toBeTypeOf('string');
    const reason = reasonFor(one);
    if (reason) expect(text(reason.key)).toBeTypeOf('string');
    if (hold) expect(reason).toEqual({ kind: 'hold', key: `hold.${hold}` });
  },
);

test('a visit that waits in the middle of uploading is called saved, not uploading', () => {
  expect(stateWord(make('uploading', { parts: { sent: 2, of: 5 } }))).toEqual({
    key: 'state.uploading',
    tone: 'moving',
    values: { percent: 40 },
  });
  expect(stateWord(make('uploading', { hold: 'offline' })).key).toBe('state.sealed');
});

test('a visit that failed and is tried again is called neither saved nor on its way', () => {
  for (const state of ['sealed', 'prepared', 'uploading', 'committing', 'processing'] as const) {
    expect(
      stateWord(make(state, { trouble: { code: 'encoder-failed', message: '' } })),
      state,
    ).toEqual({ key: 'state.retrying', tone: 'ask' });
  }
  // A visit that waits for the network is no failure, and a visit that has its note is done.
  expect(stateWord(make('prepared', { hold: 'offline' })).key).toBe('state.prepared');
  expect(stateWord(make('ready', { trouble: { code: 'x', message: '' } })).key).toBe('state.ready');
});

test('a visit that is worked on here speaks of no platform', () => {
  for (const state of ['prepared', 'uploading', 'committing', 'processing'] as const) {
    const one = make(state, { worksHere: true });
    expect(stateWord(one).key, state).toBe('state.here');
    expect(reasonFor(one), state).toEqual({ kind: 'plain', key: 'reason.here' });
    expect(walkAway(one).sentence, state).toBe('safety.here');
    for (const key of ['state.here', 'reason.here', 'safety.here'])
      expect(text(key)).not.toMatch(/sent/i);
  }
  expect(stateWord(make('ready', { worksHere: true })).key).toBe('state.ready');
});

test('a recording is live only for the page that makes it; else it is unfinished', () => {
  expect(stateWord(make('recording'), true).key).toBe('state.recording');
  expect(stateWord(make('recording'), false).key).toBe('state.unfinished');
});

test('percent is by parts, and nothing before there are any', () => {
  expect(percentSent(make('sealed'))).toBe(0);
  expect(percentSent(make('uploading', { parts: { sent: 1, of: 3 } }))).toBe(33);
});

test('trouble is shown with its code and the sentence that came with it, until there is a note', () => {
  const trouble = { code: 'odd-thing', message: 'It said no.' };
  expect(reasonFor(make('attention', { trouble }))).toEqual({
    kind: 'trouble',
    key: 'trouble.odd-thing',
    message: 'It said no.',
  });
  expect(reasonFor(make('ready', { trouble }))).toBeUndefined();
});

test('trying again is offered only where something stands in the way', () => {
  expect(waits(make('processing', { waitsUntil: now + 30_000 }))).toBe(false);
  expect(waits(make('uploading'))).toBe(false);
  expect(waits(make('uploading', { hold: 'offline' }))).toBe(true);
  expect(waits(make('prepared', { trouble: { code: 'x', message: 'x' } }))).toBe(true);
  expect(waits(make('attention'))).toBe(true);
});

test('each state is on its way, or has a note, or neither, but never both', () => {
  for (const state of visitStates)
    expect(isQueued(make(state)) && hasNote(make(state))).toBe(false);
  expect(visitStates.filter((state) => isQueued(make(state)))).toEqual([
    'sealed',
    'prepared',
    'uploading',
    'committing',
    'processing',
    'attention',
  ]);
});
