/** Failures that several parts report: each sentence stands once. Codes and details are stable, pages and logs know them. */
import { Failure } from './failure.ts';

export const failures = {
  noVisit: () =>
    new Failure('missing', 'There is no such visit on this computer.', {
      detail: 'no-consultation',
    }),
  vaultClosed: () =>
    new Failure('locked', 'The vault was locked meanwhile.', { detail: 'vault-closed' }),
};
