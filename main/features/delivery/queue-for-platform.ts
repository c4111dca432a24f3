/** Queues a signed note for the platform that wrote it. */
import type { SignatureRow } from '../../infrastructure/store/tables/signatures.ts';
import { SUPERSEDED } from './failures.ts';
import { type DeliveryState, newRow } from './state.ts';

/**
 * To be called in the database transaction that stores the signature: a kill in between loses
 * neither. Earlier versions that still wait are not sent any more.
 */
export function queueForPlatform(
  state: DeliveryState,
  { id, visitId, branch, version }: SignatureRow,
): void {
  const { deps, targets, queue } = state;
  if (!targets.get().platform.on) return;
  const where = deps.account().baseUrl;
  const earlier = deps.store.exports
    .list(visitId)
    .filter((row) => row.target === 'platform' && row.where === where);
  for (const row of earlier)
    if (row.state === 'waiting')
      deps.store.exports.put({
        ...row,
        state: 'failed',
        waitsUntil: undefined,
        trouble: { detail: 'superseded', message: SUPERSEDED },
      });
  const before = earlier.find(({ location, posted }) => location !== undefined || posted);
  deps.store.exports.put(
    newRow(state, { visitId, signature: id, branch, version }, 'platform', {
      form: 'markdown',
      where,
      location: before?.location,
      posted: before?.posted,
    }),
  );
  deps.changed(visitId);
  queue.soon();
}
