import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutRecording, longestPart } from '../../../../../main/features/recordings/prepare/cuts.ts';

const SECOND = 16_000;
const MINUTE = 60 * SECOND;

/** A tone with silence where told, in pieces of an odd size. */
function* tone(total: number, quiet: readonly (readonly [number, number])[]) {
  for (let from = 0; from < total; from += 12_345) {
    const samples = Int16Array.from({ length: Math.min(12_345, total - from) }, (_, i) => {
      const at = from + i;
      return quiet.some(([a, b]) => at >= a && at < b) ? 0 : Math.round(8000 * Math.sin(at / 5));
    });
    yield { firstSample: from, audio: Buffer.from(samples.buffer) };
  }
}

describe('cutting a long recording', () => {
  test('leaves one of twenty minutes whole without reading it, and nothing of nothing', async () => {
    const never = () => {
      throw new Error('was read');
    };
    expect(await cutRecording(20 * MINUTE, never)).toEqual([{ from: 0, to: 20 * MINUTE }]);
    expect(await cutRecording(0, never)).toEqual([]);
  });

  test('cuts in the quiet moment of the last twenty seconds, without loss or overlap', async () => {
    const total = 5 * MINUTE;
    const quiet = [
      [2 * MINUTE - 7 * SECOND, 2 * MINUTE - 7 * SECOND + 4800],
      [230 * SECOND, 230 * SECOND + 6400],
    ] as const;
    const cuts = await cutRecording(total, () => tone(total, quiet), 2 * MINUTE);
    expect(cuts[0]!.from).toBe(0);
    expect(cuts.at(-1)!.to).toBe(total);
    cuts.forEach(({ from, to }, i) => {
      expect(to - from).toBeLessThanOrEqual(2 * MINUTE);
      if (i > 0) expect(from).toBe(cuts[i - 1]!.to);
    });
    for (const [i, [from, to]] of quiet.entries()) {
      expect(cuts[i]!.to).toBeGreaterThanOrEqual(from);
      expect(cuts[i]!.to).toBeLessThanOrEqual(to);
    }
  });

  test('is never longer than the platform takes, whatever that is, and loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 * SECOND }),
        fc.integer({ min: 10, max: 200 }),
        async (total, tenths) => {
          const limit = { seconds: tenths / 10, single: false };
          const cuts = await cutRecording(total, () => tone(total, []), longestPart(total, limit));
          let from = 0;
          for (const cut of cuts) {
            expect(cut.from).toBe(from);
            expect(cut.to).toBeGreaterThan(cut.from);
            expect((cut.to - cut.from) / SECOND).toBeLessThanOrEqual(limit.seconds);
            from = cut.to;
          }
          expect(from).toBe(total);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('goes by the platform’s limit only where one file is too long or not taken', () => {
    expect(longestPart(5 * MINUTE, undefined)).toBe(20 * MINUTE);
    expect(longestPart(20 * MINUTE, { seconds: 20, single: true })).toBe(20 * MINUTE);
    for (const [total, single] of [
      [20 * MINUTE + 1, true],
      [5 * MINUTE, false],
    ] as const)
      expect(longestPart(total, { seconds: 20, single })).toBe(19.8 * SECOND);
    expect(longestPart(MINUTE, { seconds: 9999, single: false })).toBe(20 * MINUTE);
  });
});
