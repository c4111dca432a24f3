/**
 * The WebSocket that sends sound, against servers that take it, refuse it, break it and say nothing.
 * Nothing here waits for a time: a bound is either never reached, or is what ends a silence.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { nodeSoundLine } from '../../../../main/hosts/node/node-sound-line.ts';
import type { SoundLine } from '../../../../main/infrastructure/ports.ts';
import { failure, failureWith } from '../../../support/failure.ts';

/** Longer than any busy computer needs. */
const AMPLE = 120_000;
/** The end of a silence that would last for ever. */
const SHORT = 50;

async function listening(server: Server): Promise<URL> {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => void server.close());
  return new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/audio`);
}

type Serving = (socket: WebSocket, authorization: string | undefined, raw: Duplex) => void;

async function serving(onSocket: Serving, { autoPong = true } = {}) {
  const server = createServer();
  const sockets = new WebSocketServer({ server, autoPong });
  sockets.on('connection', (socket, request) => {
    socket.on('error', () => {});
    onSocket(socket, request.headers.authorization, request.socket);
  });
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return listening(server);
}

const open = (url: URL, connectWithin = AMPLE) =>
  nodeSoundLine()({ url, headers: { authorization: 'Bearer token' }, connectWithin });

async function openLine(url: URL): Promise<SoundLine> {
  const opened = await open(url);
  if ('line' in opened) return opened.line;
  throw new Error(`refused: ${opened.answer.status}`);
}

/** Answers a handshake by these bytes. */
const answering = (text: string) =>
  listening(createServer().on('upgrade', (_request, socket) => socket.end(text)));

test('what is sent arrives in order under the sign-in, and the end is told when it was read and both sides have closed', async () => {
  const received: Buffer[] = [];
  let seen: string | undefined;
  const url = await serving((socket, authorization) => {
    seen = authorization;
    socket.on('message', (data: Buffer) => void received.push(data));
  });
  const line = await openLine(url);
  for (let at = 0; at < 50; at++) await line.send(Buffer.alloc(20_000, at));
  await line.close(() => AMPLE);
  expect(seen).toBe('Bearer token');
  expect(Buffer.concat(received)).toEqual(
    Buffer.concat(Array.from({ length: 50 }, (_, at) => Buffer.alloc(20_000, at))),
  );
});

test('a refusal comes back with status, headers and words; nobody there, and one who does not answer, got nothing', async () => {
  const words = JSON.stringify({ detail: 'token_expired' });
  const refusing = await answering(
    `HTTP/1.1 403 Forbidden\r\nRetry-After: 7\r\ncontent-length: ${words.length}\r\n\r\n${words}`,
  );
  expect(await open(refusing)).toMatchObject({
    answer: { status: 403, headers: { 'retry-after': '7' }, body: Buffer.from(words) },
  });
  const nobody = new URL('ws://127.0.0.1:1/');
  await expect(open(nobody)).rejects.toThrow(failure('offline', 'not-sent'));
  const silent = await listening(createServer().on('upgrade', () => {}));
  await expect(open(silent, SHORT)).rejects.toThrow(failure('offline', 'not-sent'));
});

test('the words of a refusal may be endless or very long: its status is told all the same', async () => {
  const endless = await listening(
    createServer().on('upgrade', (_request, socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 1000000000\r\n\r\n');
      const more = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', more);
      more();
    }),
  );
  expect(await open(endless)).toMatchObject({ answer: { status: 503 } });
  const stuck = await listening(
    createServer().on('upgrade', (_request, socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 429 Later\r\ncontent-length: 10\r\n\r\n');
    }),
  );
  expect(await open(stuck, 500)).toMatchObject({ answer: { status: 429 } });
});

test('a redirect is not followed', async () => {
  let reached = false;
  const elsewhere = await serving(() => {
    reached = true;
  });
  const pointing = await answering(
    `HTTP/1.1 302 Found\r\nlocation: ${elsewhere.href}\r\ncontent-length: 0\r\n\r\n`,
  );
  expect(await open(pointing)).toMatchObject({ answer: { status: 302 } });
  expect(reached).toBe(false);
});

/** What a server may do that has not read everything, or does not say that it has. */
const bad: [string, Serving, { autoPong?: boolean }?][] = [
  [
    'closes early, as if all were well',
    (socket) => socket.once('message', () => socket.close(1000)),
  ],
  ['closes early without a code', (socket) => socket.once('message', () => socket.close())],
  ['is going away', (socket) => socket.once('message', () => socket.close(1001))],
  ['closes as a fault', (socket) => socket.once('message', () => socket.close(1011, 'no'))],
  ['destroys its socket', (socket) => socket.once('message', () => socket.terminate())],
  [
    'ends its socket without a word',
    (socket, _token, raw) => socket.once('message', () => raw.end()),
  ],
  ['never answers a ping', () => {}, { autoPong: false }],
  [
    'answers pings with words of its own',
    (socket) => socket.on('ping', () => socket.pong('0')),
    { autoPong: false },
  ],
  [
    'closes at the ping, in place of an answer',
    (socket) => socket.on('ping', () => socket.close(1000)),
    { autoPong: false },
  ],
  ['stops reading', (socket) => socket.pause()],
  ['says too much', (socket) => socket.once('message', () => socket.send(Buffer.alloc(100_000)))],
];

test.each(bad)(
  'a server that %s has never brought a stream to its end',
  async (_name, serve, options) => {
    const url = await serving(serve, options);
    const line = await openLine(url);
    // May fail already, by when the other side has gone.
    const sent = line.send(Buffer.alloc(10)).catch((error: unknown) => error);
    await expect(line.close(() => 300)).rejects.toThrow(failure('offline', 'unclear'));
    await sent;
    await expect(line.send(Buffer.alloc(10))).rejects.toThrow(failureWith('unclear'));
    await expect(line.close(() => AMPLE)).rejects.toThrow(failureWith('unclear'));
  },
);

/** A server of bare bytes: answers the ping, then our close frame by `ending`, which may be none. */
const closingBy = (ending: number[]) =>
  listening(
    createServer().on('upgrade', ({ headers }, socket) => {
      const accept = createHash('sha1')
        .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
      );
      let read = Buffer.alloc(0);
      let answered = false;
      socket.on('data', (data: Buffer) => {
        read = Buffer.concat([read, data]);
        // Two bytes, a mask of four, and the sixteen of the ping.
        if (!answered && read.length >= 22) {
          answered = true;
          const payload = read.subarray(6, 22).map((byte, at) => byte ^ read[2 + (at % 4)]!);
          socket.write(Buffer.concat([Buffer.from([0x8a, 16]), payload]));
        }
        if (read.length > 22) socket.end(Buffer.from(ending));
      });
    }),
  );

test.each([
  ['the usual code', [0x88, 2, 0x03, 0xe8], true],
  ['no code', [0x88, 0], true],
  ['the code of a fault', [0x88, 2, 0x03, 0xf3], false],
  ['nothing at all', [], false],
])('our close frame is answered by %s', async (_name, ending, isEnd) => {
  const line = await openLine(await closingBy(ending));
  const closed = line.close(() => AMPLE);
  if (isEnd) await closed;
  else await expect(closed).rejects.toThrow(failureWith('unclear'));
});

test('a server that reads slowly is waited for by what it still has to read', async () => {
  let received = 0;
  const url = await serving((socket) => {
    socket.on('message', (data: Buffer) => {
      received += data.length;
      socket.pause();
      setImmediate(() => socket.resume());
    });
  });
  const line = await openLine(url);
  // More than the buffers of both sides hold.
  const bytes = 500 * 32_000;
  for (let sent = 0; sent < bytes; sent += 32_000) await line.send(Buffer.alloc(32_000, 1));
  let unread: number | undefined;
  await line.close((left) => {
    unread = left;
    return AMPLE;
  });
  expect(received).toBe(bytes);
  // The pings under way told that it had read much of it already.
  expect(unread).toBeLessThan(bytes);
});

test('a line that is dropped ends whoever waits for it', async () => {
  const url = await serving(() => {}, { autoPong: false });
  const line = await openLine(url);
  await line.send(Buffer.alloc(10));
  const closed = line.close(() => AMPLE);
  line.drop();
  await expect(closed).rejects.toThrow(failureWith('unclear'));
});

type Deed =
  | 'close-normal'
  | 'close-bare'
  | 'going-away'
  | 'fault'
  | 'terminate'
  | 'end'
  | 'pause'
  | 'none';
const deeds: Record<Deed, (socket: WebSocket, raw: Duplex) => void> = {
  'close-normal': (socket) => socket.close(1000),
  'close-bare': (socket) => socket.close(),
  'going-away': (socket) => socket.close(1001),
  fault: (socket) => socket.close(1011),
  terminate: (socket) => socket.terminate(),
  end: (_socket, raw) => void raw.end(),
  pause: (socket) => socket.pause(),
  none: () => {},
};

test('whatever a server does, an acknowledged stream means that it had every byte', async () => {
  let acknowledged = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        frames: fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 12 }),
        deed: fc.constantFrom(...(Object.keys(deeds) as Deed[])),
        after: fc.integer({ min: 0, max: 300_000 }),
        late: fc.boolean(),
        pongs: fc.constantFrom('own', 'none', 'other', 'early'),
      }),
      async ({ frames, deed, after, late, pongs }) => {
        let received = 0;
        let done = false;
        const server = createServer();
        const sockets = new WebSocketServer({
          server,
          autoPong: pongs === 'own' || pongs === 'early',
        });
        sockets.on('connection', (socket, request) => {
          socket.on('error', () => {});
          let gone = false;
          const leave = () => {
            // A platform that has ended reads no more, whatever still comes in.
            gone = deed !== 'none';
            deeds[deed](socket, request.socket);
          };
          const act = () => {
            if (done || received < after) return;
            done = true;
            if (late) setImmediate(leave);
            else leave();
          };
          socket.on('message', (data: Buffer) => {
            if (!gone) received += data.length;
            if (pongs === 'early') socket.pong('early');
            act();
          });
          if (pongs === 'other') socket.on('ping', () => socket.pong('other'));
          act();
        });
        await new Promise<void>((ready) => {
          server.listen(0, '127.0.0.1', ready);
        });
        const { port } = server.address() as AddressInfo;
        const sent = frames.reduce((sum, bytes) => sum + bytes, 0);
        let whole = false;
        try {
          const line = await openLine(new URL(`ws://127.0.0.1:${port}/`));
          for (const bytes of frames) await line.send(Buffer.alloc(bytes, 1));
          await line.close(() => 200);
          whole = true;
        } catch {
          // Not acknowledged, so nothing is claimed.
        }
        for (const socket of sockets.clients) socket.terminate();
        server.close();
        if (whole) {
          acknowledged += 1;
          expect(received).toBe(sent);
        }
      },
    ),
    { numRuns: 150 },
  );
  // Else the property would hold for a line that never ends well.
  expect(acknowledged).toBeGreaterThan(0);
});
