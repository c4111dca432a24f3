/**
 * Sign-in in the browser against a server that others wrote (oidc-provider): what it grants, renews
 * and revokes, and what is refused on the way.
 */
import { afterEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { DAY, HOUR, MINUTE } from '../../../../../shared/time.ts';
import {
  closeServers,
  browserSignInRig as rig,
} from '../../../../support/rigs/browser-sign-in-rig.ts';
import {
  DOCTOR,
  SCRIBA_ID,
  usualOffer,
  walkPages,
} from '../../../../support/rigs/sign-in-server.ts';

afterEach(closeServers);

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Failure,
  );
const at = (url: string, change: Record<string, string>) => {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value);
  return changed.href;
};

test('signed in under the name that the server tells, and its token opens the platform', async () => {
  const { signIn, platform, hospital, kept, make } = await rig();
  const step = await signIn();
  expect(step).toMatchObject({
    kind: 'signed-in',
    oidcClientId: SCRIBA_ID,
    address: { clientId: DOCTOR },
    state: { state: 'signed-in' },
  });
  expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
  expect(hospital.bearers).toEqual([kept().accessToken]);
  // After a restart, from the key store.
  expect(await make().account.open()).toMatchObject({ state: 'signed-in' });
});

test('the page asks for a code with PKCE S256, state and nonce, and for no claims that are not needed', async () => {
  const { begin, issuer } = await rig();
  const { address, opened: isOpened } = await begin();
  const page = new URL(address);
  expect(page.origin).toBe(issuer.issuer);
  expect(isOpened).toBe(false);
  const asked = Object.fromEntries(page.searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    client_id: SCRIBA_ID,
    scope: 'openid profile offline_access',
    prompt: 'consent',
  });
  expect(asked.redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oidc\/callback$/);
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toHaveLength(43);
});

test('renewed with rotation: each token is kept before it is used, and the old one is not used again', async () => {
  const { signIn, platform, clock, kept, issuer } = await rig();
  await signIn();
  const first = kept();
  clock.advance(HOUR);
  await platform.account.whoAmI();
  const second = kept();
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(second.accessToken).not.toBe(first.accessToken);
  clock.advance(3 * HOUR);
  await platform.account.whoAmI();
  expect(kept().refreshToken).not.toBe(second.refreshToken);
  expect(issuer.calls.filter((call) => call === 'POST /token')).toHaveLength(3);
});

test('an old refresh token used again ends the sign-in, and a person is asked to sign in', async () => {
  const { signIn, platform, secrets, clock, kept, make } = await rig();
  await signIn();
  const first = secrets.kept.get('session') ?? '';
  clock.advance(HOUR);
  await platform.account.whoAmI();
  // Another copy of the data, from before the renewal.
  secrets.kept.set('session', first);
  const copy = make();
  await copy.account.open();
  expect(await caught(copy.account.whoAmI())).toMatchObject({ code: 'signed-out' });
  expect(copy.account.state()).toMatchObject({ state: 'needs-sign-in' });
  expect(kept().refreshToken).toBe(JSON.parse(first).refreshToken);
});

test('a refresh token that the server has revoked asks for a sign-in; the next one works', async () => {
  const { signIn, platform, clock, issuer, kept } = await rig();
  await signIn();
  await (await issuer.provider.RefreshToken.find(kept().refreshToken ?? ''))?.destroy();
  clock.advance(HOUR);
  expect(await caught(platform.account.whoAmI())).toMatchObject({ code: 'signed-out' });
  expect(platform.account.state()).toMatchObject({ state: 'needs-sign-in' });
  expect(await signIn()).toMatchObject({ kind: 'signed-in' });
  expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
});

test('a sign-in server out of reach ends no sign-in: the tokens stay', async () => {
  let isGone = false;
  const net: Net = (request) => (isGone ? Promise.reject(notSent()) : undiciNet()(request));
  const { signIn, platform, clock, secrets } = await rig({ net });
  await signIn();
  const before = secrets.kept.get('session');
  isGone = true;
  clock.advance(HOUR);
  expect(await caught(platform.account.whoAmI())).toMatchObject({ code: 'offline' });
  expect(secrets.kept.get('session')).toBe(before);
  isGone = false;
  expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
});

test('a renewal whose answer did not come is asked for once more at once', async () => {
  let lost = 0;
  const net: Net = (request) => {
    const isRenewal = String(request.body).includes('grant_type=refresh_token');
    if (!isRenewal || lost > 0) return undiciNet()(request);
    lost += 1;
    return Promise.reject(new Failure('offline', 'Lost.', { detail: 'unclear' }));
  };
  const { signIn, platform, clock, kept } = await rig({ net });
  await signIn();
  const { refreshToken } = kept();
  clock.advance(HOUR);
  expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
  expect([lost, kept().refreshToken === refreshToken]).toEqual([1, false]);
});

test('without offline access nobody is renewed: the state says so, and the end asks for a sign-in', async () => {
  const offer = (issuer: string) => ({ ...usualOffer(issuer), scopes_supported: ['openid'] });
  const { signIn, platform, hospital, issuer, account } = await rig({ offer });
  expect(await signIn()).toMatchObject({ state: { by: 'oidc', expiresAt: expect.any(Number) } });
  expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
  await (await issuer.provider.AccessToken.find(hospital.bearers[0] ?? ''))?.destroy();
  expect(await caught(platform.account.whoAmI())).toMatchObject({ code: 'signed-out' });
  expect(account.state()).toMatchObject({ state: 'needs-sign-in' });
});

test('signed out: both tokens are revoked at the server, and nothing is kept', async () => {
  const { signIn, account, issuer, kept, secrets } = await rig();
  await signIn();
  const { accessToken = '', refreshToken = '' } = kept();
  expect(await account.signOut()).toMatchObject({ state: 'signed-out' });
  expect(secrets.kept.has('session')).toBe(false);
  expect(await issuer.provider.AccessToken.find(accessToken)).toBeUndefined();
  expect(await issuer.provider.RefreshToken.find(refreshToken)).toBeUndefined();
});

test('signed out where the server revokes nothing: nothing is kept here', async () => {
  const { signIn, account, secrets, issuer } = await rig({ issuer: { revocation: false } });
  await signIn();
  expect(await account.signOut()).toMatchObject({ state: 'signed-out' });
  expect(secrets.kept.has('session')).toBe(false);
  expect(issuer.calls.join()).not.toContain('revocation');
});

test('denied in the browser: a plain sentence, and nothing is kept', async () => {
  const { begin, account, secrets } = await rig();
  const { address } = await begin();
  await fetch(await walkPages(address, { deny: true }));
  expect(await caught(account.stepBrowser())).toMatchObject({
    code: 'refused',
    detail: 'oidc-denied',
  });
  expect(secrets.kept.size).toBe(0);
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'no-oidc-sign-in' });
});

test('an earlier sign-in stays when a new one is denied', async () => {
  const { signIn, begin, account, platform } = await rig();
  await signIn();
  const { address } = await begin();
  await fetch(await walkPages(address, { deny: true }));
  await caught(account.stepBrowser());
  expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
});

test('an answer with another state is not taken, and the right one still is', async () => {
  const { begin, account } = await rig();
  const { address } = await begin();
  const answer = await walkPages(address);
  for (const wrong of [at(answer, { state: 'x' }), `${answer}&state=x`, answer.split('?')[0] ?? ''])
    expect((await fetch(wrong)).status).toBe(400);
  expect(await account.stepBrowser()).toMatchObject({ kind: 'waiting' });
  expect((await fetch(answer)).status).toBe(200);
  expect(await account.stepBrowser()).toMatchObject({ kind: 'signed-in' });
});

test.each([
  ['of another server', { iss: 'https://evil.example' }, 'oidc-answer-refused'],
  ['with another code', { code: 'another' }, 'oidc-code-refused'],
])('an answer %s signs nobody in', async (_name, change, detail) => {
  const { begin, account, secrets, issuer } = await rig();
  const { address } = await begin();
  await fetch(at(await walkPages(address), change));
  expect(await caught(account.stepBrowser())).toMatchObject({ code: 'refused', detail });
  expect(secrets.kept.size).toBe(0);
  // A code meant for another server is sent nowhere.
  expect(issuer.calls.includes('POST /token')).toBe(detail === 'oidc-code-refused');
});

test('an answer without iss from a server that sends it signs nobody in', async () => {
  const { begin, account } = await rig();
  const answer = new URL(await walkPages((await begin()).address));
  answer.searchParams.delete('iss');
  await fetch(answer);
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-answer-refused' });
});

test('PKCE taken out of the page on the way: the server gives no token for that code', async () => {
  const { begin, account, secrets } = await rig({ issuer: { pkceRequired: false } });
  const page = new URL((await begin()).address);
  page.searchParams.delete('code_challenge');
  page.searchParams.delete('code_challenge_method');
  await fetch(await walkPages(page.href));
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-code-refused' });
  expect(secrets.kept.size).toBe(0);
});

test('a nonce changed on the way: the id token is not the one that was asked for', async () => {
  const { begin, account } = await rig();
  await fetch(await walkPages(at((await begin()).address, { nonce: 'another' })));
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-answer-refused' });
});

test('five minutes without an answer end it, and the address is closed', async () => {
  const { begin, account, clock } = await rig();
  const answer = await walkPages((await begin()).address);
  clock.advance(5 * MINUTE);
  await expect(fetch(answer)).rejects.toThrow();
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-expired' });
});

test('an answer is taken once: then the address is closed', async () => {
  const { begin, account } = await rig();
  const answer = await walkPages((await begin()).address);
  expect((await fetch(answer)).status).toBe(200);
  await expect(fetch(answer)).rejects.toThrow();
  expect(await account.stepBrowser()).toMatchObject({ kind: 'signed-in' });
});

test.each(['stopBrowser', 'close'] as const)('%s closes the address', async (how) => {
  const { begin, account } = await rig();
  const answer = await walkPages((await begin()).address);
  account[how]();
  await expect
    .poll(() =>
      fetch(answer).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'no-oidc-sign-in' });
});

test('a new sign-in closes the address of the one before', async () => {
  const { begin, account } = await rig();
  const former = await walkPages((await begin()).address);
  const { address } = await begin();
  await expect(fetch(former)).rejects.toThrow();
  await fetch(await walkPages(address));
  expect(await account.stepBrowser()).toMatchObject({ kind: 'signed-in' });
});

test('a code that has expired at the server: begin again', async () => {
  const { begin, account } = await rig({ issuer: { ttl: { AuthorizationCode: 1 } } });
  await fetch(await walkPages((await begin()).address));
  await new Promise((done) => setTimeout(done, 2100));
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-code-refused' });
});

test.each([DAY, -DAY])(
  'a clock wrong by %i ms signs in where the platform tells the time',
  async (ms) => {
    const { signIn, platform } = await rig({ wall: Date.now() + ms });
    expect(await signIn()).toMatchObject({ kind: 'signed-in' });
    expect((await platform.account.whoAmI()).userName).toBe(DOCTOR);
  },
);

test('a clock that is a day ahead of the sign-in server is told, and nothing is kept', async () => {
  const { begin, account, secrets } = await rig({ wall: Date.now() + DAY, tellsTime: false });
  await fetch(await walkPages((await begin()).address));
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-clock' });
  expect(secrets.kept.size).toBe(0);
});

test('a client id that the server does not know: it sends no browser back, and Scriba waits', async () => {
  const { begin, account } = await rig();
  const { address } = await begin('somebody-else');
  const page = await fetch(address, { redirect: 'manual' });
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('invalid_client');
  expect(await account.stepBrowser()).toMatchObject({ kind: 'waiting' });
});

test('a client id that is refused at the exchange is told as such', async () => {
  const { begin, account } = await rig({
    issuer: {
      before: (request, response) => {
        if (request.url !== '/token') return false;
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end('{"error":"invalid_client"}');
        return true;
      },
    },
  });
  await fetch(await walkPages((await begin()).address));
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-client-refused' });
});

test('an id token signed with a key that is not the server’s signs nobody in', async () => {
  const { begin, account, secrets } = await rig({
    issuer: {
      before(request, response) {
        if (request.url !== '/jwks') return false;
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}');
        return true;
      },
    },
  });
  await fetch(await walkPages((await begin()).address));
  expect(await caught(account.stepBrowser())).toMatchObject({ detail: 'oidc-answer-refused' });
  expect(secrets.kept.size).toBe(0);
});

test('no word of the sign-in is kept but the tokens and whose they are', async () => {
  const { signIn, secrets, kept, where } = await rig();
  await signIn();
  expect([...secrets.kept.keys()]).toEqual(['session']);
  const { accessToken, refreshToken, expiresAt, lifetime, ...rest } = kept();
  expect(accessToken).toBeTruthy();
  expect(refreshToken).toBeTruthy();
  expect(Number(lifetime)).toBeGreaterThan(0);
  expect(Number(expiresAt)).toBeGreaterThan(0);
  expect(rest).toMatchObject({ baseUrl: where.baseUrl, clientId: DOCTOR });
  expect(rest.oidc).toEqual({
    issuer: expect.any(String),
    clientId: SCRIBA_ID,
    subject: DOCTOR,
  });
});

const notSent = () => new Failure('offline', 'Gone.', { detail: 'not-sent' });
