/**
 * One order for one wish: over answers that are lost, crashes, and platforms that know nothing of
 * keys. A real database, the real practice platform.
 */
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOrders } from '../../../../../main/features/clinic/orders/orders.ts';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import type { Ipd } from '../../../../../main/infrastructure/platform/api/ipd.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { Order, OrderDraft } from '../../../../../shared/model/clinic/orders.ts';
import { heldToContract } from '../../../../support/held-to-contract.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { createPlatformRig } from '../../../../support/rigs/platform-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';
import { temporaryFolder, testCipher } from '../../../../support/rows.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.clearFaults());

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );
let count = 0;
const admissionId = () => (++count).toString(16).padStart(24, '0');

/** Scriba's own memory, which stays over a crash. */
function memory(ipd: Pick<Ipd, 'create' | 'orders'>, signedIn = true) {
  const file = path.join(temporaryFolder(), 'scriba.db');
  const cipher = testCipher();
  const open = () => createStore({ file, seal: () => cipher });
  let store = open();
  const begin = () =>
    createOrders({
      ipd,
      values: store.values,
      seal: () => cipher,
      clock: heldClock(),
      random: nodeRandom,
      signedIn: () => signedIn,
    });
  return {
    orders: begin(),
    crash() {
      store.close();
      store = open();
      return begin();
    },
    raw: () => store.values.get('orders.unclear') ?? '',
  };
}
async function real(net: Net = heldToContract(undiciNet())) {
  const { platform } = await createPlatformRig(sandbox, { net });
  return { ipd: platform.ipd, ...memory(platform.ipd) };
}

test('an order is made and nothing is kept of it; the same wish again is a second order', async () => {
  const { orders, ipd, raw } = await real();
  const draft = { admissionId: admissionId(), rxId: 'txn-1' };
  expect(await orders.create(draft)).toMatchObject({
    found: false,
    order: { status: 'CREATED', rxId: 'txn-1' },
  });
  expect(await orders.create(draft)).toMatchObject({ found: false });
  expect(await ipd.orders(draft.admissionId)).toHaveLength(2);
  expect([orders.unclear(), raw()]).toEqual([[], '[]']);
});

test('pressed twice at the same moment it is one', async () => {
  const { orders, ipd } = await real();
  const draft = { admissionId: admissionId() };
  const [one, two] = await Promise.all([orders.create(draft), orders.create({ ...draft })]);
  expect(one).toEqual(two);
  expect(await ipd.orders(draft.admissionId)).toHaveLength(1);
});

test('an answer that is lost: the order is found, and there is one', async () => {
  const { orders, ipd } = await real();
  const draft = { admissionId: admissionId(), rxId: 'txn-1' };
  await sandbox.faults({ do: 'cut', path: '/orders', method: 'POST', when: 'after' });
  expect(await orders.create(draft)).toMatchObject({ found: true, order: { rxId: 'txn-1' } });
  expect(await ipd.orders(draft.admissionId)).toHaveLength(1);
});

test('an answer that is lost before anything was done: it is asked again under the same key', async () => {
  const { orders, ipd } = await real();
  const draft = { admissionId: admissionId() };
  await sandbox.faults({ do: 'status', path: '/orders', method: 'POST', status: 500 });
  expect(await orders.create(draft)).toMatchObject({ found: false });
  expect(await ipd.orders(draft.admissionId)).toHaveLength(1);
});

test('a crash between sending and hearing: whoever comes back finds the wish, sealed, and asking again makes no second one', async () => {
  let hang = false;
  const net: Net = async (request) => {
    const answer = await undiciNet()(request);
    return hang && request.method === 'POST' && request.url.pathname === '/orders'
      ? new Promise(() => {})
      : answer;
  };
  const { orders, ipd, crash, raw } = await real(net);
  const draft = { admissionId: admissionId(), rxId: 'txn-of-a-patient' };
  hang = true;
  void orders.create(draft);
  await expect.poll(() => ipd.orders(draft.admissionId)).toHaveLength(1);
  hang = false;
  const later = crash();
  expect(raw()).not.toMatch(/txn-of-a-patient/);
  expect(raw()).not.toContain(draft.admissionId);
  expect(later.unclear()).toMatchObject([
    { ...draft, key: expect.any(String), at: expect.any(Number) },
  ]);
  expect(await later.create(draft)).toMatchObject({ found: true });
  expect(await ipd.orders(draft.admissionId)).toHaveLength(1);
  expect(later.unclear()).toEqual([]);
});

test('what nobody can tell is said, kept in mind, and can be put out of mind', async () => {
  const { orders } = await real();
  const draft = { admissionId: admissionId() };
  await sandbox.faults({ do: 'status', path: '/orders', method: 'POST', status: 500, count: 2 });
  expect(await caught(orders.create(draft))).toMatchObject({
    code: 'offline',
    detail: 'order-unclear',
  });
  const [waiting] = orders.unclear();
  expect(waiting).toMatchObject(draft);
  orders.forget('another');
  expect(orders.unclear()).toHaveLength(1);
  orders.forget(waiting!.key);
  expect(orders.unclear()).toEqual([]);
});

test('a clear no leaves nothing behind; without a sign-in nothing is begun', async () => {
  const { orders, raw, ipd } = await real(undiciNet());
  await sandbox.faults({
    do: 'status',
    path: '/orders',
    method: 'POST',
    status: 400,
    body: { message: 'no' },
  });
  expect(await caught(orders.create({ admissionId: admissionId() }))).toMatchObject({
    detail: 'order-refused',
  });
  expect(await caught(orders.create({ admissionId: 'odd' }))).toMatchObject({
    detail: 'admission-id',
  });
  expect(orders.unclear()).toEqual([]);
  expect(raw()).toBe('[]');
  const out = memory(ipd, false);
  expect(await caught(out.orders.create({ admissionId: admissionId() }))).toMatchObject({
    code: 'signed-out',
  });
  expect(out.raw()).toBe('');
});

test('a kept wish that was damaged, or sealed by another key, hinders nobody', async () => {
  const store = createStore({ file: path.join(temporaryFolder(), 'scriba.db'), seal: testCipher });
  store.values.set(
    'orders.unclear',
    JSON.stringify([{ key: 'k', sealed: Buffer.from('nonsense').toString('base64') }, 7]),
  );
  const orders = createOrders({
    ipd: { create: async () => 'unclear', orders: async () => [] },
    values: store.values,
    seal: testCipher,
    clock: heldClock(),
    random: nodeRandom,
    signedIn: () => true,
  });
  expect(orders.unclear()).toEqual([]);
});

/**
 * Each attempt on a platform of one line: did it make the order, did it say so, and does Scriba
 * crash afterwards?
 */
type Turn = {
  readonly made: boolean;
  readonly heard: boolean;
  readonly listFails: boolean;
  readonly crash: boolean;
};
test('over any run of lost answers, failing lists and crashes one wish makes at most one order, on platforms with and without keys', async () => {
  const turn = fc.record<Turn>({
    made: fc.boolean(),
    heard: fc.boolean(),
    listFails: fc.boolean(),
    crash: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(turn, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.nat({ max: 2 }),
      async (turns, honoursKeys, others) => {
        const made: (Order & { key: string })[] = [];
        const draft: OrderDraft = { admissionId: 'a', rxId: 'rx' };
        const order = (key: string): Order & { key: string } => ({
          id: `o-${made.length}`,
          owner: 'b',
          admissionId: 'a',
          status: 'CREATED',
          createdBy: 'u',
          rxId: 'rx',
          key,
        });
        for (let n = 0; n < others; n += 1) made.push(order('before'));
        const left = [...turns];
        const now = () => left[0] ?? { made: true, heard: true, listFails: false, crash: false };
        const ipd: Pick<Ipd, 'create' | 'orders'> = {
          async orders() {
            const { listFails } = now();
            left.shift();
            if (listFails) throw new Failure('offline', 'It did not work.', { detail: 'unclear' });
            return made.map(({ key: _key, ...one }) => one);
          },
          async create(_draft, key) {
            const { made: makes, heard } = now();
            left.shift();
            const known = honoursKeys ? made.find((one) => one.key === key) : undefined;
            if (makes && !known) made.push(order(key));
            return makes && heard ? (known ?? made.at(-1)!) : 'unclear';
          },
        };
        const values = new Map<string, string>();
        const cipher = testCipher();
        const begin = () =>
          createOrders({
            ipd,
            values: {
              get: (key) => values.get(key),
              set: (key, value) => void values.set(key, value),
            },
            seal: () => cipher,
            clock: heldClock(),
            random: nodeRandom,
            signedIn: () => true,
          });
        let orders = begin();
        for (let attempt = 0; attempt < 20; attempt += 1) {
          if (now().crash) orders = begin();
          const outcome = await orders.create(draft).catch(() => undefined);
          if (outcome) break;
        }
        expect(made.length - others).toBe(1);
        expect(orders.unclear()).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
