/** Which outcome of a call is asked again, and when: the table of contract 0. */
import { asFailure } from '../../../../shared/failure.ts';

/** `safe`: asking twice is asking once (GET, DELETE, PATCH, and what the contract calls idempotent). `post`: anything else. */
export type Kind = 'safe' | 'post';

/** What became of a call. `not-sent`: no byte reached the other side; `unclear`: some may have. */
export type Outcome = 'not-sent' | 'unclear' | number;

const again: readonly number[] = [408, 425, 429, 502, 503, 504];
const againForPosts: readonly number[] = [429, 503];

/** In all, the first one included. */
export const ATTEMPTS = 5;
const ATTEMPTS_ON_500 = 3;
const SECOND = 1000;
const BASE = SECOND;
const CEILING = 60 * SECOND;
/** A person waits in front of this: what asks for more is told instead. */
const LONGEST_ASKED = 20 * SECOND;

/** Whether `outcome` of attempt number `attempt` (from 1) is asked again. 401 is the client's own affair (contract 1.6). */
export function asksAgain(kind: Kind, outcome: Outcome, attempt: number): boolean {
  if (attempt >= ATTEMPTS) return false;
  if (outcome === 'not-sent') return true;
  if (outcome === 'unclear') return kind === 'safe';
  if (outcome === 500) return kind === 'safe' && attempt < ATTEMPTS_ON_500;
  return (kind === 'safe' ? again : againForPosts).includes(outcome);
}

/**
 * Milliseconds to wait before the next attempt: full jitter (`fraction` 0..1) up to 1 s, 2 s, 4 s … 60 s; what the platform
 * asks for comes first. Undefined when it asks for longer than anybody should stand before a screen.
 */
export function waitBefore(
  attempt: number,
  fraction: number,
  retryAfter: number | undefined,
): number | undefined {
  if (retryAfter !== undefined) return retryAfter > LONGEST_ASKED ? undefined : retryAfter;
  return fraction * Math.min(CEILING, BASE * 2 ** (attempt - 1));
}

/** What a thrown Failure of the net means here; undefined for one that is not about the line. */
export function outcomeOf(error: unknown): Outcome | undefined {
  const { code, detail } = asFailure(error);
  return code === 'offline' && (detail === 'not-sent' || detail === 'unclear') ? detail : undefined;
}

/** An answer came, and nobody could read or open it: the deed may well be done. */
export function isUnread(error: unknown): boolean {
  const { code, detail } = asFailure(error);
  return code === 'broken' && detail !== undefined && detail !== 'path';
}
