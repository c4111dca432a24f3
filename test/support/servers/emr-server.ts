/**
 * A FHIR R4 server of an EMR on this machine, with the faults that real ones have; it counts the
 * documents that it really made.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * Fate of the next POST of a document: answered rightly; made, and the connection cut before the
 * answer; the connection cut before it is made; answered with this status without being made.
 */
export type EmrFault = 'right' | 'cut-after' | 'cut-before' | number;
// biome-ignore lint/suspicious/noExplicitAny: tests read documents at any depth
type Loose = any;
export type EmrServer = {
  readonly url: string;
  /** Documents, as they came. */
  readonly documents: Record<string, Loose>[];
  /** Method and address of each call, as a log of addresses would have it. */
  readonly log: string[];
  readonly bodies: string[];
  patients: Record<string, unknown>[];
  /** Used up one by one; then all goes right. Of the search for documents: `searches`. */
  faults: EmrFault[];
  searches: EmrFault[];
  metadata: Record<string, unknown> | number;
  token: string | undefined;
  retryAfter: string | undefined;
  /** Server that does not know `If-None-Exist`. */
  forgetful: boolean;
  /** Server that ignores search parameters. */
  lenient: boolean;
  stop(): Promise<void>;
};

export const asha = {
  resourceType: 'Patient',
  id: 'p-1',
  identifier: [{ system: 'urn:clinic:mrn', value: 'MR-77' }],
  name: [{ family: 'Rao', given: ['Asha'] }],
  birthDate: '1988-02-29',
  gender: 'female',
};
export const capability = {
  resourceType: 'CapabilityStatement',
  fhirVersion: '4.0.1',
  software: { name: 'Test EMR', version: '7' },
  rest: [
    {
      mode: 'server',
      resource: [
        {
          type: 'DocumentReference',
          conditionalCreate: true,
          interaction: [{ code: 'create' }, { code: 'search-type' }],
          searchParam: [{ name: 'identifier', type: 'token' }],
        },
        {
          type: 'Patient',
          interaction: [{ code: 'search-type' }],
          searchParam: [{ name: 'identifier', type: 'token' }],
        },
      ],
    },
  ],
};

/** `tls`: it speaks https with this certificate. */
export async function startEmr(tls?: { key: string; cert: string }): Promise<EmrServer> {
  const emr: Omit<EmrServer, 'url' | 'stop'> = {
    documents: [],
    log: [],
    bodies: [],
    patients: [asha],
    faults: [],
    searches: [],
    metadata: capability,
    token: undefined,
    retryAfter: undefined,
    forgetful: false,
    lenient: false,
  };
  const listen: RequestListener = (request, response) =>
    void serve(request, response).catch(() => request.socket.destroy());
  const server = tls ? createSecureServer(tls, listen) : createServer(listen);

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    emr.log.push(`${request.method} ${request.url}`);
    emr.bodies.push(body);
    const url = new URL(request.url!, 'http://emr');
    const json = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/fhir+json', ...headers });
      response.end(JSON.stringify(value));
    };
    const outcome = (status: number, diagnostics: string) =>
      json(
        status,
        {
          resourceType: 'OperationOutcome',
          issue: [{ severity: 'error', code: 'processing', diagnostics }],
        },
        status === 429 && emr.retryAfter ? { 'retry-after': emr.retryAfter } : {},
      );
    if (emr.token !== undefined && request.headers.authorization !== `Bearer ${emr.token}`)
      return outcome(401, 'Token unknown');
    const bundle = (resources: readonly object[]) =>
      json(200, {
        resourceType: 'Bundle',
        type: 'searchset',
        total: resources.length,
        ...(resources.length > 0 && { entry: resources.map((resource) => ({ resource })) }),
      });
    if (url.pathname === '/fhir/metadata')
      return typeof emr.metadata === 'number'
        ? outcome(emr.metadata, 'no')
        : json(200, emr.metadata);
    if (url.pathname === '/fhir/Patient/_search' && request.method === 'POST') {
      const asked = new URLSearchParams(body).get('identifier') ?? '';
      return bundle(emr.patients.filter((patient) => emr.lenient || bears(patient, asked)));
    }
    if (url.pathname !== '/fhir/DocumentReference') return outcome(404, 'Unknown');
    const withNumber = (asked: string) =>
      emr.documents.filter((document) => emr.lenient || bears(document, asked));
    if (request.method === 'GET') {
      const fault = emr.searches.shift() ?? 'right';
      if (fault === 'cut-before' || fault === 'cut-after') return request.socket.destroy();
      return fault === 'right'
        ? bundle(withNumber(url.searchParams.get('identifier') ?? ''))
        : outcome(fault, 'Search failed');
    }
    const fault = emr.faults.shift() ?? 'right';
    if (fault === 'cut-before') return request.socket.destroy();
    if (typeof fault === 'number') return outcome(fault, `Refused with ${fault}`);
    const asked = /^identifier=(.*)$/.exec(String(request.headers['if-none-exist'] ?? ''))?.[1];
    const [there] = asked === undefined || emr.forgetful ? [] : withNumber(asked);
    if (there)
      return fault === 'cut-after'
        ? request.socket.destroy()
        : json(200, there, { location: `DocumentReference/${there.id}` });
    const made = {
      ...(JSON.parse(body) as Record<string, unknown>),
      id: `d-${emr.documents.length + 1}`,
    };
    emr.documents.push(made);
    if (fault === 'cut-after') return request.socket.destroy();
    return json(201, made, {
      location: `${request.headers.host}/fhir/DocumentReference/${made.id}/_history/1`,
    });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(emr, {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}

function bears({ identifier }: Record<string, unknown>, asked: string): boolean {
  const at = asked.lastIndexOf('|');
  const [system, value] =
    at === -1 ? [undefined, asked] : [asked.slice(0, at), asked.slice(at + 1)];
  return ((identifier ?? []) as { system?: string; value?: string }[]).some(
    (one) => one.value === value && (system === undefined || one.system === system),
  );
}
