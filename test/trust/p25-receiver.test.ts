/**
 * P25, the receiver: over real sockets, what is forged, stale, replayed, too large or never ends is
 * refused and holds nothing up.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  BODY_LIMIT,
  HEAD_LIMIT,
  openReceiver,
  type Refusal,
} from '../../main/features/clinic/webhooks/receiver.ts';
import { LARGEST_EVENT } from '../../main/features/clinic/webhooks/signature.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { promise } from './support/promise.ts';

const p25 = promise({
  id: 'P25',
  title:
    'Webhook deliveries: forged, stale, replayed and malformed ones are refused before they are read',
  figure:
    'all vectors of the contract, some 100 hostile deliveries, 10,000 forgeries at each commit: 0 accepted, each judged in at most 10 ms; over real sockets: forged, stale, replayed, oversized and never-ending ones: 0 accepted, 0 held open',
});
/**
 * A broken receiver does not answer at all: its test need not wait as long as a busy computer may
 * take.
 */
const PATIENCE = { timeout: p25.level === 'mutant' ? 2_500 : 60_000, interval: 10 };

const key = 'practice-signing-secret-1';
const body = '{"event":"v2rx.completed","data":{"transaction_id":"txn-0001"}}';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(keys: readonly string[] = [key]) {
  const clock = heldClock(1_790_000_000_000);
  const accepted: unknown[] = [];
  const refused: Refusal[] = [];
  let repeated = 0;
  const receiver = await openReceiver(0, {
    clock,
    keys: () => keys,
    header: () => 'Svc-Webhook-Signature',
    accepted: (event) => void accepted.push(event),
    refused: (reason) => void refused.push(reason),
    repeated: () => {
      repeated += 1;
    },
  });
  ends.push(() => receiver.close());

  function knock(host = '127.0.0.1') {
    const socket = connect(receiver.port, host);
    const said = { text: '', closed: false };
    socket
      .on('data', (piece) => {
        said.text += piece.toString();
      })
      .on('close', () => {
        said.closed = true;
      })
      .on('error', () => {});
    ends.push(() => socket.destroy());
    return { socket, said };
  }
  /** Sends it all, and answers the status once the connection is over; 0 where there was none. */
  async function send(text: string | Buffer): Promise<number> {
    const { socket, said } = knock();
    socket.write(text);
    await expect.poll(() => said.closed, PATIENCE).toBe(true);
    // Work that follows the answer is due at once.
    clock.advance(0);
    p25.ran();
    return Number(/^HTTP\/1\.1 (\d+)/.exec(said.text)?.[1] ?? 0);
  }
  const seconds = (off = 0) => Math.floor(clock.now() / 1000) + off;
  const sign = (text: string | Buffer, at = seconds(), by = key) =>
    `t=${at},v1=${createHmac('sha256', by).update(`${at}.`).update(text).digest('hex')}`;
  const post = (text: string, headers: readonly string[], path = '/hook', method = 'POST') =>
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.map((line) => `${line}\r\n`).join('')}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  const signed = (text: string, at = seconds(), by = key) =>
    post(text, [`Svc-Webhook-Signature: ${sign(text, at, by)}`]);
  return {
    clock,
    receiver,
    accepted,
    refused,
    repeats: () => repeated,
    knock,
    send,
    sign,
    post,
    signed,
    seconds,
  };
}

test('a good delivery is answered at once, and the work on it begins after that', async () => {
  const { knock, signed, accepted, clock } = await open();
  const { socket, said } = knock();
  socket.write(signed(body));
  await expect.poll(() => said.closed, PATIENCE).toBe(true);
  expect(said.text).toMatch(/^HTTP\/1\.1 200 /);
  expect(said.text.split('\r\n\r\n')[1]).toBe('');
  expect(accepted).toEqual([]);
  clock.advance(0);
  expect(accepted).toEqual([JSON.parse(body)]);
});

test('any of our keys is good: an old one stays so while its address is registered', async () => {
  const { send, signed, accepted } = await open(['older', key, 'newer']);
  for (const by of ['older', 'newer'])
    expect(await send(signed(`{"event":"${by}"}`, undefined, by))).toBe(200);
  expect(accepted).toHaveLength(2);
});

test('what is forged, stale, malformed or at another door is refused without a word', async () => {
  const { send, post, signed, sign, seconds, accepted, refused } = await open();
  const good = `Svc-Webhook-Signature: ${sign(body)}`;
  const hostile: readonly (readonly [string, number])[] = [
    [post(body, []), 401],
    [post(body, ['Svc-Webhook-Signature: ']), 401],
    [post(body, ['Svc-Webhook-Signature: sha256=x']), 401],
    [post(body, ['Other-Webhook-Signature: '.concat(sign(body))]), 401],
    [post(body, [good, good]), 401],
    [post(body, [good, `Svc-Webhook-Signature: t=1,v1=${'0'.repeat(64)}`]), 401],
    [post(body, [`Svc-Webhook-Signature: t=${seconds()},v1=${'0'.repeat(64)}`]), 401],
    [signed(body, seconds(), 'another key'), 401],
    [post(`${body} `, [good]), 401],
    [post(body.replace('0001', '0002'), [good]), 401],
    [signed(body, seconds(-181)), 401],
    [signed(body, seconds(181)), 401],
    [signed('no json'), 401],
    [signed('[]'), 401],
    [post(body, [good], '/'), 404],
    [post(body, [good], '/hook?x=1'), 404],
    [post(body, [good], '/hook/../hook'), 404],
    [post(body, [good], '/hook', 'PUT'), 405],
    [post('', [good], '/hook', 'GET'), 405],
    ['\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 0],
    ['POST /hook HTTP/9.9\r\n\r\n', 0],
    [`POST /hook HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 0],
  ];
  for (const [text, status] of hostile) expect(await send(text), text.slice(0, 80)).toBe(status);
  expect(accepted).toEqual([]);
  expect(new Set(refused)).toEqual(new Set(['bad_header', 'bad_signature', 'stale', 'bad_json']));
  // Senders without the key have not used up the memory: the good event is still new.
  expect(await send(post(body, [good]))).toBe(200);
  expect(accepted).toHaveLength(1);
});

test('without any key of ours everything is refused', async () => {
  const { send, signed, accepted } = await open([]);
  for (const by of ['', key]) expect(await send(signed(body, undefined, by))).toBe(401);
  expect(accepted).toEqual([]);
});

test('a replay is answered like the first and does nothing; one is remembered for longer than it could be good', async () => {
  const { send, signed, accepted, repeats, clock, seconds } = await open();
  const text = signed(body, seconds(170));
  expect(await send(text)).toBe(200);
  for (const wait of [0, 30_000, 300_000]) {
    clock.advance(wait);
    expect(await send(text)).toBe(200);
  }
  expect([accepted.length, repeats()]).toEqual([1, 3]);
  clock.advance(60_000);
  expect(await send(text)).toBe(401);
  clock.advance(20 * 60_000);
  expect(await send(signed(body))).toBe(200);
  expect(accepted).toHaveLength(2);
});

test('64 kB is taken; more is refused unread, whether its length is told or not', async () => {
  const { send, signed, post, sign, knock, accepted, refused, clock } = await open();
  const filled = (size: number) => JSON.stringify({ event: 'x', fill: 'y'.repeat(size - 23) });
  expect(Buffer.byteLength(filled(LARGEST_EVENT))).toBe(LARGEST_EVENT);
  expect(await send(signed(filled(LARGEST_EVENT)))).toBe(200);
  const large = filled(LARGEST_EVENT + 1);
  // Told its length alone, it needs not one byte of the rest.
  const { socket: told, said } = knock();
  told.write(
    post(large, [`Svc-Webhook-Signature: ${sign(large)}`])
      .split('\r\n\r\n')[0]!
      .concat('\r\n\r\n'),
  );
  await expect.poll(() => said.text, PATIENCE).toMatch(/^HTTP\/1\.1 401 /);
  const { socket, said: answer } = knock();
  socket.write(
    `POST /hook HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nSvc-Webhook-Signature: ${sign(large)}\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n`,
  );
  // A request that never ends is answered all the same.
  await expect.poll(() => answer.text, PATIENCE).toMatch(/^HTTP\/1\.1 401 /);
  clock.advance(0);
  expect([accepted.length, refused]).toEqual([1, ['too_large', 'too_large']]);
  p25.ran();
});

async function drip(socket: Socket, text: string) {
  if (!socket.destroyed) await new Promise<void>((sent) => socket.write(text, () => sent()));
}

test('whoever sends slowly is cut off in time, however steadily he drips, and keeps nobody out', async () => {
  const { knock, sign, signed, send, accepted, refused, clock } = await open();
  const head = knock();
  await drip(head.socket, 'POST /hook HTTP/1.1\r\nhost: x\r\n');
  const slowBody = knock();
  await drip(
    slowBody.socket,
    `POST /hook HTTP/1.1\r\nhost: x\r\nSvc-Webhook-Signature: ${sign(body)}\r\ncontent-length: ${body.length}\r\n\r\n{`,
  );
  const silent = Array.from({ length: 12 }, () => knock());
  await Promise.all(silent.map(({ socket }) => once(socket, 'connect')));
  // In the midst of it others are served; and by then the receiver has met them all.
  expect(await send(signed('{"event":"while"}'))).toBe(200);
  for (let step = 0; step < 4; step += 1) {
    clock.advance(HEAD_LIMIT / 5);
    await drip(head.socket, 'x: y\r\n');
    await drip(slowBody.socket, ' ');
  }
  clock.advance(Math.max(HEAD_LIMIT, BODY_LIMIT) / 5 + 1);
  await expect
    .poll(
      () => [head, slowBody, ...silent].map(({ said }) => said.closed).filter(Boolean).length,
      PATIENCE,
    )
    .toBe(14);
  expect([head.said.text, slowBody.said.text, accepted.length]).toEqual(['', '', 1]);
  expect(refused).toEqual(Array(14).fill('too_slow'));
  expect(await send(signed('{"event":"after"}'))).toBe(200);
  p25.ran();
});

test.skipIf(process.platform !== 'linux')(
  'it listens on one address of this computer, and on no other',
  async () => {
    const { knock } = await open();
    const { socket } = knock('127.0.0.2');
    const came = await new Promise((resolve) =>
      socket
        .once('connect', () => resolve('connected'))
        .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)),
    );
    expect(came).toBe('ECONNREFUSED');
  },
);

test('closed, it lets go of its port and of everybody at the door', async () => {
  const { knock, receiver } = await open();
  const { socket, said } = knock();
  await once(socket, 'connect');
  await drip(socket, 'POST /hook');
  await receiver.close();
  await expect.poll(() => said.closed, PATIENCE).toBe(true);
  const again = await openReceiver(receiver.port, {
    clock: heldClock(),
    keys: () => [],
    header: () => 'x',
    accepted() {},
    refused() {},
    repeated() {},
  });
  await again.close();
});
