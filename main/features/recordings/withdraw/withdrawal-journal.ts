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
const UNREADABLE = 'recordings.withdrawals.unreadable';
type Stored = { readonly store: Pick<RecordingsDeps['store'], 'values'> };

export const toMinute = (at: number): number => Math.floor(at / MINUTE) * MINUTE;

/** Oldest first. An entry that cannot be read stays where it is and is passed over. */
export const readWithdrawals = (stored: Stored): WithdrawalEntry[] =>
  (readAll(stored) ?? []).flatMap((one) => entrySchema.safeParse(one).data ?? []);

/** Inserts or replaces. On the disk when this returns, or with the transaction around it. */
export function writeWithdrawal(stored: Stored, entry: WithdrawalEntry): void {
  const { values } = stored.store;
  const all = readAll(stored);
  // A text that is no journal is set aside, never lost.
  if (all === undefined) values.set(UNREADABLE, values.get(PLACE) ?? '');
  const others = (all ?? []).filter((one) => entrySchema.safeParse(one).data?.id !== entry.id);
  values.set(PLACE, JSON.stringify([...others, entry]));
}

function readAll({ store: { values } }: Stored): unknown[] | undefined {
  const all: unknown = ignoreErrors(() => JSON.parse(values.get(PLACE) ?? '[]'));
  return Array.isArray(all) ? all : undefined;
}

/** Newest first, as a page may see them. */
export const receipts = (stored: Stored): Withdrawal[] =>
  readWithdrawals(stored)
    .map(({ visits: _visits, ...receipt }) => receipt)
    .reverse();
