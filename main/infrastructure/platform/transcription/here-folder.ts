/**
 * The folder of a visit that is worked on on this computer. It is stored where a platform's folder
 * would be, and keeps every later call about the visit from a platform.
 */
import { Failure } from '../../../../shared/failure.ts';

/** No folder of contract 3.1 begins so. */
const MARK = 'here:';

export const hereFolder = (transactionId: string): string => `${MARK}${transactionId}`;

export const isHereFolder = (folder: string | undefined): boolean =>
  folder?.startsWith(MARK) ?? false;

export const workedHere = () =>
  new Failure(
    'refused',
    'This visit is worked on on this computer. No platform knows of it, and none is asked.',
    { detail: 'worked-here' },
  );
