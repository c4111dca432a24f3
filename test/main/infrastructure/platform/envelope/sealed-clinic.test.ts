/**
 * People, the own profile and orders inside the envelope of contract 5: the same answers as without
 * it, and none lost that cannot be opened.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import { said } from '../../../../../shared/model/clinic/user-rules.ts';
import { createPlatformRig } from '../../../../support/rigs/platform-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

const key = { kid: 'clinic-key-1', text: 'Kq7mZ2xV9tB4nW6c' };
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  await sandbox.setEnvelopeKeys(key);
});
afterAll(() => sandbox.stop());

async function sealedRig(damage: (path: string) => boolean = () => false) {
  const sent: string[] = [];
  const real = undiciNet();
  const net: Net = async (request) => {
    if (typeof request.body === 'string' && !request.url.pathname.startsWith('/connect-auth'))
      sent.push(request.body);
    const answer = await real(request);
    if (request.method !== 'POST' || !damage(request.url.pathname)) return answer;
    const { tag: _tag, ...rest } = JSON.parse(answer.body.toString()) as { tag: string };
    return { ...answer, body: Buffer.from(JSON.stringify({ ...rest, tag: 'A'.repeat(22) })) };
  };
  const { platform } = await createPlatformRig(sandbox, {
    net,
    sealed: ['users', 'emr-users', 'orders'],
  });
  await platform.envelopeKeys.add(key, false);
  return { platform, sent };
}
const asha = { firstname: 'Asha', lastname: 'Rao', gender: 'F', dob: '1988-02-29' };

test('sealed requests are understood, refusals come back by field, and no name is readable on the way', async () => {
  const { platform, sent } = await sealedRig();
  const { id } = (await platform.users.create({ ...asha, email: 'asha@clinic.example' })) as {
    id: string;
  };
  expect(await platform.users.create({ ...asha, email: 'asha@clinic.example' })).toEqual({
    kind: 'refused',
    problems: { email: [said.inUse] },
  });
  expect(await platform.users.change(id, { email: 'usha@clinic.example' })).toMatchObject({
    kind: 'done',
  });
  expect(await platform.users.get(id)).toMatchObject({ email: 'usha@clinic.example' });
  expect(
    await platform.emrUsers.change('o-practice-1', { fln: 'Asha Rao', extras: { city: 'Pune' } }),
  ).toEqual({ kind: 'done' });
  expect(
    await platform.ipd.create(
      { admissionId: 'a'.repeat(24), rxId: 'txn-asha' },
      crypto.randomUUID(),
    ),
  ).toMatchObject({ status: 'CREATED', rxId: 'txn-asha' });
  expect(sent.length).toBeGreaterThanOrEqual(5);
  for (const body of sent) expect(body).not.toMatch(/asha|pune/i);
});

test('an answer that cannot be opened is an unclear one: looked for, never made twice', async () => {
  const { platform } = await sealedRig((path) => path === '/orders' || path.startsWith('/cdr'));
  expect(await platform.ipd.create({ admissionId: 'b'.repeat(24) }, crypto.randomUUID())).toBe(
    'unclear',
  );
  expect(await platform.ipd.orders('b'.repeat(24))).toHaveLength(1);
  expect(await platform.users.create({ ...asha, email: 'once@clinic.example' })).toMatchObject({
    kind: 'done',
    found: true,
  });
  expect(
    (await platform.users.list()).filter(({ email }) => email === 'once@clinic.example'),
  ).toHaveLength(1);
});
