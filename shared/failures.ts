/**
 * Failures that are thrown at more than one place: each sentence stands once. Codes and details are
 * stable, pages and logs know them.
 */
import { Failure } from './failure.ts';

export const failures = {
  alreadyRecording: (): Failure =>
    new Failure('busy', 'This visit is being recorded.', { detail: 'already-recording' }),
  cannotSave: (): Failure =>
    new Failure('missing', 'This Scriba cannot save files.', {
      detail: 'cannot-save',
    }),
  importEmpty: (): Failure =>
    new Failure('invalid', 'This file is empty.', { detail: 'file-empty' }),
  importTooLarge: (): Failure =>
    new Failure('invalid', 'This file is larger than 512 MiB.', { detail: 'file-too-large' }),
  notRecorded: (): Failure =>
    new Failure('missing', 'Nothing was recorded in this visit.', { detail: 'nothing-recorded' }),
  piecesMissing: (): Failure =>
    new Failure('refused', 'Some of the recording is not saved yet. Try again in a moment.', {
      detail: 'pieces-missing',
    }),
  notSignedIn: (): Failure =>
    new Failure('signed-out', 'Sign in to the platform first.', { detail: 'not-signed-in' }),
  noVault: (): Failure => new Failure('missing', 'There is no vault yet.', { detail: 'no-vault' }),
  noVisit: (): Failure =>
    new Failure('missing', 'There is no such visit on this computer.', {
      detail: 'no-consultation',
    }),
  /** What a request was about is another by now than what the page had shown. */
  changedMeanwhile: (): Failure =>
    new Failure('busy', 'This changed a moment ago. Look at it again, then repeat what you did.', {
      detail: 'stale',
    }),
  stillRecording: (): Failure =>
    new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' }),
  vaultClosed: (): Failure =>
    new Failure('locked', 'The vault is locked. Unlock it, then try again.', {
      detail: 'vault-closed',
    }),
  visitGone: (): Failure =>
    new Failure('missing', 'This visit is no longer here.', { detail: 'consultation-gone' }),
  policyUnclear: (): Failure =>
    new Failure(
      'refused',
      'Your organisation has set rules for Scriba that it cannot read, so Scriba did not do this. Recordings are safe and wait. Tell your administrator.',
      { detail: 'policy-unclear' },
    ),
  setByOrganisation: (): Failure =>
    new Failure(
      'refused',
      'Your organisation has set this on this computer. Nothing was changed or sent. Ask your administrator to change it.',
      { detail: 'set-by-organisation' },
    ),
  signInRefused: (detail: 'signed-out' | 'sign-in-needed'): Failure =>
    new Failure(
      'signed-out',
      'The platform no longer accepts this sign-in. Sign in again; waiting visits continue automatically.',
      { detail },
    ),
  fileNameRefused: (): Failure =>
    new Failure('broken', 'The platform does not accept the name of a file of this recording.', {
      detail: 'file-name',
    }),
  uploadAddressRefused: (): Failure =>
    new Failure(
      'refused',
      'The platform named an upload address that Scriba does not send to. The recording is safe on this computer. Tell the platform.',
      { detail: 'upload-address-refused' },
    ),
  /** `status`: of the answer, where one came. */
  uploadRefused: (status?: number): Failure =>
    new Failure(
      'refused',
      `The platform did not take a part of this recording${status === undefined ? '' : ` (${status})`}. All of it is safe on this computer. Try again. If it happens again, contact the platform.`,
      { detail: 'upload-refused' },
    ),
  /** `serverMessage`: a sentence with a space before it, or nothing. */
  visitRefused: (serverMessage: string): Failure =>
    new Failure(
      'invalid',
      `The platform did not accept this visit.${serverMessage} Try again; Scriba then uploads it again.`,
      { detail: 'init-refused' },
    ),
  sealedAnswerUnreadable: (cause?: unknown): Failure =>
    new Failure('broken', 'Scriba cannot read the platform’s encrypted answer.', {
      detail: 'payload',
      ...(cause !== undefined && { cause }),
    }),
  noTerminology: (): Failure =>
    new Failure('missing', 'No terminology is installed for this. Import one first.', {
      detail: 'no-terminology',
    }),
  terminologyDamaged: (cause: unknown): Failure =>
    new Failure(
      'broken',
      'The terminology index is damaged. Import the release again; nothing else changes.',
      { detail: 'terminology-damaged', cause },
    ),
  terminologyFileDamaged: (name: string, line: number, why: string): Failure =>
    new Failure(
      'invalid',
      `${name} is damaged or cut off. Line ${line}: ${why}. Nothing was installed; download the file again.`,
      { detail: 'terminology-file' },
    ),
  terminologyServerTimeout: (cause?: unknown): Failure =>
    new Failure('offline', 'The terminology server did not answer in time.', {
      detail: 'server-no-answer',
      ...(cause === undefined ? {} : { cause }),
    }),
};
