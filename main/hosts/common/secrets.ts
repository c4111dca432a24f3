/** Which requests and answers hold what opens a vault, and how a host forgets it (promise P12). */
import type { RequestName } from '../../../shared/contract/contract.ts';
import type { Answer } from './refusal.ts';

const withSecrets: readonly RequestName[] = [
  'vault.create',
  'vault.unlock',
  'vault.recover',
  'vault.startAnother',
];
/** Whether the request holds what opens a vault. */
export const hasSecrets = (name: unknown): boolean => withSecrets.some((one) => one === name);

/**
 * Overwrites what an answer holds of a key; to be called when it has left. Only these answers have
 * bytes that nobody else holds.
 */
export function forgetSecrets(name: unknown, given: Answer): void {
  if ((name !== 'vault.create' && name !== 'vault.startAnother') || !given.ok) return;
  (given.value as { recoveryCode: Uint8Array }).recoveryCode.fill(0);
}

/** Overwrites what a request holds of a secret; to be called when its copy has left this process. */
export function forgetInput(name: unknown, input: unknown): void {
  if (!hasSecrets(name) || typeof input !== 'object' || input === null) return;
  for (const value of Object.values(input)) if (value instanceof Uint8Array) value.fill(0);
}
