/**
 * Connections other than HTTP: one request out over TCP or TLS, and bytes back until they are whole.
 * The same rules as `node-net.ts`: no certificate that does not verify, nothing below TLS 1.2.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { Failure } from '../../../shared/failure.ts';
import type { Tcp, TcpRequest } from '../../infrastructure/ports.ts';
import { notSent, unclear } from './connection-failure.ts';
import { trustedWith } from './trusted.ts';

/** `ca`: certificates to trust in place of the public ones, for tests. */
export function nodeTcp({ ca }: { ca?: string } = {}): Tcp {
  return async (request) => {
    const peer = { hostname: request.host, port: request.port };
    const socket = open(request, ca);
    const cancel = () => socket.destroy(cancelled());
    request.cancel?.addEventListener('abort', cancel, { once: true });
    if (request.cancel?.aborted) cancel();
    try {
      await connected(socket, request).catch((error: unknown) => {
        throw error instanceof Failure ? error : notSent(error, peer);
      });
      return await exchanged(socket, request).catch((error: unknown) => {
        throw error instanceof Failure ? error : unclear(error, peer);
      });
    } finally {
      request.cancel?.removeEventListener('abort', cancel);
      socket.on('error', () => {});
      socket.destroy();
    }
  };
}

function open({ host, port, secure, authority }: TcpRequest, ca: string | undefined): Socket {
  if (!secure) return connectPlain({ host, port });
  return connectSecure({
    host,
    port,
    // An address has no name to ask for; the certificate must name the address then.
    ...(isIP(host) === 0 && { servername: host }),
    ca: trustedWith(ca, authority),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  });
}

const cancelled = () =>
  new Failure('refused', 'The connection was given up.', { detail: 'cancelled' });
const late = (code: string) => Object.assign(new Error(code), { code });

function connected(socket: Socket, { secure, connectWithin }: TcpRequest): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(late('ETIMEDOUT')), connectWithin);
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      finish();
    };
    socket.once(secure ? 'secureConnect' : 'connect', end(done));
    socket.once('error', (error) => end(() => fail(error))());
    socket.once(
      'close',
      end(() => fail(late('ECONNRESET'))),
    );
  });
}

function exchanged(
  socket: Socket,
  { bytes, within, maxBytes, isWhole }: TcpRequest,
): Promise<Buffer> {
  return new Promise((done, fail) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => fail(late('UND_ERR_BODY_TIMEOUT')), within);
    const end = (finish: () => void) => {
      clearTimeout(timer);
      finish();
    };
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      if (received.length > maxBytes) end(() => fail(tooLarge()));
      else if (isWhole(received)) end(() => done(received));
    });
    socket.once('error', (error) => end(() => fail(error)));
    socket.once('close', () => end(() => fail(late('ECONNRESET'))));
    if (socket.destroyed) end(() => fail(late('ECONNRESET')));
    else if (bytes.length === 0 && isWhole(received)) end(() => done(received));
    else socket.write(bytes);
  });
}

const tooLarge = () =>
  new Failure('broken', 'The other side answered with more than an answer can be.', {
    detail: 'answer-too-large',
  });
