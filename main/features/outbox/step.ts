/**
 * What becomes of a visit on its way to the platform when something happens to it.
 *
 * Pure: no clock, no network, no database. `work.ts` does, `outbox.ts` keeps, this decides.
 */

import type { Failure } from '../../../shared/failure.ts';
import type { Hold, VisitState } from '../../../shared/model/visit.ts';
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
  | { readonly type: 'begun-before' }
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

/** The states in which the worker has something to do. */
export const activeStates = [
  'sealed',
  'prepared',
  'uploading',
  'committing',
  'processing',
] as const satisfies readonly VisitState[];

/** In which states a thing can happen; anywhere else it changes nothing. */
const possible: Record<OutboxEvent['type'], readonly VisitState[]> = {
  presigned: ['prepared', 'uploading'],
  'part-uploaded': ['uploading'],
  'all-uploaded': ['uploading'],
  committed: ['committing'],
  'begun-before': ['prepared', 'uploading', 'committing'],
  working: ['processing'],
  unknown: ['processing'],
  finished: ['processing'],
  dead: ['prepared', 'uploading', 'committing', 'processing'],
  conflict: ['prepared', 'uploading', 'committing', 'processing'],
  ended: ['processing'],
  failed: activeStates,
  retried: ['attention', 'partial'],
};

/** So often the same damage or nonsense is met before a person is asked. */
const PATIENCE = 8;
const ENDED_PATIENCE = 3;
const DEAD_PATIENCE = 3;
const CLOCK_WAIT = 5 * 60_000;

/** Troubles after which the same transaction can never come to a note: trying again means a new one. */
const over = ['templates-failed', 'platform-ended', 'dead-again', 'conflict'];
export const needsNewTransaction = ({ trouble }: Progress): boolean =>
  over.includes(trouble?.code ?? '');
const mayRecover = ({ trouble }: Progress) => trouble?.code === 'platform-failed';
/** A person asked for this one again, and has the platform's last word on it not yet. */
export const askedAgain = (at: Progress): boolean =>
  at.state === 'processing' && at.attempts === 0 && mayRecover(at);
/** Trouble after which the files are sent again under the same transaction. */
export const needsNewUpload = ({ trouble }: Progress): boolean => trouble?.code === 'init-refused';

/** The files made for sending are not there or not whole: preparing again makes what is missing, out of the recording. */
const notThere = ['file-missing', 'no-parts', 'parts-mixed-up'];
const spoilt = [...notThere, 'upload-damaged', 'part-damaged', 'part-changed'];

/** `now`: milliseconds since 1970; `fraction`: 0 up to 1, spreads the waits. */
export function step(at: Progress, event: OutboxEvent, now: number, fraction: number): Progress {
  if (!possible[event.type].includes(at.state)) return at;
  switch (event.type) {
    case 'presigned':
    case 'part-uploaded':
      // Attempts stay on presigning: a platform that takes no upload after each new permission must not be asked without pause.
      return event.type === 'presigned'
        ? { ...advance('uploading'), attempts: at.attempts }
        : advance('uploading');
    case 'all-uploaded':
      return advance('committing');
    case 'committed':
      return advance('processing', now + FIRST_LOOK);
    case 'begun-before':
      return advance('processing');
    case 'working':
      return advance('processing', now + nextLook(event.polls, event.elapsed, fraction));
    case 'unknown':
      if (event.elapsed < UNKNOWN_GRACE)
        return advance('processing', now + nextLook(event.polls, event.elapsed, fraction));
      return needsAttention(
        at,
        'transaction-unknown',
        'The platform accepted this recording and now does not know it. It is safe here; try again.',
      );
    case 'finished':
      return advance(event.partial ? 'partial' : 'ready');
    case 'dead':
      if (event.times < DEAD_PATIENCE) return advance('prepared');
      return needsAttention(
        at,
        'dead-again',
        'The platform has given up this recording again and again. It is safe here; try again later, or tell the platform.',
      );
    case 'conflict':
      return needsAttention(
        at,
        'conflict',
        'The platform has another recording under the number of this one. This one is safe here; try again to send it under a new number.',
      );
    case 'ended':
      if (event.final || inARow(at, event.code) + 1 >= ENDED_PATIENCE)
        return needsAttention(at, event.code, event.message);
      return retryLater(
        { ...at, attempts: inARow(at, event.code) },
        event,
        now + backOff(event.tries, fraction),
      );
    case 'failed':
      return failed(at, event.failure, event.tries, now, fraction);
    case 'retried':
      // The platform may have got over its failure in the meantime: asked once more, and only if it says the same again is it begun anew.
      if (mayRecover(at)) return { ...advance('processing'), trouble: at.trouble };
      return advance(restingState(at));
  }
}

function failed(
  at: Progress,
  failure: Failure,
  tries: number,
  now: number,
  fraction: number,
): Progress {
  const hold = holdOf(failure);
  const wait = failure.retryAfter ?? backOff(tries, fraction);
  if (hold === 'sign-in' || hold === 'locked')
    return { ...at, hold, waitsUntil: undefined, trouble: undefined };
  if (hold)
    return {
      ...at,
      hold,
      waitsUntil: now + (hold === 'clock' ? CLOCK_WAIT : wait),
      trouble: undefined,
    };
  const trouble = { code: failure.detail ?? failure.code, message: failure.message };
  if (
    (at.state === 'uploading' || at.state === 'committing') &&
    notThere.includes(trouble.code) &&
    at.attempts < PATIENCE
  )
    return { ...retryLater(at, trouble, now + wait), state: 'sealed' };
  const mayPass =
    failure.code === 'busy' ||
    ((failure.code === 'broken' || failure.detail === 'upload-expired') &&
      at.attempts + 1 < PATIENCE);
  if (!mayPass) return needsAttention(at, trouble.code, trouble.message);
  // An expired permission is nobody's fault the first time: a new one at once.
  return retryLater(
    at,
    trouble,
    failure.detail === 'upload-expired' && at.attempts === 0 ? undefined : now + wait,
  );
}

/** What only waits for something outside: it costs no attempt. */
function holdOf({ code, detail }: Failure): Hold | undefined {
  if (detail === 'clock-wrong') return 'clock';
  if (detail === 'disk-full') return 'disk';
  if (detail === 'rate-limited') return 'rate-limit';
  if (code === 'offline') return 'offline';
  if (code === 'signed-out') return 'sign-in';
  if (code === 'locked') return 'locked';
  return undefined;
}

/** Where a person's "try again" leads to. */
function restingState(at: Progress): VisitState {
  if (at.state === 'partial') return 'processing';
  if (needsNewTransaction(at) || needsNewUpload(at)) return 'prepared';
  // The platform is asked once more, and only if it still knows nothing, told again under the same id.
  if (at.trouble?.code === 'transaction-unknown') return 'committing';
  if (at.cameFrom === 'uploading' && spoilt.includes(at.trouble?.code ?? '')) return 'sealed';
  return at.cameFrom ?? 'sealed';
}

/** How often just this was met, with nothing else in between. */
const inARow = (at: Progress, code: string) => (at.trouble?.code === code ? at.attempts : 0);

const advance = (state: VisitState, waitsUntil?: number): Progress => ({
  state,
  waitsUntil,
  attempts: 0,
  cameFrom: undefined,
  hold: undefined,
  trouble: undefined,
});
const retryLater = (
  at: Progress,
  { code, message }: { code: string; message: string },
  waitsUntil: number | undefined,
): Progress => ({
  ...at,
  hold: undefined,
  attempts: at.attempts + 1,
  waitsUntil,
  trouble: { code, message },
});
const needsAttention = (at: Progress, code: string, message: string): Progress => ({
  state: 'attention',
  cameFrom: at.state,
  hold: undefined,
  waitsUntil: undefined,
  attempts: at.attempts,
  trouble: { code, message },
});
