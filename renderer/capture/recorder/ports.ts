/** The clock that the recorder takes from the page, so that a test can hold it. */
export type PageClock = {
  /** Milliseconds since 1970; may jump. */
  now(): number;
  /** Milliseconds; never jumps. May stand still while the computer sleeps. */
  monotonic(): number;
  /** Calls back once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
};

export const pageClock: PageClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
