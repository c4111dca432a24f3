/**
 * Compares our clock with the platform's, as its answers tell the time, and says when a person
 * should set ours (P26).
 */
import { isOutOfDate } from '../../../../shared/certificate-date.ts';
import type { Skew } from '../../../../shared/model/health.ts';
import type { Clock, Net, NetAnswer, NetRequest } from '../../ports.ts';
import { isCaptivePortal, SKEW, skewOf } from './status-failure.ts';

export type ServerTime = {
  readonly net: Net;
  /**
   * How far our clock is ahead of the platform's, in milliseconds; 0 until its first answer, and
   * below five minutes.
   */
  skew(): number;
  /**
   * The same at this moment, whatever its size, in milliseconds; undefined until the platform's
   * first answer. A wall clock that was moved since then is found out by the monotonic one: nothing
   * may be erased because the year was set.
   */
  offset(): number | undefined;
};

export type ServerTimeDeps = {
  readonly net: Net;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** A clock that was right is wrong now, or the other way round. */
  readonly changed: (skew: Skew) => void;
};

type ServerTimeState = {
  readonly deps: ServerTimeDeps;
  skew: number;
  /** A certificate was refused because of our date. */
  outOfDate: boolean;
  /** The platform's time, and our monotonic clock at that moment. */
  last: { readonly serverTime: number; readonly at: number } | undefined;
};

export function createServerTime(deps: ServerTimeDeps): ServerTime {
  const state: ServerTimeState = { deps, skew: 0, outOfDate: false, last: undefined };
  return {
    skew: () => state.skew,
    offset: () => offset(state),
    net: (request) => watchedNet(state, request),
  };
}

function offset({ deps: { clock }, last }: ServerTimeState): number | undefined {
  return last && clock.now() - (last.serverTime + clock.monotonic() - last.at);
}

async function watchedNet(state: ServerTimeState, request: NetRequest): Promise<NetAnswer> {
  const { net, changed } = state.deps;
  const answer = await net(request).catch((error: unknown) => {
    if (!state.outOfDate && isOutOfDate((error as Error).cause)) {
      state.outOfDate = true;
      changed('date');
    }
    throw error;
  });
  // A server that stands in the platform's place may be wrong about the time, too.
  if (!isCaptivePortal(answer) && answer.headers.date !== undefined) noteTime(state, answer);
  return answer;
}

function noteTime(state: ServerTimeState, answer: NetAnswer): void {
  const { clock, changed } = state.deps;
  const measured = skewOf(answer, clock.now());
  state.last = { serverTime: clock.now() - measured, at: clock.monotonic() };
  const skew = Math.abs(measured) > SKEW ? measured : 0;
  const isNews = state.outOfDate || (skew === 0) !== (state.skew === 0);
  state.outOfDate = false;
  state.skew = skew;
  if (isNews) changed(skew);
}
