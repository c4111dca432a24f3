/**
 * The practice platform's webhooks: registered, listed, removed; delivered signed, again when
 * refused, and to this computer only.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox();
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.kill());

const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

const PATH = '/notification/v1/connect/webhook/subscriptions';
const register = (endpoint: string, more: Record<string, unknown> = {}) =>
  caller.mine('POST', PATH, {
    event_names: ['v2rx.completed'],
    endpoint,
    signing_key: 'practice-key',
    protocol: 'https',
    ...more,
  });

async function relay(statuses: number[] = []) {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request
      .on('data', (piece: Buffer) => {
        body += piece.toString();
      })
      .on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(statuses[got.length - 1] ?? 200).end();
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}
const admin = async (body: unknown) =>
  (
    await fetch(`${sandbox.url}/__sandbox/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json() as Promise<{ deliveries: { endpoint: string; status: number; attempt: number }[] }>;

test('an address is registered once, listed with its secret as the published platform does, and removed once', async () => {
  const made = await register('https://relay.example/hook');
  expect(made).toMatchObject({ status: 201, body: { status: 'success' } });
  expect(made.body.id).toMatch(/practice/);
  expect(await register('https://relay.example/hook')).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_REQUEST' } },
  });
  expect((await caller.mine('GET', PATH)).body.data).toMatchObject([
    {
      id: made.body.id,
      endpoint: 'https://relay.example/hook',
      signing_key: 'practice-key',
      event_names: ['v2rx.completed'],
    },
  ]);
  const other = await callPractice(sandbox, await sandbox.addClient());
  expect((await other.mine('GET', PATH)).body.data).toEqual([]);
  expect((await other.mine('DELETE', `${PATH}/${made.body.id}`)).status).toBe(404);
  expect((await caller.mine('DELETE', `${PATH}/${made.body.id}`)).status).toBe(200);
  expect((await caller.mine('DELETE', `${PATH}/${made.body.id}`)).status).toBe(404);
  expect((await caller.mine('DELETE', `${PATH}/x`)).status).toBe(400);
});

test('what has no endpoint, or none that is an address, is refused; so is a caller without a token', async () => {
  for (const body of [
    {},
    { endpoint: '' },
    { endpoint: 'no address' },
    { endpoint: 'https://a.example', protocol: 'pigeon' },
    { endpoint: 'https://a.example', event_names: [1] },
  ])
    expect((await caller.mine('POST', PATH, body)).status, JSON.stringify(body)).toBe(400);
  for (const [method, path] of [
    ['POST', PATH],
    ['GET', PATH],
    ['DELETE', `${PATH}/webhook-practice-1`],
  ] as const)
    expect(await caller.call(method, path)).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHORIZED' } },
    });
});

test('an event is signed over its raw bytes, in both forms, and sent again until it is taken', async () => {
  const { got, url } = await relay([500, 503]);
  const {
    body: { id },
  } = await register(url);
  await admin({ waits: [1, 1], deliver: { transaction_id: 'txn-1' } });
  await expect.poll(() => got.length).toBe(3);
  for (const { headers, body } of got) {
    const [, t, v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['svc-webhook-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', 'practice-key').update(`${t}.${body}`).digest('hex'));
    expect(JSON.parse(body)).toMatchObject({
      event: 'v2rx.completed',
      data: { transaction_id: 'txn-1', status: 'completed', session_id: 'txn-1' },
    });
  }
  await admin({ form: 'nested', deliver: { transaction_id: 'txn-2', times: 2 } });
  await expect.poll(() => got.length).toBe(5);
  expect(JSON.parse(got[4]!.body)).toMatchObject({
    service_id: 'v2rx',
    event_id: 'v2rx.completed',
    payload: { event: 'v2rx.completed', transaction_id: 'txn-2' },
  });
  await admin({
    form: 'seed',
    deliver: { event: 'prescription.created', transaction_id: 'txn-3' },
  });
  await caller.mine('DELETE', `${PATH}/${id}`);
  await admin({ deliver: { transaction_id: 'txn-4' } });
  expect(got).toHaveLength(5);
});

test('three attempts and no more, none to the internet, and without a key none is signed', async () => {
  const { got, url } = await relay([500, 500, 500, 500]);
  const mine = await register(url, { signing_key: undefined });
  const far = await register('https://relay.example/far');
  await admin({ waits: [1, 1], deliver: { transaction_id: 'txn-5' } });
  const attempts = async (endpoint: string) =>
    (await admin({})).deliveries.filter((one) => one.endpoint === endpoint);
  await expect.poll(async () => (await attempts(url)).length).toBe(3);
  expect(got.map(({ headers }) => headers['svc-webhook-signature'])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await attempts('https://relay.example/far')).toMatchObject([{ status: -1, attempt: 1 }]);
  for (const { body } of [mine, far]) await caller.mine('DELETE', `${PATH}/${body.id}`);
});
