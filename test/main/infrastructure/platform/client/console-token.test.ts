/**
 * Contract 1 beside the ordinary sign-in: tokens of the console, the sharing key, the business
 * token; over HTTP.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import type { NetRequest } from '../../../../../main/infrastructure/ports.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import { createRig } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

async function rigOf() {
  const asked: NetRequest[] = [];
  const net = undiciNet();
  const rig = await createRig(sandbox, {
    speed: 1,
    signedIn: false,
    net(request) {
      asked.push(request);
      return net(request);
    },
  });
  return { ...rig, asked, account: rig.platform.account };
}

test('a token of the console is tried, kept, sent as it is and never renewed; its end is read from it', async () => {
  const { account, address, secrets, asked, platform } = await rigOf();
  await account.signIn(address, sandbox.clientSecret);
  expect([...secrets.kept.keys()].sort()).toEqual(['client-secret', 'session']);
  const token = await sandbox.tokenWithout();
  const { state } = await account.useToken(address, `  Bearer ${token}\n`);
  expect(state).toMatchObject({ state: 'signed-in', by: 'token', expiresAt: expect.any(Number) });
  expect([...secrets.kept.keys()], 'no secret stands in for it').toEqual(['session']);
  expect(await account.whoAmI()).toMatchObject({ userName: expect.any(String) });
  expect(asked.at(-1)!.headers).toMatchObject({ authorization: `Bearer ${token}` });
  expect(await account.open()).toMatchObject({ state: 'signed-in', by: 'token' });
  await platform.transcription.config();
  expect(asked.filter(({ url }) => url.pathname.includes('refresh'))).toEqual([]);
});

test('a 401 asks the person at once: no renewal, no login, and signing out tells nobody', async () => {
  const { account, address, asked, tokenStates, secrets } = await rigOf();
  await account.useToken(address, await sandbox.tokenWithout());
  await sandbox.faults({ do: 'expire-tokens' });
  asked.length = 0;
  expect(await caught(account.whoAmI())).toMatchObject({
    code: 'signed-out',
    detail: 'sign-in-needed',
  });
  expect(asked).toHaveLength(1);
  expect(tokenStates.at(-1)).toEqual({ state: 'needs-sign-in' });
  await account.signOut();
  expect(asked).toHaveLength(1);
  expect([...secrets.kept]).toEqual([]);
});

test('a token that is refused, or is none, or another address: words for each, and all stays as it was', async () => {
  const { account, address, secrets } = await rigOf();
  await account.signIn(address, sandbox.clientSecret);
  const before = [...secrets.kept];
  expect(await caught(account.useToken(address, 'not-accepted'))).toMatchObject({
    code: 'refused',
    detail: 'token-refused',
  });
  expect(await caught(account.useToken(address, 'two words'))).toMatchObject({
    code: 'invalid',
    detail: 'token-invalid',
  });
  expect(
    await caught(account.useToken({ ...address, baseUrl: `${address.baseUrl}/nowhere` }, 'x')),
  ).toMatchObject({ code: 'refused', detail: 'address-wrong' });
  await sandbox.faults({ do: 'html', path: '/connect-auth/*' });
  expect(await caught(account.useToken(address, 'x'))).toMatchObject({
    code: 'refused',
    detail: 'address-wrong',
  });
  await sandbox.faults({ do: 'status', path: '/connect-auth/*', status: 503 });
  expect(await caught(account.useToken(address, 'x'))).toMatchObject({ code: 'busy' });
  expect([...secrets.kept]).toEqual(before);
  expect(account.state()).toMatchObject({ state: 'signed-in' });
});

test('a sharing key opens another workspace, is kept for signing in again, and survives renewals; an unknown one is told', async () => {
  const { account, address } = await rigOf();
  expect(await caught(account.signIn(address, sandbox.clientSecret, 'unknown'))).toMatchObject({
    code: 'refused',
    detail: 'sharing-key-refused',
  });
  expect(await caught(account.signIn(address, 'wrong', 'practice-sharing-key'))).toMatchObject({
    detail: 'credentials-refused',
  });
  await account.signIn(address, sandbox.clientSecret, 'practice-sharing-key');
  expect(await account.whoAmI()).toMatchObject({ workspace: 'w-practice-shared' });
  await sandbox.faults({ do: 'expire-tokens' });
  expect(await account.whoAmI()).toMatchObject({ workspace: 'w-practice-shared' });
  await sandbox.faults({ do: 'expire-tokens', refresh: true });
  expect(await account.whoAmI()).toMatchObject({ workspace: 'w-practice-shared' });
});

test('the business token stands in header auth, is told but never shown, belongs to its address, and goes with the sign-out', async () => {
  const { account, address, asked, platform, secrets, tokenStates } = await rigOf();
  await account.signIn(address, sandbox.clientSecret);
  const call = {
    method: 'GET',
    path: '/appointments/v1/ipd/admission/none',
    door: 'doctor-tool',
  } as const;
  await platform.client.send(call);
  expect(asked.at(-1)!.headers).toMatchObject({ auth: expect.any(String) });
  expect(asked.at(-1)!.headers).not.toHaveProperty('authorization');
  await account.setBusinessToken('business-1');
  expect(account.state()).toMatchObject({ business: true });
  await platform.client.send(call).catch(() => {});
  expect(asked.at(-1)!.headers).toMatchObject({ auth: 'business-1' });
  expect(JSON.stringify(tokenStates)).not.toContain('business-1');
  expect(await caught(account.setBusinessToken('two words'))).toMatchObject({
    detail: 'token-invalid',
  });
  await account.setBusinessToken('');
  expect(account.state().business).toBeUndefined();
  await account.setBusinessToken('business-2');
  await account.signOut();
  expect([...secrets.kept]).toEqual([]);
  expect(account.state()).toEqual({ state: 'signed-out' });
});
