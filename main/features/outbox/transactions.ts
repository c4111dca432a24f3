/**
 * The transactions of a visit on the platform: the present one, and the one that follows a dead
 * one.
 */
import {
  isOpening,
  isSession,
  openingFolder,
  sessionKind,
} from '../../infrastructure/platform/transcription/session-folder.ts';
import type { TransactionRow, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { VisitPatch } from '../../infrastructure/store/tables/visits.ts';
import { nextTransactionId } from './next-transaction.ts';

/** Before its first step a transaction has no row yet. */
export const presentTransaction = (store: Store, { id, transactionId }: VisitRow): TransactionRow =>
  store.transactions.get(transactionId) ?? {
    transactionId,
    visitId: id,
    epoch: 0,
    commitAttempts: 0,
    status: 'open',
  };

/**
 * Declares the transaction dead and gives the visit a new one. Epochs count on, so that no part
 * seems uploaded to it.
 */
export function newTransaction(store: Store, row: VisitRow, old: TransactionRow): VisitPatch {
  const transactionId = nextTransactionId(old.transactionId);
  store.transactions.put({ ...old, status: 'dead' });
  store.transactions.put({
    transactionId,
    visitId: row.id,
    epoch: old.epoch + 1,
    commitAttempts: 0,
    status: 'open',
  });
  return { transactionId };
}

/** Streams of sound that came to nothing, one after the other, up to now. */
export function brokenStreams({ transactions }: Store, visitId: string): number {
  const dead = transactions.list(visitId).filter(({ status }) => status === 'dead');
  return dead.length - 1 - dead.findLastIndex(({ folder }) => sessionKind(folder) !== 'stream');
}

/**
 * All goes again to the platform that refused it. A session stays what it is, files or a stream; one
 * that was never created goes under another number, and may become something else.
 */
export function anew(store: Store, row: VisitRow, old: TransactionRow): VisitPatch | undefined {
  if (isOpening(old.folder)) return newTransaction(store, row, old);
  const folder = isSession(old.folder)
    ? openingFolder(old.transactionId, sessionKind(old.folder))
    : undefined;
  store.transactions.put({ ...old, epoch: old.epoch + 1, folder, uploadUrl: undefined });
  return undefined;
}
