/**
 * How much work something is: time of the processor, not of the wall, because others use this
 * computer too.
 */

/** Milliseconds of the processor that this process has had so far. */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of the least of a few tries; it stops trying once one was under `enough`. */
export async function leastProcessorTime(
  run: () => unknown,
  enough: number,
  tries = 8,
): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < tries && least >= enough; at += 1) {
    const before = processorTime();
    await run();
    least = Math.min(least, processorTime() - before);
  }
  return least;
}
