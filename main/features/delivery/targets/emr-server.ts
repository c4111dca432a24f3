/**
 * Calls of an EMR's FHIR server; each returns a checked answer or throws one Failure. No address
 * has words of a patient, unless a person allowed it.
 */
import type { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import {
  type EmrCapability,
  emrCapability,
  emrDocument,
  emrFound,
  emrTransacted,
} from '../../../../shared/wire/fhir-emr.ts';
import type { NetAnswer } from '../../../infrastructure/ports.ts';
import { IDENTIFIER_SYSTEM } from './document-reference.ts';
import {
  type EmrCallDeps,
  failureOf,
  isSuccess,
  jsonOf,
  LONG,
  read,
  send,
  unknownAnswer,
} from './emr-call.ts';
import type { ServerPatient } from './same-patient.ts';

export type Made =
  | { readonly kind: 'made'; readonly location?: string | undefined }
  | { readonly kind: 'there-already' };
/** A document as a search tells of it. */
type ServerDocument = {
  /** The server's own. */
  readonly id: string;
  readonly status?: string | undefined;
};
/**
 * All throw Failure `offline` (`emr-unreachable`, `emr-no-answer`), `busy` (`emr-busy`,
 * `emr-error`), `refused` (`emr-token`, `emr-redirect`, `emr-refused`), `missing` /
 * `emr-not-there`, `broken` / `emr-answer`. `signal` ends a call.
 */
export type EmrServer = {
  capability(signal?: AbortSignal): Promise<EmrCapability>;
  /**
   * Patients with this record number. `system`: a URI, where it is known. The number goes in the
   * body of a POST, so that no log of addresses has it; in the address only where the server takes
   * no such POST and a person allowed it, else Failure `refused` / `emr-search-post`.
   */
  patients(
    number: string,
    system: string | undefined,
    signal?: AbortSignal,
  ): Promise<readonly ServerPatient[]>;
  /** The document with this identifier; undefined where the server has none. */
  document(identifier: string, signal?: AbortSignal): Promise<ServerDocument | undefined>;
  /** Creates the document, unless the server has one with this identifier. */
  create(resource: unknown, identifier: string, signal?: AbortSignal): Promise<Made>;
  /** All entries or none; the last one is the document. */
  transact(bundle: unknown, signal?: AbortSignal): Promise<Made>;
  /**
   * Marks the document with this identifier as superseded. Nothing is done where the server has no
   * such document, or where it is not current.
   */
  supersede(identifier: string, signal?: AbortSignal): Promise<void>;
};

export type EmrServerDeps = EmrCallDeps & {
  /** A person allowed record numbers in addresses. */
  readonly searchInAddress: () => boolean;
};

export function createEmrServer(deps: EmrServerDeps): EmrServer {
  return {
    capability: (signal) => read(deps, { method: 'GET', path: 'metadata', signal }, emrCapability),
    patients: (number, system, signal) => findPatients(deps, number, system, signal),
    document: (identifier, signal) => findDocument(deps, identifier, signal),
    create: (resource, identifier, signal) => createDocument(deps, resource, identifier, signal),
    transact: (bundle, signal) => transact(deps, bundle, signal),
    supersede: (identifier, signal) => supersede(deps, identifier, signal),
  };
}

/** HAPI answers an equal search from its cache otherwise. */
const UNCACHED = { 'cache-control': 'no-cache' };
const SEARCH_REFUSED = 'The FHIR server did not accept the search for the patient.';
/** Statuses of servers that take no search by POST, or not as a form. */
const NO_POST = [405, 415, 501];

async function findPatients(
  deps: EmrServerDeps,
  number: string,
  system: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ServerPatient[]> {
  const identifier = system === undefined ? number : `${system}|${number}`;
  const found = new Map<string, ServerPatient>();
  for (const { resource } of await searchPatients(deps, identifier, signal)) {
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

async function searchPatients(
  deps: EmrServerDeps,
  identifier: string,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof emrFound>['entry']> {
  const query = new URLSearchParams({ identifier }).toString();
  const answer = await send(deps, {
    method: 'POST',
    path: 'Patient/_search',
    type: 'application/x-www-form-urlencoded',
    body: query,
    headers: UNCACHED,
    signal,
  });
  if (isSuccess(answer)) return foundIn(answer);
  if (!NO_POST.includes(answer.status)) throw failureOf(answer, SEARCH_REFUSED);
  if (!deps.searchInAddress())
    throw new Failure(
      'refused',
      'The FHIR server searches patients only by an address that has the record number in it. Allow this in Settings, or have it switched on there that a search comes by POST.',
      { detail: 'emr-search-post' },
    );
  const call = { method: 'GET', path: `Patient?${query}`, headers: UNCACHED, signal } as const;
  return (await read(deps, { ...call, refusal: SEARCH_REFUSED }, emrFound)).entry;
}

function foundIn(answer: NetAnswer): z.infer<typeof emrFound>['entry'] {
  const parsed = emrFound.safeParse(jsonOf(answer));
  if (parsed.success) return parsed.data.entry;
  throw unknownAnswer();
}

async function findDocument(
  deps: EmrServerDeps,
  identifier: string,
  signal: AbortSignal | undefined,
): Promise<ServerDocument | undefined> {
  const query = new URLSearchParams({ identifier: `${IDENTIFIER_SYSTEM}|${identifier}` });
  const { entry } = await read(
    deps,
    { method: 'GET', path: `DocumentReference?${query}`, headers: UNCACHED, signal },
    emrFound,
  );
  const there = entry.find(
    ({ resource }) =>
      resource?.resourceType === 'DocumentReference' &&
      [...resource.identifier, resource.masterIdentifier].some((one) => one?.value === identifier),
  )?.resource;
  return there && { id: there.id ?? '', status: there.status };
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
  return { kind: 'made', ...located(answer.headers.location) };
}

function located(location = ''): { readonly location?: string } {
  const [, found] =
    /(DocumentReference\/[A-Za-z0-9.-]{1,64})(?:\/_history\/.*)?$/.exec(location) ?? [];
  return found === undefined ? {} : { location: found };
}

async function transact(
  deps: EmrServerDeps,
  bundle: unknown,
  signal: AbortSignal | undefined,
): Promise<Made> {
  const answer = await send(deps, {
    method: 'POST',
    path: '',
    type: 'application/fhir+json',
    body: JSON.stringify(bundle),
    timeout: LONG,
    signal,
  });
  if (answer.status === 412) return { kind: 'there-already' };
  if (!isSuccess(answer)) throw failureOf(answer);
  const parsed = emrTransacted.safeParse(jsonOf(answer));
  if (!parsed.success) throw unknownAnswer();
  const { entry } = parsed.data;
  if (entry.length === 0 || entry.some(({ response }) => !/^2\d\d\b/.test(response?.status ?? '')))
    throw new Failure(
      'refused',
      'The FHIR server did not take every part of the note. Look for it in the EMR.',
      { detail: 'emr-refused' },
    );
  return { kind: 'made', ...located(entry.at(-1)?.response?.location) };
}

const NOT_SUPERSEDED = 'The FHIR server did not mark the earlier document as superseded.';

async function supersede(
  deps: EmrServerDeps,
  identifier: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const there = await findDocument(deps, identifier, signal);
  if (there === undefined || there.id === '') return;
  const path = `DocumentReference/${there.id}`;
  const answer = await send(deps, { method: 'GET', path, headers: UNCACHED, signal });
  if (answer.status === 404 || answer.status === 410) return;
  if (!isSuccess(answer)) throw failureOf(answer, NOT_SUPERSEDED);
  const { data: document } = emrDocument.safeParse(jsonOf(answer));
  // Only a document of our own is ever changed.
  if (!document?.identifier.some(({ value }) => value === identifier)) throw unknownAnswer();
  if (document.status !== 'current') return;
  const { etag } = answer.headers;
  const changed = await send(deps, {
    method: 'PUT',
    path,
    type: 'application/fhir+json',
    body: JSON.stringify({ ...document, status: 'superseded' }),
    timeout: LONG,
    signal,
    headers: { prefer: 'return=minimal', ...(etag !== undefined && { 'if-match': etag }) },
  });
  if (changed.status === 412)
    throw new Failure(
      'busy',
      'The earlier document was changed on the FHIR server just now. It is asked again by itself.',
      { detail: 'emr-busy' },
    );
  if (!isSuccess(changed)) throw failureOf(changed, NOT_SUPERSEDED);
}
