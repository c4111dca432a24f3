/**
 * Contract 8 over HTTP: the client against the practice platform, each answer of each operation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import { createPlatformRig } from '../../../../support/rigs/platform-rig.ts';
import { callPractice, type PracticeCaller } from '../../../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

const data = mkdtempSync(path.join(tmpdir(), 'scriba-ipd-'));
let sandbox: RunningSandbox;
let caller: PracticeCaller;
let rig: Awaited<ReturnType<typeof createPlatformRig>>;
beforeAll(async () => {
  sandbox = await startSandbox({ data });
  caller = await callPractice(sandbox);
  // Ids of no known form are sent here on purpose, which openapi.yaml would not have; the caller
  // below is held against it.
  rig = await createPlatformRig(sandbox, { net: undiciNet() });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(data, { recursive: true, force: true });
});
beforeEach(() => sandbox.clearFaults());

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );
const ipd = () => rig.platform.ipd;
const raw = (method: string, where: string, body?: unknown, more: Record<string, string> = {}) =>
  caller.call(method, where, { headers: { auth: caller.token(), ...more }, body });
let count = 0;
const admissionId = () => (++count).toString(16).padStart(24, '0');
const uuid = () => crypto.randomUUID();
const practiceAdmission = '707261637469636500000001';

test('an order is made, listed oldest first, dispatched once and for all', async () => {
  const id = admissionId();
  const first = await ipd().create({ admissionId: id, rxId: 'txn-9' }, uuid());
  expect(first).toMatchObject({
    id: expect.stringContaining('practice'),
    owner: 'b-practice-1',
    admissionId: id,
    status: 'CREATED',
    createdBy: 'u-practice-1',
    rxId: 'txn-9',
    createdAt: expect.any(Number),
  });
  const second = await ipd().create(
    { admissionId: ` ${id} `, owner: 'ward', createdBy: 'nurse' },
    uuid(),
  );
  expect(second).toMatchObject({ owner: 'ward', createdBy: 'nurse', rxId: '' });
  expect(await ipd().orders(id)).toEqual([first, second]);
  const { id: orderId } = first as { id: string };
  expect(await ipd().setStatus(orderId, 'CREATED')).toEqual(first);
  const dispatched = await ipd().setStatus(orderId, 'DISPATCHED');
  expect(dispatched).toMatchObject({ id: orderId, status: 'DISPATCHED' });
  expect(await ipd().setStatus(orderId, 'DISPATCHED')).toEqual(dispatched);
  expect(await caught(ipd().setStatus(orderId, 'CREATED'))).toMatchObject({
    code: 'refused',
    detail: 'order-dispatched',
  });
  expect(await caught(ipd().setStatus('ord-none', 'DISPATCHED'))).toMatchObject({
    code: 'missing',
    detail: 'no-order',
  });
  expect(await caught(ipd().setStatus(orderId, 'LOST' as 'CREATED'))).toMatchObject({
    code: 'invalid',
    detail: 'order-refused',
  });
});

test('an empty list is a list; both forms of an admission’s number are taken in either case, others are judged by the platform', async () => {
  expect(await ipd().orders(admissionId())).toEqual([]);
  const id = uuid();
  await ipd().create({ admissionId: id.toUpperCase() }, uuid());
  expect(await ipd().orders(id)).toHaveLength(1);
  for (const odd of ['IP-2024-17', 'x'.repeat(64)])
    for (const refused of [
      () => ipd().orders(odd),
      () => ipd().create({ admissionId: odd }, uuid()),
    ])
      expect(await caught(refused())).toMatchObject({ code: 'invalid', detail: 'admission-id' });
  const before = (await sandbox.state()).requests.length;
  for (const odd of ['', '  ', 'a/b', 'x'.repeat(65)])
    for (const refused of [
      () => ipd().orders(odd),
      () => ipd().admission(odd),
      () => ipd().create({ admissionId: odd }, uuid()),
    ])
      expect(await caught(refused())).toMatchObject({ detail: 'admission-id' });
  expect((await sandbox.state()).requests.length).toBe(before);
});

test('the same key makes one order, a day later a new one', async () => {
  const id = admissionId();
  const key = uuid();
  const first = await ipd().create({ admissionId: id }, key);
  expect(await ipd().create({ admissionId: id }, key)).toEqual(first);
  expect(await ipd().orders(id)).toHaveLength(1);
  await sandbox.skew(25 * 3_600_000);
  const later = await callPractice(sandbox);
  const { body } = await later.call('POST', '/orders', {
    headers: { auth: later.token(), 'idempotency-key': key },
    body: { admissionId: id },
  });
  expect(body.id).not.toBe((first as { id: string }).id);
});

test('what is wrong in an order is said in words; further members are kept and returned', async () => {
  const id = admissionId();
  for (const body of [
    null,
    {},
    { admissionId: 7 },
    { admissionId: id, rxId: 7 },
    { admissionId: id, owner: null },
    { admissionId: id, status: 'DISPATCHED' },
    { admissionId: 'short' },
  ])
    expect(await raw('POST', '/orders', body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
  expect((await raw('GET', '/orders')).status).toBe(400);
  const { body } = await raw('POST', '/orders', { admissionId: id, id: 'mine', ward: { bed: 3 } });
  expect(body).toMatchObject({ ward: { bed: 3 } });
  expect(body.id).not.toBe('mine');
  await sandbox.faults({
    do: 'status',
    path: '/orders',
    method: 'POST',
    status: 400,
    body: { message: 'no seat' },
  });
  expect(await caught(ipd().create({ admissionId: id }, uuid()))).toMatchObject({
    detail: 'order-refused',
  });
});

test('where no clear answer comes it says so, and never asks again by itself', async () => {
  for (const fault of [
    { do: 'cut', when: 'after' },
    { do: 'status', status: 500 },
    { do: 'status', status: 504 },
    { do: 'status', status: 200, body: '<odd>', contentType: 'application/json' },
  ] as const) {
    const id = admissionId();
    await sandbox.faults({ ...fault, path: '/orders', method: 'POST' });
    expect(await ipd().create({ admissionId: id }, uuid())).toBe('unclear');
  }
  await sandbox.faults({ do: 'status', path: '/orders', method: 'POST', status: 503, count: 2 });
  expect(await ipd().create({ admissionId: admissionId() }, uuid())).toMatchObject({
    status: 'CREATED',
  });
});

test('nobody comes in without the doctor-tool header', async () => {
  for (const [method, where] of [
    ['POST', '/orders'],
    ['GET', `/orders?admissionId=${admissionId()}`],
    ['PATCH', '/orders/x/status'],
    ['POST', '/appointments/v1/ipd/admission'],
    ['GET', `/appointments/v1/ipd/admission/${practiceAdmission}`],
  ] as const)
    expect(
      (await caller.mine(method, where, method === 'GET' ? undefined : {})).status,
      where,
    ).toBe(401);
  await rig.platform.account.setBusinessToken('made-in-a-console');
  expect(await caught(ipd().orders(admissionId()))).toMatchObject({
    code: 'signed-out',
    detail: 'business-token-refused',
  });
  await rig.platform.account.setBusinessToken('');
});

const whole = {
  ipid: 'IP-1',
  pid: 'p-1',
  docid: 'd-1',
  facilityid: 'f-1',
  bed: '4',
  patient: { id: 'x', profile: { fn: 'Sita', ln: 'Das' } },
  attendee: { name: 'Gopal' },
  refer: {},
  doc: { fn: 'K.', ln: 'Iyer' },
  category: {},
  department: { name: 'Surgery' },
  facility: { name: 'North' },
  duration: { value: 3, unit: 'd' },
  rateplan: {},
};

test('an admission is made on the practice platform and looked up by the client', async () => {
  const made = await raw('POST', '/appointments/v1/ipd/admission', whole);
  expect(made).toMatchObject({
    status: 201,
    body: {
      bid: 'b-practice-1',
      actor_oid: 'o-practice-1',
      stage: 'AD',
      status: 'BED_ASSIGNED',
      totals: {},
    },
  });
  expect(await ipd().admission(made.body.id)).toMatchObject({
    id: made.body.id,
    ipid: 'IP-1',
    stage: 'AD',
    status: 'BED_ASSIGNED',
    patientName: 'Sita Das',
    doctor: 'K. Iyer',
    department: 'Surgery',
    facility: 'North',
    bed: '4',
    attendee: 'Gopal',
  });
  expect(await ipd().create({ admissionId: made.body.id }, uuid())).toMatchObject({
    status: 'CREATED',
  });
  expect(await ipd().admission(practiceAdmission)).toMatchObject({
    patientName: 'Asha Rao',
    status: 'UNDER_CARE',
  });
  expect(await caught(ipd().admission('f'.repeat(24)))).toMatchObject({
    code: 'missing',
    detail: 'no-admission',
  });
  const { ipid: _ipid, ...less } = whole;
  for (const body of [
    { ...whole, colour: 'red' },
    less,
    { ...whole, stage: 'XX' },
    { ...whole, status: 'HAPPY' },
    { ...whole, patient: 'x' },
    null,
  ])
    expect(await raw('POST', '/appointments/v1/ipd/admission', body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
});

test('a strict platform wants an admission that it knows, and everything is there after a restart', async () => {
  const id = admissionId();
  const order = (await ipd().create({ admissionId: id }, uuid())) as { id: string };
  const { id: person } = (await rig.platform.users.create({
    firstname: 'A',
    lastname: 'B',
    gender: 'O',
    dob: '1990-01-01',
    email: 'a@b.example',
  })) as { id: string };
  await rig.platform.emrUsers.change('o-practice-1', { s: 'Prof' });
  await sandbox.stop();
  sandbox = await startSandbox({ data, strict: true });
  rig = await createPlatformRig(sandbox);
  caller = await callPractice(sandbox);
  expect(await ipd().orders(id)).toMatchObject([{ id: order.id }]);
  expect(await rig.platform.users.get(person)).toMatchObject({ email: 'a@b.example' });
  expect(await rig.platform.emrUsers.own()).toMatchObject({ s: 'Prof' });
  expect(await caught(ipd().create({ admissionId: id }, uuid()))).toMatchObject({
    code: 'missing',
    detail: 'no-admission',
  });
  expect(await ipd().create({ admissionId: practiceAdmission }, uuid())).toMatchObject({
    status: 'CREATED',
  });
});
