/** Cutting at pauses, on tones that stand for speech. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtPauses } from '../../../../../main/infrastructure/speech/sound/pauses.ts';

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

async function stretches(samples: Float32Array, size = 4_000) {
  const found: { at: number; end: number }[] = [];
  for await (const { at, samples: own } of cutAtPauses(inPieces(samples, size))) {
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
