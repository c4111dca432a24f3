/**
 * The transactions of a visit on the platform: the present one, and the one that follows a dead
 * one.
 */
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
