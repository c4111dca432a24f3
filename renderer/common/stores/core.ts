/** The page's connection to the core; all requests go through here. */

import type { Bridge, Input, Output, RequestName } from '../../../shared/contract/contract.ts';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { Closed, Connection, Reopened } from '../bridge.ts';
import { createStore } from '../store-registry.ts';
import { countNotices } from './overtaken.ts';

type Door = {
  readonly bridge?: Bridge;
  /**
   * `lost`: the core does not answer, and may again. `closed`: it will not talk to this page any
   * more.
   */
  readonly connection: Connection;
  /** False while the core owes an answer for two seconds, whatever the connection looks like. */
  readonly answers: boolean;
  /** Of a closed one, or of a lost one that does not come back by itself at once. */
  readonly closed?: Closed | undefined;
  /** Asks the core for a fresh window; only some hosts can. */
  readonly reopen?: () => Promise<Reopened>;
  /** Looks at once whether a lost core is there again; only some hosts can. */
  readonly reconnect?: () => void;
};

export const useDoor = createStore<Door>(
  'core',
  { connection: 'connected', answers: true },
  { reset: 'holds no patient data' },
);

export const openDoor = (bridge: Bridge, ways: Pick<Door, 'reopen' | 'reconnect'> = {}) =>
  useDoor.setState({ bridge, ...ways });
/** Only what is new is told: it is asked every few seconds. */
export const setAnswers = (answers: boolean) =>
  useDoor.getState().answers !== answers && useDoor.setState({ answers });
export const setConnection = (connection: Connection, closed?: Closed) =>
  useDoor.setState({ connection, closed });

/** Told when another profile is shown than before. */
const profiles = countNotices();
export const leaveEarlierProfile = profiles.told;

/** Their answers count whichever profile is shown: a recovery code is told once. */
const ofNoProfile: ReadonlySet<RequestName> = new Set([
  'profile.choose',
  'vault.create',
  'vault.startAnother',
]);

/**
 * Asks the core; throws its Failure, or `broken` when the page has no core yet. An answer that
 * another profile overtook is about the patients of the earlier one, and is not handed on: then it
 * throws Failure `missing` / `profile-left`.
 */
export async function request<N extends RequestName>(
  name: N,
  ...input: Input<N> extends undefined ? [] : [Input<N>]
): Promise<Output<N>> {
  const { bridge } = useDoor.getState();
  if (!bridge)
    throw new Failure('broken', 'The page is not connected yet.', { detail: 'not-connected' });
  const isOld = profiles.watch();
  const left = () => isOld() && !ofNoProfile.has(name);
  try {
    const answer = await bridge.request(name, ...input);
    if (!left()) return answer;
  } catch (error) {
    if (!left()) throw error;
  }
  throw new Failure('missing', 'The answer is of the profile that was shown before.', {
    detail: 'profile-left',
  });
}

export const isProfileLeft = (error: unknown) => asFailure(error).detail === 'profile-left';
