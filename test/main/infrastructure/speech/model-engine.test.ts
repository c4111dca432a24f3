import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createModelEngine } from '../../../../main/infrastructure/speech/model-engine.ts';
import {
  type Chunk,
  halvesOf,
  placeInSound,
} from '../../../../main/infrastructure/speech/server/server-chunks.ts';

const SECOND = 16_000;

/** Tells the seconds that it hears as words, up to `most` of them; then it is cut. */
const upTo = (most: number, isAlwaysCut = false) => {
  const asked: number[] = [];
  return {
    asked,
    hear: async (samples: Float32Array) => {
      asked.push(samples.length);
      const first = samples.findIndex((one) => one > 0);
      const count = Math.round(samples.length / SECOND);
      const words = Array.from({ length: Math.min(count, most) }, (_, at) => ({
        text: `${Math.round((samples[first] ?? 0) * 1000) + at}`,
        confidence: 1,
      }));
      const segments = [{ from: 0, to: samples.length / SECOND, words }];
      return { segments, isCut: isAlwaysCut || count > most };
    },
    listen: async () => undefined,
    close: async () => {},
  };
};

/** Each second holds its number, in thousandths. */
const counting = (seconds: number) =>
  Float32Array.from({ length: seconds * SECOND }, (_, at) => (Math.floor(at / SECOND) + 1) / 1000);
const piece = (samples: Float32Array): Chunk => ({
  samples,
  parts: [{ at: 0, start: 0, length: samples.length }],
});
async function heard(recogniser: ReturnType<typeof upTo>, samples: Float32Array) {
  const engine = createModelEngine(recogniser, async function* () {
    yield piece(samples);
  });
  const all = [];
  for await (const stretch of engine.transcribe((async function* () {})())) all.push(stretch);
  return all;
}

test('a piece whose text was cut is heard again in halves, in the order of the sound', async () => {
  const found = await heard(upTo(4), counting(12));
  const words = found.flatMap((one) => one.words);
  expect(words.length).toBeGreaterThanOrEqual(11);
  expect(words.every(({ confidence }) => confidence === 1)).toBe(true);
  const begun = found.map(({ from }) => from);
  expect(begun).toEqual([...begun].sort((one, other) => one - other));
  expect(found.at(-1)?.to).toBe(12);
});

test('what is cut in the shortest piece too is doubted, and that is the end of it', async () => {
  const recogniser = upTo(1, true);
  const found = await heard(recogniser, counting(12));
  expect(recogniser.asked.length).toBeLessThan(32);
  expect(found.length).toBeGreaterThan(1);
  for (const { confidence } of found.flatMap(({ words }) => words))
    expect(confidence).toBeLessThanOrEqual(0.3);
});

test('two halves have all the sound of a piece, each place where it was', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 6400 }), (all, pause) => {
      const parts = [];
      let [start, at] = [0, 100_000];
      for (const length of all) {
        parts.push({ at, start, length });
        start += length + pause;
        at += length + 20_000;
      }
      const whole: Chunk = { samples: new Float32Array(start).map((_, one) => one), parts };
      const halves = halvesOf(whole);
      const kept = halves.flatMap((half) => half.parts);
      expect(kept.reduce((sum, { length }) => sum + length, 0)).toBe(
        all.reduce((sum, length) => sum + length, 0),
      );
      for (const half of halves)
        for (const part of half.parts) {
          const sample = half.samples[part.start] ?? -1;
          // The middle of its first sample: a place between two is that of the first.
          const at = (part.at + 0.5) / SECOND;
          expect(placeInSound(half, (part.start + 0.5) / SECOND)).toBeCloseTo(at, 6);
          expect(placeInSound(whole, (sample + 0.5) / SECOND)).toBeCloseTo(at, 6);
        }
    }),
  );
});
