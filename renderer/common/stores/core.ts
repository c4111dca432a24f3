/** The page's connection to the core; all requests go through here. */

import type { Bridge, Input, Output, RequestName } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { Closed, Connection, Reopened } from '../bridge.ts';
import { createStore } from '../store-registry.ts';

type Door = {
  readonly bridge?: Bridge;
  /**
   * `lost`: the core does not answer, and may again. `closed`: it will not talk to this page any
   * more.
   */
  readonly connection: Connection;
  /** False while the core owes an answer for three seconds, whatever the connection looks like. */
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

/** Asks the core; throws its Failure, or `broken` when the page has no core yet. */
export function request<N extends RequestName>(
  name: N,
  ...input: Input<N> extends undefined ? [] : [Input<N>]
): Promise<Output<N>> {
  const { bridge } = useDoor.getState();
  if (!bridge)
    return Promise.reject(
      new Failure('broken', 'The page is not connected yet.', { detail: 'not-connected' }),
    );
  return bridge.request(name, ...input);
}
