/**
 * Brings every sealed visit to the platform and its note back. It decides nothing about states (`step.ts`) and does
 * no effect itself (`work.ts`): it gives each visit one worker at a time (R6), keeps what came of it, and waits.
 */

import { asFailure, Failure } from '../../../shared/failure.ts';
import type { Hold, VisitState } from '../../../shared/model/visit.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { VisitPatch, Waiting } from '../../infrastructure/store/tables/visits.ts';
import {
  createExecutor,
  type ExecutorDeps,
  newTransaction,
  type Outcome,
  presentTransaction,
  type RetryContext,
} from './executor.ts';
import { activeStates, needsNewTransaction, needsNewUpload, type Progress, step } from './step.ts';

export type OutboxDeps = Omit<ExecutorDeps, 'wanted'> & {
  /** The row of this visit has changed. */
  readonly changed: (id: string) => void;
  /** Whether the platform answered; told when it changes. */
  readonly reachable: (reachable: boolean) => void;
};

export type Outbox = {
  start(): void;
  /** Nothing is stored after this call. Resolves when all work has ended, after 2 s at the latest. */
  stop(): Promise<void>;
  /** Something changed for the better (network, sign-in, vault, a new sealed recording): looks now at this one, or at all. A rate limit is kept. */
  wake(id?: string): void;
  /** A person asks again: leaves `attention`, or looks for the rest of a partial note. Throws `missing`, `busy` / `stale`, `locked`. */
  retry(id: string): VisitRow;
  /** The note that is here cannot be read any more: fetches it from the platform once more. */
  fetchAgain(id: string): void;
  sendNow(): void;
  /** Resolves when no work is under way at this moment. */
  idle(): Promise<void>;
};

/** `dueAt`: monotonic. `woken`: somebody called while the worker was out; what it brings home may be out of date by then. */
type Slot = RetryContext & { dueAt: number; hold: Hold | undefined; woken: boolean };
type Lane = 'sending' | 'asking';

const SECOND = 1000;
/** In each lane: a long upload must not keep finished notes waiting. */
const AT_A_TIME = 2;
const LONGEST_SLEEP = 60 * 60 * SECOND;
/** After the store itself refused: the disk is full, or failing. */
const STORE_WAIT = 30 * SECOND;

const laneOf = (state: VisitState): Lane => (state === 'processing' ? 'asking' : 'sending');
const isActive = (state: VisitState) => (activeStates as readonly VisitState[]).includes(state);

export function createOutbox({ changed, reachable, ...deps }: OutboxDeps): Outbox {
  const { clock, random, store } = deps;
  const slots = new Map<string, Slot>();
  const running = new Map<string, { lane: Lane; done: Promise<void> }>();
  /** Odd while started; a worker of an earlier turn stores nothing. */
  let turn = 0;
  let sleep: (() => void) | undefined;
  let reached: boolean | undefined;

  /** What was here when we started; nothing of it is known for certain. Undefined: all of it. */
  let before: ReadonlySet<string> | undefined;
  const earlier = (id: string) => before?.has(id) ?? true;

  const on = () => turn % 2 === 1;
  const started = (since: number) => on() && turn === since;

  /** Due at once, save for a rate limit that was in force when Scriba was closed. */
  function slotOf({ id, hold, waitsUntil = 0 }: Waiting): Slot {
    let slot = slots.get(id);
    if (!slot) {
      const wait =
        hold === 'rate-limit' ? Math.min(Math.max(waitsUntil - clock.now(), 0), LONGEST_SLEEP) : 0;
      slot = {
        dueAt: clock.monotonic() + wait,
        hold,
        tries: 0,
        polls: 0,
        formAt: 0,
        ranOut: false,
        earlier: earlier(id),
        woken: false,
      };
      slots.set(id, slot);
    }
    return slot;
  }

  function pump(): void {
    if (!on()) return;
    sleep?.();
    let rows: Waiting[];
    try {
      rows = store.visits.waiting(...activeStates);
      if (rows[0]) opens(rows[0].id);
    } catch (error) {
      // Without a key there is nothing to do until someone unlocks and wakes us.
      if (asFailure(error).code !== 'locked') sleep = clock.after(STORE_WAIT, pump);
      return;
    }
    const now = clock.monotonic();
    const busy = { sending: 0, asking: 0 };
    for (const { lane } of running.values()) busy[lane] += 1;
    let next = Infinity;
    for (const row of rows) {
      const slot = slotOf(row);
      const lane = laneOf(row.state);
      if (running.has(row.id)) continue;
      if (slot.dueAt > now) next = Math.min(next, slot.dueAt - now);
      else if (busy[lane] < AT_A_TIME) {
        busy[lane] += 1;
        begin(row.id, lane, slot);
      }
    }
    if (next < Infinity) sleep = clock.after(Math.min(Math.ceil(next), LONGEST_SLEEP), pump);
  }

  /** Throws Failure `locked`; a single row that is damaged keeps nobody else waiting. */
  function opens(id: string): void {
    try {
      store.visits.get(id);
    } catch (error) {
      if (asFailure(error).detail !== 'row-damaged') throw error;
    }
  }

  function begin(id: string, lane: Lane, slot: Slot): void {
    const done = run(id, lane, slot, turn)
      .catch(() => void (slot.dueAt = clock.monotonic() + STORE_WAIT))
      .finally(() => {
        running.delete(id);
        pump();
      });
    running.set(id, { lane, done });
  }

  /** One visit, step after step, until it has to wait, is done, or changes lanes. */
  async function run(id: string, lane: Lane, slot: Slot, since: number): Promise<void> {
    const work = createExecutor({ ...deps, wanted: () => started(since) });
    // A turn of the event loop, so that `begin` has entered us into the running before anything can end.
    await undefined;
    while (started(since) && slot.dueAt <= clock.monotonic()) {
      const row = store.visits.get(id);
      if (!row || !isActive(row.state)) return void slots.delete(id);
      if (laneOf(row.state) !== lane) return;
      let outcome: Outcome | undefined;
      slot.woken = false;
      try {
        outcome = await work(row, slot);
      } catch (error) {
        outcome = { event: { type: 'failed', failure: asFailure(error), tries: slot.tries } };
      }
      if (!started(since)) return;
      hear(outcome, row);
      keep(row, outcome, slot);
    }
  }

  /** New state and what belongs to it, in one transaction; then when to go on. */
  function keep(row: VisitRow, outcome: Outcome | undefined, slot: Slot): void {
    const event = outcome?.event;
    slot.tries = event?.type === 'failed' || event?.type === 'ended' ? slot.tries + 1 : 0;
    if (!outcome || !event) return changed(row.id);
    try {
      const now = clock.now();
      const kept = store.transaction((): { next: Progress; written: boolean } | undefined => {
        const fresh = store.visits.get(row.id);
        // Somebody decided otherwise while we were out: what they stored counts, what we learned is asked again.
        if (!fresh || fresh.state !== row.state || fresh.transactionId !== row.transactionId)
          return undefined;
        const before = progressOf(fresh);
        const after = step(before, event, now, random.fraction());
        const patch = outcome.commit?.(after, fresh);
        const written = patch !== undefined || differs(before, after);
        if (written) change(fresh, after, patch);
        return { next: after, written };
      });
      if (!kept) return;
      const { next, written } = kept;
      slot.hold = next.hold;
      // From now on by the clock that never jumps: a wall clock set forward must not make it look like an old one, and slow.
      if (next.state === 'processing' && row.state !== 'processing')
        Object.assign(slot, { askedSince: clock.monotonic(), unknownSince: undefined, polls: 0 });
      slot.dueAt =
        slot.woken && next.hold && next.hold !== 'rate-limit'
          ? 0
          : clock.monotonic() + waitOf(next, now);
      if (written) changed(row.id);
    } catch (error) {
      const failure = asFailure(error);
      // What cannot be kept for a reason of its own is told like any other failure; what the disk or the vault refuses can only wait.
      if (failure.code === 'broken' && failure.detail !== 'disk-failing' && event.type !== 'failed')
        return keep(row, { event: { type: 'failed', failure, tries: slot.tries } }, slot);
      slot.hold = failure.code === 'locked' ? 'locked' : 'disk';
      slot.dueAt = slot.hold === 'locked' ? Infinity : clock.monotonic() + STORE_WAIT;
    }
  }

  function change(
    row: VisitRow,
    { trouble, ...moved }: Progress,
    patch: VisitPatch = {},
  ): VisitRow {
    return store.visits.change(row.id, row.rev, {
      ...moved,
      ...patch,
      details: { ...(patch.details ?? row.details), trouble },
    });
  }

  function hear(outcome: Outcome | undefined, row: VisitRow): void {
    if (!outcome || row.state === 'sealed') return;
    const { event } = outcome;
    if (event.type !== 'failed') return tellReached(true);
    if (event.failure.code === 'offline') tellReached(false);
  }

  /** The first answer after a silence frees everybody who waited for the network. */
  function tellReached(now: boolean): void {
    if (reached === now) return;
    const first = reached === undefined;
    reached = now;
    reachable(now);
    if (now && !first) release((slot) => slot.hold === 'offline');
  }

  function release(which: (slot: Slot, id: string) => boolean): void {
    for (const [id, slot] of slots) {
      if (!which(slot, id) || slot.hold === 'rate-limit') continue;
      slot.dueAt = 0;
      slot.tries = 0;
      slot.woken = true;
    }
    pump();
  }

  return {
    start() {
      if (on()) return;
      turn += 1;
      slots.clear();
      before = presentIds(store);
      pump();
    },
    async stop() {
      if (!on()) return;
      turn += 1;
      sleep?.();
      const ended = Promise.all([...running.values()].map(({ done }) => done));
      await Promise.race([ended, new Promise<void>((resolve) => clock.after(2 * SECOND, resolve))]);
    },
    wake: (id) => release((_slot, other) => id === undefined || id === other),
    sendNow: () => release(() => true),
    retry(id) {
      const row = store.transaction(() => {
        const found = store.visits.get(id);
        if (!found)
          throw new Failure('missing', 'This visit is no longer here.', {
            detail: 'consultation-gone',
          });
        const before = progressOf(found);
        const after = step(before, { type: 'retried' }, clock.now(), 0);
        if (after === before) return found;
        const transaction = presentTransaction(store, found);
        if (needsNewUpload(before))
          store.transactions.put({
            ...transaction,
            epoch: transaction.epoch + 1,
            folder: undefined,
            uploadUrl: undefined,
          });
        return change(
          found,
          after,
          needsNewTransaction(before) ? newTransaction(store, found, transaction) : undefined,
        );
      });
      slots.delete(id);
      changed(id);
      pump();
      return row;
    },
    fetchAgain(id) {
      store.transaction(() => {
        const row = store.visits.get(id);
        if (row?.state === 'ready' || row?.state === 'partial')
          store.visits.change(id, row.rev, { state: 'processing' });
      });
      slots.delete(id);
      changed(id);
      pump();
    },
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

const progressOf = ({
  state,
  cameFrom,
  hold,
  waitsUntil,
  attempts,
  details,
}: VisitRow): Progress => ({
  state,
  cameFrom,
  hold,
  waitsUntil,
  attempts,
  trouble: details.trouble,
});

/** While all goes well, the time of the next look is not worth a write. */
const differs = (a: Progress, b: Progress) =>
  a.state !== b.state ||
  a.cameFrom !== b.cameFrom ||
  a.hold !== b.hold ||
  a.attempts !== b.attempts ||
  a.trouble?.code !== b.trouble?.code ||
  ((b.hold ?? b.trouble) !== undefined && minute(a.waitsUntil) !== minute(b.waitsUntil));
const minute = (at: number | undefined) => at && Math.ceil(at / 60_000);

/** Milliseconds; for ever where only a person can help. */
function waitOf({ hold, waitsUntil }: Progress, now: number): number {
  if (hold === 'sign-in' || hold === 'locked') return Infinity;
  return waitsUntil === undefined ? 0 : Math.max(waitsUntil - now, 0);
}

function presentIds({ visits }: ExecutorDeps['store']): ReadonlySet<string> | undefined {
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
