/**
 * The journal of withdrawn consents. An entry is written before anything is erased and names what
 * has to go until it is gone; then it is the receipt. Ids, counts and minutes only.
 */
import { z } from 'zod';
import { type Withdrawal, withdrawalSchema } from '../../../../shared/model/withdrawal.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { ignoreErrors, type RecordingsDeps } from '../deps.ts';

/** `visits`: still to be erased; none once `erasedAt` is set. */
const entrySchema = withdrawalSchema.extend({ visits: z.array(z.string()) });
export type WithdrawalEntry = z.infer<typeof entrySchema>;

const PLACE = 'recordings.withdrawals';
type Stored = { readonly store: Pick<RecordingsDeps['store'], 'values'> };

export const toMinute = (at: number): number => Math.floor(at / MINUTE) * MINUTE;

/** Oldest first. */
export const readWithdrawals = ({ store }: Stored): WithdrawalEntry[] =>
  ignoreErrors(() => z.array(entrySchema).parse(JSON.parse(store.values.get(PLACE) ?? '[]'))) ?? [];

/** Inserts or replaces. On the disk when this returns, or with the transaction around it. */
export function writeWithdrawal(stored: Stored, entry: WithdrawalEntry): void {
  const all = readWithdrawals(stored);
  const others = all.filter(({ id }) => id !== entry.id);
  stored.store.values.set(PLACE, JSON.stringify([...others, entry]));
}

/** Newest first, as a page may see them. */
export const receipts = (stored: Stored): Withdrawal[] =>
  readWithdrawals(stored)
    .map(({ visits: _visits, ...receipt }) => receipt)
    .reverse();
