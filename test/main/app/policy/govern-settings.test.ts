/**
 * The settings in force are never weaker than the policy, whatever a person has set; what they set
 * is not lost.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectiveSettings, governSettings } from '../../../../main/app/policy/govern-settings.ts';
import { readPolicy } from '../../../../main/app/policy/read-policy.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { Policy } from '../../../../shared/model/policy.ts';
import { defaultSettings, type Settings } from '../../../../shared/model/settings.ts';

const privacyOf = fc.record({
  keepAudioDays: fc.integer({ min: 1, max: 365 }),
  keepNotesDays: fc.integer({ min: 0, max: 3650 }),
  lockAfterMinutes: fc.integer({ min: 0, max: 120 }),
});
const anySettings = privacyOf.map((privacy): Settings => ({ ...defaultSettings, privacy }));
const anyPolicy = fc
  .record(
    {
      retention: fc
        .record(
          {
            audioDays: fc.integer({ min: 1, max: 365 }),
            notesDays: fc.integer({ min: 1, max: 3650 }),
            fixed: fc.boolean(),
          },
          { requiredKeys: [] },
        )
        .filter(({ audioDays = 0, notesDays = Infinity }) => audioDays <= notesDays),
      lock: fc.record({ afterMinutes: fc.integer({ min: 1, max: 120 }) }),
    },
    { requiredKeys: [] },
  )
  .map((file) => {
    const policy = readPolicy(Buffer.from(JSON.stringify(file)), '/policy.json');
    expect(policy.problems).toEqual([]);
    return policy;
  });

/**
 * How long sound and notes are really kept (`main/features/recordings/erase/expire.ts`); `Infinity`
 * where nothing ends it.
 */
function kept({ privacy: { keepAudioDays, keepNotesDays, lockAfterMinutes } }: Settings) {
  return {
    audio: keepAudioDays,
    notes: keepNotesDays === 0 ? Infinity : Math.max(keepNotesDays, keepAudioDays),
    lock: lockAfterMinutes === 0 ? Infinity : lockAfterMinutes,
  };
}

function store(own: Settings) {
  let held = own;
  return {
    held: () => held,
    get: () => held,
    change(patch: object) {
      held = { ...held, ...patch };
      return held;
    },
  };
}

function expectWithin(settings: Settings, { retention, lock }: Policy) {
  const { audio, notes, lock: minutes } = kept(settings);
  expect(audio).toBeLessThanOrEqual(retention?.audioDays ?? Infinity);
  expect(audio).toBeLessThanOrEqual(retention?.notesDays ?? Infinity);
  expect(notes).toBeLessThanOrEqual(retention?.notesDays ?? Infinity);
  expect(minutes).toBeLessThanOrEqual(lock?.afterMinutes ?? Infinity);
  if (retention?.fixed && retention.notesDays) expect(notes).toBe(retention.notesDays);
  if (retention?.fixed && retention.audioDays) expect(audio).toBe(retention.audioDays);
}

test('for any settings and any policy, what is in force is never weaker than the policy', () => {
  fc.assert(
    fc.property(anySettings, anyPolicy, (own, policy) => {
      const settings = effectiveSettings(own, policy);
      expectWithin(settings, policy);
      // Laid over twice, it is the same.
      expect(effectiveSettings(settings, policy)).toEqual(settings);
      // A policy never makes a person keep data longer than they wish, except with fixed days.
      if (!policy.retention?.fixed)
        expect(kept(settings).audio).toBeLessThanOrEqual(kept(own).audio);
      expect(kept(settings).lock).toBeLessThanOrEqual(kept(own).lock);
    }),
    { numRuns: 2000 },
  );
});

test('a change is kept and in force, or refused without an effect; it never loosens the policy', () => {
  fc.assert(
    fc.property(anySettings, anyPolicy, privacyOf, (own, policy, privacy) => {
      const below = store(own);
      const governed = governSettings(below, policy);
      try {
        expect(governed.change({ privacy }).privacy).toEqual(privacy);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        expect(error).toMatchObject({ code: 'refused', detail: 'set-by-organisation' });
        expect(below.held()).toBe(own);
      }
      expectWithin(governed.get(), policy);
    }),
    { numRuns: 2000 },
  );
});

test('a page that sends the group back with one member changed does not overwrite what the person had set', () => {
  const own = {
    ...defaultSettings,
    privacy: { keepAudioDays: 90, keepNotesDays: 0, lockAfterMinutes: 60 },
  };
  const below = store(own);
  const policy = readPolicy(
    Buffer.from('{"retention":{"audioDays":7,"notesDays":365},"lock":{"afterMinutes":10}}'),
    '/policy.json',
  );
  const governed = governSettings(below, policy);
  expect(governed.get().privacy).toEqual({
    keepAudioDays: 7,
    keepNotesDays: 365,
    lockAfterMinutes: 10,
  });
  governed.change({ privacy: { ...governed.get().privacy, lockAfterMinutes: 5 } });
  governed.change({ askConsent: false });
  expect(governed.get()).toMatchObject({ privacy: { lockAfterMinutes: 5 }, askConsent: false });
  expect(below.held().privacy).toEqual({
    keepAudioDays: 90,
    keepNotesDays: 0,
    lockAfterMinutes: 5,
  });
});
