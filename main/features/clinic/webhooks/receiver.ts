/**
 * The door for deliveries: a port on this computer alone, for a relay of the user's own to hand on
 * what the platform sent (contract 4.3, 4.4). It judges each by its signature, answers at once, and
 * leaves the work for afterwards.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../../../../shared/failure.ts';
import { nodeHttp } from '../../../infrastructure/node-http.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import { judge, LARGEST_EVENT, looksSigned, REMEMBER, type Verdict } from './signature.ts';

export type Refusal = Extract<Verdict, { kind: 'refused' }>['reason'] | 'too_slow';

export type ReceiverDeps = {
  readonly clock: Clock;
  /**
   * Keys of everything registered from here; a delivery that is signed with any of them is good.
   */
  readonly keys: () => readonly string[];
  /** The header's name; the brand stands in it. */
  readonly header: () => string;
  /** Good and new. Called after it was answered. */
  readonly accepted: (event: Readonly<Record<string, unknown>>) => void;
  readonly repeated: () => void;
  readonly refused: (reason: Refusal) => void;
};

export type Receiver = {
  readonly port: number;
  close(): Promise<void>;
};

const SECOND = 1000;
/** From the first byte of the connection until its headers are here. */
export const HEAD_LIMIT = 5 * SECOND;
/** From there until its body is here. */
export const BODY_LIMIT = 5 * SECOND;
/** More than any relay opens; beyond it the platform's next attempt finds room. */
const MOST_CONNECTIONS = 32;
/** Marks of ten minutes; each was signed with our own key. */
const MOST_MARKS = 10_000;
export const HOOK_PATH = '/hook';

/**
 * Throws Failure `refused` / `port-busy` (another program has it) or `port-refused` (this computer
 * does not give it). Port 0: the system's choice.
 */
export function openReceiver(
  port: number,
  { clock, keys, header, accepted, repeated, refused }: ReceiverDeps,
): Promise<Receiver> {
  const marks = new Map<string, number>();
  const sockets = new Map<Socket, () => void>();

  function seenBefore(mark: string): boolean {
    const now = clock.monotonic();
    for (const [old, at] of marks) {
      if (now - at < REMEMBER && marks.size < MOST_MARKS) break;
      marks.delete(old);
    }
    if (marks.has(mark)) return true;
    marks.set(mark, now);
    return false;
  }

  /** Ends the connection unless what is waited for comes in time. */
  function within(socket: Socket, limit: number) {
    sockets.get(socket)?.();
    sockets.set(
      socket,
      clock.after(limit, () => {
        refused('too_slow');
        socket.destroy();
      }),
    );
  }

  const server = nodeHttp().createServer({ maxHeaderSize: 8 * 1024 }, (request, response) => {
    const { socket } = request;
    within(socket, BODY_LIMIT);
    void receive(request).then((answer) => {
      sockets.get(socket)?.();
      if (answer === undefined || socket.destroyed) return;
      reply(response, answer.status);
      // Answered first: what follows may take its time.
      clock.after(0, answer.after);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    within(socket, HEAD_LIMIT);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.get(socket)?.();
      sockets.delete(socket);
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  type Answer = { readonly status: number; readonly after: () => void };
  const refuse = (reason: Refusal): Answer => ({ status: 401, after: () => refused(reason) });
  const nothing = () => {};

  async function receive(request: IncomingMessage): Promise<Answer | undefined> {
    if (request.url !== HOOK_PATH) return { status: 404, after: nothing };
    if (request.method !== 'POST') return { status: 405, after: nothing };
    const given = request.headersDistinct[header().toLowerCase()];
    // Of two headers one may be good; which of them was meant, nobody can say.
    const signature = given?.length === 1 ? given[0] : undefined;
    if (!looksSigned(signature)) return refuse('bad_header');
    const body = await bodyOf(request);
    if (body === 'cut') return undefined;
    if (body === 'too_large') return refuse('too_large');
    let verdict: Verdict = { kind: 'refused', reason: 'bad_signature' };
    for (const signingKey of keys()) {
      const next = judge({ header: signature, body, signingKey, now: clock.now(), seenBefore });
      verdict = next;
      if (next.kind !== 'refused' || next.reason !== 'bad_signature') break;
    }
    const judged = verdict;
    if (judged.kind === 'accepted') return { status: 200, after: () => accepted(judged.event) };
    return judged.kind === 'repeated' ? { status: 200, after: repeated } : refuse(judged.reason);
  }

  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Failure(
              'refused',
              'Another program on this computer listens at this port already. Choose another port, and tell your relay.',
              { detail: 'port-busy', cause: error },
            )
          : new Failure(
              'refused',
              'This computer does not let Scriba listen at this port. Choose another port, and tell your relay.',
              { detail: 'port-refused', cause: error },
            ),
      );
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.on('error', () => {});
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise<void>((closed) => {
            server.close(() => closed());
            for (const [socket, cancel] of sockets) {
              cancel();
              socket.destroy();
            }
            server.closeAllConnections();
          }),
      });
    });
  });
}

/**
 * Whole, or why not; never more than an event may have. `cut`: the sender went away, or was too
 * slow.
 */
function bodyOf(request: IncomingMessage): Promise<Buffer | 'too_large' | 'cut'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_EVENT) return resolve('too_large');
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= LARGEST_EVENT) return void pieces.push(piece);
      request.pause();
      resolve('too_large');
    });
    request.on('end', () => resolve(Buffer.concat(pieces)));
    request.on('close', () => resolve('cut'));
    request.on('error', () => resolve('cut'));
  });
}

/**
 * Without a body, whatever it is; and the end of the connection, so that nothing of this request is
 * taken for the next.
 */
function reply(response: ServerResponse, status: number) {
  response.writeHead(status, { 'content-length': 0, connection: 'close' });
  response.end();
}
