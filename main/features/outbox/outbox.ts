/**
 * Brings every sealed visit to the platform and its note back. It decides nothing about states
 * (`step.ts`) and does no effect itself (`executor.ts`): it gives each visit one worker at a time
 * (R6), stores what came of it, and waits.
 */

import { asFailure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { Hold, VisitState } from '../../../shared/model/visit.ts';
import { activeStates, allows, isActive } from '../../../shared/model/visit-state.ts';
import { HOUR, SECOND } from '../../../shared/time.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { WaitingVisit } from '../../infrastructure/store/tables/visits.ts';
import { createExecutor, type ExecutorDeps, type Outcome, type RetryContext } from './executor.ts';
import { decide, needsNewTransaction, needsNewUpload } from './step.ts';
import { applyDecision, progressOf, storeOutcome, waitOf } from './store-outcome.ts';
import { anew, newTransaction, presentTransaction } from './transactions.ts';

export type OutboxDeps = Omit<ExecutorDeps, 'wanted'> & {
  /** The row of this visit has changed. */
  readonly changed: (id: string) => void;
  /** Waits for another turn of the event loop where this one goes on for too long (`turns.ts`). */
  readonly giveWay?: () => Promise<void>;
  /** Whether the platform answered; called when it changes. */
  readonly reachable: (reachable: boolean) => void;
};

export type Outbox = {
  start(): void;
  /** Stores nothing after this call. Resolves when all work has ended, after 2 s at the latest. */
  stop(): Promise<void>;
  /**
   * Something changed for the better (network, sign-in, vault, a new sealed recording): looks now
   * at this one, or at all. A rate limit is kept.
   */
  wake(id?: string): void;
  /**
   * A person asks again: leaves `attention`, or looks for the rest of a partial note. Throws
   * `missing`, `busy` / `stale`, `locked`.
   */
  retry(id: string): VisitRow;
  /** The stored note cannot be read any more: fetches it from the platform once more. */
  fetchAgain(id: string): void;
  /** A person wants all to be sent: the platform is asked, whatever wait it has asked for. */
  sendNow(): void;
  /** Resolves when no work is under way at this moment. */
  idle(): Promise<void>;
};

/**
 * `dueAt`: monotonic. `woken`: somebody called while the worker was out; what it brings home may be
 * out of date by then.
 */
type Slot = RetryContext & {
  dueAt: number;
  hold: Hold | undefined;
  woken: boolean;
  /** Its sending has not begun, so that a part of it can still be forgotten. */
  isHeldBack: boolean;
};
type Lane = 'sending' | 'asking';

type OutboxState = {
  readonly deps: OutboxDeps;
  readonly slots: Map<string, Slot>;
  readonly running: Map<string, { readonly lane: Lane; readonly done: Promise<void> }>;
  /**
   * Counts starts and stops: odd while started. A worker of an earlier generation stores nothing.
   */
  generation: number;
  cancelSleep: (() => void) | undefined;
  /** Undefined until the platform has answered or failed to. */
  connected: boolean | undefined;
  /**
   * Visits that were here at the start: nothing of them is known for certain. Undefined: all visits
   * count as such.
   */
  idsAtStart: ReadonlySet<string> | undefined;
};

/** In each lane: a long upload must not keep finished notes waiting. */
const AT_A_TIME = 2;
const LONGEST_SLEEP = HOUR;
/** After the store itself refused: the disk is full, or failing. */
const STORE_WAIT = 30 * SECOND;
const STOP_WAIT = 2 * SECOND;

export function createOutbox(deps: OutboxDeps): Outbox {
  const outbox: OutboxState = {
    deps,
    slots: new Map(),
    running: new Map(),
    generation: 0,
    cancelSleep: undefined,
    connected: undefined,
    idsAtStart: undefined,
  };
  return {
    start: () => start(outbox),
    stop: () => stop(outbox),
    wake: (id) =>
      wakeSlots(
        outbox,
        ({ hold, isHeldBack }, other) =>
          hold !== 'rate-limit' && !isHeldBack && (id === undefined || id === other),
      ),
    sendNow: () => wakeSlots(outbox, () => true),
    retry: (id) => retry(outbox, id),
    fetchAgain: (id) => fetchAgain(outbox, id),
    async idle() {
      while (outbox.running.size > 0) await allEnded(outbox);
    },
  };
}

const isOn = ({ generation }: OutboxState) => generation % 2 === 1;
const laneOf = (state: VisitState): Lane => (state === 'processing' ? 'asking' : 'sending');

const allEnded = async ({ running }: OutboxState) =>
  void (await Promise.all([...running.values()].map(({ done }) => done)));

function start(outbox: OutboxState): void {
  if (isOn(outbox)) return;
  outbox.generation += 1;
  outbox.slots.clear();
  outbox.idsAtStart = presentIds(outbox.deps.store);
  runDue(outbox);
}

async function stop(outbox: OutboxState): Promise<void> {
  if (!isOn(outbox)) return;
  outbox.generation += 1;
  outbox.cancelSleep?.();
  const { clock } = outbox.deps;
  await Promise.race([
    allEnded(outbox),
    new Promise<void>((resolve) => clock.after(STOP_WAIT, resolve)),
  ]);
}

/**
 * Due at once, save for a rate limit that was in force when Scriba was closed, and for a recording
 * that is held back so that a part of it can still be forgotten.
 */
function slotOf(outbox: OutboxState, { id, state, hold, waitsUntil = 0 }: WaitingVisit): Slot {
  const { slots, idsAtStart } = outbox;
  const { clock } = outbox.deps;
  const known = slots.get(id);
  if (known) return known;
  const isHeldBack = hold === undefined && state === 'sealed';
  const limited = Math.min(Math.max(waitsUntil - clock.now(), 0), LONGEST_SLEEP);
  const slot: Slot = {
    dueAt: clock.monotonic() + (hold === 'rate-limit' || isHeldBack ? limited : 0),
    hold,
    isHeldBack: isHeldBack && limited > 0,
    tries: 0,
    polls: 0,
    formAt: 0,
    ranOut: false,
    earlier: idsAtStart?.has(id) ?? true,
    woken: false,
  };
  slots.set(id, slot);
  return slot;
}

/** Begins with every visit that is due, and sleeps until the next one is. */
function runDue(outbox: OutboxState): void {
  if (!isOn(outbox)) return;
  outbox.cancelSleep?.();
  const { clock } = outbox.deps;
  const sleep = (wait: number) => {
    outbox.cancelSleep = clock.after(wait, () => runDue(outbox));
  };
  let rows: WaitingVisit[];
  try {
    rows = openWaiting(outbox);
  } catch (error) {
    // Without a key there is nothing to do until someone unlocks and wakes the outbox.
    if (asFailure(error).code !== 'locked') sleep(STORE_WAIT);
    return;
  }
  const now = clock.monotonic();
  const busy = { sending: 0, asking: 0 };
  for (const { lane } of outbox.running.values()) busy[lane] += 1;
  let next = Infinity;
  for (const row of rows) {
    const slot = slotOf(outbox, row);
    const lane = laneOf(row.state);
    if (outbox.running.has(row.id)) continue;
    if (slot.dueAt > now) next = Math.min(next, slot.dueAt - now);
    else if (busy[lane] < AT_A_TIME) {
      busy[lane] += 1;
      begin(outbox, row.id, lane, slot);
    }
  }
  if (next < Infinity) sleep(Math.min(Math.ceil(next), LONGEST_SLEEP));
}

/** Throws Failure `locked`; a single row that is damaged keeps nobody else waiting. */
function openWaiting({ deps: { store } }: OutboxState): WaitingVisit[] {
  const rows = store.visits.waiting(...activeStates);
  const [first] = rows;
  try {
    if (first) store.visits.get(first.id);
  } catch (error) {
    if (asFailure(error).detail !== 'row-damaged') throw error;
  }
  return rows;
}

function begin(outbox: OutboxState, id: string, lane: Lane, slot: Slot): void {
  const { running, deps } = outbox;
  const done = run(outbox, id, lane, slot)
    .catch(() => {
      slot.dueAt = deps.clock.monotonic() + STORE_WAIT;
    })
    .finally(() => {
      running.delete(id);
      runDue(outbox);
    });
  running.set(id, { lane, done });
}

/** One visit, step after step, until it has to wait, is done, or changes lanes. */
async function run(outbox: OutboxState, id: string, lane: Lane, slot: Slot): Promise<void> {
  const { deps, generation } = outbox;
  // Work begins only while the outbox is on: the same generation is on, too.
  const wanted = () => outbox.generation === generation;
  const execute = createExecutor({ ...deps, wanted });
  // One turn of the event loop, so that `begin` has entered the worker into `running` before
  // anything can end.
  await undefined;
  while (wanted() && slot.dueAt <= deps.clock.monotonic()) {
    // Work that waits for nobody, such as that of six hundred visits without a network, would go on
    // in one turn, and no page would be answered meanwhile.
    await deps.giveWay?.();
    if (!wanted()) return;
    const row = deps.store.visits.get(id);
    if (!row || !isActive(row.state)) {
      outbox.slots.delete(id);
      return;
    }
    if (laneOf(row.state) !== lane) return;
    let outcome: Outcome | undefined;
    slot.woken = false;
    slot.isHeldBack = false;
    try {
      outcome = await execute(row, slot);
    } catch (error) {
      outcome = { event: { type: 'failed', failure: asFailure(error), tries: slot.tries } };
    }
    if (!wanted()) return;
    // What was done here says nothing about the platform.
    if (!deps.here?.takes(row)) trackConnectivity(outbox, outcome);
    persist(outbox, row, outcome, slot);
  }
}

/** Stores the new state and what belongs to it in one transaction; then sets when to go on. */
function persist(
  outbox: OutboxState,
  row: VisitRow,
  outcome: Outcome | undefined,
  slot: Slot,
): void {
  const { clock, changed } = outbox.deps;
  const event = outcome?.event;
  slot.tries = event?.type === 'failed' || event?.type === 'ended' ? slot.tries + 1 : 0;
  if (!outcome || !event) {
    changed(row.id);
    return;
  }
  try {
    const now = clock.now();
    const stored = storeOutcome(outbox.deps, row, outcome, now);
    if (!stored) return;
    const { next, written } = stored;
    slot.hold = next.hold;
    // Looks for the note are counted from the step before them, by the clock that never jumps: a
    // wall clock set forward must not make it look like an old one, and slow.
    if (row.state !== 'processing')
      Object.assign(slot, { askedSince: clock.monotonic(), unknownSince: undefined, polls: 0 });
    const wokenFromHold = slot.woken && next.hold && next.hold !== 'rate-limit';
    slot.dueAt = wokenFromHold ? 0 : clock.monotonic() + waitOf(next, now);
    if (written) changed(row.id);
  } catch (error) {
    const failure = asFailure(error);
    // An event that cannot be stored for a reason of its own is handled like any other failure; one
    // that the disk or the vault refuses can only wait.
    if (failure.code === 'broken' && failure.detail !== 'disk-failing' && event.type !== 'failed') {
      persist(outbox, row, { event: { type: 'failed', failure, tries: slot.tries } }, slot);
      return;
    }
    slot.hold = failure.code === 'locked' ? 'locked' : 'disk';
    slot.dueAt = slot.hold === 'locked' ? Infinity : clock.monotonic() + STORE_WAIT;
  }
}

/** Preparing asks nobody, so it says nothing about the network. */
function trackConnectivity(outbox: OutboxState, outcome: Outcome | undefined): void {
  if (!outcome) return;
  const { event } = outcome;
  if (event.type !== 'failed') setConnected(outbox, true);
  else if (event.failure.code === 'offline') setConnected(outbox, false);
}

/** The first answer after a silence frees every visit that waited for the network. */
function setConnected(outbox: OutboxState, connected: boolean): void {
  if (outbox.connected === connected) return;
  const first = outbox.connected === undefined;
  outbox.connected = connected;
  outbox.deps.reachable(connected);
  if (connected && !first) wakeSlots(outbox, (slot) => slot.hold === 'offline');
}

function wakeSlots(outbox: OutboxState, which: (slot: Slot, id: string) => boolean): void {
  for (const [id, slot] of outbox.slots) {
    if (!which(slot, id)) continue;
    slot.dueAt = 0;
    slot.tries = 0;
    slot.woken = true;
  }
  runDue(outbox);
}

function retry(outbox: OutboxState, id: string): VisitRow {
  const { store, clock, changed } = outbox.deps;
  const row = store.transaction(() => {
    const found = store.visits.get(id);
    if (!found) throw failures.visitGone();
    const before = progressOf(found);
    const decision = decide(before, { type: 'retried' }, clock.now(), 0);
    if (!decision) return found;
    const transaction = presentTransaction(store, found);
    const sentAnew = needsNewUpload(before) ? anew(store, found, transaction) : undefined;
    const patch = needsNewTransaction(before)
      ? newTransaction(store, found, transaction)
      : sentAnew;
    return applyDecision(store, found, decision, patch);
  });
  outbox.slots.delete(id);
  changed(id);
  runDue(outbox);
  return row;
}

function fetchAgain(outbox: OutboxState, id: string): void {
  const { store, changed } = outbox.deps;
  store.transaction(() => {
    const row = store.visits.get(id);
    if (row && allows(row.state, 'note-damaged')) store.visits.apply(id, row.rev, 'note-damaged');
  });
  outbox.slots.delete(id);
  changed(id);
  runDue(outbox);
}

/** Undefined where the store cannot be read. */
function presentIds({ visits }: OutboxDeps['store']): ReadonlySet<string> | undefined {
  try {
    return new Set(
      visits
        .waiting('draft', 'recording', 'discarded', 'attention', ...activeStates)
        .map(({ id }) => id),
    );
  } catch {
    return undefined;
  }
}
