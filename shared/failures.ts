/** Failures that more than one place throws: each sentence stands once. */
import { Failure } from './failure.ts';

export const failures = {
  notSignedIn: () =>
    new Failure('signed-out', 'Sign in to the platform first.', { detail: 'not-signed-in' }),
  signInRefused: (detail: 'signed-out' | 'sign-in-needed') =>
    new Failure(
      'signed-out',
      'The platform no longer accepts this sign-in. Sign in again; what waits goes on by itself.',
      { detail },
    ),
  fileNameRefused: () =>
    new Failure('broken', 'A file of this recording has a name that the platform does not take.', {
      detail: 'file-name',
    }),
  /** `status`: of the answer, where one came. */
  uploadRefused: (status?: number) =>
    new Failure(
      'refused',
      `The platform did not take a part of this recording${status === undefined ? '' : ` (${status})`}. Try again; if it stays so, tell the platform.`,
      { detail: 'upload-refused' },
    ),
  /** `serverMessage`: a sentence with a space before it, or nothing. */
  visitRefused: (serverMessage: string) =>
    new Failure(
      'invalid',
      `The platform did not accept this visit.${serverMessage} Try again; Scriba then uploads it anew.`,
      { detail: 'init-refused' },
    ),
  sealedAnswerUnreadable: (cause?: unknown) =>
    new Failure('broken', 'What the platform sealed is not what Scriba can read.', {
      detail: 'payload',
      ...(cause !== undefined && { cause }),
    }),
};
