/** Tells whether something that one key would accept has only just come. */

/** Milliseconds. Too short to read a code, and longer than a key pressed twice by mistake. */
export const READING_TIME = 300;

/** `see`: call with everything that is shown now. What goes away again is no news. */
export function createArrivals(now: () => number) {
  let known: ReadonlySet<string> | undefined;
  let cameAt = -Infinity;
  return {
    see(shown: readonly string[]) {
      if (shown.some((one) => !known?.has(one))) cameAt = now();
      known = new Set(shown);
    },
    isSettled: () => now() - cameAt >= READING_TIME,
  };
}
