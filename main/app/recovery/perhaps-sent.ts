/**
 * Visits that may have been sent in a session that cannot be found again (decision 0150): only at a
 * platform that numbers sessions itself, and only after the database was lost or put back.
 */
import { activeStates } from '../../../shared/model/visit-state.ts';
import { isOpening } from '../../infrastructure/platform/transcription/session-folder.ts';
import type { KeyStore } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';

type Secrets = Pick<KeyStore, 'get' | 'set'>;

/** Of the secret: addresses of platforms that number sessions themselves, one a line. */
const NUMBERING = 'platforms-numbering-sessions';

/** In the key store, which stays when the database is lost or put back. */
const numberingIn = async (secrets: Secrets): Promise<string[]> =>
  ((await secrets.get(NUMBERING)) ?? '').split('\n').filter(Boolean);

/** Whether a session at this address ever got a number of the platform's own. */
export const numbersItself = async (secrets: Secrets, baseUrl: string): Promise<boolean> =>
  (await numberingIn(secrets)).includes(baseUrl);

export async function rememberNumbering(secrets: Secrets, baseUrl: string): Promise<void> {
  const known = await numberingIn(secrets);
  if (!known.includes(baseUrl)) await secrets.set(NUMBERING, [...known, baseUrl].join('\n'));
}

/**
 * In a folder that was put back: each visit without a note whose session is not known counts as
 * perhaps sent, as one that was rebuilt from its files does.
 */
export function countAsPerhapsSent({ visits, transactions }: Store): void {
  for (const { id } of visits.waiting('attention', 'discarded', ...activeStates)) {
    const row = visits.get(id);
    if (!row) continue;
    const known = transactions.get(row.transactionId) ?? {
      transactionId: row.transactionId,
      visitId: id,
      epoch: 0,
      commitAttempts: 0,
      status: 'open' as const,
    };
    if (isUnnamed(known.folder) && known.commitAttempts === 0)
      transactions.put({ ...known, commitAttempts: 1 });
  }
}

/** Whether the transaction counts as perhaps sent and is known to be nowhere. */
export function isPerhapsSent({ transactions }: Store, transactionId: string): boolean {
  const known = transactions.get(transactionId);
  return known !== undefined && isUnnamed(known.folder) && known.commitAttempts > 0;
}

/** Without a number of its own yet: perhaps it got one since, in a folder that is newer. */
const isUnnamed = (folder: string | undefined) => folder === undefined || isOpening(folder);
