/**
 * Serves Scriba to a plain browser on this computer: the page's files, its requests, and its
 * notices.
 *
 * Used where there is no Electron, and by the end-to-end tests. `gate.ts` decides which requests
 * are answered.
 */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import websocket from '@fastify/websocket';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteShorthandOptions,
} from 'fastify';
import type { Handlers, Listen } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { requestLimits } from '../../../shared/strict-json.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import { answer } from '../common/answer.ts';
import { readPageFiles } from '../common/page-files.ts';
import { pageHeaders } from '../common/page-policy.ts';
import { refusal } from '../common/refusal.ts';
import { forgetSecrets, hasSecrets } from '../common/secrets.ts';
import { nodeClock, nodeRandom } from '../node/node-ports.ts';
import { decodeBody, encodeBody, readBody } from './body.ts';
import { type Door, openDoor } from './door.ts';
import { type Downloads, serveDownloads } from './downloads.ts';
import type { createGate } from './gate.ts';
import { serveNotices } from './notices.ts';
import { isOtherUser } from './peer.ts';

/** Of a request without the token: a code, and no more. */
const LARGEST_SMALL = 4096;
/** Longer than any request with a secret, and no beginning of a request. */
const COVER = Buffer.alloc(16 * 1024, '\n\0');
const REOPEN_EVERY = 5_000;
const INSTANCE_BYTES = 16;

/** The part of an opened profile that a host carries to its pages. */
export type HostedCore = {
  readonly handlers: Handlers;
  readonly onNotice: Listen;
  pageLost(): void;
};

export type BrowserHost = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /**
   * An address to open a page with: the origin and a fresh code in its fragment, good once and for
   * 30 s.
   */
  address(): string;
  /** A file of the page is on its way. */
  isServing(): boolean;
  close(): Promise<void>;
};

export type BrowserDeps = {
  /** Open already, with its port and token; else one is opened. */
  readonly door?: Door;
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  /** A page without a session asks for a new window; called at most every 5 s. */
  readonly reopen?: () => void;
  /** Of the core before this one, whose pages are still open; else a new one. */
  readonly token?: string | undefined;
  /** Files that the page may fetch by ticket. */
  readonly downloads?: Downloads;
};

/** Serves through the door. Throws where the port is taken or the page is not built. */
export async function serveBrowser(core: HostedCore, deps: BrowserDeps): Promise<BrowserHost> {
  const { pageFolder, clock = nodeClock, random = nodeRandom, reopen, downloads } = deps;
  const files = readPageFiles(pageFolder);
  const door = deps.door ?? (await openDoor(deps));
  const { gate } = door;
  const headers = pageHeaders(`'self' ws://${door.host}`);
  const server = serverBehind(door, headers);

  // Every answer, also a refusal, carries the page's headers; there is never a CORS one.
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (!gate.isForUs(request)) return refuse(reply, 403);
    if (request.method === 'GET' && !isUpgrade(request)) return undefined;
    if (!gate.isFromOurPage(request)) return refuse(reply, 403);
    return undefined;
  });
  const sending = countFiles(server);
  // A refused upgrade has left the server's own list of connections; it would stay open for ever.
  server.addHook('onResponse', async (request, reply) => {
    if (isUpgrade(request) && reply.statusCode !== 101) request.raw.socket.destroy();
  });
  server.setNotFoundHandler((_request, reply) => refuse(reply, 404));
  server.setErrorHandler((error: { statusCode?: number; cause?: unknown }, request, reply) =>
    // Our own page is told why its request was not read.
    error.cause instanceof Failure && gate.hasToken(request.headers['x-scriba-token'])
      ? reply.code(400).type('application/json; charset=utf-8').send(refusal(error.cause))
      : refuse(reply, error.statusCode ?? 400),
  );

  readJsonBodies(server);
  for (const [name, { file, type }] of files) {
    server.get(name, async (_request, reply) => reply.type(type).send(await readFile(file)));
  }

  // These act without the token: one to learn it, one before it is shown, one because it is lost.
  const onlyUs = {
    bodyLimit: LARGEST_SMALL,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) =>
      isOtherUser(request.socket) ? refuse(reply, 403) : undefined,
  };
  server.post('/session', onlyUs, async (request, reply) => {
    const token = gate.exchange(member(request.body, 'code'));
    return token === undefined ? refuse(reply, 403) : { token };
  });

  serveProof(server, { gate, onlyUs, instance: random.bytes(INSTANCE_BYTES) });

  const onlyWithToken = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) =>
      gate.hasToken(request.headers['x-scriba-token']) ? undefined : refuse(reply, 401),
  };
  server.post('/ask', onlyWithToken, async (request, reply) => {
    const name = member(request.body, 'name');
    const given = await answer(core.handlers, name, member(request.body, 'input'));
    const body = encodeBody(given);
    forgetSecrets(name, given);
    reply.raw.once('close', () => {
      body.fill(0);
      if (hasSecrets(name)) coverWhatWasRead(server.server);
    });
    return reply.type('application/json; charset=utf-8').send(body);
  });

  // A page says that it goes: reloaded, it comes back by the code it made; what it was recording is
  // offered to whoever is there.
  server.post('/leave', { ...onlyWithToken, bodyLimit: LARGEST_SMALL }, async (request, reply) => {
    if (!gate.takeCode(member(request.body, 'code'))) return refuse(reply, 400);
    if (member(request.body, 'recording') === true) core.pageLost();
    return {};
  });

  if (downloads) serveDownloads(server, downloads, refuse);

  let reopenAfter = -Infinity;
  server.post('/reopen', onlyUs, async (_request, reply) => {
    if (clock.monotonic() < reopenAfter) return refuse(reply, 429);
    reopenAfter = clock.monotonic() + REOPEN_EVERY;
    reopen?.();
    return {};
  });

  await server.register(websocket, { options: { maxPayload: 4096 } });
  await server.register(async (inner) => {
    const serve = serveNotices({ core, clock, hasToken: gate.hasToken });
    inner.get('/notices', { websocket: true }, (socket) => serve(socket));
  });

  await server.ready();
  door.answerWith(server.routing);

  return {
    origin: door.origin,
    address: door.address,
    isServing: () => sending.size > 0,
    // The framework closes what it has begun to listen to, and leaves the door to us.
    async close() {
      const closed = door.close();
      await server.close();
      await closed;
    },
  };
}

function serverBehind(door: Door, headers: Readonly<Record<string, string>>): FastifyInstance {
  return fastify({
    bodyLimit: requestLimits.size,
    serverFactory: () => door.server,
    logger: false,
    routerOptions: { ignoreTrailingSlash: false },
    // No route has a schema; the compilers of schemas are 130 modules.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // Unparsable requests never reach the hooks below; the framework's own words are not sent for
    // them either.
    frameworkErrors: (_error, _request, reply) => void refuse(reply.headers(headers), 400),
    clientErrorHandler: (_error, socket) => void socket.destroy(),
  });
}

/** Requests for files that are not answered to their end. */
function countFiles(server: FastifyInstance): ReadonlySet<FastifyRequest> {
  const open = new Set<FastifyRequest>();
  server.addHook('onRequest', async (request) => {
    if (request.method === 'GET' && !isUpgrade(request)) open.add(request);
  });
  server.addHook('onResponse', async (request) => void open.delete(request));
  return open;
}

function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const body = await readBody(payload, request.routeOptions.bodyLimit ?? LARGEST_SMALL);
      try {
        return decodeBody(body, requestLimits);
      } catch (error) {
        throw Object.assign(new Error('not readable'), { statusCode: 400, cause: error });
      }
    },
  );
}

/**
 * Proves to a page that this core knows its token, before the page shows it to whoever has the
 * port: it may be another program's by now. `instance`: of this process.
 */
function serveProof(
  server: FastifyInstance,
  deps: {
    readonly gate: Pick<ReturnType<typeof createGate>, 'prove'>;
    readonly onlyUs: RouteShorthandOptions;
    readonly instance: Buffer;
  },
): void {
  const instance = deps.instance.toString('base64url');
  server.post('/prove', deps.onlyUs, async (request, reply) => {
    const proof = deps.gate.prove(member(request.body, 'nonce'));
    return proof === undefined ? refuse(reply, 400) : { proof, instance };
  });
}

/**
 * Node reads all connections into one piece of memory, where the last request stays until another
 * one comes over it (P12). One that nobody reads comes at once.
 */
function coverWhatWasRead(server: Server): void {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.end(COVER));
  socket.on('error', () => {}).resume();
}

function noSchemas(): never {
  throw new Error('Routes of this server have no schema.');
}
const isUpgrade = (request: FastifyRequest) => request.headers.upgrade !== undefined;
const refuse = (reply: FastifyReply, status: number) =>
  reply.code(status).type('text/plain').send('');

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
