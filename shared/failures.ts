/** Failures that are thrown at more than one place: each sentence stands once. Codes and details are stable, pages and logs know them. */
import { Failure } from './failure.ts';

export const failures = {
  noVisit: (): Failure =>
    new Failure('missing', 'There is no such visit on this computer.', {
      detail: 'no-consultation',
    }),
  vaultClosed: (): Failure =>
    new Failure('locked', 'The vault was locked meanwhile.', { detail: 'vault-closed' }),
  cannotSave: (): Failure =>
    new Failure('missing', 'This Scriba has no way to hand over a file.', {
      detail: 'cannot-save',
    }),
  notSignedIn: (): Failure =>
    new Failure('signed-out', 'Sign in to the platform first.', { detail: 'not-signed-in' }),
};
