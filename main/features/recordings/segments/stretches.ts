/** Arithmetic with stretches of a recording. */

/** [from, to) in samples. */
export type Stretch = readonly [from: number, to: number];

/** Returns the stretches without the samples [from, to). */
export const without = (stretches: readonly Stretch[], from: number, to: number): Stretch[] =>
  stretches.flatMap(([first, last]) => {
    const rest: readonly Stretch[] = [
      [first, Math.min(last, from)],
      [Math.max(first, to), last],
    ];
    return rest.filter(([a, b]) => a < b);
  });
