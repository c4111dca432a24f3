/**
 * P23: tokens, codes and sockets of the loopback host. No guess is right, and none wears out the
 * good one.
 */
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { encode } from '../../shared/encoding.ts';
import {
  clock,
  code,
  host,
  house,
  knock,
  leaving,
  ours,
  p23,
  port,
  question,
  refused,
  send,
  token,
  withToken,
} from './support/promises/p23.ts';

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
  expect(house.lost()).toBe(0);
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
