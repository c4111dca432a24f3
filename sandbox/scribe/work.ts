/** The platform's work on a transaction: it listens, it writes, and it takes its time over it. */

import type { Faults } from '../faults/faults.ts';
import type { Needs } from '../sandbox.ts';
import type { Books } from '../state/books.ts';
import type { TransactionRecord } from '../state/records.ts';
import { type Wanted, wantedOf } from '../transactions/transaction.ts';
import type { Scribe } from './scribe.ts';

type WorkNeeds = {
  readonly books: Books;
  readonly faults: Faults;
  readonly needs: Needs;
  readonly delay: number;
  readonly scribe: Scribe;
  readonly forgetSound: boolean /** The note is written, or will never be. */;
  readonly finished: (record: TransactionRecord) => void;
};

export function createWork({
  books,
  faults,
  needs,
  delay,
  scribe,
  forgetSound,
  finished,
}: WorkNeeds) {
  const running = new Map<string, Promise<void>>();
  const timers = new Map<() => void, () => void>();
  let closed = false;

  function wait(ms: number) {
    return new Promise<void>((done) => {
      const finish = () => {
        timers.delete(finish);
        done();
      };
      timers.set(finish, needs.after(Math.max(0, ms), finish));
    });
  }

  function begin(record: TransactionRecord) {
    const work = Promise.all([scribe(record), wait((record.readyAt ?? 0) - needs.now())]).then(
      ([{ heard, documents }]) =>
        finish(record, () =>
          Object.assign(record, { heard, documents, processing_status: 'success' }),
        ),
      (error: unknown) =>
        finish(record, () =>
          Object.assign(record, {
            processing_status: 'system_failure',
            processing_error: {
              error: {
                type: 'system',
                code: 'system_error',
                msg: error instanceof Error ? error.message : 'unknown',
              },
            },
          }),
        ),
    );
    running.set(record.txn_id, work);
  }

  function finish(record: TransactionRecord, change: () => void) {
    running.delete(record.txn_id);
    // Cancelled or closed meanwhile: what is on disk stays as it is.
    if (closed || record.processing_status !== 'in-progress') return;
    change();
    books.saveTransaction(record);
    if (forgetSound) books.removeAudio(record.txn_id);
    finished(record);
  }

  return {
    /** The recording is whole: from here on the note is being written. */
    commit(record: TransactionRecord) {
      record.user_status = 'commit';
      record.ordered = faults.meetTransaction(
        record.txn_id,
        record.init ? wantedOf(record.init).map(({ template_id }) => template_id) : [],
      );
      const slow = record.ordered.find((fault) => fault.do === 'slow');
      record.readyAt = needs.now() + (slow?.ms ?? delay);
      books.saveTransaction(record);
      begin(record);
    },

    /** Writes one more document of a transaction that is written; answers its id at once, and it is in progress for as long as the others were. */
    async further(record: TransactionRecord, wanted: Wanted): Promise<string> {
      if (!record.init) throw new Error('nothing was asked');
      const id = books.newId('doc');
      const { documents } = await scribe({
        ...record,
        ordered: [],
        init: { ...record.init, output_format_template: [wanted] },
      });
      const [written] = documents;
      if (written)
        record.documents = [
          ...(record.documents ?? []),
          { ...written, document_id: id, readyAt: needs.now() + delay },
        ];
      books.saveTransaction(record);
      return id;
    },

    /** Takes up what a restart interrupted. */
    resume() {
      if (forgetSound)
        for (const { txn_id, processing_status } of books.transactions())
          if (processing_status !== 'in-progress') books.removeAudio(txn_id);
      for (const record of books.transactions())
        if (record.user_status === 'commit' && record.processing_status === 'in-progress')
          begin(record);
    },

    /** Resolves when the note is written, or after `ms`. */
    async settle(txnId: string, ms: number) {
      const work = running.get(txnId);
      if (work && ms > 0) await Promise.race([work, wait(ms)]);
    },

    /** Resolves when nothing is being written any more; what was unfinished is taken up at the next start. */
    async close() {
      closed = true;
      for (const [finish, cancel] of [...timers]) {
        cancel();
        finish();
      }
      await Promise.all(running.values());
    },
  };
}
export type Work = ReturnType<typeof createWork>;
