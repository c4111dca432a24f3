/**
 * Reads what went wrong out of an answer: the platform has fifteen shapes for it (contract 0),
 * Scriba has one.
 */
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { NetAnswer } from '../../ports.ts';
import { readRetryAfter } from '../../retry-after.ts';
import { sanitizeText } from './sanitize-text.ts';

/** Beyond this difference a refusal is taken for one because of our clock (P26). */
export const SKEW = 5 * MINUTE;

/** The platform's own words for an error: `code` for logic, `text` for people, one line. */
export type ServerError = { readonly code: string | undefined; readonly text: string | undefined };

/** Never throws: a body that is no JSON says nothing. */
export function readServerError(answer: NetAnswer): ServerError {
  const body = readJson(answer);
  const error = at(body, 'error');
  const text = [
    at(error, 'message'),
    at(error, 'msg'),
    at(error, 'display_message'),
    error,
    at(body, 'message'),
    at(body, 'detail'),
    at(at(at(body, 'detail'), 0), 'msg'),
    at(at(at(body, 'details'), 0), 'msg'),
  ]
    .map((found) => (Array.isArray(found) ? found[0] : found))
    .find((found): found is string => typeof found === 'string' && found.length > 0);
  const code = [at(error, 'code'), at(body, 'code')].find(
    (found) => typeof found === 'string' || typeof found === 'number',
  );
  return {
    code: code === undefined ? undefined : String(code).slice(0, 100),
    text: text === undefined ? undefined : sanitizeText(text, 200),
  };
}

/**
 * The body as JSON, or undefined where it is none, or larger or deeper than an answer may be (P15).
 */
export function readJson(answer: NetAnswer): unknown {
  try {
    return readJsonWithin(answer.body, answerLimits);
  } catch {
    return undefined;
  }
}

/** The platform's words as a sentence with a space before it; empty where it said nothing. */
export function serverMessage(answer: NetAnswer): string {
  const { text } = readServerError(answer);
  return text ? ` It said: “${text}”.` : '';
}

/**
 * The Failure for an answer that is not a success. `now`: milliseconds since 1970. Details:
 * `not-the-platform`, `signed-out`, `clock-wrong`, `rate-limited`, `platform-busy`,
 * `platform-error`, `transaction-dead`, `not-found`, `conflict`, `envelope-refused`, `too-large`,
 * `request-refused`.
 */
export function failureOf(answer: NetAnswer, now: number): Failure {
  const { status } = answer;
  if (isCaptivePortal(answer)) return captivePortalFailure();
  const wait = readRetryAfter(answer.headers, now);
  const fail = (code: FailureCode, detail: string, message: string) =>
    new Failure(code, message, { detail, ...(wait !== undefined && { retryAfter: wait }) });
  const skew = skewOf(answer, now);
  if (status === 403 && Math.abs(skew) > SKEW && mayBeTheClock(readServerError(answer))) {
    return fail(
      'refused',
      'clock-wrong',
      `The clock of this computer is wrong by ${Math.round(Math.abs(skew) / MINUTE)} minutes, so the platform refuses. Set the clock; sending then goes on by itself.`,
    );
  }
  const said = serverMessage(answer);
  if (readServerError(answer).code?.startsWith('encryption_') && status < 500)
    return fail(
      'refused',
      'envelope-refused',
      `The platform could not open what Scriba sent encrypted. Test the key under Settings, Encryption.${said}`,
    );
  if (status === 401) {
    const { code, message } = failures.signInRefused('signed-out');
    return fail(code, 'signed-out', message);
  }
  const [code, detail, message] = meaningOf(status, said);
  return fail(code, detail, message);
}

/** Says no more than the status does. */
const ONLY_REFUSED =
  /^(?:forbidden|access ?denied|(?:un|not )authori[sz]ed|permission denied|403)[.!]?$/i;
const OF_TIME = /(?<![a-z])(?:time|clock|skew|date|expir|stale|not yet|iat|nbf)|TimeTooSkewed/i;
/** A refusal that gives another reason is not laid at the clock, however wrong that is. */
function mayBeTheClock({ code, text }: ServerError): boolean {
  const reasons = [code, text].filter(
    (said): said is string => said !== undefined && !ONLY_REFUSED.test(said),
  );
  return reasons.length === 0 || reasons.some((reason) => OF_TIME.test(reason));
}

/** By the status alone. `said`: see `serverMessage`. */
function meaningOf(
  status: number,
  said: string,
): readonly [code: FailureCode, detail: string, message: string] {
  if (status === 429)
    return [
      'busy',
      'rate-limited',
      'The platform asks to wait before sending more. Scriba goes on by itself.',
    ];
  if (status === 408 || status === 425 || (status >= 502 && status <= 504))
    return ['busy', 'platform-busy', 'The platform is busy. Scriba tries again by itself.'];
  if (status >= 500)
    return [
      'busy',
      'platform-error',
      `The platform had an error of its own. Scriba tries again by itself.${said}`,
    ];
  if (status === 410)
    return ['missing', 'transaction-dead', 'The platform has given up this transaction.'];
  if (status === 404)
    return ['missing', 'not-found', `The platform does not know what was asked for.${said}`];
  if (status === 409)
    return ['refused', 'conflict', `The platform says that this was done before.${said}`];
  if (status === 413)
    return ['refused', 'too-large', `The platform says that this is too large.${said}`];
  if (status === 400 || status === 422)
    return [
      'invalid',
      'request-refused',
      `The platform did not accept the request.${said} Look at the choices of this visit, then try again.`,
    ];
  return ['refused', 'request-refused', `The platform refused (${status}).${said}`];
}

/**
 * A page in place of data, or a redirect: another server answers in the platform's place, usually
 * the sign-in page of a Wi-Fi.
 */
export function isCaptivePortal({ status, headers }: NetAnswer): boolean {
  return (
    (status >= 300 && status < 400) ||
    status === 511 ||
    (status < 300 && /\bhtml\b/i.test(headers['content-type'] ?? ''))
  );
}
export const captivePortalFailure = () =>
  new Failure(
    'offline',
    'Something between this computer and the platform answers in its place, often the sign-in page of a Wi-Fi. Open a browser and sign in there.',
    { detail: 'not-the-platform' },
  );

/** Words with which an open-source platform refuses a token, under 403 (session protocol 2). */
const badTokenWords = ['token_expired', 'missing_token', 'invalid_token'];
/** How it refuses a caller whose token is good, under 401 (session protocol 8). */
const NOT_FOR_THIS_CALLER = 'JWT missing uuid claim';

/**
 * The answer with the status that its words mean: a bad token is 401 whatever the platform calls it,
 * and what is merely not for us is 403 and ends no sign-in.
 */
export function withMeantStatus(answer: NetAnswer): NetAnswer {
  if (answer.status !== 401 && answer.status !== 403) return answer;
  const detail = at(readJson(answer), 'detail');
  if (answer.status === 403 && badTokenWords.some((word) => word === detail))
    return { ...answer, status: 401 };
  if (answer.status === 401 && detail === NOT_FOR_THIS_CALLER) return { ...answer, status: 403 };
  return answer;
}

/** How far our clock is ahead of the server's, in milliseconds; 0 where the answer has no date. */
export function skewOf(answer: NetAnswer, now: number): number {
  const serverTime = Date.parse(answer.headers.date ?? '');
  return Number.isNaN(serverTime) ? 0 : now - serverTime;
}

/** A member of an unknown value. */
function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}
