/**
 * Stores what came of a worker's step: the decision of `step.ts` and what belongs to it, in one
 * transaction.
 */
import { MINUTE } from '../../../shared/time.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { VisitPatch } from '../../infrastructure/store/tables/visits.ts';
import type { ExecutorDeps, Outcome } from './executor.ts';
import { type Decision, decide, type Progress, progressAfter } from './step.ts';

/**
 * Undefined where somebody moved the visit meanwhile: what they stored counts, what we learned is
 * asked again.
 */
export function storeOutcome(
  { store, random }: Pick<ExecutorDeps, 'store' | 'random'>,
  row: VisitRow,
  outcome: Outcome,
  now: number,
): { next: Progress; written: boolean } | undefined {
  return store.transaction(() => {
    const fresh = store.visits.get(row.id);
    if (!fresh || fresh.state !== row.state || fresh.transactionId !== row.transactionId)
      return undefined;
    const before = progressOf(fresh);
    const decision = decide(before, outcome.event, now, random.fraction());
    const next = decision ? progressAfter(before, decision) : before;
    const patch = outcome.commit?.(next, fresh);
    const written = patch !== undefined || differs(before, next);
    if (!written) return { next, written };
    if (decision) applyDecision(store, fresh, decision, patch);
    else store.visits.change(fresh.id, fresh.rev, patch ?? {});
    return { next, written };
  });
}

export function applyDecision(
  store: Store,
  row: VisitRow,
  { event, trouble, ...waits }: Decision,
  patch: VisitPatch = {},
): VisitRow {
  return store.visits.apply(row.id, row.rev, event, {
    ...waits,
    ...patch,
    details: { ...(patch.details ?? row.details), trouble },
  });
}

export const progressOf = ({
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
  a.hold !== b.hold ||
  a.attempts !== b.attempts ||
  a.trouble?.code !== b.trouble?.code ||
  ((b.hold ?? b.trouble) !== undefined && minute(a.waitsUntil) !== minute(b.waitsUntil));
const minute = (at: number | undefined) => at && Math.ceil(at / MINUTE);

/** Milliseconds; for ever where only a person can help. */
export function waitOf({ hold, waitsUntil }: Progress, now: number): number {
  if (hold === 'sign-in' || hold === 'locked') return Infinity;
  return waitsUntil === undefined ? 0 : Math.max(waitsUntil - now, 0);
}
