/** Connection to the platform: learnt from every call that is made to it. */
import { asFailure } from '../../../../shared/failure.ts';
import type { Clock, Net, NetAnswer, NetRequest } from '../../ports.ts';

/** `since` in milliseconds since 1970. */
export type Reached = { readonly reachable: boolean; readonly since: number };
export type Connectivity = {
  readonly net: Net;
  /**
   * Undefined before the first call. `why`: the sentence of the call that did not reach it, with
   * host and port.
   */
  state(): (Reached & { readonly why?: string | undefined }) | undefined;
  /**
   * For a caller that knows better than the connection: an answer may come from a server in
   * between.
   */
  heard(reachable: boolean): void;
};

export type ConnectivityDeps = {
  readonly net: Net;
  readonly clock: Pick<Clock, 'now'>;
  /** Called the first time, and each time that `reachable` changes. */
  changed(reached: Reached): void;
};

type ConnectivityState = {
  readonly deps: ConnectivityDeps;
  reached: Reached | undefined;
  why: string | undefined;
};

export function createConnectivity(deps: ConnectivityDeps): Connectivity {
  const state: ConnectivityState = { deps, reached: undefined, why: undefined };
  return {
    state: () => stateOf(state),
    heard: (reachable) => note(state, reachable),
    net: (request) => watchedNet(state, request),
  };
}

const stateOf = ({ reached, why }: ConnectivityState) =>
  reached && { ...reached, ...(!reached.reachable && why !== undefined && { why }) };

function note(state: ConnectivityState, reachable: boolean): void {
  if (state.reached?.reachable === reachable) return;
  state.reached = { reachable, since: state.deps.clock.now() };
  state.deps.changed(state.reached);
}

async function watchedNet(state: ConnectivityState, request: NetRequest): Promise<NetAnswer> {
  try {
    const answer = await state.deps.net(request);
    // A page in HTML is the sign-in of a Wi-Fi, or a proxy: the client finds out and says so.
    if (!answer.headers['content-type']?.startsWith('text/html')) note(state, true);
    return answer;
  } catch (error) {
    const { code, message } = asFailure(error);
    if (code === 'offline') {
      state.why = message;
      note(state, false);
    }
    throw error;
  }
}
