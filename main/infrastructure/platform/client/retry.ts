/** Which outcome of a call is tried again, and when: the table of contract 0. */
import { asFailure } from '../../../../shared/failure.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';

/**
 * `safe`: sending it twice does the same as sending it once (GET, DELETE, PATCH, and what the
 * contract calls idempotent). `post`: anything else.
 */
export type RetryKind = 'safe' | 'post';

/**
 * The status of the answer; or `not-sent`: no byte reached the other side; `unclear`: some may
 * have.
 */
export type Outcome = 'not-sent' | 'unclear' | number;

const retriedIfSafe: readonly number[] = [408, 425, 429, 502, 503, 504];
const retriedPosts: readonly number[] = [429, 503];

/** The first one included. */
export const ATTEMPTS = 5;
const ATTEMPTS_ON_500 = 3;
const BASE = SECOND;
const CEILING = MINUTE;
/**
 * A person waits for these calls: a platform that asks for a longer pause gets none, and the person
 * is told.
 */
const LONGEST_RETRY_AFTER = 20 * SECOND;

/**
 * `attempt`: number of the attempt that had this outcome, from 1. 401 is handled before
 * (`renewal.ts`).
 */
export function shouldRetry(kind: RetryKind, outcome: Outcome, attempt: number): boolean {
  if (attempt >= ATTEMPTS) return false;
  if (outcome === 'not-sent') return true;
  if (outcome === 'unclear') return kind === 'safe';
  if (outcome === 500) return kind === 'safe' && attempt < ATTEMPTS_ON_500;
  return (kind === 'safe' ? retriedIfSafe : retriedPosts).includes(outcome);
}

/**
 * Milliseconds to wait before the next attempt: full jitter (`fraction` 0..1) up to 1 s, 2 s, 4 s …
 * 60 s; what the platform asks for comes first. Undefined when it asks for longer than 20 s.
 */
export function retryDelay(
  attempt: number,
  fraction: number,
  retryAfter: number | undefined,
): number | undefined {
  if (retryAfter !== undefined) return retryAfter > LONGEST_RETRY_AFTER ? undefined : retryAfter;
  return fraction * Math.min(CEILING, BASE * 2 ** (attempt - 1));
}

/**
 * The outcome that a thrown error of the net stands for; undefined for an error that is not about
 * the connection.
 */
export function outcomeOf(error: unknown): Outcome | undefined {
  const { code, detail } = asFailure(error);
  return code === 'offline' && (detail === 'not-sent' || detail === 'unclear') ? detail : undefined;
}

/**
 * True where an answer came and could not be read or opened: the platform may have done what was
 * asked.
 */
export function isUnreadable(error: unknown): boolean {
  const { code, detail } = asFailure(error);
  return code === 'broken' && detail !== undefined && detail !== 'path';
}
