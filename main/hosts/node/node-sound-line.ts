/**
 * WebSockets that send sound. The same rules as `node-net.ts`: no certificate that does not verify,
 * nothing below TLS 1.2, no redirect, no proxy.
 *
 * What has left our memory lies in buffers between here and there. Only the answer to a ping tells
 * that the other side has read what was sent before it (RFC 6455, 5.5.3): frames are read in order,
 * and the payload of each ping is random, so that nobody can answer before having read it.
 */
import { randomBytes } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import type { NetAnswer, OpenSoundLine, SoundLine } from '../../infrastructure/ports.ts';
import { notSent, soundLineBroken } from './connection-failure.ts';
import { trustedWith } from './trusted.ts';

/** Milliseconds that one piece may take to leave our memory. */
const SEND_WITHIN = 60_000;
/**
 * Milliseconds from a close frame to the end of its connection, whoever sent it: a platform may
 * store what came before it answers. The caller's own bound ends it sooner.
 */
const CLOSED_WITHIN = 120_000;
/** Nothing that comes is read; bytes. */
const LARGEST_MESSAGE = 64 * 1024;
/** Of the body of a refusal; bytes. */
const LARGEST_REFUSAL = 64 * 1024;
/** So many bytes apart the other side is asked how far it has read. */
const PING_EVERY = 256 * 1024;
/** Close codes of RFC 6455; every other one is a fault. */
const NORMAL = 1000;
const NO_CODE = 1005;

/** `ca`: certificates to trust in place of the public ones, for tests. */
export function nodeSoundLine({ ca }: { ca?: string } = {}): OpenSoundLine {
  return async ({ url, headers, connectWithin }) => {
    // The package's types do not know `closeTimeout` yet.
    const options: ClientOptions & { readonly closeTimeout: number } = {
      headers,
      handshakeTimeout: connectWithin,
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: LARGEST_MESSAGE,
      closeTimeout: CLOSED_WITHIN,
      ca: trustedWith(ca),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    };
    const socket = new WebSocket(url, options);
    const answer = await opened(socket, url, connectWithin);
    return answer ? { answer } : { line: lineOf(socket, url) };
  };
}

/** Resolves with the refusal, or with nothing where it is open. */
function opened(socket: WebSocket, url: URL, within: number): Promise<NetAnswer | undefined> {
  return new Promise((done, fail) => {
    socket
      .once('open', () => done(undefined))
      .once('unexpected-response', (request, response) =>
        readRefusal(request, response, within).then(done, fail),
      )
      // Stays: an error without a listener would end the process.
      .on('error', (error) => fail(notSent(error, url)));
  });
}

/** A body that is too long or does not end says nothing: the status is what counts. */
function readRefusal(
  request: ClientRequest,
  response: IncomingMessage,
  within: number,
): Promise<NetAnswer> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((done) => {
    // Sooner than the handshake's own bound, which would take it for a silence.
    const timer = setTimeout(() => request.destroy(), within / 2);
    response
      .on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > LARGEST_REFUSAL) request.destroy();
        else pieces.push(piece);
      })
      .on('error', () => {})
      .once('close', () => {
        clearTimeout(timer);
        request.destroy();
        done({
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          body: Buffer.concat(pieces),
        });
      });
  });
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );

/** `handed`: bytes given to the connection; `read`: those that the other side is known to have. */
type Line = {
  readonly socket: WebSocket;
  readonly url: URL;
  handed: number;
  read: number;
  pingedAt: number;
  /** What an answer to each open ping means, in the order of the pings. */
  readonly pings: Map<string, () => void>;
  error: unknown;
};

function lineOf(socket: WebSocket, url: URL): SoundLine {
  const line: Line = {
    socket,
    url,
    handed: 0,
    read: 0,
    pingedAt: 0,
    pings: new Map(),
    error: undefined,
  };
  socket
    .on('error', (thrown) => {
      line.error ??= thrown;
    })
    .on('pong', (payload) => hearPong(line, payload));
  return {
    send: (bytes) => send(line, bytes),
    close: (within) => close(line, within),
    drop: () => socket.terminate(),
  };
}

const broken = ({ error, url }: Line) => soundLineBroken(error, url);

function ping(line: Line, heard: () => void): void {
  const payload = randomBytes(16);
  line.pings.set(payload.toString('hex'), heard);
  line.socket.ping(payload);
}

/** Only the latest ping has to be answered; with it the earlier ones are. */
function hearPong({ pings }: Line, payload: Buffer): void {
  const answered = payload.toString('hex');
  const heard = pings.get(answered);
  if (!heard) return;
  for (const name of pings.keys()) {
    pings.delete(name);
    if (name === answered) break;
  }
  heard();
}

function send(line: Line, bytes: Uint8Array): Promise<void> {
  const { socket } = line;
  return new Promise((done, fail) => {
    if (socket.readyState !== WebSocket.OPEN) return fail(broken(line));
    // A connection that died in silence takes nothing and says nothing.
    const timer = setTimeout(() => socket.terminate(), SEND_WITHIN);
    socket.send(bytes, (thrown) => {
      clearTimeout(timer);
      if (thrown) return fail(broken(line));
      line.handed += bytes.length;
      askHowFar(line);
      done();
    });
  });
}

function askHowFar(line: Line): void {
  const { socket, handed } = line;
  if (handed - line.pingedAt < PING_EVERY || socket.readyState !== WebSocket.OPEN) return;
  line.pingedAt = handed;
  ping(line, () => {
    line.read = handed;
  });
}

/**
 * Ends with the other side's word that it has read everything, and then our close frame and its
 * answer. A close that the other side begins before that proves nothing, whatever its code.
 */
function close(line: Line, within: (unread: number) => number): Promise<void> {
  const { socket } = line;
  return new Promise((done, fail) => {
    if (socket.readyState !== WebSocket.OPEN) return fail(broken(line));
    let hasReadAll = false;
    const timer = setTimeout(() => socket.terminate(), within(line.handed - line.read));
    socket.once('close', (code) => {
      clearTimeout(timer);
      if (hasReadAll && (code === NORMAL || code === NO_CODE)) done();
      else fail(broken(line));
    });
    ping(line, () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      hasReadAll = true;
      socket.close(NORMAL);
    });
  });
}
