/** Contract 1: who may come in, for how long, and how that is renewed. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnswerCheck } from '../../support/openapi.ts';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';

const BASE = '/connect-auth/v1/account';
let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox();
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.stop());

const login = async () => (await callPractice(sandbox)).login.body;
const refresh = (
  tokens: { access_token: string; refresh_token: string },
  clientId = sandbox.clientId,
) =>
  caller.call('POST', `${BASE}/refresh-token`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, 'client-id': clientId },
    body: { refresh_token: tokens.refresh_token },
  });
const refreshOld = (refresh_token: string) =>
  caller.call('POST', `${BASE}/refresh`, { body: { refresh_token } });
const whoami = (token: string) =>
  caller.call('GET', `${BASE}/whoami`, { headers: { authorization: `Bearer ${token}` } });

test('answers are held against openapi.yaml: a wrong one is seen', () => {
  const check = createAnswerCheck();
  const answer = {
    method: 'POST',
    path: `${BASE}/login`,
    status: 200,
    contentType: 'application/json',
    body: { access_token: 'a', expires_in: 1, refresh_token: 'r', refresh_expires_in: 1 },
  };
  expect(() => check(answer)).not.toThrow();
  expect(() => check({ ...answer, body: { ...answer.body, expires_in: '1' } })).toThrow(
    'must be integer',
  );
  expect(() => check({ ...answer, status: 418 })).toThrow('not in openapi.yaml');
});

test('ids that it makes carry the word practice', () => {
  expect(sandbox.clientId).toContain('practice');
  expect(sandbox.clientSecret).toContain('practice');
});

test("login answers tokens with their lifetimes, and a JWT with the contract's claims", async () => {
  const tokens = await login();
  expect(tokens).toMatchObject({ expires_in: 1800, refresh_expires_in: 2_592_000 });
  const claims = decodeJwt(tokens.access_token);
  expect(claims).toMatchObject({
    sub: 'u-practice-1',
    uuid: 'u-practice-1',
    oid: 'o-practice-1',
    'b-id': 'b-practice-1',
    'c-id': sandbox.clientId,
    iss: expect.any(String),
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(1800);
});

test('a wrong pair, a missing field and an unknown sharing key are refused each in its way', async () => {
  const post = (body: unknown) => caller.call('POST', `${BASE}/login`, { body });
  expect(await post({ client_id: sandbox.clientId, client_secret: 'wrong' })).toMatchObject({
    status: 401,
    body: { code: 401, error: 'invalid client credentials' },
  });
  expect((await post({ client_id: 'nobody', client_secret: sandbox.clientSecret })).status).toBe(
    401,
  );
  expect((await post({ client_id: sandbox.clientId })).status).toBe(400);
  expect(
    (
      await post({
        client_id: sandbox.clientId,
        client_secret: sandbox.clientSecret,
        sharing_key: 'k',
      })
    ).status,
  ).toBe(403);
  expect(
    (
      await post({
        client_id: sandbox.clientId,
        client_secret: sandbox.clientSecret,
        api_key: 'old',
      })
    ).status,
  ).toBe(200);
});

test('whoami names the user of the token, and refuses any other token', async () => {
  const { access_token } = await login();
  expect(await whoami(access_token)).toMatchObject({
    status: 200,
    body: { uuid: 'u-practice-1', oid: ['o-practice-1'], 'is-paid': false },
  });
  expect(await whoami(`${access_token}x`)).toMatchObject({
    status: 401,
    body: { message: 'Unauthorized' },
  });
});

test('both refresh forms renew, and the new access token works', async () => {
  const first = await login();
  const second = await refresh(first);
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  const third = await refreshOld(second.body.refresh_token);
  expect(third.status).toBe(200);
  expect((await whoami(third.body.access_token)).status).toBe(200);
});

test("the current form wants the client's id and a token that we signed", async () => {
  const tokens = await login();
  expect(
    (
      await caller.call('POST', `${BASE}/refresh-token`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
        body: { refresh_token: tokens.refresh_token },
      })
    ).status,
  ).toBe(400);
  expect((await refresh({ ...tokens, access_token: 'forged.token.here' })).status).toBe(401);
  expect((await refresh(tokens, 'another-client')).status).toBe(401);
  expect((await caller.call('POST', `${BASE}/refresh`, { body: {} })).status).toBe(400);
});

test('a replaced refresh token is honoured for 60 s and then no more', async () => {
  const first = await login();
  expect((await refresh(first)).status).toBe(200);
  await sandbox.skew(55_000);
  expect((await refresh(first)).status).toBe(200);
  await sandbox.skew(65_000);
  expect(await refresh(first)).toMatchObject({
    status: 401,
    body: { code: 401, error: 'invalid refresh token' },
  });
  await sandbox.skew(0);
});

test('an access token ends after its time, and can be renewed then', async () => {
  const tokens = await login();
  await sandbox.skew(1801_000);
  expect((await whoami(tokens.access_token)).status).toBe(401);
  expect((await refresh(tokens)).status).toBe(200);
  await sandbox.skew(0);
});

test('a refresh token ends after 30 days', async () => {
  const tokens = await login();
  await sandbox.skew(31 * 86_400_000);
  expect((await refresh(tokens)).status).toBe(401);
  await sandbox.skew(0);
});

test('logout revokes the refresh token, is content with an unknown one, and the access token lives on', async () => {
  const tokens = await login();
  const logout = (refresh_token: string) =>
    caller.call('POST', `${BASE}/logout`, { body: { refresh_token } });
  expect(await logout(tokens.refresh_token)).toMatchObject({
    status: 200,
    body: { status: 'success' },
  });
  expect((await logout('never-known')).status).toBe(200);
  expect((await refresh(tokens)).status).toBe(401);
  expect((await whoami(tokens.access_token)).status).toBe(200);
});

test('tokens can be expired on demand: access tokens alone, or all of them', async () => {
  const tokens = await login();
  await sandbox.faults({ do: 'expire-tokens' });
  expect((await whoami(tokens.access_token)).status).toBe(401);
  const renewed = await refresh(tokens);
  expect(renewed.status).toBe(200);
  await sandbox.faults({ do: 'expire-tokens', refresh: true });
  expect((await refresh(renewed.body)).status).toBe(401);
});

test('the request id comes back', async () => {
  const answer = await caller.call('GET', `${BASE}/whoami`, {
    headers: { 'x-request-id': 'f7c9' },
  });
  expect(answer.headers.get('x-request-id')).toBe('f7c9');
});
