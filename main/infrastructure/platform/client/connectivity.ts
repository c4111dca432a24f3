/** Whether the platform answers: heard from every call that is made to it, whoever makes it. */
import { asFailure } from '../../../../shared/failure.ts';
import type { Clock, Net } from '../../ports.ts';

/** `since` in milliseconds since 1970. */
export type Reached = { readonly reachable: boolean; readonly since: number };
export type Connectivity = {
  readonly net: Net;
  /** Undefined before the first call. */
  state(): Reached | undefined;
  /** For those who know better than the line: an answer may come from something in between. */
  heard(reachable: boolean): void;
};

/** `changed` is told the first time, and each time it is otherwise than before. */
export function createConnectivity({
  net,
  clock,
  changed,
}: {
  net: Net;
  clock: Pick<Clock, 'now'>;
  changed(reached: Reached): void;
}): Connectivity {
  let reached: Reached | undefined;
  const heard = (reachable: boolean) => {
    if (reached?.reachable === reachable) return;
    reached = { reachable, since: clock.now() };
    changed(reached);
  };
  return {
    state: () => reached,
    heard,
    async net(request) {
      try {
        const answer = await net(request);
        // A page in HTML is the sign-in of a Wi-Fi, or a proxy: the client finds out and says so.
        if (!answer.headers['content-type']?.startsWith('text/html')) heard(true);
        return answer;
      } catch (error) {
        if (asFailure(error).code === 'offline') heard(false);
        throw error;
      }
    },
  };
}
