/**
 * P23: the loopback host serves the page that it opened itself, and nobody else on this computer or
 * on the net.
 */
import { expect, test } from 'vitest';
import {
  code,
  host,
  house,
  knock,
  leaving,
  ours,
  port,
  question,
  refused,
  send,
  withToken,
} from './support/promises/p23.ts';

test('our own page is served (else the rest proves nothing)', async () => {
  expect((await send('GET', '/')).status).toBe(200);
  expect(JSON.parse((await send('POST', '/ask', withToken(), question)).text)).toMatchObject({
    ok: true,
  });
  expect(await knock({ origin: host.origin })).toBe('opened');
  expect(house.asked.splice(0)).toEqual(['app.info']);
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
