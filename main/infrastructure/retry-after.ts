/** The wish of a server to be asked later, as far as it makes sense. */
import { DAY, HOUR, SECOND } from '../../shared/time.ts';

/** However long a server asks for, such as until a date of another century: no visit waits longer. */
const LONGEST = HOUR;

/**
 * `Retry-After` in milliseconds, more than 0 and an hour at most: seconds, or a date, which is read
 * by the server's own clock where the answer tells it, else by ours (`now`, milliseconds since
 * 1970). Undefined for anything else, also for a time that is past: then the usual back-off holds.
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const given = headers['retry-after']?.trim() ?? '';
  // Date.parse also takes `-3` for a date.
  if (!/^\d+(\.\d+)?$|^[A-Za-z]{3}/.test(given)) return undefined;
  const serverTime = Date.parse(headers.date ?? '');
  const wait = /^\d/.test(given)
    ? spanOf(Number(given))
    : Date.parse(given) - (Number.isNaN(serverTime) ? now : serverTime);
  return wait > 0 ? Math.min(wait, LONGEST) : undefined;
}

/** No server means more than a day: such a number is milliseconds, where it says up to an hour. */
const spanOf = (given: number) =>
  given * SECOND > DAY && given <= LONGEST ? given : given * SECOND;
