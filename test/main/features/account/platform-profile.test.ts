/**
 * The platform profile: changed, kept, handed on as a file without secrets, and every bad file told
 * apart.
 */
import { expect, test } from 'vitest';
import { createPlatformProfile } from '../../../../main/features/account/platform-profile.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { AccountState, Profile } from '../../../../shared/model/account/account.ts';
import { defaultSettings, type Settings } from '../../../../shared/model/settings.ts';

function rig(profile: Profile = 'clinic', state: AccountState['state'] = 'signed-out') {
  const kept = new Map<string, string>();
  let settings: Settings = defaultSettings;
  const account: { now: AccountState } = {
    now: {
      profile,
      baseUrl: profile === 'practice' ? 'http://127.0.0.1:9' : '',
      brand: 'svc',
      clientId: 'client-17',
      state,
    },
  };
  const part = createPlatformProfile({
    profile,
    values: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    settings: () => settings,
    account: () => account.now,
    changeSettings(change) {
      settings = { ...settings, ...(change.upload && { upload: change.upload }) };
    },
  });
  return { part, kept, account, settings: () => settings };
}
const caught = (run: () => unknown): Failure => {
  try {
    run();
  } catch (error) {
    return error as Failure;
  }
  return expect.unreachable();
};

test('begins as usual, or with the address in use; is changed member by member; addresses are tidied', () => {
  const { part, account, settings } = rig();
  expect(part.get()).toEqual({
    environment: 'production',
    production: '',
    staging: '',
    brand: 'svc',
    paths: {},
    transport: 'transactions',
    companionFile: false,
  });
  account.now = { ...account.now, baseUrl: 'https://old.example', brand: 'oldie' };
  expect(part.get()).toMatchObject({ production: 'https://old.example', brand: 'oldie' });
  expect(
    part.change({
      staging: ' https://STAGING.example/x/ ',
      transport: 'auto',
      companionFile: true,
      paths: { users: '/u' },
    }),
  ).toEqual({
    environment: 'production',
    production: 'https://old.example',
    staging: 'https://staging.example/x',
    brand: 'oldie',
    paths: { users: '/u' },
    transport: 'auto',
    companionFile: true,
  });
  expect(settings().upload.companionFile).toBe(true);
  expect([part.paths(), part.transport()]).toEqual([{ users: '/u' }, 'auto']);
  for (const [change, detail] of [
    [{ production: 'http://platform.example' }, 'address-insecure'],
    [{ staging: 'nonsense' }, 'address-invalid'],
    [{ brand: 'Not' }, 'brand-invalid'],
  ] as const) {
    const before = part.get();
    expect(caught(() => part.change(change))).toMatchObject({ code: 'invalid', detail });
    expect(part.get()).toEqual(before);
  }
});

test('while signed in the address in use stays; everything else may change', () => {
  const { part, account } = rig('clinic', 'signed-in');
  part.remember({ baseUrl: 'https://here.example', brand: 'svc' });
  account.now = { ...account.now, baseUrl: 'https://here.example' };
  for (const change of [
    { production: 'https://other.example' },
    { brand: 'other' },
    { environment: 'staging' as const },
  ])
    expect(caught(() => part.change(change))).toMatchObject({
      code: 'refused',
      detail: 'sign-out-first',
    });
  expect(
    part.change({
      staging: 'https://staging.example',
      transport: 'sessions',
      paths: { orders: '/o' },
    }),
  ).toMatchObject({
    production: 'https://here.example',
    staging: 'https://staging.example',
    transport: 'sessions',
  });
  account.now = { ...account.now, state: 'signed-out' };
  expect(part.change({ environment: 'staging' })).toMatchObject({ environment: 'staging' });
  part.remember({ baseUrl: 'https://new-staging.example', brand: 'brand2' });
  expect(part.get()).toMatchObject({
    production: 'https://here.example',
    staging: 'https://new-staging.example',
    brand: 'brand2',
  });
});

test('practice has an address of its own, and only its transport and its companion file can be chosen', () => {
  const { part } = rig('practice', 'signed-in');
  expect(part.get()).toMatchObject({
    environment: 'practice',
    production: '',
    brand: 'svc',
    paths: {},
  });
  expect(part.change({ transport: 'sessions', companionFile: true })).toMatchObject({
    environment: 'practice',
    transport: 'sessions',
    companionFile: true,
  });
  expect(caught(() => part.change({ production: 'https://real.example' }))).toMatchObject({
    code: 'refused',
    detail: 'practice-only',
  });
  expect(caught(() => part.take(rig().part.file().text))).toMatchObject({
    detail: 'practice-only',
  });
  part.remember({ baseUrl: 'http://127.0.0.1:9', brand: 'svc' });
  expect(part.get().production).toBe('');
});

test('a file has all of it and nothing of an account, and another computer takes it over whole', () => {
  const { part } = rig();
  part.change({
    production: 'https://p.example',
    staging: 'https://s.example',
    environment: 'staging',
    brand: 'abc',
    paths: { sessions: '/v9/{brand}' },
    transport: 'auto',
    companionFile: true,
  });
  const { name, text } = part.file();
  expect(name).toBe('scriba-platform-profile.json');
  expect(text).not.toContain('client-17');
  expect(JSON.parse(text)).toEqual({
    scriba: 'platform-profile',
    version: 1,
    environment: 'staging',
    production: 'https://p.example',
    staging: 'https://s.example',
    brand: 'abc',
    paths: { sessions: '/v9/{brand}' },
    transport: 'auto',
    companionFile: true,
  });
  const other = rig().part;
  expect(other.take(`\ufeff${text}`)).toEqual(part.get());
});

const file = (more: object) =>
  JSON.stringify({
    scriba: 'platform-profile',
    version: 1,
    brand: 'abc',
    production: 'https://p.example',
    ...more,
  });
test.each([
  ['no JSON', '{', 'profile-unreadable'],
  ['too large', `{"a":"${'x'.repeat(70_000)}"}`, 'profile-unreadable'],
  ['a name twice', '{"scriba":"platform-profile","scriba":"x","version":1}', 'profile-unreadable'],
  ['something else', '{"name":"package"}', 'profile-other'],
  ['a list', '[]', 'profile-other'],
  ['a newer one', file({ version: 2 }), 'profile-newer'],
  ['a wrong type', file({ production: 7 }), 'profile-address'],
  ['a wrong brand', file({ brand: 'A B' }), 'profile-brand'],
  ['a path upwards', file({ paths: { users: '/../x' } }), 'profile-path'],
  ['another transport', file({ transport: 'pigeon' }), 'profile-wrong'],
  ['an insecure address', file({ production: 'http://p.example' }), 'address-insecure'],
  ['no address', file({ staging: 'nonsense' }), 'address-invalid'],
])('a file with %s is told in words, and changes nothing', (_name, text, detail) => {
  const { part } = rig();
  part.change({ production: 'https://stays.example' });
  const before = part.get();
  expect(caught(() => part.take(text))).toMatchObject({ code: 'invalid', detail });
  expect(part.get()).toEqual(before);
});

test('what stands in a file beside is ignored; a profile damaged on disk falls back and does not fall over', () => {
  const { part, kept } = rig();
  expect(part.take(file({ clientSecret: 'never', unknown: { a: 1 } }))).toMatchObject({
    brand: 'abc',
  });
  expect([...kept.values()].join()).not.toContain('never');
  kept.set('platform.profile', '{"brand":7');
  expect(part.get()).toMatchObject({ transport: 'transactions', production: '' });
});
