/**
 * Sends one question to a terminology server, and turns any response into an answer or one Failure.
 */
import type { z } from 'zod';
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import { type Outcome, outcomeAnswer } from '../../../../shared/wire/fhir-terminology.ts';
import type { Net, NetAnswer } from '../../ports.ts';
import { readRetryAfter } from '../../retry-after.ts';

/**
 * The address of the server. `token`: read anew for each call; it is sent there and nowhere else.
 */
export type ServerAddress = { readonly base: URL; readonly token?: string | undefined };

type Question = {
  /** Below the base: `ValueSet/$expand`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** A resource to post in place of a query. */
  readonly body?: unknown;
  /** Milliseconds. */
  readonly timeout: number;
};
export type Ask = <T extends z.ZodType>(question: Question, answer: T) => Promise<z.infer<T>>;

const LARGEST_ANSWER = 2 * 1024 * 1024;

/**
 * Throws Failure `offline` (`server-unreachable`, `server-no-answer`), `refused`
 * (`server-redirect`, `server-token`, `server-too-costly`, `server-refused`), `missing` /
 * `server-no-codes`, `busy` (`server-busy`, `server-error`), `broken` / `server-answer`.
 */
export function createAsk(net: Net, address: () => Promise<ServerAddress>): Ask {
  return async ({ path, query = {}, body, timeout }, schema) => {
    const { base, token } = await address();
    const url = new URL(`${base.href.replace(/\/+$/, '')}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const headers = {
      accept: 'application/fhir+json',
      'accept-language': 'en',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/fhir+json' }),
    };
    let answer: NetAnswer;
    try {
      answer = await net({
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers,
        timeout,
        maxBytes: LARGEST_ANSWER,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      throw unanswered(cause);
    }
    const told = read(answer);
    const outcome = outcomeAnswer.safeParse(told);
    // Some servers report an error with status 200.
    const wrong =
      outcome.success &&
      (answer.status >= 300 ||
        outcome.data.issue.some(({ severity }) => severity === 'error' || severity === 'fatal'));
    if (answer.status >= 300 || wrong)
      throw failureOf(answer, outcome.success ? outcome.data : undefined);
    const right = schema.safeParse(told);
    if (!right.success)
      throw new Failure(
        'broken',
        'What the terminology server answered is not FHIR as Scriba knows it.',
        { detail: 'server-answer' },
      );
    return right.data;
  };
}

function unanswered(cause: unknown): Failure {
  const { code, detail } = cause instanceof Failure ? cause : {};
  if (code === 'offline' && detail === 'not-sent')
    return new Failure('offline', 'The terminology server cannot be reached.', {
      detail: 'server-unreachable',
      cause,
    });
  if (code === 'offline') return failures.terminologyServerTimeout(cause);
  return new Failure('broken', 'What the terminology server answered could not be read.', {
    detail: 'server-answer',
    cause,
  });
}

function read({ body }: NetAnswer): unknown {
  try {
    return readJsonWithin(body, answerLimits);
  } catch {
    return undefined;
  }
}

/** The server's own words for a person, in one line. */
const serverMessage = (outcome: Outcome | undefined): string =>
  (outcome?.issue ?? [])
    .map(({ diagnostics, details }) => diagnostics ?? details?.text ?? '')
    .filter(Boolean)
    .join(' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** FHIR has a code for "too costly"; HAPI says it in words (HAPI-0831, HAPI-0832). */
const isTooCostly = (outcome: Outcome | undefined, said: string) =>
  outcome?.issue.some(({ code }) => code === 'too-costly') ||
  /HAPI-083[12]|too (?:many codes|costly)/i.test(said);
/**
 * FHIR has codes for "not found" and "not supported"; HAPI answers 4xx with "Unknown ValueSet"
 * (HAPI-2024), or that a code system could not be found (HAPI-0702).
 */
const isUnknown = (outcome: Outcome | undefined, said: string) =>
  outcome?.issue.some(({ code }) => code === 'not-found' || code === 'not-supported') ||
  /HAPI-(?:2024|0702)|unknown (?:value ?set|code ?system)|(?:value ?set|code ?system)[^.]{0,200}(?:not (?:be )?found|not supported)/i.test(
    said,
  );

function failureOf({ status, headers }: NetAnswer, outcome: Outcome | undefined): Failure {
  const said = serverMessage(outcome);
  const fail = (code: FailureCode, detail: string, message: string) =>
    new Failure(code, said === '' ? message : `${message} It said: “${said}”.`, { detail });
  if (status >= 300 && status < 400)
    return fail(
      'refused',
      'server-redirect',
      'The terminology server points to another address. Enter that one, if it is right.',
    );
  if (status === 401 || status === 403)
    return fail(
      'refused',
      'server-token',
      'The terminology server does not let Scriba in. Look at its token.',
    );
  if (isTooCostly(outcome, said))
    return fail(
      'refused',
      'server-too-costly',
      'The terminology server finds this question too large.',
    );
  if (status === 404 || isUnknown(outcome, said))
    return fail(
      'missing',
      'server-no-codes',
      'The terminology server does not know what was asked for.',
    );
  if (status === 429 || status === 503) {
    const retryAfter = readRetryAfter(headers, Number.NaN);
    return new Failure('busy', 'The terminology server asks Scriba to wait.', {
      detail: 'server-busy',
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
  if (status >= 500)
    return fail('busy', 'server-error', 'The terminology server had an internal error.');
  return fail('refused', 'server-refused', 'The terminology server did not accept the question.');
}
