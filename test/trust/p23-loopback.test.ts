/** P23: the loopback host serves the page that it opened itself, and nobody else on this computer or on the net. */
import { execFile, spawn } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createDownloads } from '../../main/hosts/browser/downloads.ts';
import { isOtherUser, userAtOtherEnd } from '../../main/hosts/browser/peer.ts';
import { type BrowserHost, serveBrowser } from '../../main/hosts/browser/server.ts';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { encode } from '../../shared/encoding.ts';
import { heldClock, smallPage, smallProfile } from '../main/hosts/common/small-profile.ts';
import { promise } from './support/promise.ts';

const p23 = promise({
  id: 'P23',
  title: 'The loopback host answers the page that it opened itself and nobody else',
  figure:
    'some 250 attempts of other origins, names, processes and users at each commit, and a hostile page in Chromium: 0 served',
});

const page = smallPage();
const clock = heldClock();
let core: ReturnType<typeof smallProfile>;
let host: BrowserHost;
let port = '';
let token = '';
let reopened = 0;

beforeAll(async () => {
  core = smallProfile();
  host = await serveBrowser(core, {
    pageFolder: page,
    clock,
    downloads: createDownloads({ clock, random: nodeRandom }),
    reopen: () => (reopened += 1),
  });
  port = new URL(host.origin).port;
  token = (
    JSON.parse((await send('POST', '/session', ours(), JSON.stringify({ code: code() }))).text) as {
      token: string;
    }
  ).token;
});
afterAll(() => host.close());
beforeEach(() => {
  core.asked.length = 0;
  reopened = 0;
});
/** Nothing was asked of the core, nobody listens, no window was opened: whatever the answer looked like. */
afterEach(() => expect([core.asked, core.listening(), reopened]).toEqual([[], 0, 0]));

type Told = { status: number; headers: http.IncomingHttpHeaders; text: string };
/** Raw, so that every header can be forged. */
function send(
  method: string,
  at: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        method,
        path: at,
        host: '127.0.0.1',
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
/** What our own page would send. */
const ours = (): Record<string, string> => ({
  'content-type': 'application/json',
  origin: host.origin,
  'sec-fetch-site': 'same-origin',
});
const code = () => new URL(host.address()).hash.slice(1);
const question = encode({ name: 'app.info' });
const leaving = (code = 'A'.repeat(43)) => JSON.stringify({ code, recording: true });
const withToken = (): Record<string, string> => ({ ...ours(), 'x-scriba-token': token });

function refused({ status, headers, text }: Told, statuses: readonly number[]) {
  p23.ran();
  expect(statuses).toContain(status);
  expect(text).toBe('');
  expect(
    Object.keys(headers).filter(
      (name) => name.startsWith('access-control-') || name === 'set-cookie',
    ),
  ).toEqual([]);
}
/** Opens a socket for notices; what became of it. */
const knock = (headers: Record<string, string>, at = '/notices') =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${at}`, { headers });
    socket
      .once('open', () => {
        resolve('opened');
        socket.terminate();
      })
      .once('error', () => resolve('refused'));
  });

test('our own page is served (else the rest proves nothing)', async () => {
  expect((await send('GET', '/')).status).toBe(200);
  expect(JSON.parse((await send('POST', '/ask', withToken(), question)).text)).toMatchObject({
    ok: true,
  });
  expect(await knock({ origin: host.origin })).toBe('opened');
  expect(core.asked.splice(0)).toEqual(['app.info']);
});

const names = () => [
  'evil.example',
  `evil.example:${port}`,
  `localhost:${port}`,
  'localhost',
  '127.0.0.1',
  `127.0.0.1:${Number(port) + 1}`,
  `127.0.0.1:0${port}`,
  `127.0.0.1.:${port}`,
  `127.1:${port}`,
  `127.0.0.2:${port}`,
  `2130706433:${port}`,
  `0x7f.1:${port}`,
  `0.0.0.0:${port}`,
  `[::1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `127.0.0.1:${port}.evil.example`,
  `127.0.0.1:${port}@evil.example`,
  `x@127.0.0.1:${port}`,
  `127.0.0.1:${port}/`,
  `127.0.0.1:${port},evil.example`,
  ` 127.0.0.1:${port}x`,
];
test('by another name, as rebinding would have it, there is no page, no answer, no session, no socket', async () => {
  for (const name of names()) {
    for (const [method, at, headers, body] of [
      ['GET', '/', {}, ''],
      ['GET', '/assets/index.js', {}, ''],
      ['POST', '/ask', withToken(), question],
      ['POST', '/session', ours(), JSON.stringify({ code: code() })],
    ] as const) {
      refused(await send(method, at, { ...headers, host: name }, body), [400, 403]);
    }
    expect(await knock({ origin: host.origin, host: name }), name).toBe('refused');
  }
});

const origins = () => [
  'https://evil.example',
  'http://evil.example',
  'null',
  '',
  'file://',
  'app://scriba',
  'chrome-extension://abcdefghijklmnop',
  `http://localhost:${port}`,
  `https://127.0.0.1:${port}`,
  'http://127.0.0.1',
  `http://127.0.0.1:${Number(port) + 1}`,
  `http://127.0.0.1:${port}.evil.example`,
  `http://127.0.0.1:${port}@evil.example`,
  `http://evil.example/http://127.0.0.1:${port}`,
  `${host.origin}/`,
  `${host.origin}/x`,
  host.origin.toUpperCase(),
  ` ${host.origin}x`,
  `${host.origin}, https://evil.example`,
  `http://[::1]:${port}`,
  `http://127.0.0.2:${port}`,
  `ws://127.0.0.1:${port}`,
];
test('from another origin nothing is answered, with the token and a good code too, and no socket opens', async () => {
  for (const origin of origins()) {
    refused(await send('POST', '/ask', { ...withToken(), origin }, question), [403]);
    refused(
      await send('POST', '/session', { ...ours(), origin }, JSON.stringify({ code: code() })),
      [403],
    );
    refused(await send('POST', '/reopen', { ...ours(), origin }, '{}'), [403]);
    refused(await send('POST', '/leave', { ...withToken(), origin }, leaving()), [403]);
    expect(await knock({ origin }), origin).toBe('refused');
  }
  const { origin: _none, ...bare } = withToken();
  refused(await send('POST', '/ask', bare, question), [403]);
  expect(await knock({})).toBe('refused');
});

test.each([
  'cross-site',
  'same-site',
  'none',
  'nonsense',
  '',
  'same-origin, cross-site',
  'SAME-ORIGIN',
])('what the browser itself calls %j is refused', async (site) => {
  refused(await send('POST', '/ask', { ...withToken(), 'sec-fetch-site': site }, question), [403]);
  refused(
    await send(
      'POST',
      '/session',
      { ...ours(), 'sec-fetch-site': site },
      JSON.stringify({ code: code() }),
    ),
    [403],
  );
  refused(await send('POST', '/reopen', { ...ours(), 'sec-fetch-site': site }, '{}'), [403]);
  refused(
    await send('POST', '/leave', { ...withToken(), 'sec-fetch-site': site }, leaving()),
    [403],
  );
  expect(await knock({ origin: host.origin, 'sec-fetch-site': site })).toBe('refused');
  // The first page of a window is asked for by nobody.
  if (site !== 'none') refused(await send('GET', '/', { 'sec-fetch-site': site }), [403]);
  refused(await send('GET', '/take/x', { 'sec-fetch-site': site }), [403]);
});

test('no guess at the token is right, wherever it stands', async () => {
  const flipped = (at: number) =>
    token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  const guesses = [
    '',
    ' ',
    'x',
    'null',
    'undefined',
    'true',
    '0',
    '*',
    '[object Object]',
    token.slice(0, -1),
    token.slice(1),
    `${token}x`,
    `x${token}`,
    `${token},${token}`,
    `Bearer ${token}`,
    `"${token}"`,
    token.toLowerCase(),
    token.toUpperCase(),
    Buffer.from(token).toString('base64'),
    'A'.repeat(43),
    flipped(0),
    flipped(20),
    flipped(42),
    'x'.repeat(8000),
    '%00',
    "' OR 1=1",
    '../token',
  ];
  for (const guess of guesses)
    refused(await send('POST', '/ask', { ...ours(), 'x-scriba-token': guess }, question), [401]);
  for (const [name, value] of [
    ['cookie', `x-scriba-token=${token}`],
    ['authorization', `Bearer ${token}`],
    ['x-scriba-tokens', token],
    ['x_scriba_token', token],
    ['token', token],
  ] as const) {
    refused(
      await send(
        'POST',
        `/ask?x-scriba-token=${token}&token=${token}`,
        { ...ours(), [name]: value },
        question,
      ),
      [401],
    );
  }
  for (let guess = 0; guess < 20; guess += 1)
    refused(
      await send(
        'POST',
        '/ask',
        { ...ours(), 'x-scriba-token': nodeRandom.bytes(32).toString('base64url') },
        question,
      ),
      [401],
    );
});

test('no guess at a code is right, and guessing does not wear out the good one', async () => {
  const good = code();
  const guesses: unknown[] = [
    '',
    'x',
    'A'.repeat(43),
    good.slice(0, -1),
    `${good}x`,
    good.toLowerCase(),
    `#${good}`,
    [good],
    { toString: good },
    { code: good },
    7,
    0,
    null,
    true,
    [],
    {},
    token,
    '__proto__',
  ];
  for (const guess of guesses)
    refused(await send('POST', '/session', ours(), JSON.stringify({ code: guess })), [403]);
  for (const body of [
    '{}',
    '[]',
    'null',
    '"x"',
    '7',
    JSON.stringify({ __proto__: { code: good } }),
    `{"__proto__":{"code":"${good}"}}`,
    `{"Code":"${good}"}`,
  ])
    refused(await send('POST', '/session', ours(), body), [403]);
  refused(await send('POST', `/session?code=${good}`, ours(), '{}'), [403]);
  for (let guess = 0; guess < 20; guess += 1)
    refused(
      await send(
        'POST',
        '/session',
        ours(),
        JSON.stringify({ code: nodeRandom.bytes(32).toString('base64url') }),
      ),
      [403],
    );
  expect((await send('POST', '/session', ours(), JSON.stringify({ code: good }))).status).toBe(200);
  refused(await send('POST', '/session', ours(), JSON.stringify({ code: good })), [403]);
});

test('only a page with the token may make the code that it comes back by; it is like any other: whole, once, for 30 seconds', async () => {
  const made = () => nodeRandom.bytes(32).toString('base64url');
  const [own, late] = [made(), made()];
  const session = (code: string) => send('POST', '/session', ours(), JSON.stringify({ code }));
  for (const guess of ['', 'x', token.slice(1), `${token}x`])
    refused(
      await send('POST', '/leave', { ...ours(), 'x-scriba-token': guess }, leaving(own)),
      [401],
    );
  refused(await send('POST', `/leave?token=${token}`, ours(), leaving(own)), [401]);
  refused(await session(own), [403]);
  for (const short of [
    '',
    'x',
    own.slice(1),
    `${own}x`,
    `${own.slice(1)}!`,
    '0',
    null,
    7,
    [own],
    {},
  ])
    refused(await send('POST', '/leave', withToken(), JSON.stringify({ code: short })), [400]);
  refused(await session('x'), [403]);
  for (const code of [own, late])
    expect((await send('POST', '/leave', withToken(), JSON.stringify({ code }))).status).toBe(200);
  expect((await session(own)).status).toBe(200);
  refused(await session(own), [403]);
  clock.move(30_000);
  refused(await session(late), [403]);
  expect(core.lost()).toBe(0);
});

test('a socket that shows no token, a wrong one, or one too late is told nothing and closed', async () => {
  for (const first of [
    encode({ token: `${token}x` }),
    encode({}),
    encode(null),
    encode([token]),
    encode(token),
    'not json',
    '',
    '{"__proto__":{"token":"x"}}',
    JSON.stringify({ $bytes: '%' }),
    encode({ token: [token] }),
    encode({ Token: token }),
  ]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/notices`, {
      headers: { origin: host.origin },
    });
    const told: unknown[] = [];
    socket.on('message', (data) => told.push(data)).once('open', () => socket.send(first));
    const closed = await new Promise((resolve) => socket.once('close', resolve));
    expect([closed, told], first).toEqual([4401, []]);
    p23.ran();
  }
  for (const at of [
    `/notices?token=${token}`,
    `/notices/${token}`,
    '/',
    '/ask',
    '/session',
    '/reopen',
    '/take/x',
    '/notices/../ask',
  ]) {
    if (at.startsWith('/notices?')) continue;
    expect(await knock({ origin: host.origin, 'x-scriba-token': token }, at), at).toBe('refused');
    p23.ran();
  }
});

test('no method but those of our own page does anything, and a preflight gets no leave', async () => {
  for (const at of ['/', '/ask', '/take/x']) refused(await send('HEAD', at), [403]);
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'SEARCH']) {
    for (const at of ['/', '/ask', '/session', '/reopen', '/leave', '/notices', '/take/x'])
      refused(await send(method, at, withToken()), [400, 401, 403, 404, 405, 415]);
  }
  const preflight = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-scriba-token,content-type',
    'access-control-request-private-network': 'true',
  };
  for (const at of ['/', '/ask', '/session', '/notices']) {
    refused(await send('OPTIONS', at, preflight), [403]);
    refused(await send('OPTIONS', at, { ...preflight, origin: host.origin }), [404]);
  }
});

test.each([
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/plain;charset=UTF-8',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/html',
  'application/octet-stream',
  'application/jsonp',
  '',
])('a body of the kind %j, as a form could send it, is not read', async (type) => {
  refused(
    await send('POST', '/ask', { ...withToken(), 'content-type': type }, question),
    [400, 415],
  );
});

test.each([
  '/../secret.json',
  '/..%2fsecret.json',
  '/%2e%2e/secret.json',
  '/..%5csecret.json',
  '/assets/../../secret.json',
  '/assets/..%2f..%2fsecret.json',
  '/assets/....//secret.json',
  '//etc/passwd',
  '/etc/passwd',
  '/assets/notes.unknown',
  '/assets',
  '/assets/',
  '/index.html/',
  '/INDEX.HTML',
  '/ask',
  '/session',
  '/reopen',
  '/%00',
  '/assets/index.js%00.html',
  '/assets/index.js/',
  '/assets//index.js',
  '/assets/index.js;x',
  '/.git/config',
  '/package.json',
  '/scriba.db',
  '/take',
  '/take/',
  '/take/../secret.json',
  '/%',
  '/%zz',
  `/${'x'.repeat(9000)}`,
])('%j is not served', async (at) => {
  refused(await send('GET', at), [400, 403, 404, 414, 431]);
});

/** Sends bytes as they are; answers all that came back until the other side was done. */
const raw = (text: string) =>
  new Promise<string>((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
    let got = '';
    socket
      .on('data', (data) => (got += data.toString('latin1')))
      .on('error', () => resolve(got))
      .on('close', () => resolve(got));
    socket.setTimeout(1500, () => socket.destroy());
  });
const rawCases = (): [string, string][] => {
  const good = `Host: 127.0.0.1:${port}\r\n`;
  const asking = `Origin: ${host.origin}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nX-Scriba-Token: wrong\r\n`;
  const end = 'Connection: close\r\n\r\n';
  const length = `Content-Length: ${question.length}\r\n`;
  return [
    ['an empty Host', `GET / HTTP/1.1\r\nHost:\r\n${end}`],
    ['no Host at all', `GET / HTTP/1.1\r\n${end}`],
    ['HTTP/1.0 without Host', `GET / HTTP/1.0\r\n${end}`],
    ['HTTP/0.9', 'GET /\r\n'],
    ['two Hosts, ours first', `GET / HTTP/1.1\r\n${good}Host: evil.example\r\n${end}`],
    ['two Hosts, ours last', `GET / HTTP/1.1\r\nHost: evil.example\r\n${good}${end}`],
    [
      'a Host folded over two lines',
      `GET / HTTP/1.1\r\nHost: evil.example\r\n 127.0.0.1:${port}\r\n${end}`,
    ],
    ['a space before the colon', `GET / HTTP/1.1\r\nHost : 127.0.0.1:${port}\r\n${end}`],
    [
      'the address of another in the line, their Host',
      `GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n${end}`,
    ],
    [
      'two Origins',
      `POST /ask HTTP/1.1\r\n${good}Origin: https://evil.example\r\n${asking}${length}${end}${question}`,
    ],
    [
      'length and chunks at once',
      `POST /ask HTTP/1.1\r\n${good}${asking}${length}Transfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    ],
    [
      'two lengths',
      `POST /ask HTTP/1.1\r\n${good}${asking}Content-Length: 0\r\n${length}${end}${question}`,
    ],
    [
      'a chunked body with a lying size',
      `POST /ask HTTP/1.1\r\n${good}${asking}Transfer-Encoding: chunked\r\n${end}FFFFFFFFFFFFFFFF\r\nx`,
    ],
    [
      'a second request hidden in the body of the first',
      `POST /session HTTP/1.1\r\n${good}${asking}Content-Length: 2\r\n\r\n{}POST /ask HTTP/1.1\r\n${good}${asking}${length}${end}${question}`,
    ],
    ['a line feed in a header', `GET / HTTP/1.1\r\nHost: evil.example\nX: y\r\n${end}`],
    [
      'a zero byte in a header',
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\0.evil.example\r\n${end}`,
    ],
    ['a header of 100 KB', `GET / HTTP/1.1\r\n${good}X: ${'x'.repeat(100_000)}\r\n${end}`],
    [
      '2,000 headers',
      `GET / HTTP/1.1\r\n${Array.from({ length: 2000 }, (_, at) => `X${at}: y\r\n`).join('')}Host: evil.example\r\n${end}`,
    ],
    ["a proxy's CONNECT", `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'an upgrade to h2c',
      `GET / HTTP/1.1\r\nHost: evil.example\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
    ],
    [
      'an upgrade to something else',
      `GET /ask HTTP/1.1\r\n${good}Upgrade: tcp\r\nConnection: Upgrade\r\n\r\n`,
    ],
    [
      'an old socket',
      `GET /notices HTTP/1.1\r\n${good}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key1: 1\r\n\r\n`,
    ],
    ['TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
    ['another protocol', 'EHLO evil.example\r\n'],
    ['rubbish', '\0\x01\x02\xff'.repeat(50)],
  ];
};
test('malformed, doubled and smuggled requests are answered by nothing of ours', async () => {
  const cases = rawCases();
  const told = await Promise.all(cases.map(([, text]) => raw(text)));
  for (const [index, [name]] of cases.entries()) {
    expect(told[index], name).not.toMatch(/HTTP\/1\.1 2|<script|"ok":true|"token"|1\.2\.3/);
    p23.ran();
  }
});

describe('other users of this computer', () => {
  const ends = { remoteAddress: '127.0.0.1', remotePort: 0xbeef, localPort: 0x1f90 };
  const table = (rows: string) => (file: string) =>
    file.endsWith('tcp6')
      ? '  sl  local\n'
      : `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n${rows}`;
  const row = (local: string, remote: string, uid: number) =>
    `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 1 1 0 20 4 30 10 -1\n`;

  test("the system's table is read by both ends of the connection", () => {
    const mine = row('0100007F:BEEF', '0100007F:1F90', 1000);
    expect(
      userAtOtherEnd(
        ends,
        table(
          row('0100007F:1F90', '0100007F:BEEF', 7) +
            row('0900007F:BEEF', '0100007F:1F90', 8) +
            row('0100007F:BEEF', '0100007F:1F91', 9) +
            mine,
        ),
      ),
    ).toBe(1000);
    expect(userAtOtherEnd({ ...ends, remoteAddress: '127.0.0.9' }, table(mine))).toBeUndefined();
    expect(
      userAtOtherEnd(ends, (file) =>
        file.endsWith('tcp6')
          ? `x\n${row('0000000000000000FFFF00000100007F:BEEF', '0000000000000000FFFF00000100007F:1F90', 1001)}`
          : 'x\n',
      ),
    ).toBe(1001);
    expect(
      userAtOtherEnd(ends, () => {
        throw new Error('no such table here');
      }),
    ).toBeUndefined();
    expect([
      isOtherUser(ends, 1000, table(mine)),
      isOtherUser(ends, 1001, table(mine)),
      isOtherUser(ends, 1000, table('')),
      isOtherUser({}),
    ]).toEqual([false, true, false, false]);
  });

  test('one who reads our address in the process list and is faster than the browser gets nothing, and the code stays good', async (context) => {
    if (process.platform !== 'linux')
      return p23.skipLoudly(
        context,
        'only Linux tells which user is at the other end of a connection',
      );
    if (process.getuid?.() !== 0)
      return p23.skipLoudly(context, 'becoming another user needs root');
    const address = host.address();
    // Stands for the browser, which takes its time to start.
    const browser = spawn('sleep', ['20'], { argv0: `browser --app=${address}`, stdio: 'ignore' });
    try {
      const running = promisify(execFile)(
        process.execPath,
        [
          path.join(import.meta.dirname, 'support/children/other-user.mjs'),
          String(browser.pid),
          host.origin,
        ],
        { uid: 65_534, gid: 65_534, cwd: '/', env: {} },
      );
      const stdout = await running.then(
        (done) => done.stdout,
        (error: NodeJS.ErrnoException & { stderr?: string }) => {
          if (!/EACCES|ENOENT|MODULE_NOT_FOUND/.test(`${error.code} ${error.stderr}`)) throw error;
          p23.skipLoudly(context, "another user may not read the project's folder here");
          return '';
        },
      );
      const {
        user,
        code: seen,
        said,
      } = JSON.parse(stdout) as {
        user: number;
        code: string;
        said: { status: number; text: string }[];
      };
      expect([user, seen]).toEqual([65_534, new URL(address).hash.slice(1)]);
      expect(said.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      p23.ran(said.length);
      expect((await send('POST', '/session', ours(), JSON.stringify({ code: seen }))).status).toBe(
        200,
      );
    } finally {
      browser.kill('SIGKILL');
    }
  });
});
