/** The address at which a browser's answer comes: this computer alone, small questions, until closed. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { nodeLoopback } from '../../../../main/hosts/node/node-loopback.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function open() {
  const asked: string[] = [];
  const listening = await nodeLoopback((url) => {
    asked.push(url.href);
    return { status: 200, text: 'Taken <b>&' };
  });
  closing.push(listening.close);
  return { asked, ...listening };
}

test('a browser is shown words alone, on a page that loads nothing and is not kept', async () => {
  const { origin, asked } = await open();
  const answer = await fetch(`${origin}/path?a=1`);
  expect(await answer.text()).toContain('<p>Taken &lt;b&gt;&amp;</p>');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(asked).toEqual([`${origin}/path?a=1`]);
});

function statusOf(origin: string, options: { method?: string; path?: string; host?: string }) {
  const { port } = new URL(origin);
  const { method = 'GET', path = '/', host = `127.0.0.1:${port}` } = options;
  return new Promise<number | undefined>((done, fail) => {
    request({ port, hostname: '127.0.0.1', method, path, headers: { host } }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on('error', fail)
      .end();
  });
}

test('another method, another Host and a path that is none are refused unasked', async () => {
  const { origin, asked } = await open();
  expect(await statusOf(origin, { method: 'POST' })).toBe(405);
  expect(await statusOf(origin, { host: 'evil.example' })).toBe(400);
  expect(await statusOf(origin, { host: `localhost:${new URL(origin).port}` })).toBe(400);
  expect(await statusOf(origin, { path: '*' })).toBe(400);
  expect(await statusOf(origin, { path: `/?a=${'x'.repeat(20_000)}` })).toBe(431);
  expect(asked).toEqual([]);
});

test('no other address of this computer answers', async () => {
  const { origin } = await open();
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  // Another loopback address stands for them where the computer has no network.
  for (const address of ['127.0.0.2', ...others.map((other) => other.address)]) {
    const socket = connect(Number(new URL(origin).port), address);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  }
});

test('closed: nothing answers any more', async () => {
  const { origin, close } = await open();
  close();
  await expect(fetch(origin)).rejects.toThrow();
});
