/** A disk's errors in our words. */
import { Failure } from '../../../../shared/failure.ts';
import { systemCode } from '../../../infrastructure/vault/files.ts';

export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '');

export const diskFull = (cause?: unknown) =>
  new Failure(
    'refused',
    'There is not enough room on the disk for a recording. What was recorded is kept.',
    { detail: 'disk-full', cause },
  );
export const diskFailing = (cause: unknown) =>
  new Failure(
    'busy',
    'The disk does not take the recording at the moment. What was recorded is kept; try again.',
    { detail: 'disk-failing', cause },
  );

/** Errors of the disk become Failures; everything else passes. */
export function readableDisk(error: unknown): unknown {
  if (error instanceof Failure || !systemCode(error)) return error;
  return isFull(error) ? diskFull(error) : diskFailing(error);
}

/** A disk that fails may refuse even to close a file; there is nothing left to do with it. */
export function letGo(file: { close(): void }): void {
  try {
    file.close();
  } catch {
    // See above.
  }
}
