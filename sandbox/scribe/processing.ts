/**
 * The platform's processing of a transaction: the scribe listens and writes, and it takes its time.
 */

import type { Faults } from '../faults/faults.ts';
import type { Ports } from '../sandbox.ts';
import type { TransactionRecord } from '../state/record-schemas.ts';
import type { StateStore } from '../state/state-store.ts';
import { type Wanted, wantedOf } from '../transactions/transaction.ts';
import type { Scribe } from './scribe.ts';

type ProcessingDeps = {
  readonly store: StateStore;
  readonly faults: Faults;
  readonly ports: Ports;
  /** Milliseconds that writing a note takes. */
  readonly delay: number;
  readonly scribe: Scribe;
  readonly forgetSound: boolean;
  /** The note is written, or will never be. */
  readonly finished: (record: TransactionRecord) => void;
};

type ProcessingState = {
  readonly deps: ProcessingDeps;
  /** By transaction. */
  readonly running: Map<string, Promise<void>>;
  /** Timers that run: how each is finished at once, and cancelled. */
  readonly timers: Map<() => void, () => void>;
  closed: boolean;
};

export function createProcessing(deps: ProcessingDeps) {
  const state: ProcessingState = { deps, running: new Map(), timers: new Map(), closed: false };
  return {
    /** The recording is whole: from here on the note is being written. */
    commit: (record: TransactionRecord) => commit(state, record),
    /**
     * Writes one more document of a transaction that is written; returns its id at once, and it is
     * in progress for as long as the others were.
     */
    addDocument: (record: TransactionRecord, wanted: Wanted) => addDocument(deps, record, wanted),
    /** Continues all that a restart interrupted. */
    resume: () => resume(state),
    /** Resolves when the note is written, or after `ms`. */
    async settle(txnId: string, ms: number) {
      const running = state.running.get(txnId);
      if (running && ms > 0) await Promise.race([running, wait(state, ms)]);
    },
    /**
     * Resolves when nothing is being written any more; unfinished notes are continued at the next
     * start.
     */
    close: () => close(state),
  };
}
export type Processing = ReturnType<typeof createProcessing>;

function wait({ deps, timers }: ProcessingState, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      timers.delete(finish);
      resolve();
    };
    timers.set(finish, deps.ports.after(Math.max(0, ms), finish));
  });
}

function commit(state: ProcessingState, record: TransactionRecord): void {
  const { store, faults, ports, delay } = state.deps;
  record.user_status = 'commit';
  record.ordered = faults.meetTransaction(
    record.txn_id,
    record.init ? wantedOf(record.init).map(({ template_id }) => template_id) : [],
  );
  const slow = record.ordered.find((fault) => fault.do === 'slow');
  record.readyAt = ports.now() + (slow?.ms ?? delay);
  store.saveTransaction(record);
  start(state, record);
}

function start(state: ProcessingState, record: TransactionRecord): void {
  const { scribe, ports } = state.deps;
  const pause = wait(state, (record.readyAt ?? 0) - ports.now());
  const running = Promise.all([scribe(record), pause]).then(
    ([{ heard, documents }]) =>
      finish(state, record, { heard, documents, processing_status: 'success' }),
    (error: unknown) =>
      finish(state, record, {
        processing_status: 'system_failure',
        processing_error: {
          error: {
            type: 'system',
            code: 'system_error',
            msg: error instanceof Error ? error.message : 'unknown',
          },
        },
      }),
  );
  state.running.set(record.txn_id, running);
}

function finish(
  { deps, running, closed }: ProcessingState,
  record: TransactionRecord,
  change: Partial<TransactionRecord>,
): void {
  running.delete(record.txn_id);
  // Cancelled or closed meanwhile: the record on disk stays as it is.
  if (closed || record.processing_status !== 'in-progress') return;
  Object.assign(record, change);
  deps.store.saveTransaction(record);
  if (deps.forgetSound) deps.store.removeAudio(record.txn_id);
  deps.finished(record);
}

async function addDocument(
  { store, scribe, ports, delay }: ProcessingDeps,
  record: TransactionRecord,
  wanted: Wanted,
): Promise<string> {
  if (!record.init) throw new Error('nothing was asked');
  const id = store.newId('doc');
  const { documents } = await scribe({
    ...record,
    ordered: [],
    init: { ...record.init, output_format_template: [wanted] },
  });
  const [written] = documents;
  if (written)
    record.documents = [
      ...(record.documents ?? []),
      { ...written, document_id: id, readyAt: ports.now() + delay },
    ];
  store.saveTransaction(record);
  return id;
}

function resume(state: ProcessingState): void {
  const { store, forgetSound } = state.deps;
  if (forgetSound)
    for (const { txn_id, processing_status } of store.transactions())
      if (processing_status !== 'in-progress') store.removeAudio(txn_id);
  for (const record of store.transactions())
    if (record.user_status === 'commit' && record.processing_status === 'in-progress')
      start(state, record);
}

async function close(state: ProcessingState): Promise<void> {
  state.closed = true;
  for (const [finishNow, cancel] of [...state.timers]) {
    cancel();
    finishNow();
  }
  await Promise.all(state.running.values());
}
