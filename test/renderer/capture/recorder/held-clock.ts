/** A clock that the test holds: time passes only by `advance`, and promises settle in between. */
import type { PageClock } from '../../../../renderer/capture/recorder/ports.ts';

export type HeldClock = PageClock & { advance(ms: number): Promise<void> };

export function createHeldClock(): HeldClock {
  let now = 1_000;
  let timers: { at: number; run: () => void }[] = [];
  const settle = async () => {
    for (let i = 0; i < 12; i++) await Promise.resolve();
  };
  return {
    now: () => 1_700_000_000_000 + now,
    monotonic: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
