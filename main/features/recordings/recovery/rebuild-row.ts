/** A row out of a file's META, where the database has none or one that does not open. */
import type { VisitState } from '../../../../shared/model/visit.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import type { RecordingsDeps } from '../deps.ts';
import { buried } from '../erase/tombstone.ts';
import type { SegmentMeta } from '../segments/segment-content.ts';

type Known = Pick<SegmentMeta, 'visitId' | 'transactionId' | 'setup' | 'createdAt'>;

/**
 * What became of it on the platform is unknown, so it counts as perhaps sent: it is asked for first (R4, P7).
 * What a person discarded stays discarded, and can be taken back for another day.
 */
export function rebuild(
  deps: RecordingsDeps,
  meta: Known,
  state: 'recording' | 'prepared',
  at: { startedAt?: number; sealedAt?: number },
): VisitRow {
  const { store, clock } = deps;
  const { visitId: id, setup, createdAt } = meta;
  const before = store.visits.stateOf(id);
  const next: VisitState =
    buried(deps).has(id) || before === 'discarded'
      ? 'discarded'
      : before && asItWas.includes(before)
        ? before
        : state;
  // A later id than the first one is in use where the platform gave up the first.
  const transactions = store.transactions.list(id);
  const transactionId =
    transactions.filter(({ status }) => status !== 'dead').at(-1)?.transactionId ??
    meta.transactionId;
  const samples = store.segments.list(id).reduce((sum, part) => sum + part.samples, 0);
  store.visits.restore({
    id,
    rev: 1,
    state: next,
    attempts: 0,
    transactionId,
    details: {
      ...setup,
      ...at,
      createdAt,
      samples,
      imported: state === 'prepared' && store.segments.list(id).length === 0,
    },
    ...(next === 'discarded' && { cameFrom: state === 'recording' ? ('sealed' as const) : state }),
  });
  if (!store.transactions.get(transactionId))
    store.transactions.put({
      transactionId,
      visitId: id,
      epoch: 0,
      commitAttempts: 1,
      status: 'open',
    });
  const row = store.visits.get(id)!;
  if (next !== 'discarded') return row;
  return store.visits.change(id, row.rev, {
    details: {
      ...row.details,
      sealedAt: row.details.sealedAt ?? clock.now(),
      discardedAt: clock.now(),
    },
  });
}

/** States of a row whose details alone were lost, and that need nothing from them. */
const asItWas: readonly VisitState[] = [
  'recording',
  'prepared',
  'uploading',
  'committing',
  'processing',
  'ready',
  'partial',
  'reviewed',
];
