/** Cutting at pauses, on tones that stand for speech. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cutAtPauses,
  type Listen,
  WINDOW,
} from '../../../../../main/infrastructure/speech/sound/pauses.ts';

const RATE = 16_000;
type Part = { readonly seconds: number; readonly loud: boolean };

/** A tone, or the faint hiss of a room. */
function sound(parts: readonly Part[]): Float32Array {
  const total = parts.reduce((sum, { seconds }) => sum + Math.round(seconds * RATE), 0);
  const samples = new Float32Array(total);
  let at = 0;
  for (const { seconds, loud } of parts)
    for (const end = at + Math.round(seconds * RATE); at < end; at += 1)
      samples[at] = loud ? 0.3 * Math.sin(at / 5) : 0.0005 * Math.sin(at * 1.7);
  return samples;
}

async function* inPieces(samples: Float32Array, size: number) {
  for (let at = 0; at < samples.length; at += size) yield samples.slice(at, at + size);
}

async function stretches(samples: Float32Array, size = 4_000, listen?: Listen) {
  const found: { at: number; end: number }[] = [];
  for await (const { at, samples: own } of cutAtPauses(inPieces(samples, size), listen)) {
    expect(own).toEqual(samples.subarray(at, at + own.length));
    found.push({ at, end: at + own.length });
  }
  return found;
}

test('silence, the hiss of a room, and a click are no speech', async () => {
  expect(await stretches(new Float32Array(5 * RATE))).toEqual([]);
  expect(await stretches(sound([{ seconds: 5, loud: false }]))).toEqual([]);
  const click = [
    { seconds: 2, loud: false },
    { seconds: 0.03, loud: true },
    { seconds: 2, loud: false },
  ];
  expect(await stretches(sound(click))).toEqual([]);
  expect(await stretches(new Float32Array(0))).toEqual([]);
});

test('speech is cut at its pauses, with what stands before its first loud moment', async () => {
  const found = await stretches(
    sound([
      { seconds: 1, loud: false },
      { seconds: 1, loud: true },
      { seconds: 0.2, loud: false },
      { seconds: 1, loud: true },
      { seconds: 1, loud: false },
      { seconds: 2, loud: true },
    ]),
  );
  expect(found).toHaveLength(2);
  const [first, second] = found;
  expect((first?.at ?? 0) / RATE).toBeGreaterThan(0.6);
  expect((first?.at ?? 0) / RATE).toBeLessThan(1);
  expect((first?.end ?? 0) / RATE).toBeGreaterThan(3.2);
  expect((second?.at ?? 0) / RATE).toBeGreaterThan(3.5);
  expect((second?.end ?? 0) / RATE).toBeCloseTo(6.2);
});

test('speech without a pause is cut after twelve seconds at most, and none of it is lost', async () => {
  const samples = sound([
    { seconds: 1, loud: false },
    { seconds: 30, loud: true },
  ]);
  const found = await stretches(samples);
  expect(found.length).toBeGreaterThan(2);
  for (const { at, end } of found) expect(end - at).toBeLessThanOrEqual(12 * RATE);
  for (const [at, one] of found.slice(1).entries()) expect(one.at).toBe(found[at]?.end);
  expect(found.at(-1)?.end).toBe(samples.length);
});

test('the pieces in which the sound comes change nothing, and no loud second is left out', async () => {
  const part = fc.record({
    seconds: fc.double({ min: 0.2, max: 3, noNaN: true }),
    loud: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 100, max: 9_000 }),
      async (parts, size) => {
        // A room is heard before anybody speaks.
        const samples = sound([{ seconds: 1, loud: false }, ...parts]);
        const found = await stretches(samples, size);
        expect(found).toEqual(await stretches(samples, samples.length));
        const isHeard = (at: number) => found.some((one) => one.at <= at && at < one.end);
        let from = RATE;
        for (const { seconds, loud } of parts) {
          const to = from + Math.round(seconds * RATE);
          if (loud) expect(isHeard((from + to) >> 1)).toBe(true);
          from = to;
        }
      },
    ),
    { numRuns: 40 },
  );
});

/** In it a voice is a tone of its own beside the noise, no louder than the noise. */
const inLoudRoom = (parts: readonly Part[]) => {
  const voice = sound(parts);
  return voice.map((one, at) => 0.1 * one + 0.08 * Math.sin(at * 1.3) * Math.sin(at / 7_001));
};
const tonesIn = (samples: Float32Array) => {
  let [one, other] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    one += sample * Math.sin(at / 5);
    other += sample * Math.cos(at / 5);
  }
  return Math.hypot(one, other) / samples.length;
};
/** Hears the tone that stands for speech; `asked` are the samples that it was given. */
function ear(hears = true) {
  const asked: { samples: number; begins: boolean }[] = [];
  const listen: Listen = async (samples, begins) => {
    asked.push({ samples: samples.length, begins });
    if (!hears) return undefined;
    return Float32Array.from({ length: Math.ceil(samples.length / WINDOW) }, (_, at) =>
      tonesIn(samples.slice(at * WINDOW, (at + 1) * WINDOW)) > 0.008 ? 0.9 : 0.01,
    );
  };
  return { asked, listen };
}
const TALK = [
  { seconds: 4, loud: false },
  { seconds: 2, loud: true },
  { seconds: 6, loud: false },
  { seconds: 1, loud: true },
  { seconds: 4, loud: false },
];

test('in a loud room voices are listened for, and the noise between them is left out', async () => {
  const samples = inLoudRoom(TALK);
  const { asked, listen } = ear();
  const found = await stretches(samples, 4_000, listen);
  expect(found.map(({ at, end }) => [at / RATE, end / RATE])).toEqual([
    [expect.closeTo(3.7, 0), expect.closeTo(6.6, 0)],
    [expect.closeTo(11.7, 0), expect.closeTo(13.6, 0)],
  ]);
  // From the first sample to the last, as one sound.
  expect(asked.map(({ begins }) => begins)).toEqual([true, ...asked.slice(1).map(() => false)]);
  expect(asked.reduce((sum, one) => sum + one.samples, 0)).toBe(samples.length);
});

test('where voices cannot be told all of a loud room is kept, as without listening', async () => {
  const samples = inLoudRoom(TALK);
  const without = await stretches(samples);
  expect(without.reduce((sum, { at, end }) => sum + end - at, 0)).toBeGreaterThan(15 * RATE);
  expect(await stretches(samples, 4_000, ear(false).listen)).toEqual(without);
});

test('in a quiet room nobody is asked, and the level decides', async () => {
  const { asked, listen } = ear();
  const samples = sound(TALK);
  expect(await stretches(samples, 4_000, listen)).toEqual(await stretches(samples));
  expect(asked).toEqual([]);
});

test('in a loud room too the pieces in which the sound comes change nothing', async () => {
  const samples = inLoudRoom(TALK);
  const whole = await stretches(samples, samples.length, ear().listen);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 100, max: 20_000 }), async (size) => {
      expect(await stretches(samples, size, ear().listen)).toEqual(whole);
    }),
    { numRuns: 10 },
  );
});
