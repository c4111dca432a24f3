/**
 * The real network: one request out, one answer back, through undici.
 *
 * It follows no redirect, reads no proxy from the environment, trusts no certificate that does not
 * verify, and tells "nothing reached the other side" from "it may have" - the outbox rests on that.
 */
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Agent, buildConnector, Client, type Dispatcher, request as send } from 'undici';
import { Failure } from '../../../shared/failure.ts';
import type { Net, NetAnswer, NetRequest } from '../../infrastructure/ports.ts';
import { notSent, type Peer, unclear } from './connection-failure.ts';
import { throughLittleMemory } from './rechunk.ts';
import { trustedWith } from './trusted.ts';

const MEBIBYTE = 1024 * 1024;
const LARGEST_ANSWER = 32 * MEBIBYTE;
const CONNECT_WITHIN = 10_000;
const SETTINGS = { pipelining: 1, allowH2: false };

/**
 * `ca`: certificates to trust in place of the public ones, for tests against a server of their own.
 */
export function undiciNet({
  ca,
  connectTimeout = CONNECT_WITHIN,
}: {
  ca?: string;
  connectTimeout?: number;
} = {}): Net {
  /** By the authority that is trusted besides. Its connections serve no other call. */
  const ways = new Map<string, Way>();
  const wayFor = (authority = ''): Way => {
    const known = ways.get(authority);
    if (known) return known;
    const made = openWay(trustedWith(ca, authority), connectTimeout);
    ways.set(authority, made);
    return made;
  };

  return async (wanted) => {
    if (wanted.url.protocol !== 'https:' && wanted.url.protocol !== 'http:')
      throw new Failure('broken', 'Only http and https addresses can be asked.', {
        detail: 'address',
      });
    const { body } = wanted;
    const { agent, connect } = wayFor(wanted.authority);
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array)
      return exchange(agent, wanted, body ?? null);
    // A connection of its own: only so is it known when a piece has left our memory.
    let socket: Socket | undefined;
    const client = new Client(wanted.url.origin, {
      ...SETTINGS,
      connect: (options, done) =>
        connect(options, (...result) => {
          const [error, found] = result;
          if (error) return done(error, null);
          socket = found;
          done(null, found);
        }),
    });
    try {
      return await exchange(
        client,
        wanted,
        throughLittleMemory(ownFailures(body), () => socket?.writableLength === 0),
      );
    } finally {
      client.destroy().catch(() => {});
    }
  };
}

type Connect = ReturnType<typeof buildConnector>;
type Way = { readonly agent: Agent; readonly connect: Connect };

function openWay(trusted: string[], timeout: number): Way {
  // All said aloud, so that no variable of the environment can take it back (P22):
  // NODE_TLS_REJECT_UNAUTHORIZED, NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA,
  // NODE_OPTIONS=--tls-min-v1.0. Electron's fuses forbid them there as well.
  const secureContext = createSecureContext({ ca: trusted, minVersion: 'TLSv1.2' });
  const open = buildConnector({ secureContext, rejectUnauthorized: true, allowH2: false, timeout });
  // A request that fails before there is a connection was never sent, whatever its code.
  const connect: Connect = (options, done) =>
    open(options, (...result) => {
      const [error, socket] = result;
      if (error) done(notSent(error, options), null);
      else done(null, socket);
    });
  return { connect, agent: new Agent({ connect, connections: 8, ...SETTINGS }) };
}

async function exchange(
  dispatcher: Dispatcher,
  wanted: NetRequest,
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null,
): Promise<NetAnswer> {
  const { method, url, timeout, maxBytes = LARGEST_ANSWER, cancel, received } = wanted;
  const headers = lowerCase(wanted.headers);
  if (
    body !== null &&
    typeof body !== 'string' &&
    !(body instanceof Uint8Array) &&
    headers['content-length'] === undefined
  ) {
    throw new Failure('broken', 'A streamed body needs its length beforehand.', {
      detail: 'no-length',
    });
  }
  try {
    const answer = await send(url, {
      dispatcher,
      method,
      headers,
      body: body as never, // undici takes any async iterable of bytes; its type names Readable alone
      signal: cancel
        ? AbortSignal.any([AbortSignal.timeout(timeout), cancel])
        : AbortSignal.timeout(timeout),
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
    const told = plain(answer.headers);
    const announced = /^\d+$/.test(told['content-length'] ?? '')
      ? Number(told['content-length'])
      : undefined;
    return {
      status: answer.statusCode,
      headers: told,
      body: await readAll(answer.body, maxBytes, (bytes) => received?.(bytes, announced)),
    };
  } catch (error) {
    if (cancel?.aborted)
      throw new Failure('refused', 'This was cancelled.', { detail: 'cancelled', cause: error });
    throw failureOf(error, url);
  }
}

/** Keeps an error of our own stream (a damaged file) apart from an error of the network. */
async function* ownFailures(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure('broken', 'What was to be sent could not be read.', {
          detail: 'body-unreadable',
          cause: error,
        });
  }
}

async function readAll(
  body: AsyncIterable<Buffer> & { destroy(): void },
  maxBytes: number,
  received: (bytes: number) => void,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > maxBytes) {
      body.destroy();
      throw new Failure('broken', 'The answer was larger than allowed.', {
        detail: 'answer-too-large',
      });
    }
    pieces.push(piece);
    received(size);
  }
  return Buffer.concat(pieces, size);
}

function failureOf(error: unknown, peer: Peer): Failure {
  if (error instanceof Failure) return error;
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new Failure('broken', 'What was sent is not as long as announced.', {
      detail: 'length-mismatch',
      cause: error,
    });
  }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_ARG_TYPE') {
    return new Failure('broken', 'The request could not be made.', {
      detail: 'request',
      cause: error,
    });
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return notSent(error, peer);
  return unclear(error, peer);
}

function lowerCase(headers: NetRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined)
      given[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return given;
}
