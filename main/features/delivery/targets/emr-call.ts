/**
 * One call of an EMR's FHIR server: its headers and time limits, and one Failure for whatever goes
 * wrong.
 */
import type { z } from 'zod';
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import { SECOND } from '../../../../shared/time.ts';
import { outcomeAnswer } from '../../../../shared/wire/fhir-terminology.ts';
import type { Net, NetAnswer, NetRequest } from '../../../infrastructure/ports.ts';
import { readRetryAfter } from '../../../infrastructure/retry-after.ts';
import type { Access } from '../../../infrastructure/server-access.ts';

const SHORT = 20 * SECOND;
/** For a document with its attachments. */
export const LONG = 90 * SECOND;
/** A document that is read back has its attachments in it; bytes. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

export type EmrCallDeps = {
  readonly net: Net;
  readonly address: () => Promise<Access>;
  /** The server refused the token. Returns whether another one may be had. */
  readonly tokenRefused?: () => boolean;
};
export type Call = Pick<NetRequest, 'method'> & {
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
  /** Sentence for a call that the server did not accept. */
  readonly refusal?: string;
};

/** A token that the server no longer takes is asked for anew, once. */
export async function send(deps: EmrCallDeps, call: Call): Promise<NetAnswer> {
  const answer = await sendOnce(deps, call);
  return answer.status === 401 && deps.tokenRefused?.() ? sendOnce(deps, call) : answer;
}

async function sendOnce({ net, address }: EmrCallDeps, call: Call): Promise<NetAnswer> {
  const { method, path, body, type, timeout = SHORT, signal } = call;
  const { base, token, authority } = await address();
  const headers = {
    accept: 'application/fhir+json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(type !== undefined && { 'content-type': type }),
    ...call.headers,
  };
  try {
    return await net({
      method,
      url: new URL(base.href.replace(/\/+$/, '') + (path === '' ? '' : `/${path}`)),
      headers,
      timeout,
      maxBytes: LARGEST_ANSWER,
      authority,
      ...(body !== undefined && { body }),
      ...(signal && { cancel: signal }),
    });
  } catch (cause) {
    throw networkFailure(cause);
  }
}

export function networkFailure(cause: unknown): Failure {
  const { code, detail } = cause instanceof Failure ? cause : {};
  if (code === 'offline' && detail === 'not-sent')
    return new Failure(
      'offline',
      'The FHIR server cannot be reached. It is tried again by itself.',
      { detail: 'emr-unreachable', cause },
    );
  if (code === 'offline' || detail === 'cancelled')
    return new Failure(
      'offline',
      'The FHIR server did not answer in time. It is asked again by itself.',
      { detail: 'emr-no-answer', cause },
    );
  return new Failure('broken', 'What the FHIR server answered could not be read.', {
    detail: 'emr-answer',
    cause,
  });
}

export const isSuccess = ({ status }: NetAnswer) => status >= 200 && status < 300;

export async function read<T extends z.ZodType>(
  deps: EmrCallDeps,
  call: Call,
  schema: T,
): Promise<z.infer<T>> {
  const answer = await send(deps, call);
  if (!isSuccess(answer)) throw failureOf(answer, call.refusal);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw unknownAnswer();
  return parsed.data;
}

export const unknownAnswer = () =>
  new Failure(
    'broken',
    'What the FHIR server answered is not FHIR as Scriba knows it. Look at its address.',
    { detail: 'emr-answer' },
  );

export function jsonOf({ body }: NetAnswer): unknown {
  try {
    return readJsonWithin(body, answerLimits);
  } catch {
    return undefined;
  }
}

/** The server's own message for a person, in one line; empty where there is none. */
function serverMessage(answer: NetAnswer): string {
  const read = outcomeAnswer.safeParse(jsonOf(answer));
  const said = (read.data?.issue ?? [])
    .map(({ diagnostics, details }) => diagnostics ?? details?.text ?? '')
    .filter(Boolean);
  return [...new Set(said)]
    .join(' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

export function failureOf(
  answer: NetAnswer,
  refusal = 'The FHIR server did not accept the note.',
): Failure {
  const { status, headers } = answer;
  const said = serverMessage(answer);
  const fail = (code: FailureCode, detail: string, message: string, retryAfter?: number) =>
    new Failure(code, said === '' ? message : `${message} It said: “${said}”`, {
      detail,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  if (status >= 300 && status < 400)
    return fail(
      'refused',
      'emr-redirect',
      'The FHIR server points to another address. Enter that one in Settings, if it is right.',
    );
  if (status === 401 || status === 403)
    return fail(
      'refused',
      'emr-token',
      'The FHIR server does not let Scriba in. Enter its token anew in Settings; what waits for it is then sent.',
    );
  if (status === 408 || status === 409 || status === 425)
    return fail(
      'busy',
      'emr-busy',
      'The FHIR server is busy with something else. It is asked again by itself.',
    );
  if (status === 429 || status === 503)
    return fail(
      'busy',
      'emr-busy',
      'The FHIR server asks to wait. It is tried again by itself.',
      readRetryAfter(headers, Number.NaN),
    );
  if (status === 501) return fail('refused', 'emr-refused', 'The FHIR server cannot do this.');
  if (status >= 500)
    return fail(
      'busy',
      'emr-error',
      'The FHIR server had an internal error. Scriba tries again automatically.',
      readRetryAfter(headers, Number.NaN),
    );
  if (status === 404 || status === 410)
    return fail(
      'missing',
      'emr-not-there',
      'The FHIR server has nothing under this address. Look at it in Settings.',
    );
  return fail('refused', 'emr-refused', refusal);
}
