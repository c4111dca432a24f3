/**
 * Cancels a visit that is on its way: at the platform first, then it is discarded here, and can be
 * brought back for a day.
 */
import { asFailure, Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import type { Transcription } from '../../infrastructure/platform/transcription/transcription.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { WorkHere } from './executor.ts';
import { newTransaction, presentTransaction } from './transactions.ts';

export type CancelDeps = {
  readonly store: Store;
  readonly transcription: Pick<Transcription, 'cancel'>;
  readonly here?: WorkHere | undefined;
};

/**
 * `discard`: what is done with it here, in the same database transaction. Throws Failure `missing`
 * / `no-consultation`, `refused` / `nothing-to-cancel`, `refused` / `too-late-to-cancel` (the
 * platform is writing the note and does not stop, contract 3.7), and what the platform throws; then
 * all stays as it is.
 */
export function createCancel(
  deps: CancelDeps,
): (id: string, discard: (id: string) => void) => Promise<void> {
  return async (id, discard) => {
    const row = deps.store.visits.get(id);
    if (!row) throw failures.noVisit();
    if (!allows(row.state, 'cancelled'))
      throw new Failure('refused', 'This visit is not on its way to the platform.', {
        detail: 'nothing-to-cancel',
      });
    const known = await cancelAtPlatform(deps, row);
    cancelHere(deps, row, known, discard);
  };
}

/** Returns whether the platform knew the transaction. */
async function cancelAtPlatform(deps: CancelDeps, row: VisitRow) {
  const { store, here } = deps;
  const { transcription } = here?.takes(row) ? here : deps;
  try {
    await transcription.cancel(row.transactionId, presentTransaction(store, row).folder);
    return true;
  } catch (error) {
    const { detail } = asFailure(error);
    if (detail === 'conflict')
      throw new Failure(
        'refused',
        'The platform is writing this note already and does not stop any more. Discard the note when it is here.',
        { detail: 'too-late-to-cancel', cause: error },
      );
    // A transaction that the platform does not know, or has given up, needs no stopping.
    if (detail !== 'not-found' && detail !== 'transaction-dead') throw error;
    return detail !== 'not-found';
  }
}

function cancelHere(
  { store }: CancelDeps,
  row: VisitRow,
  known: boolean,
  discard: (id: string) => void,
): void {
  const { id } = row;
  store.transaction(() => {
    const fresh = store.visits.get(id);
    // Unknown, but perhaps only not yet: a commit that was or is now being sent may arrive after
    // our question did.
    const underWay = !known && (row.state !== 'uploading' || fresh?.state !== 'uploading');
    if (
      !fresh ||
      fresh.transactionId !== row.transactionId ||
      !allows(fresh.state, 'cancelled') ||
      underWay
    )
      throw new Failure('busy', 'This visit has just changed. Look at it once more.', {
        detail: 'stale',
      });
    // Under a new number: brought back, it would else be sent under one that the platform has
    // ended.
    const renumbered = newTransaction(store, fresh, presentTransaction(store, fresh));
    store.visits.apply(id, fresh.rev, 'cancelled', {
      ...renumbered,
      hold: undefined,
      waitsUntil: undefined,
      attempts: 0,
      details: { ...fresh.details, trouble: undefined, sentAt: undefined },
    });
    // In the same transaction: in between it would be a prepared recording, free to be sent.
    discard(id);
  });
}
