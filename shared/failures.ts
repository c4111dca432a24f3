/** Failures that several parts report: each sentence stands once. Codes and details are stable, pages and logs know them. */
import { Failure } from './failure.ts';

export const failures = {
  noTerminology: () =>
    new Failure('missing', 'No terminology is installed for this. Import one first.', {
      detail: 'no-terminology',
    }),
  terminologyDamaged: (cause: unknown) =>
    new Failure(
      'broken',
      'The terminology index is damaged. Import the release again; nothing else is touched.',
      { detail: 'terminology-damaged', cause },
    ),
  terminologyFileDamaged: (name: string, line: number, why: string) =>
    new Failure(
      'invalid',
      `${name} is damaged or cut off. Line ${line}: ${why}. Nothing was installed; fetch the file again.`,
      { detail: 'terminology-file' },
    ),
  terminologyServerTimeout: (cause?: unknown) =>
    new Failure('offline', 'The terminology server did not answer in time.', {
      detail: 'server-no-answer',
      ...(cause === undefined ? {} : { cause }),
    }),
};
