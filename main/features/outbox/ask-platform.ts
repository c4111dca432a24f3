/** Asks the platform about a transaction, and turns what it says into an outcome (R4). */
import { sessionKind } from '../../infrastructure/platform/transcription/session-folder.ts';
import type { Status } from '../../infrastructure/platform/transcription/transaction-status.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { ExecutorDeps, Outcome, Task } from './executor.ts';
import { newTransaction } from './transactions.ts';
import { referenceOf } from './upload-parts.ts';

type Owner = 'ours' | 'theirs';

/**
 * Undefined: the platform does not know it. `unnamed`: what to believe of a transaction without a
 * reference.
 */
export async function askWhetherKnown(
  deps: ExecutorDeps,
  task: Task,
  unnamed: Owner | 'init-decides',
): Promise<Outcome | undefined> {
  const { row, transaction } = task;
  const status = await deps.transcription.status(row.transactionId, transaction.folder);
  if (status.kind === 'unknown') return undefined;
  if (status.kind === 'dead') return dead(deps, task);
  const owner = ownerOf(deps, row, status) ?? unnamed;
  if (owner === 'init-decides') return undefined;
  if (owner === 'theirs') return { event: { type: 'conflict' } };
  // Given up by us, perhaps: Scriba may have ended between the cancelling of a broken stream and
  // the storing of it. No note comes of it in any case.
  if (status.kind === 'failed' && status.final && sessionKind(transaction.folder) === 'stream')
    return dead(deps, task);
  return accepted(deps, task, 'committed-before');
}

/** Undefined where the platform does not say under which reference it was committed. */
export function ownerOf(deps: ExecutorDeps, row: VisitRow, status: Status): Owner | undefined {
  const reference = 'additional' in status ? status.additional?.client_ref : undefined;
  if (reference === undefined) return undefined;
  return reference === referenceOf(deps, row) ? 'ours' : 'theirs';
}

export function accepted(
  deps: ExecutorDeps,
  { row, transaction }: Task,
  type: 'committed' | 'committed-before',
): Outcome {
  const { store, clock } = deps;
  return {
    event: { type },
    commit(_next, { details }) {
      const now = clock.now();
      store.transactions.put({ ...transaction, status: 'committed', committedAt: now });
      return {
        details: { ...details, sentAt: details.sentAt ?? now, clientRef: referenceOf(deps, row) },
      };
    },
  };
}

/** The old transaction ends and the new one begins in the same database transaction. */
export function dead({ store }: ExecutorDeps, { row, transaction }: Task): Outcome {
  const deadBefore = store.transactions.list(row.id).filter(({ status }) => status === 'dead');
  return {
    event: { type: 'dead', times: deadBefore.length + 1 },
    commit(next) {
      if (next.state !== 'attention') return newTransaction(store, row, transaction);
      store.transactions.put({ ...transaction, status: 'dead' });
      return undefined;
    },
  };
}
