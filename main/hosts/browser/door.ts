/**
 * The port and the first address, before anything else of the host is loaded: a browser that starts
 * takes longer than the rest. What it asks early waits for the server (`server.ts`).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { nodeHttp } from '../../infrastructure/node-http.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import { nodeClock, nodeRandom } from '../node/node-ports.ts';
import { createGate } from './gate.ts';

/**
 * A page of ours sends the head of a request at once and its body within moments; who holds a
 * connection without saying anything is sent away. What the answer takes is not counted.
 */
const HEAD_WITHIN = 5_000;
const REQUEST_WITHIN = 60_000;
/** A browser opens six for each page. */
const MOST_CONNECTIONS = 256;
/** Milliseconds that a page has to answer the end of its socket; one that stands still never does. */
const GOODBYE_WITHIN = 1_000;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type Door = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The origin without its scheme, as a browser names it. */
  readonly host: string;
  readonly server: Server;
  readonly gate: ReturnType<typeof createGate>;
  /**
   * An address to open a page with: the origin and a fresh code in its fragment, good once and for
   * 30 s.
   */
  address(): string;
  /** Has all requests answered: those that came before it first. Upgrades go to the server now. */
  answerWith(answer: Answer): void;
  /** Ends all connections; what was taken over as a socket has a moment to end by itself. */
  close(): Promise<void>;
};

export type DoorDeps = {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly clock?: Pick<Clock, 'monotonic' | 'after'>;
  readonly random?: Pick<Random, 'bytes'>;
  /** Of the core before this one, whose pages are still open; else a new one. */
  readonly token?: string | undefined;
};

/** Opens the door on 127.0.0.1. Throws where the port is taken. */
export async function openDoor({
  port = 0,
  clock = nodeClock,
  random = nodeRandom,
  token,
}: DoorDeps = {}): Promise<Door> {
  const server = nodeHttp().createServer({
    headersTimeout: HEAD_WITHIN,
    requestTimeout: REQUEST_WITHIN,
    connectionsCheckingInterval: 1_000,
    // As the framework has it: a page that was quiet for some seconds keeps its connections.
    keepAliveTimeout: 72_000,
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', (_error, socket) => void socket.destroy());
  const sockets = followSockets(server);
  const { wait, answerAll } = waitingRoom();
  server.on('request', wait).on('upgrade', sendAway);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host: '127.0.0.1', port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const gate = createGate({ clock, random, host: () => host, token });
  return {
    origin,
    host,
    server,
    gate,
    address: () => `${origin}/#${gate.newCode()}`,
    answerWith(answer) {
      server.off('request', wait).off('upgrade', sendAway).on('request', answer);
      answerAll(answer);
    },
    close: () =>
      new Promise((resolve) => {
        const stopWaiting = clock.after(GOODBYE_WITHIN, () => {
          for (const socket of sockets) socket.destroy();
        });
        server.close(() => {
          stopWaiting();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Those of upgrades too, which the server itself does not count any more. */
function followSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Nothing waits on such a socket: the page tries again by itself. */
const sendAway = (_request: IncomingMessage, socket: Duplex) => void socket.destroy();

/** Requests that came before the server, as many as there may be connections. */
function waitingRoom() {
  let early: Parameters<Answer>[] = [];
  const isThere = ([, response]: Parameters<Answer>) => !response.destroyed;
  return {
    wait(request: IncomingMessage, response: ServerResponse) {
      if (early.length >= MOST_CONNECTIONS) early = early.filter(isThere);
      if (early.length < MOST_CONNECTIONS) early.push([request, response]);
      else request.socket.destroy();
    },
    answerAll(answer: Answer) {
      for (const asked of early.splice(0)) if (isThere(asked)) answer(...asked);
    },
  };
}
