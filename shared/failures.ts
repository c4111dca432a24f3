/** Failures that are thrown at more than one place: each sentence stands once. */
import { Failure } from './failure.ts';

export const failures = {
  noVisit: (): Failure =>
    new Failure('missing', 'There is no such visit on this computer.', {
      detail: 'no-consultation',
    }),
  cannotSave: (): Failure =>
    new Failure('missing', 'This Scriba has no way to hand over a file.', {
      detail: 'cannot-save',
    }),
  notSignedIn: (): Failure =>
    new Failure('signed-out', 'Sign in to the platform first.', { detail: 'not-signed-in' }),
};
