/**
 * Decides what becomes of a visit on its way to the platform when something happens to it.
 *
 * Pure: no clock, no network, no database. `executor.ts` acts, `outbox.ts` stores, this decides;
 * the states stand in `shared/model/visit-state.ts`.
 */

import type { Failure } from '../../../shared/failure.ts';
import type { Hold, VisitState } from '../../../shared/model/visit.ts';
import { allows, transition, type VisitEvent } from '../../../shared/model/visit-state.ts';
import { MINUTE } from '../../../shared/time.ts';
import { backOff, FIRST_LOOK, nextLook, UNKNOWN_GRACE } from './schedule.ts';

/** The part of a visit that this machine moves. `waitsUntil`: milliseconds since 1970. */
export type Progress = {
  readonly state: VisitState;
  readonly cameFrom?: VisitState | undefined;
  readonly hold?: Hold | undefined;
  readonly waitsUntil?: number | undefined;
  /** Failed attempts in a row; what is on hold was not an attempt. */
  readonly attempts: number;
  readonly trouble?: { readonly code: string; readonly message: string } | undefined;
};

export type OutboxEvent =
  | { readonly type: 'presigned' }
  | { readonly type: 'part-uploaded' }
  | { readonly type: 'all-uploaded' }
  /** The platform accepted it just now. */
  | { readonly type: 'committed' }
  /** The platform says that it has accepted it earlier. */
  | { readonly type: 'committed-before' }
  /** `polls`: looks so far; `elapsed`: ms since it was accepted. */
  | { readonly type: 'working'; readonly polls: number; readonly elapsed: number }
  /** Accepted, and now unknown; `elapsed`: ms since it was unknown first. */
  | { readonly type: 'unknown'; readonly polls: number; readonly elapsed: number }
  | { readonly type: 'finished'; readonly partial: boolean }
  /** The platform gave the transaction up; `times`: how often that has happened to this visit. */
  | { readonly type: 'dead'; readonly times: number }
  /** Somebody else's transaction stands under our id. */
  | { readonly type: 'conflict' }
  /** The transaction came to nothing: for good, or perhaps not. */
  | {
      readonly type: 'ended';
      readonly final: boolean;
      readonly code: string;
      readonly message: string;
      readonly tries: number;
    }
  /** `tries`: failures in a row before this one, holds counted too: it only sets the pace. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly tries: number }
  /** A person asked to try again. */
  | { readonly type: 'retried' };

/** The part of an event that the outbox stores: how the visit moves, and what it waits for. */
export type Decision = Pick<Progress, 'attempts' | 'hold' | 'waitsUntil' | 'trouble'> & {
  readonly event: VisitEvent;
};

/**
 * An event can happen where the table of states allows this move; anywhere else it changes nothing.
 */
const requires: Record<OutboxEvent['type'], VisitEvent> = {
  presigned: 'presigned',
  'part-uploaded': 'part-uploaded',
  'all-uploaded': 'all-uploaded',
  committed: 'committed',
  'committed-before': 'committed-before',
  working: 'still-working',
  unknown: 'still-working',
  finished: 'finished',
  dead: 'transaction-dead',
  conflict: 'conflict',
  ended: 'still-working',
  failed: 'delayed',
  retried: 'retried',
};

/** So often the same damage or nonsense is met before a person is asked. */
const PATIENCE = 8;
const ENDED_PATIENCE = 3;
const DEAD_PATIENCE = 3;
const CLOCK_WAIT = 5 * MINUTE;

/**
 * Troubles after which the same transaction can never come to a note: trying again means a new one.
 */
const finalTroubles = [
  'templates-failed',
  'platform-ended',
  'nothing-heard',
  'dead-again',
  'conflict',
  // A person has looked at the platform, and decided.
  'perhaps-sent',
];
export const needsNewTransaction = ({ trouble }: Progress): boolean =>
  finalTroubles.includes(trouble?.code ?? '');
const mayRecover = ({ trouble }: Progress) => trouble?.code === 'platform-failed';
/** A person asked for this one again, and the platform has not yet said its last word on it. */
export const askedAgain = (at: Progress): boolean =>
  at.state === 'processing' && at.attempts === 0 && mayRecover(at);
/** Trouble after which the files are sent again under the same transaction. */
export const needsNewUpload = ({ trouble }: Progress): boolean => trouble?.code === 'init-refused';

/**
 * The files made for sending are not there, not whole, or not as the platform takes them: preparing
 * again makes what is missing, out of the recording.
 */
const missingFiles = [
  'file-missing',
  'no-parts',
  'parts-mixed-up',
  'parts-too-long',
  'parts-not-plain',
];
const damagedFiles = [...missingFiles, 'upload-damaged', 'part-damaged', 'part-changed'];

/**
 * Returns the progress after the event. `now`: milliseconds since 1970; `fraction`: 0 up to 1,
 * spreads the waits.
 */
export function step(at: Progress, event: OutboxEvent, now: number, fraction: number): Progress {
  const decision = decide(at, event, now, fraction);
  return decision ? progressAfter(at, decision) : at;
}

/** Throws where the table of states has no such move: a mistake in `decide`. */
export function progressAfter(at: Progress, { event, ...rest }: Decision): Progress {
  const place = transition(at, event);
  if (!place) throw new Error(`A visit that is ${at.state} cannot be ${event}.`);
  return { ...rest, ...place };
}

/** Undefined where the event cannot happen in this state: nothing changes. */
export function decide(
  at: Progress,
  event: OutboxEvent,
  now: number,
  fraction: number,
): Decision | undefined {
  if (!allows(at.state, requires[event.type])) return undefined;
  switch (event.type) {
    case 'presigned':
      // Attempts stay: a platform that takes no upload after each new permission must not be asked
      // without pause.
      return { ...advance('presigned'), attempts: at.attempts };
    case 'part-uploaded':
    case 'all-uploaded':
    case 'committed-before':
      return advance(event.type);
    case 'committed':
      return advance('committed', now + FIRST_LOOK);
    case 'working':
      return advance('still-working', now + nextLook(event.polls, event.elapsed, fraction));
    case 'unknown':
      if (event.elapsed < UNKNOWN_GRACE)
        return advance('still-working', now + nextLook(event.polls, event.elapsed, fraction));
      return needsAttention(at, 'transaction-unknown', messages.unknown);
    case 'finished':
      return advance(event.partial ? 'finished-partly' : 'finished');
    case 'dead':
      if (event.times < DEAD_PATIENCE) return advance('transaction-dead');
      return needsAttention(at, 'dead-again', messages.deadAgain);
    case 'conflict':
      return { ...needsAttention(at, 'conflict', messages.conflict), event: 'conflict' };
    case 'ended':
      if (event.final || inARow(at, event.code) + 1 >= ENDED_PATIENCE)
        return needsAttention(at, event.code, event.message);
      return retryLater(inARow(at, event.code), event, now + backOff(event.tries, fraction));
    case 'failed':
      return failed(
        at,
        event.failure,
        now,
        event.failure.retryAfter ?? backOff(event.tries, fraction),
      );
    case 'retried':
      // The platform may have recovered meanwhile: it is asked once more, and only if it says the
      // same again is it sent anew.
      return { ...advance(retryEvent(at)), trouble: mayRecover(at) ? at.trouble : undefined };
  }
}

const messages = {
  unknown:
    'The platform accepted this recording and now does not know it. It is safe here; try again.',
  deadAgain:
    'The platform has given up this recording again and again. It is safe here; try again later, or tell the platform.',
  conflict:
    'The platform has another recording under the number of this one. This one is safe here; try again to send it under a new number.',
};

/** `wait`: milliseconds until the next attempt. */
function failed(at: Progress, failure: Failure, now: number, wait: number): Decision {
  const hold = holdOf(failure);
  if (hold) return onHold(at, hold, now, wait);
  const trouble = { code: failure.detail ?? failure.code, message: failure.message };
  if (
    allows(at.state, 'uploads-missing') &&
    missingFiles.includes(trouble.code) &&
    at.attempts < PATIENCE
  )
    return { ...retryLater(at.attempts, trouble, now + wait), event: 'uploads-missing' };
  const expired = failure.detail === 'upload-expired';
  const mayPass =
    failure.code === 'busy' ||
    ((failure.code === 'broken' || expired) && at.attempts + 1 < PATIENCE);
  if (!mayPass) return needsAttention(at, trouble.code, trouble.message);
  // An expired permission is nobody's fault the first time: a new one is asked for at once.
  const atOnce = expired && at.attempts === 0;
  return retryLater(at.attempts, trouble, atOnce ? undefined : now + wait);
}

function onHold(at: Progress, hold: Hold, now: number, wait: number): Decision {
  const untilAPersonHelps = hold === 'sign-in' || hold === 'locked';
  return {
    event: 'delayed',
    hold,
    attempts: at.attempts,
    waitsUntil: untilAPersonHelps ? undefined : now + (hold === 'clock' ? CLOCK_WAIT : wait),
    trouble: undefined,
  };
}

/** Returns what only waits for something outside; undefined for a failed attempt. */
function holdOf({ code, detail }: Failure): Hold | undefined {
  if (detail === 'clock-wrong') return 'clock';
  if (detail === 'disk-full') return 'disk';
  if (detail === 'rate-limited') return 'rate-limit';
  if (code === 'offline') return 'offline';
  if (code === 'signed-out') return 'sign-in';
  if (code === 'locked') return 'locked';
  return undefined;
}

/** Returns the move that a person's "try again" makes. */
function retryEvent(at: Progress): VisitEvent {
  if (at.state === 'partial') return 'retried';
  if (mayRecover(at)) return 'retried-asking';
  if (needsNewTransaction(at) || needsNewUpload(at)) return 'retried-sending';
  // The platform is asked once more, and only if it still knows nothing, told again under the same
  // id.
  if (at.trouble?.code === 'transaction-unknown') return 'retried-committing';
  if (at.cameFrom === 'uploading' && damagedFiles.includes(at.trouble?.code ?? ''))
    return 'retried-preparing';
  return 'retried';
}

/** How often just this was met, with nothing else in between. */
const inARow = (at: Progress, code: string) => (at.trouble?.code === code ? at.attempts : 0);

const advance = (event: VisitEvent, waitsUntil?: number): Decision => ({
  event,
  waitsUntil,
  attempts: 0,
  hold: undefined,
  trouble: undefined,
});
const retryLater = (
  attempts: number,
  { code, message }: { code: string; message: string },
  waitsUntil: number | undefined,
): Decision => ({
  event: 'delayed',
  hold: undefined,
  attempts: attempts + 1,
  waitsUntil,
  trouble: { code, message },
});
const needsAttention = (at: Progress, code: string, message: string): Decision => ({
  event: 'gave-up',
  hold: undefined,
  waitsUntil: undefined,
  attempts: at.attempts,
  trouble: { code, message },
});
