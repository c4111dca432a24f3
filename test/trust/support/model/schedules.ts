/** Sources of a schedule's choices: dice, or one choice after the other until all are used. */
import type { Choose } from './model.ts';

/** xorshift32: a fault at about every third chance. */
export function diced(seed: number, share = 0.35): Choose {
  let at = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  const roll = () => {
    at ^= at << 13;
    at ^= at >>> 17;
    at ^= at << 5;
    return (at >>> 0) / 2 ** 32;
  };
  for (let warm = 0; warm < 4; warm++) roll();
  return (of) => (roll() < share ? 1 + Math.floor(roll() * (of - 1)) : 0);
}

/** Runs every sequence of choices there is. Answers how many. */
export function everySchedule(run: (choose: Choose) => void): number {
  const path: { chosen: number; of: number }[] = [];
  for (let count = 1; ; count++) {
    let depth = 0;
    run((of) => {
      const known = path[depth];
      depth += 1;
      if (known) return known.chosen;
      path.push({ chosen: 0, of });
      return 0;
    });
    path.length = depth;
    while (path.length > 0 && path.at(-1)!.chosen + 1 >= path.at(-1)!.of) path.pop();
    if (path.length === 0) return count;
    path.at(-1)!.chosen += 1;
  }
}
