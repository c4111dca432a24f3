/** How a sign-in is kept and renewed; what holds under faults and kills is proved as P24. */

import { expect, test } from 'vitest';
import type {
  Authentication,
  Grant,
} from '../../../../../main/infrastructure/platform/client/authentication.ts';
import {
  createTokens,
  type TokenState,
} from '../../../../../main/infrastructure/platform/client/tokens.ts';
import type { OidcServer } from '../../../../../main/infrastructure/platform/oidc/oidc-server.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';

const HALF_HOUR = 1_800_000;
const first = { baseUrl: 'https://p', brand: 'svc', clientId: 'c1' };

function rig(over: Partial<Authentication> = {}) {
  const clock = heldClock();
  const secrets = memoryKeyStore();
  const log: string[] = [];
  const states: TokenState[] = [];
  let count = 0;
  let address = first;
  const grant = (): Grant => ({
    accessToken: `a${++count}`,
    refreshToken: `r${count}`,
    expiresAt: clock.now() + HALF_HOUR,
    lifetime: HALF_HOUR,
  });
  const authentication: Authentication = {
    async login(_at, _secret, sharing) {
      log.push(sharing === undefined ? 'login' : `login ${sharing}`);
      return grant();
    },
    tryToken: async (_at, token) => void log.push(`try ${token}`),
    async refresh(_at, { refreshToken }) {
      log.push(`refresh ${refreshToken}`);
      return grant();
    },
    async refreshPerson(_at, refreshToken) {
      log.push(`refresh person ${refreshToken}`);
      return grant();
    },
    logout: async (_at, token) => void log.push(`logout ${token}`),
    ...over,
  };
  const oidc: OidcServer = {
    async refresh({ issuer }, refreshToken) {
      log.push(`refresh at ${issuer} ${refreshToken}`);
      return grant();
    },
    revoke: async ({ issuer }, { refreshToken }) =>
      void log.push(`revoke at ${issuer} ${refreshToken}`),
  };
  const kept = {
    ...secrets,
    async set(name: string, value: string) {
      log.push(`keep ${name}`);
      return secrets.set(name, value);
    },
  };
  const make = () =>
    createTokens({
      time: clock.now,
      secrets: kept,
      authentication,
      oidc,
      address: () => address,
      changed: (state) => void states.push(state),
    });
  return {
    clock,
    secrets,
    log,
    states,
    make,
    tokens: make(),
    move(next: typeof first) {
      address = next;
    },
  };
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

test('when access ends is told in whole seconds, however exact the clocks were compared', async () => {
  const { tokens } = rig({
    login: async () => ({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 1_760_000_001_999.75,
      lifetime: HALF_HOUR,
    }),
  });
  expect((await tokens.signIn(first, 's')).expiresAt).toBe(1_760_000_001_000);
});

test('a token is renewed a minute before its end, and after a restart from what was kept', async () => {
  const { tokens, clock, log, make } = rig();
  await tokens.signIn(first, 's');
  clock.advance(HALF_HOUR - 61_000);
  expect(await tokens.current()).toBe('a1');
  clock.advance(2000);
  expect(await make().current()).toBe('a2');
  expect(log).toContain('refresh r1');
});

test('a short-lived token is renewed in its last tenth', async () => {
  const { tokens, clock } = rig({
    login: async () => ({
      accessToken: 'short',
      refreshToken: 'r',
      expiresAt: clock.now() + 100_000,
      lifetime: 100_000,
    }),
  });
  await tokens.signIn(first, 's');
  clock.advance(89_000);
  expect(await tokens.current()).toBe('short');
  clock.advance(2000);
  expect(await tokens.current()).not.toBe('short');
});

test('a refused renewal logs in with the kept secret; when that is refused too a person must', async () => {
  let refuse = false;
  const { tokens, states, log } = rig({
    refresh: async () => {
      throw new Failure('signed-out', 'x', { detail: 'refresh-refused' });
    },
    login: async () => {
      log.push('login');
      if (refuse)
        throw new Failure('refused', 'It did not work.', { detail: 'credentials-refused' });
      return {
        accessToken: `l${log.length}`,
        refreshToken: 'r',
        expiresAt: 9e15,
        lifetime: HALF_HOUR,
      };
    },
  });
  await tokens.signIn(first, 's');
  const token = await tokens.renew(await tokens.current());
  refuse = true;
  expect(await caught(tokens.renew(token))).toMatchObject({
    code: 'signed-out',
    detail: 'sign-in-needed',
  });
  expect(states.at(-1)).toEqual({ state: 'needs-sign-in' });
  const asked = log.length;
  expect(await caught(tokens.current())).toMatchObject({ code: 'signed-out' });
  expect(log).toHaveLength(asked);
  refuse = false;
  expect((await tokens.signIn(first, 's2')).state).toBe('signed-in');
  expect(await tokens.current()).toMatch(/^l/);
});

test('a network lost while renewing is offline, and the account stays signed in', async () => {
  const { tokens, clock, states } = rig({
    refresh: async () => {
      throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
    },
  });
  await tokens.signIn(first, 's');
  expect(await caught(tokens.renew('a1'))).toMatchObject({ code: 'offline' });
  clock.advance(HALF_HOUR - 30_000);
  expect(await tokens.current()).toBe('a1');
  clock.advance(60_000);
  expect(await caught(tokens.current())).toMatchObject({ code: 'offline' });
  expect(states).toHaveLength(1);
});

test('signing out leaves nothing behind, not even from a renewal that was under way', async () => {
  let finish: (grant: Grant) => void = () => {};
  const { tokens, secrets, states, log } = rig({
    refresh: () => new Promise((done) => (finish = done)),
  });
  await tokens.signIn(first, 's');
  const renewal = caught(tokens.renew('a1'));
  await Promise.resolve();
  await Promise.resolve();
  await tokens.signOut();
  finish({ accessToken: 'late', refreshToken: 'late', expiresAt: 9e15, lifetime: HALF_HOUR });
  expect(await renewal).toMatchObject({ code: 'signed-out' });
  expect([...secrets.kept]).toEqual([]);
  expect(log).toContain('logout r1');
  expect(states.at(-1)).toEqual({ state: 'signed-out' });
});

test('tokens and secret are never sent to another address or client', async () => {
  const { tokens, log, move } = rig();
  await tokens.signIn(first, 's');
  move({ ...first, baseUrl: 'https://elsewhere' });
  expect(await caught(tokens.current())).toMatchObject({
    code: 'signed-out',
    detail: 'not-signed-in',
  });
  move({ ...first, clientId: 'c2' });
  expect(await caught(tokens.renew('a1'))).toMatchObject({ code: 'signed-out' });
  move(first);
  expect(await tokens.current()).toBe('a1');
  expect(log.filter((line) => /refresh|login/.test(line))).toEqual(['login']);
});

test('a refused sign-in leaves the former one as it was', async () => {
  let refuse = false;
  const { tokens } = rig({
    login: async () => {
      if (refuse)
        throw new Failure('refused', 'It did not work.', { detail: 'credentials-refused' });
      return { accessToken: 'good', refreshToken: 'r', expiresAt: 9e15, lifetime: HALF_HOUR };
    },
  });
  await tokens.signIn(first, 's');
  refuse = true;
  await caught(tokens.signIn(first, 'wrong'));
  expect(await tokens.current()).toBe('good');
});
