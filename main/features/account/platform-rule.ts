/** The address that an organisation has set: another one is refused here, whoever asks. */
import { failures } from '../../../shared/failures.ts';
import type { PlatformRule } from '../../../shared/model/policy.ts';
import { type Address, checkAddress } from '../../infrastructure/platform/client/address.ts';

/**
 * The address in use under the rule. A sign-in that was kept for another one is not found there, so
 * that nothing is sent with it.
 */
export function governedAddress(kept: Address, rule: PlatformRule | undefined): Address {
  if (rule === undefined) return kept;
  if (rule === 'unclear') return { ...kept, baseUrl: '' };
  const { baseUrl, brand = kept.brand, clientId = kept.clientId } = rule;
  return { baseUrl, brand, clientId };
}

/**
 * Throws Failure `refused` / `policy-unclear`, `set-by-organisation`, and what `checkAddress`
 * throws.
 */
export function checkSignIn(typed: Address, rule: PlatformRule | undefined): void {
  if (rule === undefined) return;
  if (rule === 'unclear') throw failures.policyUnclear();
  const { baseUrl, brand, clientId } = checkAddress(typed);
  const isAllowed =
    baseUrl === rule.baseUrl &&
    brand === (rule.brand ?? brand) &&
    clientId === (rule.clientId ?? clientId);
  if (!isAllowed) throw failures.setByOrganisation();
}
