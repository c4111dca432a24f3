/** Takes back a visit that is on its way: the platform is told first, then it is discarded here, and can be brought back for a day. */
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { Transcription } from '../../infrastructure/platform/transcription/transcription.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { newTransaction, presentTransaction } from './executor.ts';

export type CancelDeps = {
  readonly store: Store;
  readonly transcription: Pick<Transcription, 'cancel'>;
};

const onItsWay = ['uploading', 'committing', 'processing'];

/**
 * `discard`: what is done with it here, in the same step. Throws Failure `missing` / `no-consultation`, `refused` / `nothing-to-cancel`,
 * `refused` / `too-late-to-cancel` (the platform is writing the note and does not stop, contract 3.7), and what the platform throws; then all stays as it is.
 */
export function createCancel({
  store,
  transcription,
}: CancelDeps): (id: string, discard: (id: string) => void) => Promise<void> {
  return async (id, discard) => {
    const row = store.visits.get(id);
    if (!row)
      throw new Failure('missing', 'There is no such visit on this computer.', {
        detail: 'no-consultation',
      });
    if (!onItsWay.includes(row.state))
      throw new Failure('refused', 'This visit is not on its way to the platform.', {
        detail: 'nothing-to-cancel',
      });
    let unknown = false;
    try {
      await transcription.cancel(row.transactionId, presentTransaction(store, row).folder);
    } catch (error) {
      const { detail } = asFailure(error);
      if (detail === 'conflict')
        throw new Failure(
          'refused',
          'The platform is writing this note already and does not stop any more. Discard the note when it is here.',
          { detail: 'too-late-to-cancel', cause: error },
        );
      if (detail !== 'not-found' && detail !== 'transaction-dead') throw error;
      // It does not know it, or has given it up: there is nothing to stop.
      unknown = detail === 'not-found';
    }
    store.transaction(() => {
      const fresh = store.visits.get(id);
      // Not known, but perhaps only not yet: where it was, or is now, being begun, that may arrive after our question did.
      const underway = unknown && (row.state !== 'uploading' || fresh?.state !== 'uploading');
      if (
        !fresh ||
        fresh.transactionId !== row.transactionId ||
        !onItsWay.includes(fresh.state) ||
        underway
      ) {
        throw new Failure('busy', 'This visit has just changed. Look at it once more.', {
          detail: 'stale',
        });
      }
      // Under a new number: brought back, it would else be sent under one that the platform has ended.
      const moved = newTransaction(store, fresh, presentTransaction(store, fresh));
      store.visits.change(id, fresh.rev, {
        ...moved,
        state: 'prepared',
        cameFrom: undefined,
        hold: undefined,
        waitsUntil: undefined,
        attempts: 0,
        details: { ...fresh.details, trouble: undefined, sentAt: undefined },
      });
      // In one step: in between it would be a prepared recording, free to be sent.
      discard(id);
    });
  };
}
