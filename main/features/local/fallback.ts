/**
 * Drafts of this computer for visits that are meant for a platform and wait because it is out of
 * reach. It reads the sealed sound and writes rows of its own; of the visit's way to the platform
 * (its state, its parts, its numbers) it changes nothing, and the outbox does not know of it.
 *
 * One visit at a time. Each stretch between two pauses is stored as it is heard, so that a kill
 * costs the work on one; the draft itself is stored in one transaction, in place of those words.
 */
import { asFailure, Failure } from '../../../shared/failure.ts';
import { isOnItsWay, isOutOfReach } from '../../../shared/model/fallback.ts';
import { isActive } from '../../../shared/model/visit-state.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { draftNote, type HearingOf, hearVisit } from './fallback-draft.ts';
import type { NamedEngine } from './local-transcription.ts';
import type { WriteNote } from './write-note.ts';

/** Out of reach for so long, a visit gets its draft by the setting: a line that fell for a moment is none. */
export const OUT_OF_REACH_FOR = MINUTE;

/** Between two attempts of a draft that nobody asked for, while its engine is out of reach. */
export const FIRST_RETRY = MINUTE;
export const LONGEST_RETRY = 60 * MINUTE;

export type FallbackDeps = {
  readonly store: Pick<
    Store,
    'fallbackDrafts' | 'segments' | 'spoken' | 'transaction' | 'uploads' | 'visits'
  >;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** The setting: drafts are made without being asked for. */
  readonly isUsual: () => boolean;
  /** Throws Failure `missing` (`no-speech-engine`, `engine-language`), `locked`. */
  readonly speech: (languages: readonly string[]) => Promise<NamedEngine>;
  readonly sound: HearingOf['sound'];
  readonly write: WriteNote;
  readonly isPractice: boolean;
  /** What is told of this visit has changed. */
  readonly changed: (id: string) => void;
  /** A draft of this visit is there. */
  readonly made: (id: string) => void;
};

export type FallbackFeature = {
  start(): void;
  /** Ends what is under way; what was asked for goes on at the next start. */
  stop(): void;
  /** To be called when this visit has changed. */
  look(id: string): void;
  /** To be called when the setting or the engines have changed. */
  lookAtAll(): void;
  /** A person asks. One that is there stays. Throws Failure `refused` / `not-out-of-reach`. */
  ask(id: string): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
};

type Run = { readonly id: string; ended: boolean };

type State = {
  readonly deps: FallbackDeps;
  open: boolean;
  run: Run | undefined;
  ending: Promise<void>;
  /** Timers of visits that are out of reach, by visit. */
  readonly watched: Map<string, () => void>;
  /** Visits of which not even the failure could be stored: not tried again before the next start. */
  readonly stuck: Set<string>;
  /** Drafts by the setting whose engine was out of reach, by visit. */
  readonly later: Map<string, Later>;
  /** Visits that no engine hears: none is begun by the setting until the engines change. */
  readonly unheard: Set<string>;
};

type Later = { readonly times: number; readonly cancel: (() => void) | undefined };

export function createFallback(deps: FallbackDeps): FallbackFeature {
  const state: State = {
    deps,
    open: false,
    run: undefined,
    ending: Promise.resolve(),
    watched: new Map(),
    stuck: new Set(),
    later: new Map(),
    unheard: new Set(),
  };
  return {
    start() {
      state.open = true;
      lookAtAll(state);
    },
    stop: () => stop(state),
    look(id) {
      if (state.open) look(state, id);
    },
    lookAtAll() {
      if (state.open) lookAtAll(state);
    },
    ask: (id) => ask(state, id),
    idle: () => state.ending,
  };
}

function stop(state: State): void {
  state.open = false;
  if (state.run) state.run.ended = true;
  for (const cancel of state.watched.values()) cancel();
  state.watched.clear();
  state.stuck.clear();
  forgetFailures(state);
}

function forgetFailures(state: State): void {
  for (const id of [...state.later.keys()]) forgetLater(state, id);
  state.unheard.clear();
}

function forgetLater({ later }: State, id: string): void {
  later.get(id)?.cancel?.();
  later.delete(id);
}

function lookAtAll(state: State): void {
  const { store, isUsual } = state.deps;
  forgetFailures(state);
  const unmade = store.fallbackDrafts.unmade();
  // Without the setting only those are opened that were asked for: a queue may be long.
  const waiting = isUsual()
    ? store.visits.waiting('prepared', 'uploading', 'committing', 'processing', 'attention')
    : [];
  for (const id of new Set([...unmade, ...waiting.map((visit) => visit.id)])) look(state, id);
}

/** Undefined where it is gone, damaged or locked. */
function readable({ deps: { store } }: State, id: string): VisitRow | undefined {
  try {
    return store.visits.get(id);
  } catch {
    return undefined;
  }
}

const outOfReach = ({ state, hold, details: { worksHere, trouble } }: VisitRow): boolean =>
  isOutOfReach({ state, hold, worksHere, trouble });

function look(state: State, id: string): void {
  const { store, isUsual, changed } = state.deps;
  const row = readable(state, id);
  if (!row) return;
  const stage = store.fallbackDrafts.stage(id);
  const isUnmade = stage === 'asked' || stage === 'due';
  if ((isUnmade && isOver(row)) || (stage === 'due' && !isUsual())) {
    drop(state, id);
    changed(id);
  } else if (stage === undefined && isUsual() && isToBeWatched(state, row)) watch(state, id);
  else unwatch(state, id);
  next(state);
}

/** Its note is here, or it was discarded: nobody needs a draft any more. */
const isOver = (row: VisitRow): boolean => !isOnItsWay(row) && !isActive(row.state);

const isToBeWatched = ({ unheard }: State, row: VisitRow): boolean =>
  outOfReach(row) && !unheard.has(row.id);

/** What was begun goes with the words that were heard. */
function drop(state: State, id: string): void {
  const { store } = state.deps;
  if (state.run?.id === id) state.run.ended = true;
  forgetLater(state, id);
  store.transaction(() => {
    store.fallbackDrafts.remove(id);
    store.spoken.cutAhead(id, 0);
  });
}

function watch(state: State, id: string): void {
  const { store, clock, isUsual, changed } = state.deps;
  if (state.watched.has(id)) return;
  const cancel = clock.after(OUT_OF_REACH_FOR, () => {
    state.watched.delete(id);
    const row = readable(state, id);
    if (!row || !outOfReach(row) || !isUsual() || store.fallbackDrafts.stage(id)) return;
    store.fallbackDrafts.ask(id, 'due');
    changed(id);
    next(state);
  });
  state.watched.set(id, cancel);
}

function unwatch({ watched }: State, id: string): void {
  watched.get(id)?.();
  watched.delete(id);
}

function ask(state: State, id: string): void {
  const { store, changed } = state.deps;
  const row = store.visits.get(id);
  const stage = store.fallbackDrafts.stage(id);
  if (stage === 'made' || stage === 'asked') return;
  if (!row || !outOfReach(row)) throw notOutOfReach();
  store.fallbackDrafts.ask(id, 'asked');
  state.stuck.delete(id);
  forgetLater(state, id);
  changed(id);
  next(state);
}

const notOutOfReach = () =>
  new Failure(
    'refused',
    'This visit does not wait for its platform now. Its note comes from there.',
    { detail: 'not-out-of-reach' },
  );

/** Begins with the first one that is to be made, where none is under way. */
function next(state: State): void {
  if (!state.open || state.run) return;
  const id = state.deps.store.fallbackDrafts
    .unmade()
    .find((one) => !state.stuck.has(one) && !state.later.get(one)?.cancel && isReady(state, one));
  if (id === undefined) return;
  const run: Run = { id, ended: false };
  state.run = run;
  state.ending = make(state, run).then(() => {
    state.run = undefined;
    // A store that cannot be read is asked again when a visit changes.
    ignoring(() => next(state));
  });
}

function ignoring(run: () => void): void {
  try {
    run();
  } catch {
    // Nothing waits for it.
  }
}

/** One that is being prepared anew waits until it is. */
function isReady(state: State, id: string): boolean {
  const row = readable(state, id);
  return row !== undefined && isOnItsWay(row);
}

/** Never throws. */
async function make(state: State, run: Run): Promise<void> {
  const { deps } = state;
  const { id } = run;
  try {
    const row = readable(state, id);
    if (!row) return;
    const isWanted = () => state.open && !run.ended && isReady(state, id);
    const heard = await hearVisit(deps, row, isWanted);
    const note = heard && (await draftNote(deps, row, heard));
    if (!note || !isWanted()) return;
    const isStored = deps.store.transaction(() => {
      // A person may have forgotten a part of it since.
      if (!heard.isSameSound()) return false;
      deps.store.fallbackDrafts.make(note);
      deps.store.spoken.cutAhead(id, 0);
      return true;
    });
    if (!isStored) return;
    forgetLater(state, id);
    deps.made(id);
    deps.changed(id);
  } catch (error) {
    failed(state, run, error);
  }
}

/** What the lock ended goes on after it. */
function failed(state: State, { id, ended }: Run, error: unknown): void {
  const { store, changed } = state.deps;
  const failure = asFailure(error);
  const { code, detail, message } = failure;
  if (ended || !state.open || code === 'locked' || detail === 'cancelled') return;
  try {
    // Who did not ask is not told of what time, or another engine, may cure.
    const isDue = store.fallbackDrafts.stage(id) === 'due';
    if (isDue && isNotReached(failure)) tryLater(state, id);
    else if (isDue && isNotHeard(failure)) leaveUnheard(state, id);
    else {
      store.transaction(() => {
        store.fallbackDrafts.fail(id, { code: detail ?? code, message });
        store.spoken.cutAhead(id, 0);
      });
      changed(id);
    }
  } catch {
    state.stuck.add(id);
  }
}

const isNotReached = ({ code, detail }: Failure): boolean =>
  code === 'busy' || code === 'offline' || detail === 'engine-unreachable';

const isNotHeard = ({ detail }: Failure): boolean =>
  detail === 'engine-language' || detail === 'no-speech-engine';

/** Stays `due`, with the words that were heard: the next attempt goes on behind them. */
function tryLater(state: State, id: string): void {
  const times = state.later.get(id)?.times ?? 0;
  const wait = Math.min(FIRST_RETRY * 2 ** times, LONGEST_RETRY);
  const cancel = state.deps.clock.after(wait, () => {
    state.later.set(id, { times: times + 1, cancel: undefined });
    ignoring(() => tryAgain(state, id));
  });
  state.later.set(id, { times, cancel });
}

function tryAgain(state: State, id: string): void {
  const row = readable(state, id);
  if (row && !outOfReach(row)) {
    drop(state, id);
    state.deps.changed(id);
  }
  look(state, id);
}

function leaveUnheard(state: State, id: string): void {
  state.unheard.add(id);
  drop(state, id);
  state.deps.changed(id);
}
