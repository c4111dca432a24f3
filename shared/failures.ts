/** Failures that are thrown at more than one place: each sentence stands once. Codes and details are stable, pages and logs know them. */
import { Failure } from './failure.ts';

export const failures = {
  alreadyRecording: (): Failure =>
    new Failure('busy', 'This visit is being recorded.', { detail: 'already-recording' }),
  cannotSave: (): Failure =>
    new Failure('missing', 'This Scriba has no way to hand over a file.', {
      detail: 'cannot-save',
    }),
  importEmpty: (): Failure =>
    new Failure('invalid', 'This file is empty.', { detail: 'file-empty' }),
  importTooLarge: (): Failure =>
    new Failure('invalid', 'This file is larger than 512 MiB.', { detail: 'file-too-large' }),
  notRecorded: (): Failure =>
    new Failure('missing', 'Nothing was recorded in this visit.', { detail: 'nothing-recorded' }),
  notSignedIn: (): Failure =>
    new Failure('signed-out', 'Sign in to the platform first.', { detail: 'not-signed-in' }),
  noVault: (): Failure => new Failure('missing', 'There is no vault yet.', { detail: 'no-vault' }),
  noVisit: (): Failure =>
    new Failure('missing', 'There is no such visit on this computer.', {
      detail: 'no-consultation',
    }),
  stillRecording: (): Failure =>
    new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' }),
  vaultClosed: (): Failure =>
    new Failure('locked', 'The vault was locked meanwhile.', { detail: 'vault-closed' }),
  visitGone: (): Failure =>
    new Failure('missing', 'This visit is no longer here.', { detail: 'consultation-gone' }),
};
