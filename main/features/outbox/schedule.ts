/**
 * When to try again, and when to look for the note. Pure; all times in milliseconds, `fraction` is
 * 0 up to 1.
 */
import { MINUTE, SECOND } from '../../../shared/time.ts';

const FIRST_WAIT = 2 * SECOND;
const LONGEST_WAIT = 5 * MINUTE;

/** How long after `init` the first look is worth its while (contract 3.5). */
export const FIRST_LOOK = 5 * SECOND;
/** A presigned form older than this is not used any more (contract 3.1). */
export const FORM_GOOD_FOR = 10 * MINUTE;
/**
 * A transaction that the platform accepted and then does not know: so long it may be slow of memory
 * (design, result row).
 */
export const UNKNOWN_GRACE = 10 * MINUTE;
/**
 * So long the platform is asked often; after that in the background, for ever: a long result is not
 * a failure.
 */
export const OFTEN_FOR = 10 * MINUTE;

/**
 * Back-off with full jitter (R5): between 2 s and twice as much for each try before, at most 5 min.
 */
export function backOff(tries: number, fraction: number): number {
  const ceiling = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries + 1, 20));
  return Math.round(FIRST_WAIT + fraction * (ceiling - FIRST_WAIT));
}

/**
 * The wait before the next look (contract 3.5): 2 s, half as long again each time up to 30 s,
 * within a fifth either way; after 10 min every 5 min. `polls`: looks so far; `elapsed`: since the
 * platform accepted.
 */
export function nextLook(polls: number, elapsed: number, fraction: number): number {
  if (elapsed >= OFTEN_FOR) return 5 * MINUTE;
  const wait = Math.min(2 * SECOND * 1.5 ** Math.min(Math.max(polls - 1, 0), 20), 30 * SECOND);
  return Math.round(wait * (0.8 + 0.4 * fraction));
}
