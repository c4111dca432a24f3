/**
 * Connection to the platform: learnt from every call that is made to it, and, while a page wants to
 * know, from a small question when there was no call for a while.
 */
import { asFailure } from '../../../../shared/failure.ts';
import { SECOND } from '../../../../shared/time.ts';
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
  /**
   * To be called as often as somebody looks: asks the platform by itself when the last call was two
   * seconds ago. Nothing is asked before the first call, which somebody wanted.
   */
  look(): void;
};

const LOOK_AFTER = 2 * SECOND;
/** A platform that has too much to do, or does not know the question, is asked less often. */
const LOOK_AFTER_REFUSAL = 30 * SECOND;
/** On a line where answers come quickly, one that does not is told before the question is given up. */
const LATE = SECOND;
const QUICK = 250;

export type ConnectivityDeps = {
  readonly net: Net;
  readonly clock: Clock;
  /** The small question, or undefined where nobody may be asked. */
  question(): NetRequest | undefined;
  /** Called the first time, and each time that `reachable` changes. */
  changed(reached: Reached): void;
};

type ConnectivityState = {
  readonly deps: ConnectivityDeps;
  reached: Reached | undefined;
  why: string | undefined;
  /** Of the end of the last call; monotonic. */
  at: number;
  looking: boolean;
  /** Whether the last question was answered quickly. */
  quick: boolean;
  /** Whether the platform refused the last question. */
  refused: boolean;
};

export function createConnectivity(deps: ConnectivityDeps): Connectivity {
  const state: ConnectivityState = {
    deps,
    reached: undefined,
    why: undefined,
    at: 0,
    looking: false,
    quick: false,
    refused: false,
  };
  return {
    state: () => stateOf(state),
    heard: (reachable) => note(state, reachable),
    net: (request) => watchedNet(state, request),
    look: () => look(state),
  };
}

function look(state: ConnectivityState): void {
  const { deps, reached, looking, at, refused } = state;
  const wait = refused ? LOOK_AFTER_REFUSAL : LOOK_AFTER;
  if (!reached || looking || deps.clock.monotonic() - at < wait) return;
  const question = deps.question();
  if (question) void ask(state, question);
}

async function ask(state: ConnectivityState, question: NetRequest): Promise<void> {
  const { clock } = state.deps;
  const asked = clock.monotonic();
  state.looking = true;
  const cancel = state.quick
    ? clock.after(LATE, () => {
        state.why = `${question.url.host} does not answer.`;
        note(state, false);
      })
    : () => {};
  try {
    const { status } = await watchedNet(state, question);
    state.quick = clock.monotonic() - asked < QUICK;
    state.refused = status >= 400;
  } catch {
    // The state holds it.
    state.quick = false;
  } finally {
    cancel();
    state.looking = false;
  }
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
  } finally {
    state.at = state.deps.clock.monotonic();
  }
}
