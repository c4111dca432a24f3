/**
 * The core holds a policy whatever a page asks: where it signs in, how long it keeps, when it
 * locks, what leaves.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPolicy } from '../../../../main/app/policy/read-policy.ts';
import { openProfile } from '../../../../main/hosts/common/profiles.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { failureWith } from '../../../support/failure.ts';
import { createWorld } from '../../../support/fakes/fake-platform.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { temporaryFolder } from '../../../support/rows.ts';
import { openTestApp, type TestAppDeps } from '../../../trust/support/app/test-app.ts';
import { netPlatform, PLATFORM } from '../../../trust/support/platforms/net-platform.ts';

const policyOf = (value: unknown) =>
  readPolicy(
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    '/policy.json',
  );

async function open(value: unknown, deps: TestAppDeps = {}) {
  const app = await openTestApp({
    ...deps,
    ...(value !== undefined && { policy: policyOf(value) }),
  });
  onTestFinished(() => app.close());
  return app;
}

const byOrganisation = { code: 'refused', detail: 'set-by-organisation' };
const account = {
  baseUrl: PLATFORM,
  brand: 'svc',
  clientId: 'ward-7',
  clientSecret: 'secret of the ward',
};

test('another address, brand or client id is refused by the core before anything is sent', async () => {
  const clock = heldClock();
  const platform = netPlatform(createWorld(0), { now: clock.now });
  const policy = { platform: { baseUrl: `${PLATFORM}/`, brand: 'svc', clientId: 'ward-7' } };
  const { ask } = await open(policy, { clock, net: platform.net });
  for (const wrong of [
    { baseUrl: 'https://elsewhere.example' },
    { baseUrl: `${PLATFORM}/other` },
    { brand: 'other' },
    { clientId: 'ward-8' },
  ]) {
    await expect(ask('account.signIn', { ...account, ...wrong })).rejects.toMatchObject(
      byOrganisation,
    );
    const { clientSecret: _, ...address } = { ...account, ...wrong };
    await expect(
      ask('account.signInWithToken', { ...address, token: 'console-token' }),
    ).rejects.toMatchObject(byOrganisation);
  }
  await expect(
    ask('platform.changeProfile', { production: 'https://elsewhere.example' }),
  ).rejects.toMatchObject(byOrganisation);
  await expect(
    ask('platform.changeProfile', { environment: 'staging', staging: 'https://stage.example' }),
  ).rejects.toMatchObject(byOrganisation);
  expect(platform.asked).toEqual([]);
  expect(await ask('platform.profile', undefined)).toMatchObject({ production: PLATFORM });
  expect(await ask('account.signIn', account)).toMatchObject({
    state: 'signed-in',
    baseUrl: PLATFORM,
  });
});

test('a sign-in from before the policy is not used at another address, and is there again without the policy', async () => {
  const clock = heldClock();
  const platform = netPlatform(createWorld(0), { now: clock.now });
  const folder = temporaryFolder();
  const deps = { clock, folder, net: platform.net };
  const before = await open(undefined, deps);
  await before.ask('account.signIn', account);
  await before.record(1);
  await before.close();

  platform.asked.length = 0;
  const hosts: string[] = [];
  platform.meet = (_path, { url }) => void hosts.push(url.origin);
  const under = await open({ platform: { baseUrl: 'https://scribe.example' } }, deps);
  await under.ask('vault.unlock', { passphrase: under.passphrase });
  expect(await under.ask('account.state', undefined)).toMatchObject({
    state: 'signed-out',
    baseUrl: 'https://scribe.example',
    clientId: 'ward-7',
  });
  await under.ask('outbox.sendNow', undefined);
  await under.app.idle();
  expect(hosts.filter((host) => host === PLATFORM)).toEqual([]);
  await vi.waitFor(async () =>
    expect(await under.ask('visits.list', undefined)).toMatchObject([{ hold: 'sign-in' }]),
  );
  await under.close();

  const after = await open(undefined, deps);
  await after.ask('vault.unlock', { passphrase: after.passphrase });
  expect(await after.ask('account.state', undefined)).toMatchObject({
    state: 'signed-in',
    baseUrl: PLATFORM,
  });
});

test('an address that cannot be read lets nobody sign in and sends nothing; recording goes on, and the reason is told', async () => {
  const clock = heldClock();
  const platform = netPlatform(createWorld(0), { now: clock.now });
  const app = await open(
    { platform: { baseUrl: 'http://scribe.example' } },
    { clock, net: platform.net },
  );
  const { ask } = app;
  await expect(ask('account.signIn', account)).rejects.toThrow(failureWith('policy-unclear'));
  await expect(
    ask('platform.changeProfile', { production: 'https://elsewhere.example' }),
  ).rejects.toMatchObject(byOrganisation);
  expect(await app.record(1)).toMatchObject({ state: 'sealed' });
  expect(platform.asked).toEqual([]);
  expect(await ask('app.health', undefined)).toMatchObject([{ code: 'policy-wrong' }]);
});

test('the vault locks by the policy, though the person said never', async () => {
  const folder = temporaryFolder();
  const before = await open(undefined, { folder });
  const { privacy } = await before.ask('settings.get', undefined);
  await before.ask('settings.change', { privacy: { ...privacy, lockAfterMinutes: 0 } });
  before.clock.advance(600 * MINUTE);
  expect((await before.ask('vault.state', undefined)).state).toBe('open');
  await before.close();

  const { ask, clock, passphrase } = await open({ lock: { afterMinutes: 5 } }, { folder });
  await ask('vault.unlock', { passphrase });
  clock.advance(5 * MINUTE - 1);
  expect((await ask('vault.state', undefined)).state).toBe('open');
  clock.advance(1);
  expect((await ask('vault.state', undefined)).state).toBe('locked');
});

test('days and minutes beyond the policy are refused in words, and what a page is told is what is in force', async () => {
  const { ask } = await open({ retention: { audioDays: 3 }, lock: { afterMinutes: 5 } });
  const { privacy } = await ask('settings.get', undefined);
  expect(privacy).toEqual({ keepAudioDays: 3, keepNotesDays: 0, lockAfterMinutes: 5 });
  for (const wish of [{ keepAudioDays: 4 }, { lockAfterMinutes: 0 }, { lockAfterMinutes: 6 }])
    await expect(
      ask('settings.change', { privacy: { ...privacy, ...wish } }),
    ).rejects.toMatchObject(byOrganisation);
  expect(
    await ask('settings.change', { privacy: { ...privacy, lockAfterMinutes: 2 } }),
  ).toMatchObject({ privacy: { lockAfterMinutes: 2 } });
});

test('the whole of a visit is not saved where the policy does not allow it', async () => {
  const policy = policyOf({ exports: { allowed: ['clipboard'] } });
  const core = await openProfile({
    host: 'browser',
    version: '0',
    dataFolder: temporaryFolder(),
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: async () => {
      throw new Error('there is no network here');
    },
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
    save: async () => ({ how: 'saved' }),
    policy,
  });
  onTestFinished(() => core.close());
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  const { id } = await core.handlers['recordings.start']({
    patient: { name: 'Asha Rao' },
    mode: 'dictation',
    modelType: 'pro',
    templates: ['clinical_notes_template'],
    inputLanguages: ['en-IN'],
    outputLanguage: 'en-IN',
    codify: true,
  });
  await core.handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(8000) });
  await core.handlers['recordings.finish']({ id, samples: 4000 });
  await expect(core.handlers['visits.saveAll']({ id })).rejects.toMatchObject(byOrganisation);
});

test('where practice is not allowed it is not offered, not opened, and its folder stays as it is', async () => {
  const dataFolder = temporaryFolder();
  const deps = {
    host: 'headless' as const,
    version: '0',
    dataFolder,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: async () => {
      throw new Error('there is no network here');
    },
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  };
  const before = await openProfile(deps);
  await before.handlers['profile.choose']({ profile: 'practice' });
  await before.close();

  const core = await openProfile({ ...deps, policy: policyOf({ practice: { allowed: false } }) });
  expect(await core.handlers['app.info'](undefined)).toMatchObject({
    profile: undefined,
    practiceOffered: false,
  });
  await expect(core.handlers['profile.choose']({ profile: 'practice' })).rejects.toMatchObject(
    byOrganisation,
  );
  await core.close();

  const after = await openProfile(deps);
  onTestFinished(() => after.close());
  expect(await after.handlers['app.info'](undefined)).toMatchObject({ profile: 'practice' });
});

test('the log says that a policy is in force and how much of it is wrong, and nothing that stands in it', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line), recent: () => lines };
  await open(
    { organisation: 'Sunrise', lock: { afterMinutes: 5 }, 'secret-word': 1, practice: 'no' },
    { log },
  );
  expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toMatchObject([
    { event: 'policy-applied', count: 2 },
    { event: 'policy-wrong', count: 2 },
  ]);
  expect(lines.join()).not.toMatch(/Sunrise|secret-word|json/);
});
