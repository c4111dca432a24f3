import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { Failure } from '../../../../shared/failure.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => (server as http.Server).closeAllConnections?.(),
    () => void server.close(),
  );
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const web = (respond: http.RequestListener) => listen(http.createServer(respond));
const ask = (url: string, more = {}) =>
  undiciNet({ connectTimeout: 500 })({ method: 'GET', url: new URL(url), timeout: 2000, ...more });
const failed = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return { code: (error as Failure).code, detail: (error as Failure).detail };
};

test('an answer comes back with its status, lower-case headers and bytes', async () => {
  const host = await web((_request, response) =>
    response.writeHead(206, { 'X-Some': 'thing' }).end('half'),
  );
  const answer = await ask(`http://${host}/`);
  expect([answer.status, answer.headers['x-some'], answer.body.toString()]).toEqual([
    206,
    'thing',
    'half',
  ]);
});

test('a streamed body arrives whole with its length said beforehand', async () => {
  let got = '';
  let length: string | undefined;
  const host = await web((request, response) => {
    length = request.headers['content-length'];
    request
      .on('data', (piece: Buffer) => (got += piece.toString()))
      .on('end', () => response.end());
  });
  async function* body() {
    for (const piece of ['one ', 'two ', 'three']) yield Buffer.from(piece);
  }
  await ask(`http://${host}/`, {
    method: 'POST',
    body: body(),
    headers: { 'Content-Length': '13' },
  });
  expect([got, length]).toEqual(['one two three', '13']);
  expect(await failed(ask(`http://${host}/`, { method: 'POST', body: body() }))).toEqual({
    code: 'broken',
    detail: 'no-length',
  });
});

test("a body that cannot be read is our trouble, not the network's", async () => {
  const host = await web((request) => void request.resume());
  async function* damaged() {
    yield Buffer.from('abc');
    throw new Failure('broken', 'It did not work.', { detail: 'row-damaged' });
  }
  expect(
    await failed(
      ask(`http://${host}/`, {
        method: 'POST',
        body: damaged(),
        headers: { 'content-length': '9' },
      }),
    ),
  ).toEqual({ code: 'broken', detail: 'row-damaged' });
});

test('a redirect is handed back, never followed', async () => {
  let asked = 0;
  const host = await web((_request, response) => {
    asked += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect((await ask(`http://${host}/`)).status).toBe(302);
  expect(asked).toBe(1);
});

test('nobody listening, an unknown name and a dead address are "not sent"', async () => {
  const free = await listen(net.createServer());
  for (const close of closing.splice(0)) close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await failed(ask(`http://${free}/`))).toEqual({ code: 'offline', detail: 'not-sent' });
  expect(await failed(ask('http://no-such-name.invalid/'))).toEqual({
    code: 'offline',
    detail: 'not-sent',
  });
});

test('a connection that is never made is "not sent" when its time is over', async () => {
  // Listens without accepting at TLS level: the handshake never ends.
  const host = await listen(net.createServer(() => {}));
  expect(await failed(ask(`https://${host}/`))).toEqual({ code: 'offline', detail: 'not-sent' });
});

test('a connection cut after sending, or an answer that never comes, is "unclear"', async () => {
  const cut = await listen(
    net.createServer((socket) => socket.once('data', () => socket.destroy())),
  );
  expect(await failed(ask(`http://${cut}/`))).toEqual({ code: 'offline', detail: 'unclear' });
  const silent = await web(() => {});
  expect(await failed(ask(`http://${silent}/`, { timeout: 200 }))).toEqual({
    code: 'offline',
    detail: 'unclear',
  });
  const half = await web((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('only a bit');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await failed(ask(`http://${half}/`))).toEqual({ code: 'offline', detail: 'unclear' });
});

test('an answer larger than allowed is given up', async () => {
  const host = await web((_request, response) => response.end(Buffer.alloc(100_000)));
  expect(await failed(ask(`http://${host}/`, { maxBytes: 50_000 }))).toEqual({
    code: 'broken',
    detail: 'answer-too-large',
  });
});

test('a long streamed body arrives byte for byte, however the other side takes it, and its pieces are given back', async () => {
  const whole = Buffer.alloc(3_000_001, 'a long recording ');
  const got: Buffer[] = [];
  const host = await web((request, response) => {
    // Slowly at first: what was sent is then still on its way out when more is asked for.
    request
      .on('data', (piece: Buffer) => {
        got.push(piece);
        if (got.length % 7 === 0) {
          request.pause();
          setTimeout(() => request.resume(), 5);
        }
      })
      .on('end', () => response.end());
  });
  const pieces: Uint8Array[] = [];
  async function* body() {
    for (let at = 0, size = 1; at < whole.length; size = (size * 7) % 300_007) {
      const piece = Buffer.from(new Uint8Array(whole.subarray(at, at + size)));
      at += piece.length;
      pieces.push(piece);
      yield piece;
    }
  }
  await ask(`http://${host}/`, {
    method: 'POST',
    body: body(),
    headers: { 'content-length': String(whole.length) },
  });
  expect(Buffer.concat(got).equals(whole)).toBe(true);
  // Small ones share their memory with others.
  expect(pieces.filter(({ length }) => length > 65_536)).toEqual([]);
});
