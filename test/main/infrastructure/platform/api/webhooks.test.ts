/**
 * The client of contract 4.1 against the practice platform: registered once, whatever the network
 * does, and no key goes further.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkEndpoint } from '../../../../../main/infrastructure/platform/api/webhooks.ts';
import { createRig } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const PATH = '/notification/v1/connect/webhook/subscriptions';
const rig = async () => (await createRig(sandbox, { speed: 500 })).platform.webhooks;
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const key = 'k'.repeat(43);
const events = ['v2rx.completed'];

test('what is registered is listed without its key, and says whose it is', async () => {
  const webhooks = await rig();
  const id = await webhooks.register('https://relay.example/hook', events, key);
  const [mine] = await webhooks.list([key]);
  expect(mine).toEqual({ id, endpoint: 'https://relay.example/hook', events, key: 'ours' });
  expect(JSON.stringify(await webhooks.list([]))).not.toContain(key);
  expect((await webhooks.list(['another'])).map((one) => one.key)).toEqual(['other']);
  await webhooks.remove(id);
  expect(await webhooks.list([key])).toEqual([]);
});

test('the same address a second time is refused, and so is what the platform cannot read', async () => {
  const webhooks = await rig();
  const id = await webhooks.register('https://relay.example/twice', events, key);
  expect(
    await caught(webhooks.register('https://relay.example/twice', events, 'other')),
  ).toMatchObject({ code: 'refused', detail: 'webhook-refused' });
  await webhooks.remove(id);
});

test('an answer that was lost is looked for in the list, and nothing is registered twice', async () => {
  const webhooks = await rig();
  // The practice platform refuses an address that it has: a second try would throw.
  await sandbox.faults({ do: 'cut', path: PATH, method: 'POST', when: 'after' });
  const id = await webhooks.register('https://relay.example/lost', events, key);
  expect((await webhooks.list([key])).map((one) => one.id)).toEqual([id]);
  await webhooks.remove(id);
});

test('a request that was lost is found missing in the list, and sent once more', async () => {
  const webhooks = await rig();
  await sandbox.faults({ do: 'cut', path: PATH, method: 'POST', when: 'before' });
  const id = await webhooks.register('https://relay.example/again', events, key);
  expect((await webhooks.list([key])).map((one) => one.id)).toEqual([id]);
  await sandbox.faults({
    do: 'status',
    path: PATH,
    method: 'POST',
    status: 500,
    after: true,
    body: { error: { message: 'x', code: 'SERVER_ERROR' } },
  });
  const other = await webhooks.register('https://relay.example/fell-over', events, key);
  expect(await webhooks.list([key])).toHaveLength(2);
  for (const one of [id, other]) await webhooks.remove(one);
});

test('where neither can be known, it says so', async () => {
  const webhooks = await rig();
  await sandbox.faults(
    { do: 'cut', path: PATH, method: 'POST', when: 'after' },
    { do: 'cut', path: PATH, method: 'GET', when: 'before', count: 5 },
  );
  expect(
    await caught(webhooks.register('https://relay.example/unknown', events, key)),
  ).toMatchObject({ code: 'offline', detail: 'unclear' });
  await sandbox.clearFaults();
  for (const { id } of await webhooks.list([])) await webhooks.remove(id);
});

test.each([400, 404])(
  'removing what is not there (%d) counts as done; 500 does not',
  async (status) => {
    const webhooks = await rig();
    await sandbox.faults({
      do: 'status',
      path: `${PATH}/*`,
      status,
      body: { error: { message: 'x', code: 'y' } },
    });
    await webhooks.remove('webhook-practice-9');
    await sandbox.faults({ do: 'status', path: `${PATH}/*`, status: 500, count: 3 });
    expect(await caught(webhooks.remove('webhook-practice-9'))).toMatchObject({ code: 'busy' });
  },
);

test('lists in odd forms are read as far as they go, or refused whole', async () => {
  const webhooks = await rig();
  await sandbox.faults({
    do: 'status',
    path: PATH,
    status: 200,
    body: {
      data: [
        { id: 7, event_names: null, endpoint: null, signing_key: null },
        { id: 'x', event_names: 'all', endpoint: 'https://a.example', signing_key: 9 },
      ],
    },
  });
  expect(await webhooks.list([key])).toEqual([
    { id: '7', endpoint: '', events: [], key: 'none' },
    { id: 'x', endpoint: 'https://a.example', events: [], key: 'none' },
  ]);
  await sandbox.faults({ do: 'status', path: PATH, status: 200, body: { data: 'none' } });
  expect(await caught(webhooks.list([]))).toMatchObject({ detail: 'answer-unreadable' });
});

const far = 'https://platform.example';
test.each([
  ['https://relay.example/hook', 'https://relay.example/hook'],
  [' https://relay.example ', 'https://relay.example/'],
  ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
])('%s can be reached from the internet', (endpoint, as) =>
  expect(checkEndpoint(endpoint, far)).toBe(as),
);
test.each([
  ['http://127.0.0.1:47815/hook', 'endpoint-not-public'],
  ['http://localhost/hook', 'endpoint-not-public'],
  ['https://localhost/hook', 'endpoint-not-public'],
  ['https://clinic-pc/hook', 'endpoint-not-public'],
  ['https://pc.local/hook', 'endpoint-not-public'],
  ['https://10.0.0.7/hook', 'endpoint-not-public'],
  ['https://192.168.1.2/hook', 'endpoint-not-public'],
  ['https://172.20.0.1/hook', 'endpoint-not-public'],
  ['https://[::1]/hook', 'endpoint-not-public'],
  ['https://[fd00::1]/hook', 'endpoint-not-public'],
  ['https://2130706433/', 'endpoint-not-public'],
  ['http://relay.example/hook', 'address-insecure'],
  ['relay.example', 'address-invalid'],
  ['https://u:p@relay.example', 'address-invalid'],
  ['ftp://relay.example', 'address-insecure'],
])('%s is refused as %s', (endpoint, detail) =>
  expect(() => checkEndpoint(endpoint, far)).toThrow(expect.objectContaining({ detail })),
);
test('a practice platform on this computer reaches this computer', () =>
  expect(checkEndpoint('http://127.0.0.1:47815/hook', 'http://127.0.0.1:1')).toBe(
    'http://127.0.0.1:47815/hook',
  ));
