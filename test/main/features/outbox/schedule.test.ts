import { expect, test } from 'vitest';
import { backOff, nextLook } from '../../../../main/features/outbox/schedule.ts';

test('back-off lies between two seconds and twice as long for each try, never over five minutes', () => {
  expect([0, 1, 2, 3].map((tries) => backOff(tries, 0.999999))).toEqual([
    4000, 8000, 16_000, 32_000,
  ]);
  expect([0, 5, 50].map((tries) => backOff(tries, 0))).toEqual([2000, 2000, 2000]);
  expect(backOff(1000, 0.999999)).toBe(300_000);
});

test('looks for a note grow from 2 s by half to 30 s for ten minutes, then come every five minutes for ever', () => {
  expect([0, 1, 2, 3, 4, 20, 500].map((polls) => nextLook(polls, 0, 0.5))).toEqual([
    2000, 2000, 3000, 4500, 6750, 30_000, 30_000,
  ]);
  expect([599_999, 600_000].map((elapsed) => nextLook(1, elapsed, 0.5))).toEqual([2000, 300_000]);
  expect([0, 0.999999].map((fraction) => nextLook(20, 599_000, fraction))).toEqual([
    24_000, 36_000,
  ]);
  for (const days of [0.01, 1, 30]) expect(nextLook(1, days * 86_400_000, 0.3)).toBe(300_000);
});
