/**
 * WebSockets that send sound. The same rules as `node-net.ts`: no certificate that does not verify,
 * nothing below TLS 1.2, no redirect, no proxy.
 */
import { WebSocket } from 'ws';
import { failures } from '../../../shared/failures.ts';
import type { OpenSoundLine, SoundLine } from '../../infrastructure/ports.ts';
import { notSent, unclear } from './connection-failure.ts';
import { trustedWith } from './trusted.ts';

/** `ca`: certificates to trust in place of the public ones, for tests. */
export function nodeSoundLine({ ca }: { ca?: string } = {}): OpenSoundLine {
  return async ({ url, headers, connectWithin }) => {
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: connectWithin,
      followRedirects: false,
      perMessageDeflate: false,
      ca: trustedWith(ca),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
    await opened(socket, url);
    return lineOf(socket, url);
  };
}

function opened(socket: WebSocket, url: URL): Promise<void> {
  return new Promise((done, fail) => {
    socket
      .once('open', done)
      .once('unexpected-response', (request, { statusCode = 0 }) => {
        request.destroy();
        fail(failures.uploadRefused(statusCode));
      })
      // Stays: an error without a listener would end the process.
      .on('error', (error) => fail(notSent(error, url)));
  });
}

function lineOf(socket: WebSocket, url: URL): SoundLine {
  let error: unknown;
  socket.on('error', (thrown) => {
    error ??= thrown;
  });
  const broken = () => unclear(error, url);
  return {
    send: (bytes) =>
      new Promise((done, fail) => {
        if (socket.readyState !== WebSocket.OPEN) fail(broken());
        else {
          // A connection that died in silence takes nothing and says nothing.
          const timer = setTimeout(() => socket.terminate(), SEND_WITHIN);
          socket.send(bytes, (thrown) => {
            clearTimeout(timer);
            if (thrown) fail(broken());
            else done();
          });
        }
      }),
    close: (within) =>
      new Promise((done, fail) => {
        if (socket.readyState !== WebSocket.OPEN) return fail(broken());
        const timer = setTimeout(() => socket.terminate(), within);
        socket.once('close', (code) => {
          clearTimeout(timer);
          if (code === NORMAL || code === NO_CODE) done();
          else fail(broken());
        });
        socket.close(NORMAL);
      }),
    drop: () => socket.terminate(),
  };
}

const SEND_WITHIN = 60_000;
/** Close codes of RFC 6455; every other one is a fault. */
const NORMAL = 1000;
const NO_CODE = 1005;
