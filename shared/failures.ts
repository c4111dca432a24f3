/** Failures whose sentence is needed in more than one place. */
import { Failure } from './failure.ts';

export const failures = {
  alreadyRecording: () =>
    new Failure('busy', 'This visit is being recorded.', { detail: 'already-recording' }),
  importEmpty: () => new Failure('invalid', 'This file is empty.', { detail: 'file-empty' }),
  importTooLarge: () =>
    new Failure('invalid', 'This file is larger than 512 MiB.', { detail: 'file-too-large' }),
  noVault: () => new Failure('missing', 'There is no vault yet.', { detail: 'no-vault' }),
  noVisit: () =>
    new Failure('missing', 'There is no such visit on this computer.', {
      detail: 'no-consultation',
    }),
  notRecorded: () =>
    new Failure('missing', 'Nothing was recorded in this visit.', { detail: 'nothing-recorded' }),
  stillRecording: () =>
    new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' }),
  visitGone: () =>
    new Failure('missing', 'This visit is no longer here.', { detail: 'consultation-gone' }),
};
