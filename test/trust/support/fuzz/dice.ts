/** Choices by a seed, so that a case can be made again. */
import { seeded } from '../seeded.ts';

export type Dice = {
  /** 0 up to `below` - 1. */
  below(below: number): number;
  of<T>(list: readonly T[]): T;
  /** True once in `times`. */
  once(times: number): boolean;
};

export function createDice(seed: number): Dice {
  const next = seeded(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    once: (times) => below(times) === 0,
    of(list) {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('a list without a choice');
      return found;
    },
  };
}
