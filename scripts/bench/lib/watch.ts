/**
 * Measures the cost of an import: time, the longest pause of this thread, and the most memory of
 * the whole process.
 */
export type Watched<T> = {
  readonly value: T;
  readonly seconds: number;
  /** Time of the processor, all threads. */
  readonly busySeconds: number;
  readonly longestPauseMs: number;
  readonly peakMegabytes: number;
};

const EVERY = 5;

export async function watched<T>(run: () => Promise<T>): Promise<Watched<T>> {
  const resident = () => process.memoryUsage().rss / 2 ** 20;
  const before = resident();
  const from = performance.now();
  const busyBefore = process.cpuUsage();
  let last = from;
  let longest = 0;
  let peak = before;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - EVERY);
    last = now;
    peak = Math.max(peak, resident());
  };
  const timer = setInterval(look, EVERY);
  try {
    const value = await run();
    look();
    const { user, system } = process.cpuUsage(busyBefore);
    return {
      value,
      seconds: (performance.now() - from) / 1000,
      busySeconds: (user + system) / 1e6,
      longestPauseMs: longest,
      peakMegabytes: peak - before,
    };
  } finally {
    clearInterval(timer);
  }
}
