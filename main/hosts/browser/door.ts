/**
 * The port and the first address, before anything else of the host is loaded: a browser that starts
 * takes longer than the rest. What it asks early waits for the server (`server.ts`).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  /** Has all requests answered: those that came before it first. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
};

export type DoorDeps = {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly clock?: Pick<Clock, 'monotonic'>;
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
  const server = createServer({
    headersTimeout: HEAD_WITHIN,
    requestTimeout: REQUEST_WITHIN,
    connectionsCheckingInterval: 1_000,
    // As the framework has it: a page that was quiet for some seconds keeps its connections.
    keepAliveTimeout: 72_000,
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', (_error, socket) => void socket.destroy());
  const early: Parameters<Answer>[] = [];
  const wait: Answer = (...asked) => void early.push(asked);
  server.on('request', wait);
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
      server.off('request', wait).on('request', answer);
      for (const asked of early.splice(0)) if (!asked[1].destroyed) answer(...asked);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
