/** Rebuilds a row out of a file's META, where the database has none or one that does not open. */
import { rebuiltPlace } from '../../../../shared/model/visit-state.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { type RecordingsDeps, rowOf } from '../deps.ts';
import { tombstoneIds } from '../erase/tombstone.ts';
import type { SegmentMeta } from '../segments/segment-content.ts';

type Known = Pick<SegmentMeta, 'visitId' | 'transactionId' | 'setup' | 'createdAt'>;

/**
 * Rebuilds the row of a visit from its files. Its fate on the platform is unknown, so it counts as
 * perhaps sent: the platform is asked first (R4, P7). A visit that a person discarded stays
 * discarded, and can be taken back for another day. `found`: the state that the files alone show.
 */
export function rebuild(
  deps: RecordingsDeps,
  meta: Known,
  found: 'recording' | 'prepared',
  at: { startedAt?: number; sealedAt?: number },
): VisitRow {
  const { store, clock } = deps;
  const { visitId: id, setup, createdAt } = meta;
  const place = rebuiltPlace(found, store.visits.stateOf(id), tombstoneIds(deps).has(id));
  // A later id than the first one is in use where the platform gave up the first.
  const present = store.transactions.list(id).filter(({ status }) => status !== 'dead');
  const transactionId = present.at(-1)?.transactionId ?? meta.transactionId;
  const segments = store.segments.list(id);
  store.visits.restore({
    id,
    rev: 1,
    ...place,
    attempts: 0,
    transactionId,
    details: {
      ...setup,
      ...at,
      createdAt,
      samples: segments.reduce((sum, part) => sum + part.samples, 0),
      imported: found === 'prepared' && segments.length === 0,
    },
  });
  if (!store.transactions.get(transactionId))
    store.transactions.put({
      transactionId,
      visitId: id,
      epoch: 0,
      commitAttempts: 1,
      status: 'open',
    });
  const row = rowOf(store, id);
  if (place.state !== 'discarded') return row;
  const { sealedAt = clock.now() } = row.details;
  return store.visits.change(id, row.rev, {
    details: { ...row.details, sealedAt, discardedAt: clock.now() },
  });
}
