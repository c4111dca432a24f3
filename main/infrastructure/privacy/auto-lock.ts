/** Locks the vault when nobody has used the page for a while (P12). */
import { MINUTE } from '../../../shared/time.ts';
import type { Clock } from '../ports.ts';

export type AutoLock = {
  /** A person is there; also called when the settings changed. */
  awake(): void;
  stop(): void;
};

/** Counts from now on. `minutes` is asked each time; 0: never. `lock` is called at most once. */
export function startAutoLock({
  clock,
  minutes,
  lock,
}: {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  minutes: () => number;
  lock: () => void;
}): AutoLock {
  let usedAt = clock.monotonic();
  let cancel = () => {};
  let over = false;

  function look() {
    cancel();
    const allowed = minutes() * MINUTE;
    if (over || allowed === 0) return;
    const left = usedAt + allowed - clock.monotonic();
    if (left > 0) {
      cancel = clock.after(left, look);
      return;
    }
    over = true;
    lock();
  }

  look();
  return {
    awake() {
      usedAt = clock.monotonic();
      look();
    },
    stop() {
      over = true;
      cancel();
    },
  };
}
