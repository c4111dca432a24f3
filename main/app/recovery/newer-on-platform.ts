/**
 * Tells that the platform has newer visits than this folder (decision 0206). The mark in the key
 * store is surer and comes first; this is for a folder whose marks cannot tell: the key store is
 * in the folder itself, or a new one of another computer.
 */
import type { NoticeName } from '../../../shared/contract/contract.ts';
import type { PastVisit } from '../../../shared/model/history.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { PlatformHistory } from '../../infrastructure/platform/api/history.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { type Health, newerOnPlatformNotice } from '../health.ts';
import type { Visits } from '../visits.ts';

/** Visits that the platform is asked for: some days of a busy doctor. */
export const MOST_ASKED = 100;

export type NewerOnPlatformDeps = {
  readonly history: Pick<PlatformHistory, 'list'>;
  readonly visits: Pick<Visits, 'current'>;
  readonly transactions: Pick<Store['transactions'], 'get'>;
  readonly health: Pick<Health, 'set'>;
  readonly isSignedIn: () => boolean;
  /** Resolves to whether the marks of folder and key store have told which folder this is. */
  readonly isToldByMark: () => Promise<boolean>;
};

export type NewerOnPlatform = {
  /** To be called when the vault has opened. Never throws: it is no reason for anything to stop. */
  start(): Promise<void>;
  /** Somebody signed in, or the platform can be reached again: asks where nothing was told yet. */
  heard(name: NoticeName): void;
  /** The vault is locked, or Scriba ends. */
  stop(): void;
};

type Comparison = {
  readonly deps: NewerOnPlatformDeps;
  phase: 'closed' | 'waiting' | 'asking' | 'over';
  /** Counts openings: an answer that comes after the vault was locked tells nothing. */
  opening: number;
  /** Visits at the opening. Later ones were recorded in this folder, and say nothing of its age. */
  here: Known['here'];
};

export function createNewerOnPlatform(deps: NewerOnPlatformDeps): NewerOnPlatform {
  const state: Comparison = { deps, phase: 'closed', opening: 0, here: [] };
  return {
    start: () => start(state),
    heard(name) {
      if (name === 'account.changed' || name === 'platform.reachable') void ask(state);
    },
    stop() {
      state.phase = 'closed';
      state.opening += 1;
      state.here = [];
    },
  };
}

async function start(state: Comparison): Promise<void> {
  const { deps } = state;
  state.phase = 'closed';
  state.opening += 1;
  const { opening } = state;
  try {
    if ((await deps.isToldByMark()) || state.opening !== opening) return;
    state.here = deps.visits.current();
  } catch {
    return;
  }
  // A folder without visits is a new one: what the platform has came from elsewhere.
  state.phase = state.here.length > 0 ? 'waiting' : 'over';
  await ask(state);
}

async function ask(state: Comparison): Promise<void> {
  const { deps, opening } = state;
  if (state.phase !== 'waiting' || !deps.isSignedIn()) return;
  state.phase = 'asking';
  const isCurrent = () => state.phase === 'asking' && state.opening === opening;
  let phase: Comparison['phase'] = 'over';
  try {
    const past = await deps.history.list(MOST_ASKED);
    if (isCurrent()) tell(state, past);
  } catch {
    phase = 'waiting';
  }
  if (isCurrent()) state.phase = phase;
}

function tell({ deps, here }: Comparison, past: readonly PastVisit[]): void {
  const { visits, transactions, health } = deps;
  const ids = new Set(here.map(({ transactionId }) => transactionId));
  const atOpening = new Set(here.map(({ id }) => id));
  const since = new Set(
    visits.current().flatMap(({ id, transactionId }) => (atOpening.has(id) ? [] : transactionId)),
  );
  const count = countNewer(
    past.filter(({ transactionId }) => !since.has(transactionId)),
    { here, isKnown: (id) => ids.has(id) || transactions.get(id) !== undefined },
  );
  health.set(
    'platform-newer',
    count === 0 ? undefined : newerOnPlatformNotice(count, count >= MOST_ASKED),
  );
}

export type Known = {
  /** Visits that this folder had when it was opened. */
  readonly here: readonly Pick<Visit, 'id' | 'transactionId' | 'createdAt'>[];
  readonly isKnown: (transactionId: string) => boolean;
};

/**
 * Counts what stands in the platform's list before the newest visit of this folder. Zero where
 * visits of another computer stand among this folder's own: there the list cannot tell an older
 * folder from a day on which the other computer was used last.
 */
export function countNewer(past: readonly PastVisit[], { here, isKnown }: Known): number {
  if (here.length === 0) return 0;
  const own = past.map(({ transactionId }) => isKnown(transactionId));
  const [first, last] = [own.indexOf(true), own.lastIndexOf(true)];
  if (first < 0) {
    const newest = Math.max(...here.map(({ createdAt }) => createdAt));
    return past.filter(({ createdAt }) => createdAt !== undefined && createdAt > newest).length;
  }
  return own.slice(first, last).includes(false) ? 0 : first;
}
