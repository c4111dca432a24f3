/**
 * The comparison of a recording with what was spoken: it must see every silence that is not marked.
 */
import { expect, test } from 'vitest';
import { agreement, type Fill } from './correlate.ts';

const RATE = 16_000;

/** Seven seconds of noise with a melody, the same at every run. */
function spokenSound(): Int16Array {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  };
  return Int16Array.from(
    { length: 7 * RATE },
    (_, i) => 6_000 * Math.sin(i / 23 + Math.sin(i / 4_000)) + 4_000 * random(),
  );
}

/** The recorder's work: silence of a length at a place of the recording. */
function withFills(sound: Int16Array, fills: readonly Fill[]): Int16Array {
  let recorded = sound;
  for (const { sample, filled } of fills) {
    const next = new Int16Array(recorded.length + filled);
    next.set(recorded.subarray(0, sample));
    next.set(recorded.subarray(sample), sample + filled);
    recorded = next;
  }
  return recorded;
}

const spoken = spokenSound();
const taken = spoken.subarray(2_000, 6.5 * RATE);
const fills: Fill[] = [2.1, 3.25, 4.7].map((at) => ({
  sample: Math.round(at * RATE),
  filled: 160,
}));

test('a recording with marked silences agrees with what was spoken', () => {
  const found = agreement(spoken, withFills(taken, fills), fills, RATE);
  expect(found).toMatchObject({ fills: 3, filled: 0.03, loudInFills: 0 });
  expect(found.mean).toBeGreaterThan(0.999);
  expect(found.wander).toBeLessThan(0.1);
  expect(found.seconds).toBeGreaterThan(5);
});

test('a part of a recording is compared without the silences behind its end', () => {
  const part = withFills(taken, fills).subarray(0, fills[1]!.sample + 40);
  expect(agreement(spoken, part, fills, RATE)).toMatchObject({ fills: 2, filled: 0.0125 });
});

test.each([
  ['a silence without a mark', fills.slice(1)],
  ['a mark without a silence', [...fills, { sample: 4 * RATE, filled: 160 }]],
  ['a mark with half of the length', fills.map((fill) => ({ ...fill, filled: 80 }))],
  ['a mark in another place', fills.map((fill) => ({ ...fill, sample: fill.sample + RATE / 2 }))],
])('%s is seen', (_what, marked) => {
  const { mean, wander, loudInFills } = agreement(spoken, withFills(taken, fills), marked, RATE);
  expect(mean < 0.999 || wander >= 2 || loudInFills > 0).toBe(true);
});

test('stretches that are as loud as one another are found where they belong', () => {
  const syllables = spoken.map((value, at) => value * (at % 1_600 < 800 ? 1 : 0.3));
  const many = Array.from({ length: 8 }, (_, at) => ({
    sample: Math.round((0.6 + 0.65 * at) * RATE),
    filled: 400 + 97 * at,
  }));
  const recorded = withFills(syllables.subarray(2_000, 6.5 * RATE), many);
  const found = agreement(syllables, recorded, many, RATE);
  expect(found.mean).toBeGreaterThan(0.999);
  expect(found.wander).toBeLessThan(0.1);
});
