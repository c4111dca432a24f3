/** Compares our clock with the platform's, as its answers tell the time, and says when a person should set ours (P26). */
import type { Clock, Net } from '../outside.ts';
import { isStranger, SKEW, skewOf } from './failure.ts';

export type ServerTime = {
  readonly net: Net;
  /** How far our clock is ahead of the platform's; 0 until it was heard, and below five minutes. Milliseconds. */
  skew(): number;
  /** The same whatever its size, in milliseconds; undefined until the platform was heard. */
  offset(): number | undefined;
};

/** `changed`: a clock that was right is wrong now, or the other way round. */
export function createServerTime({ net, clock, changed }: { net: Net; clock: Pick<Clock, 'now'>; changed: (skew: number) => void }): ServerTime {
  let skew = 0;
  let offset: number | undefined;
  return {
    skew: () => skew,
    offset: () => offset,
    async net(request) {
      const answer = await net(request);
      // What stands in the platform's place may well lie about the time, too.
      if (isStranger(answer) || answer.headers['date'] === undefined) return answer;
      const heard = skewOf(answer, clock.now());
      offset = heard;
      const now = Math.abs(heard) > SKEW ? heard : 0;
      const told = (now === 0) !== (skew === 0);
      skew = now;
      if (told) changed(skew);
      return answer;
    },
  };
}
