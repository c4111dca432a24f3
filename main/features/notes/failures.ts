/** Failures that several operations on a note report. */
import { Failure } from '../../../shared/failure.ts';

export const noteFailures = {
  notTheNote: () =>
    new Failure('refused', 'This document is not the note. Only the note is signed.', {
      detail: 'not-the-note',
    }),
  draftOfThisComputer: () =>
    new Failure(
      'refused',
      'A draft from this computer is not signed while its visit is meant for a platform. Sign the platform’s note.',
      { detail: 'draft-not-signed' },
    ),
};
