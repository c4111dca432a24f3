/** Whether a doctor is asked to sign in, which nobody without an account should be. */
import type { AccountState } from '../../../../shared/model/account/account.ts';
import type { Visit } from '../../../../shared/model/visit.ts';

/**
 * Not where new visits are worked on here: only a visit that waits for the platform, or a sign-in
 * that has ended, asks there.
 */
export function asksForSignIn(
  account: AccountState | undefined,
  isUsuallyHere: boolean,
  visits: readonly Pick<Visit, 'hold'>[],
): account is AccountState {
  if (account?.profile !== 'clinic' || account.state === 'signed-in') return false;
  if (account.state === 'needs-sign-in' || !isUsuallyHere) return true;
  return visits.some(({ hold }) => hold === 'sign-in');
}
