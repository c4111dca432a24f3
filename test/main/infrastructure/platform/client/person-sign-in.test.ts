/**
 * Sign-in of a person over HTTP: by name and password, and by a code (RFC 8628); its tokens rotate,
 * one renewal at a time.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../../../../main/infrastructure/platform/platform.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const NAME = 'practice-doctor';
const PASSWORD = 'practice-password';

/** Time passes on both sides: the platform's clock is put on with ours. */
function rig(net: Net = undiciNet()) {
  const clock = heldClock(Date.now());
  const secrets = memoryKeyStore();
  let address = { baseUrl: sandbox.url, brand: 'svc', clientId: NAME };
  const make = () =>
    createPlatform({
      net,
      clock,
      random: nodeRandom,
      secrets,
      address: () => address,
      tokensChanged() {},
    });
  const where = { baseUrl: sandbox.url, brand: 'svc' };
  return {
    clock,
    secrets,
    make,
    where,
    platform: make(),
    use(next: typeof address) {
      address = next;
    },
    async pass(ms: number) {
      clock.advance(ms);
      await sandbox.skew(clock.now() - Date.now());
    },
  };
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Failure,
  );
const refreshes = async () =>
  (await sandbox.state()).requests.filter(({ path }) => path.endsWith('/refresh-token'));
const approve = (userCode: string, more = '') =>
  fetch(`${sandbox.url}/practice-device?user_code=${userCode}${more}`);

test('by name and password: signed in under that name, and the password is kept nowhere', async () => {
  const { platform, where, secrets, make } = rig();
  const { address, state } = await platform.account.signInPerson(where, NAME, PASSWORD);
  expect(address.clientId).toBe(NAME);
  expect(state).toMatchObject({ state: 'signed-in' });
  expect([...secrets.kept.values()].join()).not.toContain(PASSWORD);
  expect((await platform.account.whoAmI()).userName).toBe('practice-1');
  // After a restart, from the key store.
  expect(await make().account.open()).toMatchObject({ state: 'signed-in' });
});

test.each([
  [NAME, 'wrong', 'password-refused'],
  ['nobody', PASSWORD, 'password-refused'],
  ['practice-former-doctor', PASSWORD, 'account-disabled'],
])('%s with %s is refused, and nothing is kept', async (name, password, detail) => {
  const { platform, where, secrets } = rig();
  expect(await caught(platform.account.signInPerson(where, name, password))).toMatchObject({
    code: 'refused',
    detail,
  });
  expect(secrets.kept.size).toBe(0);
});

test('a platform without such accounts says that it does not offer them', async () => {
  const { platform, where } = rig(async () => ({
    status: 404,
    headers: {},
    body: Buffer.from('{}'),
  }));
  for (const refused of [
    platform.account.signInPerson(where, NAME, PASSWORD),
    platform.account.beginDevice(where),
  ])
    expect(await caught(refused)).toMatchObject({ detail: 'not-offered' });
});

test('all calls that meet an old token share one renewal, and the new one is stored before it is used', async () => {
  const { platform, where, secrets, pass } = rig();
  await platform.account.signInPerson(where, NAME, PASSWORD);
  const before = (await refreshes()).length;
  const kept = secrets.kept.get('session');
  await pass(29.5 * 60_000);
  await Promise.all([1, 2, 3].map(() => platform.account.whoAmI()));
  expect((await refreshes()).length - before).toBe(1);
  expect(secrets.kept.get('session')).not.toBe(kept);
});

test('a renewal whose answer was lost is asked for again at once, before the old token ends all', async () => {
  const { platform, where, pass } = rig();
  await platform.account.signInPerson(where, NAME, PASSWORD);
  await pass(29.5 * 60_000);
  await sandbox.faults({ do: 'cut', path: '*/refresh-token', when: 'after' });
  await platform.account.whoAmI();
  // Later than the grace: the token in use is the new one.
  await pass(29.5 * 60_000);
  expect((await platform.account.whoAmI()).userName).toBe('practice-1');
  expect(platform.account.state()).toMatchObject({ state: 'signed-in' });
});

test('an old token that is used late ends the sign-in, and a person is asked', async () => {
  const { platform, where, secrets, make, pass } = rig();
  await platform.account.signInPerson(where, NAME, PASSWORD);
  const old = secrets.kept.get('session') ?? '';
  await pass(29.5 * 60_000);
  await platform.account.whoAmI();
  secrets.kept.set('session', old);
  const copy = make();
  await copy.account.open();
  await pass(29.5 * 60_000);
  expect(await caught(copy.account.whoAmI())).toMatchObject({ code: 'signed-out' });
  expect(copy.account.state()).toEqual({ state: 'needs-sign-in' });
  expect(await caught(platform.account.whoAmI())).toMatchObject({ code: 'signed-out' });
});

test('a code is shown, asked for no faster than it may be, and signs in once it is approved', async () => {
  const { platform, where, pass } = rig();
  const offer = await platform.account.beginDevice(where);
  expect(offer).toMatchObject({
    userCode: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/),
    address: `${sandbox.url}/practice-device`,
    expiresIn: 600_000,
    wait: 5000,
  });
  const asked = async () =>
    (await sandbox.state()).requests.filter(({ path }) => path.endsWith('/device/token')).length;
  const before = await asked();
  // Too early: the platform is not asked.
  expect(await platform.account.stepDevice()).toEqual({ kind: 'waiting', wait: 5000 });
  expect((await asked()) - before).toBe(0);
  await pass(5000);
  expect(await platform.account.stepDevice()).toEqual({ kind: 'waiting', wait: 5000 });
  expect((await asked()) - before).toBe(1);
  await approve(offer.userCode);
  // A little more: the two clocks do not stand still together.
  await pass(5500);
  expect(await platform.account.stepDevice()).toMatchObject({
    kind: 'signed-in',
    address: { clientId: NAME },
    state: { state: 'signed-in' },
  });
  expect((await platform.account.whoAmI()).userName).toBe('practice-1');
  expect(await caught(platform.account.stepDevice())).toMatchObject({ detail: 'no-device-code' });
});

test('asked to slow down it waits five seconds longer from then on', async () => {
  const { platform, where, pass } = rig();
  await platform.account.beginDevice(where);
  await sandbox.faults({
    do: 'status',
    path: '*/device/token',
    status: 400,
    body: { error: 'slow_down' },
  });
  await pass(5000);
  expect(await platform.account.stepDevice()).toEqual({ kind: 'waiting', wait: 10_000 });
  await pass(10_000);
  expect(await platform.account.stepDevice()).toEqual({ kind: 'waiting', wait: 10_000 });
});

test('a platform that cannot be reached meanwhile is asked half as often, and the code still counts', async () => {
  const real = undiciNet();
  let down = false;
  const { platform, where, pass } = rig(async (request) => {
    if (down) throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    return real(request);
  });
  const { userCode } = await platform.account.beginDevice(where);
  down = true;
  await pass(5000);
  expect(await platform.account.stepDevice()).toEqual({ kind: 'waiting', wait: 10_000 });
  down = false;
  await approve(userCode);
  await pass(10_000);
  expect(await platform.account.stepDevice()).toMatchObject({ kind: 'signed-in' });
});

test('a refusal in the browser, a code that ran out here or there: each ends it in its own words', async () => {
  const denied = rig();
  const { userCode } = await denied.platform.account.beginDevice(denied.where);
  await approve(userCode, '&deny=1');
  await denied.pass(5000);
  expect(await caught(denied.platform.account.stepDevice())).toMatchObject({
    detail: 'device-denied',
  });
  const late = rig();
  await late.platform.account.beginDevice(late.where);
  late.clock.advance(600_000);
  expect(await caught(late.platform.account.stepDevice())).toMatchObject({
    detail: 'device-expired',
  });
  const gone = rig();
  await gone.platform.account.beginDevice(gone.where);
  await sandbox.faults({
    do: 'status',
    path: '*/device/token',
    status: 400,
    body: { status: 'failed', error: { code: 'expired_token', message: 'over' } },
  });
  await gone.pass(5000);
  expect(await caught(gone.platform.account.stepDevice())).toMatchObject({
    detail: 'device-expired',
  });
});

test('a code’s address that is no safe one is not shown', async () => {
  const { platform, where } = rig(async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        device_code: 'd',
        user_code: 'u',
        verification_uri: 'http://elsewhere.example/',
        expires_in: 600,
      }),
    ),
  }));
  expect(await caught(platform.account.beginDevice(where))).toMatchObject({
    detail: 'address-insecure',
  });
});
