/** Sees to it, every hour while the vault is open, that nothing is kept beyond its days (P27). */
import { HOUR } from '../../../shared/time.ts';
import type { Clock } from '../ports.ts';
import { trustedTime } from './trusted-time.ts';

const SEEN = 'retention.seen';

export type RetentionDeps = {
  readonly clock: Clock;
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  /**
   * How far our clock is ahead of the platform's, in milliseconds; undefined until it was heard.
   */
  readonly offset: () => number | undefined;
  /** Erases what is over by this time. */
  readonly expire: (now: number) => void;
};

/** Looks at once and then every hour. What fails is tried again the next time. */
export function startRetention({ clock, values, offset, expire }: RetentionDeps): {
  look(): void;
  stop(): void;
} {
  let cancel = () => {};
  let over = false;

  function look() {
    cancel();
    if (over) return;
    cancel = clock.after(HOUR, look);
    try {
      const seen = Number(values.get(SEEN)) || undefined;
      const now = trustedTime({ wall: clock.now(), offset: offset(), seen });
      if (now === undefined) return;
      expire(now);
      // To the minute, like every time in clear.
      values.set(SEEN, String(Math.floor(now / 60_000) * 60_000));
    } catch {
      // The disk is full or failing, or the vault was locked just now: nothing is lost by waiting.
    }
  }

  look();
  return {
    look,
    stop() {
      over = true;
      cancel();
    },
  };
}
