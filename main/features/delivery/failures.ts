/** Sentences and failures that several parts of a delivery report. */
import { asFailure, Failure } from '../../../shared/failure.ts';

export const SUPERSEDED = 'A later version of this note was sent meanwhile.';

export const superseded = (): Failure =>
  new Failure('refused', SUPERSEDED, { detail: 'superseded' });

/**
 * Returns whether a later try may succeed: the other side is not there, or asks to wait. Other
 * failures need a person.
 */
export const mayRetry = (error: unknown): boolean =>
  ['offline', 'busy', 'locked'].includes(asFailure(error).code);
