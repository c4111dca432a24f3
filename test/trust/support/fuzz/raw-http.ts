/** HTTP as bytes, because no library would send what a fuzz has to send. */
import net from 'node:net';
import type { Net } from '../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { Dice } from './dice.ts';
import { bytesOf, type Parts } from './door.ts';

/** One answer as it goes over the wire. */
export type RawAnswer = {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: Parts;
  /** Length that is announced, beside the true one; `none`, `chunked`: not announced at all. */
  readonly length: number | 'none' | 'chunked';
  /** `stall`: the second half never comes. `cut`: the connection is reset after the first half. */
  readonly pace: 'whole' | 'drip' | 'stall' | 'cut';
};

const statuses = [
  '100 Continue',
  '200 OK',
  '200 OK',
  '200 OK',
  '201 Created',
  '204 No Content',
  '206 Partial Content',
  '301 Moved',
  '302 Found',
  '307 Temporary Redirect',
  '400 Bad Request',
  '401 Unauthorized',
  '403 Forbidden',
  '404 Not Found',
  '409 Conflict',
  '410 Gone',
  '413 Too Large',
  '422 Unprocessable',
  '429 Too Many Requests',
  '500 Broken',
  '503 Unavailable',
  '599 X',
  '999 X',
  '0 X',
  'x',
];
const types = [
  'application/json',
  'application/fhir+json',
  'text/html',
  'text/plain; charset=utf-16',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  '',
];
const oddHeaders = [
  'Location: https://evil.example/',
  'Location: file:///etc/passwd',
  'Retry-After: 99999999999999999999',
  'Retry-After: -5',
  'Retry-After: Thu, 99 Foo 99999 99:99:99 GMT',
  'Date: Thu, 01 Jan 1970 00:00:00 GMT',
  'Date: x',
  'Content-Encoding: gzip',
  'Content-Type: application/json',
  'Set-Cookie: a=b',
  'Refresh: 0;url=https://evil.example/',
  'X-Encryption: JWE',
  'Trailer: X',
  'Upgrade: h2c',
];

/** An answer with `body`: right in its frame mostly. */
export function oddAnswer(body: Parts, dice: Dice): RawAnswer {
  const isRight = !dice.once(3);
  return {
    body,
    status: isRight ? '200 OK' : dice.of(statuses),
    headers: [
      `Content-Type: ${isRight ? types[0] : dice.of(types)}`,
      ...(isRight ? [] : [dice.of(oddHeaders)]),
    ],
    length: isRight
      ? 0
      : dice.of([0, 0, 1, -1, 5000, 2 ** 40, 'none' as const, 'chunked' as const]),
    pace: dice.once(12) ? dice.of(['drip', 'stall', 'cut'] as const) : 'whole',
  };
}

export const rightAnswer = (value: unknown, status = '200 OK'): RawAnswer => ({
  status,
  headers: ['Content-Type: application/json'],
  body: [Buffer.from(JSON.stringify(value)).toString('latin1')],
  length: 0,
  pace: 'whole',
});

export type RawServer = {
  readonly port: number;
  close(): Promise<void>;
};

/** Serves what `answerTo` returns for a method and an address. Each connection has one request. */
export async function serveRaw(
  answerTo: (method: string, url: string, body: string) => RawAnswer,
): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let got = '';
    let isDone = false;
    socket.on('data', (bytes) => {
      got += bytes.toString('latin1');
      const end = got.indexOf('\r\n\r\n');
      if (isDone || end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(got.slice(0, end))?.[1] ?? 0);
      if (got.length < end + 4 + length) return;
      isDone = true;
      const [method = '', url = ''] = got.split(' ', 2);
      void send(socket, answerTo(method, url, got.slice(end + 4)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function send(socket: net.Socket, answer: RawAnswer): Promise<void> {
  const body = bytesOf(answer.body);
  const head = Buffer.from(
    `HTTP/1.1 ${answer.status}\r\n${headOf(answer, body.length)}\r\n`,
    'latin1',
  );
  const framed =
    answer.length === 'chunked'
      ? Buffer.concat([
          Buffer.from(`${body.length.toString(16)}\r\n`),
          body,
          Buffer.from('\r\n0\r\n\r\n'),
        ])
      : body;
  const half = Math.floor(framed.length / 2);
  if (answer.pace === 'whole') return void socket.end(Buffer.concat([head, framed]));
  socket.write(Buffer.concat([head, framed.subarray(0, half)]));
  if (answer.pace === 'stall') return;
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (answer.pace === 'cut') return void socket.destroy();
  for (const byte of framed.subarray(half, half + 20)) {
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end(framed.subarray(half + 20));
}

const headOf = ({ headers, length }: RawAnswer, real: number) =>
  [
    ...headers,
    'Connection: close',
    ...(length === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
    ...(typeof length === 'number' ? [`Content-Length: ${Math.max(0, real + length)}`] : []),
    '',
  ].join('\r\n');

/** As long as an answer of this computer that stalls is waited for; the real limits are seconds. */
const WAIT = 150;

/** The real network, as far as it stays on this computer: an answer may name any other. */
export const onlyHere =
  (net: Net): Net =>
  async (request) => {
    if (request.url.hostname !== '127.0.0.1')
      throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    return net({ ...request, timeout: Math.min(request.timeout, WAIT) });
  };

/** Sends bytes to a port of this computer and returns all that comes back until its end. */
export function exchangeRaw(port: number, bytes: Buffer, isOver: () => boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    let got = '';
    const look = setInterval(() => isOver() && socket.destroy(), 5);
    socket
      .on('data', (piece) => {
        got += piece.toString('latin1');
      })
      .on('error', () => {})
      .on('close', () => {
        clearInterval(look);
        resolve(got);
      });
  });
}
