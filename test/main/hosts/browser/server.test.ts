/**
 * The browser host as its own page knows it. Who else tries, and gets nothing, is in
 * test/trust/p23-loopback.test.ts.
 */
import http from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type BrowserHost, serveBrowser } from '../../../../main/hosts/browser/server.ts';
import { decode, encode } from '../../../../shared/encoding.ts';
import { heldClock, smallPage, smallProfile } from '../common/small-profile.ts';

let core: ReturnType<typeof smallProfile>;
let clock: ReturnType<typeof heldClock>;
let host: BrowserHost;
let reopened = 0;
const page = smallPage();

beforeEach(async () => {
  core = smallProfile();
  clock = heldClock();
  reopened = 0;
  host = await serveBrowser(core, { pageFolder: page, clock, reopen: () => (reopened += 1) });
});
afterEach(() => host.close());

type Told = { status: number; headers: http.IncomingHttpHeaders; text: string };
/** Raw, so that every header can be forged. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Told> {
  const { hostname, port } = new URL(host.origin);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        method,
        path,
        host: hostname,
        port,
        headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
      },
      (response) => {
        let text = '';
        response
          .on('data', (piece) => (text += String(piece)))
          .on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
      },
    );
    request.on('error', reject).end(body);
  });
}
const json = () => ({
  'content-type': 'application/json',
  origin: host.origin,
  'sec-fetch-site': 'same-origin',
});
const freshCode = () => new URL(host.address()).hash.slice(1);
async function session(code = freshCode()): Promise<string> {
  return (
    JSON.parse((await send('POST', '/session', json(), JSON.stringify({ code }))).text) as {
      token: string;
    }
  ).token;
}
const ask = (token: string, name: string, input?: unknown, headers = {}) =>
  send('POST', '/ask', { ...json(), 'x-scriba-token': token, ...headers }, encode({ name, input }));

function open(headers: Record<string, string> = { origin: host.origin }, path = '/notices') {
  const socket = new WebSocket(host.origin.replace('http', 'ws') + path, { headers });
  const told: unknown[] = [];
  socket.on('message', (data) => told.push(decode(String(data))));
  const opened = new Promise<boolean>((resolve) =>
    socket.once('open', () => resolve(true)).once('error', () => resolve(false)),
  );
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  return { socket, told, opened, closed };
}
const until = async (is: () => boolean) => {
  for (let i = 0; i < 200 && !is(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(is()).toBe(true);
};

test('the code of the address buys a token, and the token an answer with bytes in it', async () => {
  const token = await session();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const told = await ask(token, 'recordings.append', {
    id: '6e2a7c46-5a5e-4c0e-9d63-0a7a4f1f4c11',
    firstSample: 0,
    audio: new Uint8Array(16_000),
  });
  expect(decode(told.text)).toEqual({ ok: true, value: { written: 8000, synced: 0 } });
});

test('a code is good once', async () => {
  const code = freshCode();
  await session(code);
  expect((await send('POST', '/session', json(), JSON.stringify({ code }))).status).toBe(403);
});

test('a code is dead after 30 seconds', async () => {
  const [early, late] = [freshCode(), freshCode()];
  clock.move(29_999);
  expect(await session(early)).toBeTypeOf('string');
  clock.move(1);
  expect((await send('POST', '/session', json(), JSON.stringify({ code: late }))).status).toBe(403);
});

test('a body too large or not readable is refused', async () => {
  const token = await session();
  const headers = { ...json(), 'x-scriba-token': token };
  expect((await send('POST', '/ask', headers, '{"name":')).status).toBe(400);
  expect((await send('POST', '/ask', headers, '['.repeat(200_000))).status).toBe(400);
  expect((await send('POST', '/ask', headers, JSON.stringify('x'.repeat(5_000_000)))).status).toBe(
    413,
  );
  expect(decode((await send('POST', '/ask', headers, '"__proto__"')).text)).toMatchObject({
    ok: false,
    code: 'invalid',
  });
});

test('a request too deep, or of too many values, is refused with a word before it is built', async () => {
  const token = await session();
  const headers = { ...json(), 'x-scriba-token': token };
  for (const [body, detail] of [
    ['['.repeat(3_800_000), 'json-too-deep'],
    [`[${'{},'.repeat(1_000_000)}1]`, 'json-too-many'],
    [`{"name":"app.info","input":${'{"a":'.repeat(33)}1${'}'.repeat(34)}`, 'json-too-deep'],
  ] as const) {
    const told = await send('POST', '/ask', headers, body);
    expect([told.status, decode(told.text)]).toEqual([
      400,
      expect.objectContaining({ ok: false, code: 'broken', detail }),
    ]);
  }
  // Whoever has no token learns nothing, and is not even read.
  for (const path of ['/session', '/reopen'])
    expect(await send('POST', path, json(), '['.repeat(5_000))).toMatchObject({
      status: 413,
      text: '',
    });
  expect(await send('POST', '/session', json(), '['.repeat(4_000))).toMatchObject({
    status: 400,
    text: '',
  });
});

test('the page is served with the strict headers, and only what stands in its table', async () => {
  const start = await send('GET', '/');
  expect(start.status).toBe(200);
  const socket = host.origin.replace('http', 'ws');
  expect(start.headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; worker-src 'self'; connect-src 'self' ${socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types scriba-capture`,
  );
  expect(start.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  expect((await send('GET', '/assets/index.js')).headers['content-type']).toMatch(
    'text/javascript',
  );
  const elsewhere = [
    '/../secret.json',
    '/..%2fsecret.json',
    '/assets/../../secret.json',
    '/assets/..%5c..%5csecret.json',
    '//etc/passwd',
    '/assets/notes.unknown',
    '/assets',
    '/assets/',
    '/index.html/',
    '/ask',
    '/session',
    '/%00',
    '/assets/index.js%00.html',
  ];
  for (const place of elsewhere) {
    const told = await send('GET', place);
    expect([400, 404], `${place} ${told.status}`).toContain(told.status);
    expect(told.text).toBe('');
    expect(told.headers['content-security-policy'] ?? told.status).toBeTruthy();
  }
});

test('notices go to a socket that shows the token first', async () => {
  const { socket, told, opened } = open();
  expect(await opened).toBe(true);
  core.notify('account.changed', { early: true });
  socket.send(encode({ token: await session() }));
  await until(() => core.listening() === 1);
  core.notify('visits.changed', { id: 'c1' });
  await until(() => told.length === 1);
  expect(told).toEqual([{ name: 'visits.changed', payload: { id: 'c1' } }]);
});

test('a socket without the token, with a wrong one, or with nothing to say, is told nothing and closed', async () => {
  const token = await session();
  for (const first of [
    encode({ token: `${token}x` }),
    encode({}),
    'not json',
    encode(null),
    JSON.stringify({ $bytes: '%' }),
  ]) {
    const { socket, told, opened, closed } = open();
    await opened;
    socket.send(first);
    expect(await closed).toBe(4401);
    expect(told).toEqual([]);
  }
  const silent = open();
  await silent.opened;
  await new Promise((resolve) => setTimeout(resolve, 30));
  clock.move(5_000);
  expect(await silent.closed).toBe(4401);
  expect(core.listening()).toBe(0);
});

test('the recording page is called lost two seconds after its last socket closed, not before, not when it is back', async () => {
  const token = await session();
  const join = async () => {
    const before = core.listening();
    const one = open();
    await one.opened;
    one.socket.send(encode({ token }));
    await until(() => core.listening() === before + 1);
    return one;
  };
  const leave = async ({ socket }: Awaited<ReturnType<typeof join>>) => {
    const before = core.listening();
    socket.terminate();
    await until(() => core.listening() === before - 1);
  };
  const [first, second] = [await join(), await join()];
  await leave(first);
  clock.move(10_000);
  expect(core.lost()).toBe(0);
  await leave(second);
  clock.move(1_900);
  const third = await join();
  clock.move(10_000);
  expect(core.lost()).toBe(0);
  await leave(third);
  clock.move(2_000);
  expect(core.lost()).toBe(1);
});

test('a page that goes says so: what it was recording is offered at once, also while another page is open; it comes back by the code it made', async () => {
  const token = await session();
  const other = open();
  await other.opened;
  other.socket.send(encode({ token }));
  await until(() => core.listening() === 1);
  const leave = (body: object) =>
    send('POST', '/leave', { ...json(), 'x-scriba-token': token }, JSON.stringify(body));
  const code = 'k'.repeat(43);
  expect((await leave({ code, recording: false })).status).toBe(200);
  expect(core.lost()).toBe(0);
  expect(await session(code)).toBe(token);
  expect((await leave({ code, recording: true })).status).toBe(200);
  expect(core.lost()).toBe(1);
  other.socket.terminate();
});

test('a page without a session may ask for a new window, every five seconds', async () => {
  expect((await send('POST', '/reopen', json(), '{}')).status).toBe(200);
  expect((await send('POST', '/reopen', json(), '{}')).status).toBe(429);
  expect(
    (await send('POST', '/reopen', { ...json(), origin: 'https://evil.example' }, '{}')).status,
  ).toBe(403);
  clock.move(5_000);
  expect((await send('POST', '/reopen', json(), '{}')).status).toBe(200);
  expect(reopened).toBe(2);
});

test('two launches have two tokens', async () => {
  const token = await session();
  const other = await serveBrowser(core, { pageFolder: page, clock });
  const told = await fetch(`${other.origin}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: other.origin, 'x-scriba-token': token },
    body: '{}',
  });
  expect(told.status).toBe(401);
  await other.close();
});

test('a file of the page is counted while it is on its way, and no longer', async () => {
  let isSent = false;
  let isSeen = false;
  const sent = send('GET', '/').then(() => (isSent = true));
  while (!isSent) {
    isSeen ||= host.isServing();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await sent;
  expect(isSeen).toBe(true);
  await expect.poll(() => host.isServing()).toBe(false);
});
