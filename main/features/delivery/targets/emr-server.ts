/** A FHIR server of an EMR: five calls, and whatever may come back as an answer or one Failure. No patient ever stands in an address. */
import type { z } from 'zod';
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import { type EmrCapability, emrCapability, emrFound } from '../../../../shared/wire/fhir-emr.ts';
import { outcomeAnswer } from '../../../../shared/wire/fhir-terminology.ts';
import type { Net, NetAnswer, NetRequest } from '../../../infrastructure/ports.ts';
import type { Access } from '../../../infrastructure/server-access.ts';
import { IDENTIFIER_SYSTEM } from './document-reference.ts';
import type { ServerPatient } from './same-patient.ts';

export type Made =
  | { readonly kind: 'made'; readonly location?: string | undefined }
  | { readonly kind: 'there-already' };
/**
 * All throw Failure `offline` (`emr-unreachable`, `emr-no-answer`), `busy` (`emr-busy`, `emr-error`), `refused` (`emr-token`, `emr-redirect`,
 * `emr-refused`), `missing` / `emr-not-there`, `broken` / `emr-answer`. `signal` ends a call.
 */
export type EmrServer = {
  capability(signal?: AbortSignal): Promise<EmrCapability>;
  /** Those that bear this record number. `system` as a URI, where it is known. Asked in the body of a POST, so that no log of addresses holds it. */
  patients(
    number: string,
    system: string | undefined,
    signal?: AbortSignal,
  ): Promise<readonly ServerPatient[]>;
  /** Whether a document of this number is there. */
  hasDocument(identifier: string, signal?: AbortSignal): Promise<boolean>;
  /** Makes it, unless one of this number is there. */
  create(resource: unknown, identifier: string, signal?: AbortSignal): Promise<Made>;
};

const SHORT = 20_000;
/** A document with its attachment goes up in this time. */
const LONG = 90_000;
const LARGEST_ANSWER = 8 * 1024 * 1024;

export function createEmrServer({
  net,
  address,
}: {
  readonly net: Net;
  readonly address: () => Promise<Access>;
}): EmrServer {
  type Call = Pick<NetRequest, 'method'> & {
    readonly path: string;
    readonly body?: string;
    readonly type?: string;
    readonly more?: Readonly<Record<string, string>>;
    readonly timeout?: number;
    readonly signal?: AbortSignal | undefined;
  };

  async function call({
    method,
    path,
    body,
    type,
    more,
    timeout = SHORT,
    signal,
  }: Call): Promise<NetAnswer> {
    const { base, token } = await address();
    const headers = {
      accept: 'application/fhir+json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
      ...more,
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
      const { code, detail } = cause instanceof Failure ? cause : {};
      if (code === 'offline' && detail === 'not-sent')
        throw new Failure(
          'offline',
          'The FHIR server cannot be reached. It is tried again by itself.',
          { detail: 'emr-unreachable', cause },
        );
      if (code === 'offline' || detail === 'cancelled')
        throw new Failure(
          'offline',
          'The FHIR server did not answer in time. It is asked again by itself.',
          { detail: 'emr-no-answer', cause },
        );
      throw new Failure('broken', 'What the FHIR server answered could not be read.', {
        detail: 'emr-answer',
        cause,
      });
    }
  }

  async function read<T extends z.ZodType>(asked: Call, schema: T): Promise<z.infer<T>> {
    const answer = await call(asked);
    if (answer.status < 200 || answer.status >= 300) throw failureOf(answer);
    const right = schema.safeParse(jsonOf(answer));
    if (!right.success)
      throw new Failure(
        'broken',
        'What the FHIR server answered is not FHIR as Scriba knows it. Look at its address.',
        { detail: 'emr-answer' },
      );
    return right.data;
  }

  return {
    capability: (signal) => read({ method: 'GET', path: 'metadata', signal }, emrCapability),

    async patients(number, system, signal) {
      const body = new URLSearchParams({
        identifier: system === undefined ? number : `${system}|${number}`,
      }).toString();
      // HAPI answers an equal search out of its memory otherwise.
      const { entry } = await read(
        {
          method: 'POST',
          path: 'Patient/_search',
          type: 'application/x-www-form-urlencoded',
          body,
          more: { 'cache-control': 'no-cache' },
          signal,
        },
        emrFound,
      );
      const found = new Map<string, ServerPatient>();
      for (const { resource } of entry) {
        // A server that passes over what it does not know answers with anybody.
        const bears = resource?.identifier.some(
          (one) => one.value === number && (system === undefined || one.system === system),
        );
        if (resource?.resourceType !== 'Patient' || resource.id === undefined || !bears) continue;
        const names = resource.name.map(
          ({ text, given, family }) => text ?? [...given, ...(family ? [family] : [])].join(' '),
        );
        found.set(resource.id, {
          id: resource.id,
          names,
          birthDate: resource.birthDate,
          gender: resource.gender,
        });
      }
      return [...found.values()];
    },

    async hasDocument(identifier, signal) {
      const query = new URLSearchParams({ identifier: `${IDENTIFIER_SYSTEM}|${identifier}` });
      const { entry } = await read(
        {
          method: 'GET',
          path: `DocumentReference?${query}`,
          more: { 'cache-control': 'no-cache' },
          signal,
        },
        emrFound,
      );
      return entry.some(
        ({ resource }) =>
          resource?.resourceType === 'DocumentReference' &&
          [...resource.identifier, resource.masterIdentifier].some(
            (one) => one?.value === identifier,
          ),
      );
    },

    async create(resource, identifier, signal) {
      const answer = await call({
        method: 'POST',
        path: 'DocumentReference',
        type: 'application/fhir+json',
        body: JSON.stringify(resource),
        timeout: LONG,
        signal,
        more: {
          'if-none-exist': `identifier=${IDENTIFIER_SYSTEM}|${identifier}`,
          prefer: 'return=minimal',
        },
      });
      if (answer.status === 412) return { kind: 'there-already' };
      if (answer.status < 200 || answer.status >= 300) throw failureOf(answer);
      const found = /(DocumentReference\/[A-Za-z0-9.-]{1,64})(?:\/_history\/.*)?$/.exec(
        answer.headers.location ?? '',
      );
      return { kind: 'made', ...(found && { location: found[1] }) };
    },
  };
}

function jsonOf({ body }: NetAnswer): unknown {
  try {
    return readJsonWithin(body, answerLimits);
  } catch {
    return undefined;
  }
}

/** What it says of itself, for a person: one line. */
function saidIn(answer: NetAnswer): string {
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

const HOUR = 3600_000;
function failureOf(answer: NetAnswer): Failure {
  const { status, headers } = answer;
  const said = saidIn(answer);
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
      retryAfterOf(headers),
    );
  if (status === 501) return fail('refused', 'emr-refused', 'The FHIR server cannot do this.');
  if (status >= 500)
    return fail(
      'busy',
      'emr-error',
      'The FHIR server had an error of its own. It is tried again by itself.',
      retryAfterOf(headers),
    );
  if (status === 404 || status === 410)
    return fail(
      'missing',
      'emr-not-there',
      'The FHIR server has nothing under this address. Look at it in Settings.',
    );
  return fail('refused', 'emr-refused', 'The FHIR server did not accept the note.');
}

/** In seconds, or as a date by the server's own clock; an hour at most. */
function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const told = headers['retry-after']?.trim() ?? '';
  const wait = /^\d{1,9}$/.test(told)
    ? Number(told) * 1000
    : Date.parse(told) - Date.parse(headers.date ?? '');
  return wait > 0 ? Math.min(wait, HOUR) : undefined;
}
