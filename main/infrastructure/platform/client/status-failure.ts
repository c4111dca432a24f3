/** Reads what went wrong out of an answer: the platform has fifteen shapes for it (contract 0), Scriba has one. */
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import type { NetAnswer } from '../../ports.ts';
import { sanitizeText } from './sanitize-text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Beyond this difference refusals are laid at the clock's door (P26). */
export const SKEW = 5 * MINUTE;
const LONGEST_WAIT = 24 * 60 * MINUTE;

/** What the platform said, for logic (`code`) and for a details panel (`text`). */
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

/** The body as JSON, or undefined where it is none, or larger or deeper than an answer may be (P15). */
export function readJson(answer: NetAnswer): unknown {
  try {
    return readJsonWithin(answer.body, answerLimits);
  } catch {
    return undefined;
  }
}

/**
 * The Failure for an answer that is not a success. `now`: milliseconds since 1970. Details: `not-the-platform`,
 * `signed-out`, `clock-wrong`, `rate-limited`, `platform-busy`, `platform-error`, `transaction-dead`,
 * `not-found`, `conflict`, `envelope-refused`, `too-large`, `request-refused`.
 */
export function failureOf(answer: NetAnswer, now: number): Failure {
  const { status } = answer;
  const { code: said, text } = readServerError(answer);
  const told = text ? ` It said: “${text}”.` : '';
  const fail = (code: FailureCode, detail: string, message: string) => {
    const wait = retryAfter(answer, now);
    return new Failure(
      code,
      message,
      wait === undefined ? { detail } : { detail, retryAfter: wait },
    );
  };
  if (isCaptivePortal(answer)) return captivePortalFailure();
  const skew = skewOf(answer, now);
  if (status === 403 && Math.abs(skew) > SKEW) {
    return fail(
      'refused',
      'clock-wrong',
      `The clock of this computer is wrong by ${Math.round(Math.abs(skew) / MINUTE)} minutes, so the platform refuses. Set the clock; sending then goes on by itself.`,
    );
  }
  if (said?.startsWith('encryption_') && status < 500)
    return fail(
      'refused',
      'envelope-refused',
      `The platform could not open what Scriba sent encrypted. Test the key under Settings, Encryption.${told}`,
    );
  if (status === 401)
    return fail(
      'signed-out',
      'signed-out',
      'The platform no longer accepts this sign-in. Sign in again; what waits goes on by itself.',
    );
  if (status === 429)
    return fail(
      'busy',
      'rate-limited',
      'The platform asks to wait before sending more. Scriba goes on by itself.',
    );
  if (status === 408 || status === 425 || (status >= 502 && status <= 504))
    return fail('busy', 'platform-busy', 'The platform is busy. Scriba tries again by itself.');
  if (status >= 500)
    return fail(
      'busy',
      'platform-error',
      `The platform had an error of its own. Scriba tries again by itself.${told}`,
    );
  if (status === 410)
    return fail('missing', 'transaction-dead', 'The platform has given up this transaction.');
  if (status === 404)
    return fail('missing', 'not-found', `The platform does not know what was asked for.${told}`);
  if (status === 409)
    return fail('refused', 'conflict', `The platform says that this was done before.${told}`);
  if (status === 413)
    return fail('refused', 'too-large', `The platform says that this is too large.${told}`);
  if (status === 400 || status === 422)
    return fail(
      'invalid',
      'request-refused',
      `The platform did not accept the request.${told} Look at the choices of this visit, then try again.`,
    );
  return fail('refused', 'request-refused', `The platform refused (${status}).${told}`);
}

/** A page in place of data, or a redirect: somebody stands between us and the platform, usually the sign-in page of a Wi-Fi. */
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

/** How far our clock is ahead of the answering server's; 0 when it does not say. Milliseconds. */
export function skewOf(answer: NetAnswer, now: number): number {
  const theirs = Date.parse(answer.headers.date ?? '');
  return Number.isNaN(theirs) ? 0 : now - theirs;
}

/** `Retry-After` as milliseconds: seconds, or a date measured against the server's own clock. */
function retryAfter(answer: NetAnswer, now: number): number | undefined {
  const given = answer.headers['retry-after']?.trim();
  // Date.parse also takes `-3` for a date.
  if (!given || !/^\d+(\.\d+)?$|^[A-Za-z]{3}/.test(given)) return undefined;
  const wait = /^\d/.test(given)
    ? Number(given) * SECOND
    : Date.parse(given) - (now - skewOf(answer, now));
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_WAIT) : undefined;
}

/** A member of an unknown value. */
function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}
