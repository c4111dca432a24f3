/**
 * Webhooks over real sockets and the real practice platform: registered, delivered, heard; and what
 * a person is told when not.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWebhooks } from '../../../../../main/features/clinic/webhooks/webhooks.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import type { WebhookState } from '../../../../../shared/model/clinic/webhooks.ts';
import { createRig, memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());
const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function core({ secrets = memoryKeyStore(), values = new Map<string, string>() } = {}) {
  const { platform, address, clock } = await createRig(sandbox, { speed: 1 });
  const hurried: string[] = [];
  const told: WebhookState[] = [];
  const webhooks = createWebhooks({
    clock,
    random: nodeRandom,
    secrets,
    values: { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) },
    platform: platform.webhooks,
    address: () => address,
    hurry(id) {
      if (id === 'txn-done') return 'already-here';
      if (id !== 'txn-here') return 'other-visit';
      hurried.push(id);
      return 'woke';
    },
    changed: (state) => void told.push(state),
  });
  ends.push(() => webhooks.close());
  await webhooks.open();
  return { webhooks, hurried, told, secrets, values };
}
const tell = (deliver: object, more = {}) =>
  fetch(`${sandbox.url}/__sandbox/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ waits: [1, 1], deliver, ...more }),
  });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('off at first; switched on it listens, says where, and forgets nothing when it is opened again', async () => {
  const { webhooks, secrets, values } = await core();
  expect(webhooks.state()).toMatchObject({
    on: false,
    receiver: 'off',
    keys: 0,
    delivered: [],
    header: 'Svc-Webhook-Signature',
  });
  const port = await freePort();
  expect(await webhooks.listen({ on: true, port })).toMatchObject({
    on: true,
    port,
    receiver: 'listening',
    relayTo: `http://127.0.0.1:${port}/hook`,
  });
  await webhooks.close();
  expect(webhooks.state().receiver).toBe('waiting');
  const again = await core({ secrets, values });
  expect(again.webhooks.state()).toMatchObject({ receiver: 'listening', port });
  expect(await again.webhooks.listen({ on: false, port })).toMatchObject({ receiver: 'off' });
  await expect(fetch(`http://127.0.0.1:${port}/hook`)).rejects.toThrow();
});

test('a busy port is told, changes nothing, and at the next start is told again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  ends.push(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { webhooks, secrets, values } = await core();
  const mine = await freePort();
  await webhooks.listen({ on: true, port: mine });
  expect(await caught(webhooks.listen({ on: true, port }))).toMatchObject({
    code: 'refused',
    detail: 'port-busy',
  });
  expect(webhooks.state()).toMatchObject({ receiver: 'listening', port: mine });
  await webhooks.close();
  values.set('webhooks.receiver', JSON.stringify({ on: true, port }));
  expect((await core({ secrets, values })).webhooks.state()).toMatchObject({
    receiver: 'failed',
    trouble: 'port-busy',
    port,
  });
});

test('from the practice platform to the queue: registered, signed, delivered, heard; unknown ones are dropped, repeated ones told once', async () => {
  const { webhooks, hurried, told, secrets } = await core();
  const port = await freePort();
  await webhooks.listen({ on: true, port });
  const [one] = await webhooks.register(`http://127.0.0.1:${port}/hook`, ['v2rx.completed']);
  expect(one).toMatchObject({ key: 'ours', events: ['v2rx.completed'] });
  expect(webhooks.state().keys).toBe(1);
  const [, kept] = [...secrets.kept].find(([name]) => name === 'webhook-keys')!;
  const key = (JSON.parse(kept) as { key: string }[])[0]!.key;
  expect(Buffer.from(key, 'base64url').length).toBeGreaterThanOrEqual(32);
  await tell({ transaction_id: 'txn-here' });
  await expect.poll(() => hurried).toEqual(['txn-here']);
  await tell({ transaction_id: 'txn-done' }, { form: 'nested' });
  await expect
    .poll(() => webhooks.state().delivered.map(({ outcome }) => outcome))
    .toEqual(['already-here', 'woke']);
  await tell({ transaction_id: 'txn-elsewhere' }, { form: 'seed' });
  await expect
    .poll(() => webhooks.state().delivered[0])
    .toMatchObject({
      outcome: 'other-visit',
      event: 'v2rx.completed',
      transactionId: 'txn-elsewhere',
      times: 1,
    });

  const body = JSON.stringify({
    event: 'prescription.created',
    transaction_id: 'txn-here',
    patient: 'Asha Rao',
  });
  const at = Math.floor(Date.now() / 1000);
  const send = (
    text: string,
    v1 = createHmac('sha256', key).update(`${at}.${text}`).digest('hex'),
  ) =>
    fetch(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      body: text,
      headers: { 'svc-webhook-signature': `t=${at},v1=${v1}` },
    });
  expect((await send(body)).status).toBe(200);
  expect((await send(body)).status).toBe(200);
  expect((await send(body, '0'.repeat(64))).status).toBe(401);
  expect((await send(body, '0'.repeat(64))).status).toBe(401);
  await expect
    .poll(() =>
      webhooks
        .state()
        .delivered.slice(0, 3)
        .map(({ outcome, times }) => [outcome, times]),
    )
    .toEqual([
      ['bad_signature', 2],
      ['repeated', 1],
      ['other-event', 1],
    ]);
  expect(hurried).toHaveLength(1);
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`Asha|${key}`));

  expect(await webhooks.remove(one!.id)).toEqual([]);
  expect(secrets.kept.has('webhook-keys')).toBe(false);
  expect((await send(body.replace('Asha', 'Usha'))).status).toBe(401);
});

test('a refused registration leaves no key behind; one that nobody knows of keeps it, and the list tells that it is ours', async () => {
  const { webhooks, secrets } = await core();
  expect(
    await caught(webhooks.register('http://relay.example/hook', ['v2rx.completed'])),
  ).toMatchObject({ detail: 'address-insecure' });
  expect(secrets.kept.has('webhook-keys')).toBe(false);
  await sandbox.faults(
    { do: 'cut', path: '/notification/*', method: 'POST', when: 'after' },
    { do: 'status', path: '/notification/*', method: 'GET', status: 400 },
  );
  expect(
    await caught(webhooks.register('https://relay.example/unclear', ['v2rx.completed'])),
  ).toMatchObject({ code: 'offline', detail: 'unclear' });
  // Asked once more, it is found instead of registered twice.
  const [one] = await webhooks.register('https://relay.example/unclear', ['v2rx.completed']);
  expect(one).toMatchObject({ endpoint: 'https://relay.example/unclear', key: 'ours' });
  expect(await webhooks.remove(one!.id)).toEqual([]);
  expect(secrets.kept.has('webhook-keys')).toBe(false);
});

test('what damage made of the choice counts as none', async () => {
  for (const text of ['', '{', '[]', '{"on":true,"port":80}', 'null'])
    expect(
      (await core({ values: new Map([['webhooks.receiver', text]]) })).webhooks.state(),
    ).toMatchObject({ on: false, receiver: 'off' });
});
