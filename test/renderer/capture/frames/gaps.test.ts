import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGapFinder } from '../../../../renderer/capture/frames/gaps.ts';

const FRAME = 10_000;

/**
 * Feeds stamps of 10 ms frames; returns what was lost, in order, with the frame before which it was
 * missed.
 */
function losses(stamps: readonly number[]) {
  const finder = createGapFinder();
  let keptBack = 0;
  return stamps.flatMap((stamp, index) => {
    const found = finder.see(stamp, FRAME);
    if (found.type === 'suspected') {
      keptBack++;
      return [];
    }
    const before = index - keptBack;
    keptBack = 0;
    return found.type === 'lost' ? [{ before, missing: Math.round(found.missing / 1000) }] : [];
  });
}

const steady = (count: number) => Array.from({ length: count }, (_, i) => 5_000_000 + i * FRAME);

test('lost frames are found, with their place and their length', () => {
  const stamps = steady(300).filter((_, i) => i < 100 || i >= 105);
  expect(losses(stamps)).toEqual([{ before: 100, missing: 50 }]);
});

test('two losses, one after the other, are both found', () => {
  const stamps = steady(400).filter((_, i) => (i < 100 || i >= 101) && (i < 200 || i >= 230));
  expect(losses(stamps)).toEqual([
    { before: 100, missing: 10 },
    { before: 199, missing: 300 },
  ]);
});

test('frames that are only stamped late, by up to 150 ms, are no loss', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 200 }),
      fc.integer({ min: 1, max: 15 }),
      (from, late) => {
        const stamps = steady(400).map((stamp, i) =>
          i >= from && i < from + late ? 5_000_000 + (from + late) * FRAME : stamp,
        );
        expect(losses(stamps)).toEqual([]);
      },
    ),
  );
});

test('shaking stamps are no loss, and a loss among them is still found', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 500, maxLength: 500 }),
      (shakes) => {
        const shaken = steady(500).map((stamp, i) => stamp + shakes[i]!);
        expect(losses(shaken)).toEqual([]);
        const found = losses(shaken.filter((_, i) => i < 250 || i >= 260));
        expect(found).toHaveLength(1);
        expect(Math.abs(found[0]!.missing - 100)).toBeLessThan(6);
      },
    ),
    { numRuns: 50 },
  );
});

test('a device whose clock is 300 millionths off loses nothing in an hour', () => {
  for (const off of [1.000_3, 0.999_7]) {
    expect(losses(Array.from({ length: 360_000 }, (_, i) => i * FRAME * off))).toEqual([]);
  }
});

test('wild stamps of the first frames, as Chromium gives them, are no loss', () => {
  expect(
    losses([180_400, 190_400, ...Array.from({ length: 300 }, (_, i) => 21_100 + i * FRAME)]),
  ).toEqual([]);
});
