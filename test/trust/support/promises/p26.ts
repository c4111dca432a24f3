/** P26: the promise, and the ways in which a wall clock goes wrong. */
import type { Dice } from '../../../support/fakes/fake-platform.ts';
import { promise } from '../promise.ts';

export const proof = promise({
  id: 'P26',
  title: 'A clock that is wrong or jumps',
  figure:
    'by up to ten years either way: the queue keeps its order and its pace to the millisecond, tokens are renewed as often as by a right clock, a person is told beyond five minutes',
});

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const YEAR = 365.25 * 24 * HOUR;

/** Jumps of wall clocks: a dead battery, summer time, a time server, a child. */
export const jumpOf = (roll: Dice) => {
  const kind = roll();
  const either = roll() < 0.5 ? -1 : 1;
  if (kind < 0.4) return either * roll() * 10 * YEAR;
  if (kind < 0.6) return either * HOUR;
  if (kind < 0.8) return either * roll() * 10 * MINUTE;
  return either * roll() * 3 * 24 * HOUR;
};
