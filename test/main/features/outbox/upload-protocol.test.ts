/**
 * Which way a visit goes (contract 3 or 11), over HTTP: by setting, by discovery, by size; and that
 * it stays on the way it was begun on.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeSoundLine } from '../../../../main/hosts/node/node-sound-line.ts';
import { Failure } from '../../../../shared/failure.ts';
import { HOUR } from '../../../../shared/time.ts';
import { onlyOneSession } from '../../../support/one-session.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { createRig } from '../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

type Rig = Awaited<ReturnType<typeof createRig>>;
const rigOf = (more: Parameters<typeof createRig>[1] = {}) =>
  createRig(sandbox, { transport: 'sessions', speed: 100, ...more });
const CREATE = '/voice/v1/sessions';
const onlyOne = (rig: Rig, id: string) => onlyOneSession(sandbox, rig, id);

test('where the way is changed in the middle, what was begun stays on its own', async () => {
  const real = undiciNet();
  const rig: Rig = await rigOf({
    net: async (request) => {
      if (request.url.pathname.includes('/audio/')) rig.way.transport = 'transactions';
      return real(request);
    },
  });
  rig.seal('schange', [0.4, 0.3]);
  const outbox = rig.begin();
  await rig.until('schange', ({ state }) => state === 'ready');
  await onlyOne(rig, 'schange');
  rig.seal('safter', [0.6]);
  outbox.wake();
  await rig.until('safter', ({ state }) => state === 'ready');
  expect((await sandbox.transaction(rig.row('safter').transactionId))!.presigns).toBe(1);
  await outbox.stop();
});

test('a part that is too large for a session goes the other way', async () => {
  const rig = await rigOf();
  rig.seal('slarge', [1]);
  const large = Buffer.concat([rig.audio.get('slarge')![0]!, Buffer.alloc(10_500_000)]);
  large.writeUInt32LE(large.length - 8, 4);
  large.writeUInt32LE(large.length - 44, 40);
  rig.audio.set('slarge', [large]);
  const outbox = rig.begin();
  await rig.until('slarge', ({ state }) => state === 'ready', 20_000);
  expect((await sandbox.transaction(rig.row('slarge').transactionId))!.presigns).toBe(1);
  await outbox.stop();
});

test.each(['auto', 'sessions'] as const)(
  'after a restart the platform is asked what it takes before anything is chosen; out of reach, the visit waits (%s)',
  async (transport) => {
    const real = undiciNet();
    let outOfReach = true;
    const asked: string[] = [];
    const rig = await rigOf({
      transport,
      soundLine: nodeSoundLine(),
      net: async (request) => {
        const { pathname } = request.url;
        if (request.method === 'POST') asked.push(pathname);
        if (outOfReach && pathname.includes('.well-known'))
          throw new Failure('offline', 'No network.', { detail: 'not-sent' });
        return real(request);
      },
    });
    await sandbox.faults({
      do: 'status',
      path: '/voice/v1/.well-known/*',
      status: 200,
      body: {
        protocol: 'medscribealliance',
        protocol_version: '0.1',
        capabilities: { audio_formats: ['audio/wav'], upload_methods: ['stream'] },
      },
    });
    const id = `sreach${transport}`;
    rig.seal(id, [1]);
    // Longer than a session takes as one file.
    const large = Buffer.concat([rig.audio.get(id)![0]!, Buffer.alloc(10_500_000)]);
    large.writeUInt32LE(large.length - 8, 4);
    large.writeUInt32LE(large.length - 44, 40);
    rig.audio.set(id, [large]);
    asked.length = 0;
    const outbox = rig.begin();
    await rig.until(id, ({ hold }) => hold === 'offline');
    expect(asked).toEqual([]);
    outOfReach = false;
    outbox.wake();
    const { transactionId } = await rig.until(id, ({ state }) => state === 'ready');
    await outbox.stop();
    expect(await sandbox.transaction(transactionId)).toMatchObject({
      presigns: 0,
      inits: 1,
      files: [{ name: '0.wav', bytes: large.length }],
    });
  },
);

test('what a platform said of itself outlives a time when it cannot be asked', async () => {
  const clock = heldClock();
  const real = undiciNet();
  let outOfReach = false;
  const { platform } = await rigOf({
    clock,
    net: (request) =>
      outOfReach
        ? Promise.reject(new Failure('offline', 'No network.', { detail: 'not-sent' }))
        : real(request),
  });
  const found = await platform.discovery.ask();
  clock.advance(4 * HOUR);
  outOfReach = true;
  expect(await platform.discovery.ask()).toEqual(found);
});

test('by discovery: sessions where the platform says that it has them, transactions where not; asked once in three hours', async () => {
  const rig = await rigOf({ transport: 'auto' });
  const timesAsked = async () =>
    (await sandbox.state()).requests.filter(({ path }) => path.includes('.well-known')).length;
  const before = await timesAsked();
  for (const id of ['sauto1', 'sauto2']) rig.seal(id, [0.6]);
  let outbox = rig.begin();
  for (const id of ['sauto1', 'sauto2']) await rig.until(id, ({ state }) => state === 'ready');
  expect((await sandbox.transaction(rig.row('sauto2').transactionId))!.presigns).toBe(0);
  expect(await timesAsked()).toBe(before + 1);
  await outbox.stop();
  const other = await rigOf({ transport: 'auto' });
  await sandbox.faults({ do: 'status', path: '/voice/v1/.well-known/*', status: 404 });
  other.seal('sauto3', [0.6]);
  outbox = other.begin();
  await other.until('sauto3', ({ state }) => state === 'ready');
  expect((await sandbox.transaction(other.row('sauto3').transactionId))!.presigns).toBe(1);
  await outbox.stop();
});

test('a database that was lost: what had gone by a session is found there, and nothing is sent a second time', async () => {
  const first = await rigOf();
  first.seal('slost', [0.7]);
  const before = first.begin();
  const { transactionId } = await first.until('slost', ({ state }) => state === 'ready');
  await before.stop();
  const rig = await rigOf({ transport: 'transactions' });
  // As the app does it when its database was made anew.
  rig.way.sessionsUsed = true;
  rig.seal('slost', [0.7], {}, transactionId);
  const requests = (await sandbox.state()).requests.length;
  const outbox = rig.begin();
  await rig.until('slost', ({ state }) => state === 'ready');
  expect(
    (await sandbox.state()).requests
      .slice(requests)
      .filter(({ method, path }) => method === 'POST' && !path.includes('connect-auth')),
  ).toEqual([]);
  await onlyOne(rig, 'slost');
  await outbox.stop();
});

test('a session that the platform has made anew under the same number takes every part anew', async () => {
  const real = undiciNet();
  let first: { stop(): Promise<void> } | undefined;
  const rig: Rig = await rigOf({
    net: async (request) => {
      // Down after the first part, as if the lid were closed.
      if (first && request.url.pathname.endsWith('audio_1.wav')) void first.stop();
      return real(request);
    },
  });
  rig.seal('sanew', [0.4, 0.3]);
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/audio/audio_1.wav',
    status: 503,
  });
  first = rig.begin();
  await expect
    .poll(() => rig.store.uploads.list('sanew').map(({ uploadedEpoch }) => uploadedEpoch))
    .toEqual([1, undefined]);
  await first.stop();
  first = undefined;
  await sandbox.clearFaults();
  // Looked for at the start, and once more before it is opened.
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*',
    method: 'GET',
    status: 404,
    count: 2,
  });
  await sandbox.faults({
    do: 'status',
    path: CREATE,
    method: 'POST',
    status: 201,
    body: {
      session_id: rig.row('sanew').transactionId,
      status: 'created',
      created_at: '2020-01-01T00:00:00Z',
    },
  });
  const outbox = rig.begin();
  await rig.until('sanew', ({ state }) => state === 'ready');
  expect((await onlyOne(rig, 'sanew')).files.map(({ times }) => times)).toEqual([2, 1]);
  await outbox.stop();
});
