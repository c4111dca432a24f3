/**
 * When Scriba looks for a new version, fetches it and offers it. Never while a visit is recorded or
 * waits to be sent, and nothing is installed that the person did not agree to. A feed that cannot
 * be reached disturbs nobody.
 */
import { HOUR, MINUTE } from '../../../../shared/time.ts';
import type { Log } from '../../../infrastructure/log/log.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import { FeedNotSigned } from './signed-feed.ts';

/** What fetches and installs; throws where the feed or a file of it is not what it must be. */
export type Updater = {
  /** The version on offer, where it is newer than ours. */
  check(): Promise<string | undefined>;
  /** Fetches what `check` found, and checks it. */
  download(): Promise<void>;
  /**
   * Starts the installer of what was fetched, which ends us and starts the new version. Rejects
   * where it cannot.
   */
  install(): Promise<never>;
};

export type UpdatesDeps = {
  readonly updater: Updater;
  /** A visit is being recorded, or its sound is not with the platform yet. */
  readonly isBusy: () => Promise<boolean>;
  /** Asks the person whether to close Scriba and install now. */
  readonly ask: (version: string) => Promise<boolean>;
  /** Closes everything in good order, then installs. */
  readonly install: () => void;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'note'>;
};

export type Updates = { stop(): void };

/** After the start, which has other work to do. */
export const FIRST_LOOK = 2 * MINUTE;
export const NEXT_LOOK = 6 * HOUR;
/** While a visit is under way. */
export const TRY_AGAIN = 10 * MINUTE;
/** After "Later". */
export const ASK_AGAIN = 24 * HOUR;

type State = { cancel: () => void; stopped: boolean };

export function startUpdates(deps: UpdatesDeps): Updates {
  const state: State = { cancel: () => {}, stopped: false };
  schedule(deps, state, FIRST_LOOK, look);
  return {
    stop() {
      state.stopped = true;
      state.cancel();
    },
  };
}

type Step = (deps: UpdatesDeps, state: State) => Promise<void>;

function schedule(deps: UpdatesDeps, state: State, ms: number, step: Step): void {
  if (state.stopped) return;
  state.cancel = deps.clock.after(ms, () => {
    step(deps, state).catch((error: unknown) => {
      deps.log.note(isRefused(error) ? 'update-refused' : 'update-failed');
      schedule(deps, state, NEXT_LOOK, look);
    });
  });
}

async function look(deps: UpdatesDeps, state: State): Promise<void> {
  const { updater, isBusy, log } = deps;
  if (await isBusy()) return schedule(deps, state, TRY_AGAIN, look);
  const version = await updater.check();
  if (version === undefined) return schedule(deps, state, NEXT_LOOK, look);
  // A recording may have begun meanwhile; it has the line to itself.
  if (await isBusy()) return schedule(deps, state, TRY_AGAIN, look);
  await updater.download();
  log.note('update-ready', { version });
  await offer(version)(deps, state);
}

const offer =
  (version: string): Step =>
  async (deps, state) => {
    const { isBusy, ask, install, log } = deps;
    if (state.stopped) return;
    if (await isBusy()) return schedule(deps, state, TRY_AGAIN, offer(version));
    // By tomorrow there may be a newer one; what was fetched is not fetched again.
    if (!(await ask(version))) return schedule(deps, state, ASK_AGAIN, look);
    // The question may have stood there while a visit began.
    if (await isBusy()) return schedule(deps, state, TRY_AGAIN, offer(version));
    log.note('update-agreed', { version });
    install();
  };

/**
 * What was offered is not ours, or not what the feed promised; anything else is a matter of network
 * or disk.
 */
const isRefused = (error: unknown): boolean =>
  error instanceof FeedNotSigned ||
  ['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'].includes(
    String((error as { code?: unknown } | null)?.code),
  );
