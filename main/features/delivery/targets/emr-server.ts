/**
 * Calls of an EMR's FHIR server; each returns a checked answer or throws one Failure. No address
 * ever has words of a patient.
 */
import type { z } from 'zod';
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import { SECOND } from '../../../../shared/time.ts';
import { type EmrCapability, emrCapability, emrFound } from '../../../../shared/wire/fhir-emr.ts';
import { outcomeAnswer } from '../../../../shared/wire/fhir-terminology.ts';
import type { Net, NetAnswer, NetRequest } from '../../../infrastructure/ports.ts';
import { readRetryAfter } from '../../../infrastructure/retry-after.ts';
import type { Access } from '../../../infrastructure/server-access.ts';
import { IDENTIFIER_SYSTEM } from './document-reference.ts';
import type { ServerPatient } from './same-patient.ts';

export type Made =
  | { readonly kind: 'made'; readonly location?: string | undefined }
  | { readonly kind: 'there-already' };
/**
 * All throw Failure `offline` (`emr-unreachable`, `emr-no-answer`), `busy` (`emr-busy`,
 * `emr-error`), `refused` (`emr-token`, `emr-redirect`, `emr-refused`), `missing` /
 * `emr-not-there`, `broken` / `emr-answer`. `signal` ends a call.
 */
export type EmrServer = {
  capability(signal?: AbortSignal): Promise<EmrCapability>;
  /**
   * Patients with this record number. `system`: a URI, where it is known. The number goes in the
   * body of a POST, so that no log of addresses has it.
   */
  patients(
    number: string,
    system: string | undefined,
    signal?: AbortSignal,
  ): Promise<readonly ServerPatient[]>;
  /** Returns whether the server has a document with this identifier. */
  hasDocument(identifier: string, signal?: AbortSignal): Promise<boolean>;
  /** Creates the document, unless the server has one with this identifier. */
  create(resource: unknown, identifier: string, signal?: AbortSignal): Promise<Made>;
};

const SHORT = 20 * SECOND;
/** For a document with its attachment. */
const LONG = 90 * SECOND;
const LARGEST_ANSWER = 8 * 1024 * 1024;

export type EmrServerDeps = {
  readonly net: Net;
  readonly address: () => Promise<Access>;
};
type Call = Pick<NetRequest, 'method'> & {
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
};

export function createEmrServer(deps: EmrServerDeps): EmrServer {
  return {
    capability: (signal) => read(deps, { method: 'GET', path: 'metadata', signal }, emrCapability),
    patients: (number, system, signal) => findPatients(deps, number, system, signal),
    hasDocument: (identifier, signal) => hasDocument(deps, identifier, signal),
    create: (resource, identifier, signal) => createDocument(deps, resource, identifier, signal),
  };
}

async function send({ net, address }: EmrServerDeps, call: Call): Promise<NetAnswer> {
  const { method, path, body, type, timeout = SHORT, signal } = call;
  const { base, token } = await address();
  const headers = {
    accept: 'application/fhir+json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(type !== undefined && { 'content-type': type }),
    ...call.headers,
  };
  try {
    return await net({
      method,
      url: new URL(`${base.href.replace(/\/+$/, '')}/${path}`),
      headers,
      timeout,
      maxBytes: LARGEST_ANSWER,
      ...(body !== undefined && { body }),
      ...(signal && { cancel: signal }),
    });
  } catch (cause) {
    throw networkFailure(cause);
  }
}

function networkFailure(cause: unknown): Failure {
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

const isSuccess = ({ status }: NetAnswer) => status >= 200 && status < 300;

async function read<T extends z.ZodType>(
  deps: EmrServerDeps,
  call: Call,
  schema: T,
): Promise<z.infer<T>> {
  const answer = await send(deps, call);
  if (!isSuccess(answer)) throw failureOf(answer);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success)
    throw new Failure(
      'broken',
      'What the FHIR server answered is not FHIR as Scriba knows it. Look at its address.',
      { detail: 'emr-answer' },
    );
  return parsed.data;
}

/** HAPI answers an equal search from its cache otherwise. */
const UNCACHED = { 'cache-control': 'no-cache' };

async function findPatients(
  deps: EmrServerDeps,
  number: string,
  system: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ServerPatient[]> {
  const identifier = system === undefined ? number : `${system}|${number}`;
  const { entry } = await read(
    deps,
    {
      method: 'POST',
      path: 'Patient/_search',
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ identifier }).toString(),
      headers: UNCACHED,
      signal,
    },
    emrFound,
  );
  const found = new Map<string, ServerPatient>();
  for (const { resource } of entry) {
    // A server that ignores an unknown parameter returns any patient: each must have the number.
    const hasNumber = resource?.identifier.some(
      (one) => one.value === number && (system === undefined || one.system === system),
    );
    if (resource?.resourceType !== 'Patient' || resource.id === undefined || !hasNumber) continue;
    const { id, birthDate, gender } = resource;
    const names = resource.name.map(
      ({ text, given, family }) => text ?? [...given, ...(family ? [family] : [])].join(' '),
    );
    found.set(id, { id, names, birthDate, gender });
  }
  return [...found.values()];
}

async function hasDocument(
  deps: EmrServerDeps,
  identifier: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const query = new URLSearchParams({ identifier: `${IDENTIFIER_SYSTEM}|${identifier}` });
  const { entry } = await read(
    deps,
    { method: 'GET', path: `DocumentReference?${query}`, headers: UNCACHED, signal },
    emrFound,
  );
  return entry.some(
    ({ resource }) =>
      resource?.resourceType === 'DocumentReference' &&
      [...resource.identifier, resource.masterIdentifier].some((one) => one?.value === identifier),
  );
}

async function createDocument(
  deps: EmrServerDeps,
  resource: unknown,
  identifier: string,
  signal: AbortSignal | undefined,
): Promise<Made> {
  const answer = await send(deps, {
    method: 'POST',
    path: 'DocumentReference',
    type: 'application/fhir+json',
    body: JSON.stringify(resource),
    timeout: LONG,
    signal,
    headers: {
      'if-none-exist': `identifier=${IDENTIFIER_SYSTEM}|${identifier}`,
      prefer: 'return=minimal',
    },
  });
  if (answer.status === 412) return { kind: 'there-already' };
  if (!isSuccess(answer)) throw failureOf(answer);
  const found = /(DocumentReference\/[A-Za-z0-9.-]{1,64})(?:\/_history\/.*)?$/.exec(
    answer.headers.location ?? '',
  );
  return { kind: 'made', ...(found && { location: found[1] }) };
}

function jsonOf({ body }: NetAnswer): unknown {
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

function failureOf(answer: NetAnswer): Failure {
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
      'The FHIR server had an error of its own. It is tried again by itself.',
      readRetryAfter(headers, Number.NaN),
    );
  if (status === 404 || status === 410)
    return fail(
      'missing',
      'emr-not-there',
      'The FHIR server has nothing under this address. Look at it in Settings.',
    );
  return fail('refused', 'emr-refused', 'The FHIR server did not accept the note.');
}
