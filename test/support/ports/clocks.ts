/** Clocks for tests: one that stands still until it is moved, and one that hurries. */
import type { Clock, Net } from '../../../main/infrastructure/ports.ts';

export type HeldClock = Clock & {
  /** Moves on and runs what falls due, in order. */
  advance(ms: number): void;
  /** Moves to the next thing that was asked for; false when there is none. */
  next(): boolean;
  /** Moves the wall clock alone, as a person or a time server does. */
  jump(ms: number): void;
};

export function heldClock(wall = 1_760_000_000_000): HeldClock {
  let passed = 0;
  let shift = wall;
  let timers: { at: number; run: () => void }[] = [];
  function goTo(time: number) {
    for (;;) {
      const due = timers.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      passed = Math.max(passed, due.at);
      due.run();
    }
    passed = Math.max(passed, time);
  }
  return {
    now: () => shift + passed,
    monotonic: () => passed,
    after(ms, run) {
      const timer = { at: passed + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (ms) => goTo(passed + ms),
    next() {
      if (timers.length === 0) return false;
      goTo(Math.min(...timers.map(({ at }) => at)));
      return true;
    },
    jump: (ms) => {
      shift += ms;
    },
  };
}

/**
 * The platform lives in the same time as a clock that hurries: else ours is soon minutes ahead of
 * its answers, and a refusal is laid at the clock (P26) on a computer that is slow enough.
 */
export const inTimeOf =
  (clock: Pick<Clock, 'now'>, net: Net): Net =>
  async (request) => {
    const answer = await net(request);
    if (answer.headers.date === undefined) return answer;
    const date = new Date(clock.now()).toUTCString();
    return { ...answer, headers: { ...answer.headers, date } };
  };

/** Real time, `speed` times as fast: waits of seconds pass in milliseconds. */
export function hurryingClock(speed: number): Clock {
  const began = Date.now();
  const first = performance.now();
  return {
    now: () => Math.round(began + (performance.now() - first) * speed),
    monotonic: () => (performance.now() - first) * speed,
    after(ms, run) {
      const timer = setTimeout(run, ms / speed);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
