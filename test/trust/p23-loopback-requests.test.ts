/** P23: requests that are malformed, doubled or smuggled, and other users of the same computer. */
import { execFile, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isOtherUser, userAtOtherEnd } from '../../main/hosts/browser/peer.ts';
import { host, ours, p23, port, question, send, withToken } from './support/promises/p23.ts';

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

test('connections that never finish what they ask are closed, and a page is served meanwhile', async () => {
  const begun = await Promise.all(
    Array.from(
      { length: 100 },
      (_, at) =>
        new Promise<{ closed: Promise<unknown> }>((resolve) => {
          const socket = net.connect(Number(port), '127.0.0.1', () => {
            socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Number: ${at}\r\n`);
            const closed = new Promise((gone) => socket.on('error', () => {}).on('close', gone));
            socket.resume();
            resolve({ closed });
          });
        }),
    ),
  );
  expect((await send('GET', '/')).status).toBe(200);
  await Promise.all(begun.map(({ closed }) => closed));
  expect((await send('GET', '/')).status).toBe(200);
  p23.ran(begun.length);
}, 30_000);

test('a body that is too deep or of too many values is refused before it is built', async () => {
  for (const [body, detail] of [
    ['['.repeat(3_800_000), 'json-too-deep'],
    [`[${'{},'.repeat(1_000_000)}1]`, 'json-too-many'],
  ] as const) {
    const told = await send('POST', '/ask', withToken(), body);
    expect([told.status, told.text]).toEqual([400, expect.stringContaining(`"${detail}"`)]);
    p23.ran();
  }
});
