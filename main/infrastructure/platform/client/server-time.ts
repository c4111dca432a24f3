/** Compares our clock with the platform's, as its answers tell the time, and says when a person should set ours (P26). */
import { isOutOfDate } from '../../../../shared/certificate-date.ts';
import type { Skew } from '../../../../shared/model/health.ts';
import type { Clock, Net } from '../../ports.ts';
import { isCaptivePortal, SKEW, skewOf } from './status-failure.ts';

export type ServerTime = {
  readonly net: Net;
  /** How far our clock is ahead of the platform's; 0 until it was heard, and below five minutes. Milliseconds. */
  skew(): number;
  /**
   * The same at this moment, whatever its size, in milliseconds; undefined until the platform was heard. A wall clock that was moved
   * since then is found out by the monotonic one: nothing may be erased because somebody set the year.
   */
  offset(): number | undefined;
};

/** `changed`: a clock that was right is wrong now, or the other way round. */
export function createServerTime({
  net,
  clock,
  changed,
}: {
  net: Net;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  changed: (skew: Skew) => void;
}): ServerTime {
  let skew = 0;
  let outOfDate = false;
  /** The platform's time, and what our monotonic clock said then. */
  let last: { theirs: number; at: number } | undefined;
  return {
    skew: () => skew,
    offset: () => last && clock.now() - (last.theirs + clock.monotonic() - last.at),
    async net(request) {
      const answer = await net(request).catch((error: unknown) => {
        if (!outOfDate && isOutOfDate((error as Error).cause)) {
          outOfDate = true;
          changed('date');
        }
        throw error;
      });
      // What stands in the platform's place may well lie about the time, too.
      if (isCaptivePortal(answer) || answer.headers.date === undefined) return answer;
      const heard = skewOf(answer, clock.now());
      last = { theirs: clock.now() - heard, at: clock.monotonic() };
      const now = Math.abs(heard) > SKEW ? heard : 0;
      const told = outOfDate || (now === 0) !== (skew === 0);
      outOfDate = false;
      skew = now;
      if (told) changed(skew);
      return answer;
    },
  };
}
