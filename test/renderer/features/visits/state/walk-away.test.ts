/** The safe-to-walk-away line never promises what is not so. */
import { expect, test } from 'vitest';
import { type Strain, walkAway } from '../../../../../renderer/features/visits/state/walk-away.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import { type Visit, visitStates } from '../../../../../shared/model/visit.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = Date.UTC(2026, 10, 21, 10, 0);
const make = (state: Visit['state'], more: Partial<Visit> = {}) =>
  visit(now, 3_600_000, state, more);
const line = (one: Visit, live = false) =>
  walkAway(one, live).steps.map(({ id, state }) => `${id} ${state}`);

test('while it is recorded here, it is not safe to walk away', () => {
  expect(walkAway(make('recording'), true)).toMatchObject({
    safe: false,
    sentence: 'safety.recording',
  });
  expect(walkAway(make('draft'))).toMatchObject({ safe: false });
});

test('while what was said cannot be saved, it says to keep the window open; on a full disk what was said is safe', () => {
  expect(walkAway(make('recording'), true, 'stalled')).toMatchObject({
    safe: false,
    sentence: 'safety.stalled',
  });
  expect(walkAway(make('recording'), true, 'disk-full')).toMatchObject({
    safe: true,
    sentence: 'safety.diskFull',
  });
  // The strain of this page says nothing of the other visits.
  expect(walkAway(make('uploading'), false, 'stalled')).toMatchObject({
    safe: true,
    sentence: 'safety.saved',
  });
});

test('nothing is called recording while it is paused or being ended', () => {
  const sentence = (strain: Strain) => walkAway(make('recording'), true, strain);
  expect(sentence('paused')).toEqual(
    expect.objectContaining({ safe: false, sentence: 'safety.paused' }),
  );
  expect(sentence('paused-stalled')).toMatchObject({
    safe: false,
    sentence: 'safety.pausedStalled',
  });
  expect(sentence('finishing')).toMatchObject({ safe: false, sentence: 'safety.finishing' });
  for (const key of ['paused', 'pausedStalled', 'finishing'] as const)
    expect(en.safety[key]).not.toMatch(/still recording|goes on/i);
});

test('each step has a word of its own in each state that it can be in, and none claims what is not so', () => {
  for (const state of visitStates) {
    for (const live of [false, true]) {
      for (const step of walkAway(make(state), live).steps)
        expect(Object.keys(en.walk[step.id]), `${state} ${step.id}`).toContain(step.state);
    }
  }
  expect(Object.keys(en.walk.heard), 'worked on here').toEqual(Object.keys(en.walk.sent));
  for (const id of ['recorded', 'sealed', 'heard', 'sent', 'ready', 'signed'] as const)
    expect(en.walk[id].todo, id).toMatch(/^(Not|No) /);
});

test('what failed and is tried again is not under way, and says so; damage is said before a person is asked', () => {
  for (const state of ['sealed', 'prepared', 'uploading', 'committing', 'processing'] as const) {
    const again = make(state, {
      trouble: { code: 'encoder-failed', message: '' },
      waitsUntil: now + 60_000,
    });
    expect(line(again).join(), state).not.toContain('now');
    expect(walkAway(again)).toMatchObject({ safe: true, sentence: 'safety.retrying' });
    expect(
      walkAway(make(state, { trouble: { code: 'recording-damaged', message: '' } })),
    ).toMatchObject({ safe: false, sentence: 'safety.damaged' });
  }
});

test('a recording whose files cannot be read is not called safe, and one that nobody spoke in loses nothing', () => {
  const needing = (code: string) => walkAway(make('attention', { trouble: { code, message: '' } }));
  expect(needing('recording-damaged')).toMatchObject({ safe: false, sentence: 'safety.damaged' });
  expect(needing('nothing-recorded')).toMatchObject({ safe: true, sentence: 'safety.nothing' });
  expect(needing('conflict')).toMatchObject({ safe: true, sentence: 'safety.attention' });
});

test('a visit whose key is not at hand is safe, and nothing of it is under way', () => {
  const locked = make('prepared', { locked: true });
  expect(walkAway(locked)).toMatchObject({ safe: true, sentence: 'safety.keyMissing' });
  expect(line(locked)).not.toContain('sent now');
});

test('everything that is sealed is safe', () => {
  const sealed = visitStates.filter((state) => state !== 'draft' && state !== 'recording');
  for (const state of sealed) expect(walkAway(make(state)).safe, state).toBe(true);
});

test('the steps are done in their order, and at most one is under way', () => {
  expect(line(make('recording'), true)).toEqual([
    'recorded now',
    'sealed todo',
    'sent todo',
    'ready todo',
    'signed todo',
  ]);
  expect(line(make('recording'))).toEqual([
    'recorded done',
    'sealed todo',
    'sent todo',
    'ready todo',
    'signed todo',
  ]);
  expect(line(make('sealed'))).toEqual([
    'recorded done',
    'sealed done',
    'sent now',
    'ready todo',
    'signed todo',
  ]);
  expect(line(make('processing'))).toEqual([
    'recorded done',
    'sealed done',
    'sent done',
    'ready now',
    'signed todo',
  ]);
  expect(line(make('ready'))).toEqual([
    'recorded done',
    'sealed done',
    'sent done',
    'ready done',
    'signed todo',
  ]);
  for (const state of visitStates)
    expect(
      walkAway(make(state)).steps.filter((step) => step.state === 'now').length,
      state,
    ).toBeLessThanOrEqual(1);
});

test('what waits or needs a person is not under way', () => {
  expect(line(make('uploading', { hold: 'offline' }))).toContain('sent todo');
  expect(line(make('attention'))).toContain('sent todo');
});

test('each step that is done carries its time', () => {
  const ready = make('ready');
  expect(walkAway(ready).steps.map(({ at }) => at)).toEqual([
    ready.startedAt,
    ready.sealedAt,
    ready.sentAt,
    ready.readyAt,
    undefined,
  ]);
  expect(walkAway(make('reviewed', { signedAt: 17 })).steps.at(-1)).toEqual({
    id: 'signed',
    state: 'done',
    at: 17,
  });
});

test('a file that was handed in was not recorded here, and says nothing of it', () => {
  expect(line(make('sealed', { imported: true, startedAt: undefined }))).toEqual([
    'sealed done',
    'sent now',
    'ready todo',
    'signed todo',
  ]);
});
