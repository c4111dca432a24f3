/**
 * The rows for people and orders through the whole core, a real folder and the real practice
 * platform: what is put down, and what a lock or a restart leaves.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenProfile } from '../../../../main/hosts/common/profiles.ts';
import { openNodeProfile } from '../../../../main/hosts/node/node-profile.ts';
import type { Input, Output, RequestName } from '../../../../shared/contract/contract.ts';
import { failureWith } from '../../../support/failure.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

const dataFolder = mkdtempSync(path.join(tmpdir(), 'scriba-clinic-'));
let sandbox: RunningSandbox;
let core: OpenProfile;
const open = async () =>
  openNodeProfile({ host: 'headless', version: '0', dataFolder, practice: sandbox });
const ask = async <N extends RequestName>(
  name: N,
  ...[input]: Input<N> extends undefined ? [] : [Input<N>]
) => (await (core.handlers[name] as (input: unknown) => unknown)(input)) as Output<N>;
const words = async () => (await ask('audit.list')).map(({ what }) => what);

beforeAll(async () => {
  sandbox = await startSandbox();
  core = await open();
  await ask('profile.choose', { profile: 'practice' });
  await ask('vault.create', { kind: 'practice' });
  expect((await ask('account.state')).state).toBe('signed-in');
});
afterAll(async () => {
  await core.close();
  await sandbox.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});
beforeEach(() => sandbox.clearFaults());

const asha = {
  firstname: 'Asha',
  lastname: 'Rao',
  gender: 'F',
  dob: '1988-02-29',
  email: 'asha@clinic.example',
};
const admissionId = '707261637469636500000001';

test('what was done with people is put down, without a name; what was refused is not', async () => {
  expect(await ask('users.create', { user: { ...asha, email: 'x' } })).toMatchObject({
    kind: 'refused',
  });
  expect(await words()).not.toContain('user-added');
  const made = await ask('users.create', { user: asha });
  const { id } = made as { id: string };
  expect(await ask('users.list')).toMatchObject([{ id, email: asha.email }]);
  expect(await ask('users.get', { id })).toMatchObject({ firstName: 'Asha' });
  await ask('users.change', { id, change: { is_admin: true } });
  await ask('users.remove', { id });
  const { oid } = await ask('emrUser.own');
  expect(await ask('emrUser.change', { oid, change: { extras: { l: [[1]] } } })).toMatchObject({
    kind: 'refused',
    problems: [{ at: 'extras.l[0]' }],
  });
  expect(await words()).not.toContain('profile-changed');
  await ask('emrUser.change', { oid, change: { extras: { langs: ['mr'] } } });
  expect(await ask('emrUser.get', { oid })).toMatchObject({ extras: { langs: ['mr'] } });
  expect(
    (await words())
      .filter((word) => word.startsWith('user-') || word === 'profile-changed')
      .reverse(),
  ).toEqual(['user-added', 'user-changed', 'user-removed', 'profile-changed']);
  expect(JSON.stringify(await ask('audit.list'))).not.toMatch(/asha|rao|clinic\.example/i);
});

test('an order whose answer never came is found again after a restart, and asked for without a second one', async () => {
  expect(await ask('admissions.get', { id: admissionId })).toMatchObject({
    patientName: 'Asha Rao',
  });
  // Done by the platform, and nobody hears of it: the list fails too.
  await sandbox.faults(
    { do: 'cut', path: '/orders', method: 'POST', when: 'after' },
    { do: 'status', path: '/orders', method: 'GET', status: 200, body: { orders: [] } },
    { do: 'status', path: '/orders', method: 'GET', status: 404 },
  );
  await expect(ask('orders.create', { admissionId, rxId: 'txn-secret-rx' })).rejects.toThrow(
    failureWith('order-unclear'),
  );
  await core.close();
  const kept = Buffer.concat(
    readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map((found) => readFileSync(path.join(found.parentPath, found.name))),
  );
  expect([kept.includes('txn-secret-rx'), kept.includes(admissionId)]).toEqual([false, false]);
  core = await open();
  await ask('profile.choose', { profile: 'practice' });
  await expect.poll(async () => (await ask('account.state')).state).toBe('signed-in');
  expect(await ask('orders.unclear')).toMatchObject([{ admissionId, rxId: 'txn-secret-rx' }]);
  expect(await ask('orders.create', { admissionId, rxId: 'txn-secret-rx' })).toMatchObject({
    found: true,
  });
  const orders = await ask('orders.list', { admissionId });
  expect(orders).toHaveLength(1);
  expect(await ask('orders.setStatus', { id: orders[0]!.id, status: 'DISPATCHED' })).toMatchObject({
    status: 'DISPATCHED',
  });
  expect((await words()).filter((word) => word.startsWith('order-')).reverse()).toEqual([
    'order-made',
    'order-dispatched',
  ]);
});

test('while the vault is locked nobody is told anything', async () => {
  await ask('vault.lock');
  for (const asked of [
    () => ask('users.list'),
    () => ask('orders.list', { admissionId }),
    () => ask('orders.create', { admissionId }),
    () => ask('orders.unclear'),
  ])
    await expect(asked()).rejects.toMatchObject({
      code: expect.stringMatching(/^(locked|signed-out)$/),
    });
  await ask('vault.unlock', {});
});
