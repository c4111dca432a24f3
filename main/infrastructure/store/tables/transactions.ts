/**
 * The ids under which the platform knows a visit; at most one of them was ever accepted and not
 * declared dead.
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { type Sqlite, statements } from '../database.ts';
import type { TransactionRow } from '../rows.ts';

export type Transactions = {
  /**
   * Inserts or replaces. Throws Failure `broken` / `committed-twice` for a second committed one of
   * the same visit.
   */
  put(row: TransactionRow): void;
  get(transactionId: string): TransactionRow | undefined;
  /** In the order in which they were made. */
  list(visitId: string): TransactionRow[];
};

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined);
const schema = z.object({
  transactionId: z.string(),
  visitId: z.string(),
  epoch: z.number(),
  folder: text,
  uploadUrl: text,
  commitAttempts: z.number(),
  committedAt: z
    .number()
    .nullable()
    .transform((value) => value ?? undefined),
  status: z.enum(['open', 'committed', 'dead']),
});
const columns = `transaction_id AS transactionId, consultation_id AS visitId, epoch, folder, upload_url AS uploadUrl,
  commit_attempts AS commitAttempts, committed_at AS committedAt, status`;

/** When exactly something was sent is nobody's business on a stolen disk (D3). */
const toMinute = (at: number | undefined) =>
  at === undefined ? null : Math.ceil(at / 60_000) * 60_000;

export function createTransactions(db: Sqlite): Transactions {
  const sql = statements(db);
  return {
    put(row) {
      try {
        sql(`INSERT INTO transactions (transaction_id, consultation_id, epoch, folder, upload_url, commit_attempts, committed_at, status)
          VALUES (@transactionId, @visitId, @epoch, @folder, @uploadUrl, @commitAttempts, @committedAt, @status)
          ON CONFLICT (transaction_id) DO UPDATE SET epoch = excluded.epoch, folder = excluded.folder, upload_url = excluded.upload_url,
            commit_attempts = excluded.commit_attempts, committed_at = excluded.committed_at, status = excluded.status`).run(
          {
            ...row,
            folder: row.folder ?? null,
            uploadUrl: row.uploadUrl ?? null,
            committedAt: toMinute(row.committedAt),
          },
        );
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
        throw new Failure(
          'broken',
          'The platform has already accepted this visit under another id; it is not sent a second time.',
          { detail: 'committed-twice', cause: error },
        );
      }
    },
    get(transactionId) {
      const raw = sql(`SELECT ${columns} FROM transactions WHERE transaction_id = ?`).get(
        transactionId,
      );
      return raw === undefined ? undefined : schema.parse(raw);
    },
    list: (visitId) =>
      sql(`SELECT ${columns} FROM transactions WHERE consultation_id = ? ORDER BY rowid`)
        .all(visitId)
        .map((raw) => schema.parse(raw)),
  };
}
