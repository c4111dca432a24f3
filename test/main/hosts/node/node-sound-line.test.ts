/** The WebSocket that sends sound, against servers that take it, refuse it, break it and say nothing. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { nodeSoundLine } from '../../../../main/hosts/node/node-sound-line.ts';
import { failure, failureWith } from '../../../support/failure.ts';

async function listening(server: Server): Promise<URL> {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => void server.close());
  return new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/audio`);
}

async function serving(onSocket: (socket: WebSocket, authorization: string | undefined) => void) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => onSocket(socket, request.headers.authorization));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return listening(server);
}
const open = (url: URL, connectWithin = 2000) =>
  nodeSoundLine()({ url, headers: { authorization: 'Bearer token' }, connectWithin });

test('what is sent arrives in order under the sign-in, and the end is told when both sides have closed', async () => {
  const received: Buffer[] = [];
  let seen: string | undefined;
  const url = await serving((socket, authorization) => {
    seen = authorization;
    socket.on('message', (data: Buffer) => void received.push(data));
  });
  const line = await open(url);
  for (let at = 0; at < 50; at++) await line.send(Buffer.alloc(20_000, at));
  await line.close(2000);
  expect(seen).toBe('Bearer token');
  expect(Buffer.concat(received)).toEqual(
    Buffer.concat(Array.from({ length: 50 }, (_, at) => Buffer.alloc(20_000, at))),
  );
});

test('a refusal names its status; nobody there, and one who does not answer, got nothing', async () => {
  const refusing = await listening(
    createServer().on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'),
    ),
  );
  await expect(open(refusing)).rejects.toMatchObject({
    code: 'refused',
    detail: 'upload-refused',
    message: expect.stringContaining('403'),
  });
  const nobody = new URL('ws://127.0.0.1:1/');
  await expect(open(nobody)).rejects.toThrow(failure('offline', 'not-sent'));
  const silent = await listening(createServer().on('upgrade', () => {}));
  await expect(open(silent, 100)).rejects.toThrow(failure('offline', 'not-sent'));
});

test('a redirect is not followed', async () => {
  let reached = false;
  const elsewhere = await serving(() => {
    reached = true;
  });
  const pointing = await listening(
    createServer().on('upgrade', (_request, socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nlocation: ${elsewhere.href}\r\ncontent-length: 0\r\n\r\n`),
    ),
  );
  await expect(open(pointing)).rejects.toThrow(failureWith('upload-refused'));
  expect(reached).toBe(false);
});

test('a broken connection, and one that is closed as a fault, never count as an end', async () => {
  for (const end of [
    (socket: WebSocket) => socket.terminate(),
    (socket: WebSocket) => socket.close(1011, 'no'),
  ]) {
    const url = await serving((socket) => socket.once('message', () => end(socket)));
    const line = await open(url);
    await line.send(Buffer.alloc(10));
    await new Promise((done) => setTimeout(done, 100));
    await expect(line.send(Buffer.alloc(10))).rejects.toThrow(failureWith('unclear'));
    await expect(line.close(500)).rejects.toThrow(failure('offline', 'unclear'));
  }
});

test('one that breaks or goes silent while it is being closed has not ended', async () => {
  const breaking = await serving((socket) => {
    socket.once('message', () => {
      // Sees the close frame and answers with a fault of its own.
      socket.close(1011);
    });
  });
  const one = await open(breaking);
  void one.send(Buffer.alloc(10));
  await expect(one.close(500)).rejects.toThrow(failureWith('unclear'));
  const silent = await serving((socket) => socket.pause());
  const other = await open(silent);
  await expect(other.close(100)).rejects.toThrow(failureWith('unclear'));
});
