/** Access tokens with a clock that is held and answers that are given: how long one serves, what is asked. */
import { decodeJwt, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { createAccessTokens } from '../../../../../../main/features/delivery/targets/smart/access-token.ts';
import type { NetAnswer, NetRequest } from '../../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../../shared/failure.ts';
import { failure } from '../../../../../support/failure.ts';

const client = {
  address: 'https://emr.example/fhir//',
  clientId: 'c',
  scope: 'system/*.rs',
  authority: 'PEM',
};
type Answer = { status?: number; json?: unknown };

async function rig(token: (asked: number) => Answer = () => ({}), discovery: Answer = {}) {
  const { privateKey } = await generateKeyPair('ES384');
  const calls: NetRequest[] = [];
  let now = 1_760_000_000_500;
  let given = 0;
  const tokens = createAccessTokens({
    clock: { now: () => now },
    random: { uuid: () => `jti-${calls.length}` },
    net: async (request) => {
      calls.push(request);
      const isToken = request.method === 'POST';
      given += isToken ? 1 : 0;
      const { status = 200, json } = isToken ? token(given) : discovery;
      const said = isToken
        ? { access_token: `token-${given}`, token_type: 'Bearer', expires_in: 300 }
        : { token_endpoint: 'https://emr.example/token?x' };
      const body = Buffer.from(JSON.stringify({ ...said, ...(json as object) }));
      return { status, headers: {}, body } as unknown as NetAnswer;
    },
    key: async () => ({ alg: 'ES384', kid: 'k', key: privateKey }),
    readAddress: (text) => new URL(text),
  });
  return {
    tokens,
    calls,
    posts: () => calls.filter(({ method }) => method === 'POST'),
    pass: (ms: number) => {
      now += ms;
    },
    get: (over = {}) => tokens.get({ ...client, ...over }),
  };
}

test('what is asked names the client, its key and the place that the server names', async () => {
  const { get, calls } = await rig();
  await get();
  const [discovery, token] = calls;
  expect(discovery).toMatchObject({
    method: 'GET',
    headers: { accept: 'application/json' },
    authority: 'PEM',
    timeout: 20_000,
    maxBytes: 262_144,
  });
  expect(discovery!.url.href).toBe('https://emr.example/fhir/.well-known/smart-configuration');
  expect(token).toMatchObject({
    method: 'POST',
    authority: 'PEM',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect(token!.url.href).toBe('https://emr.example/token?x');
  const form = new URLSearchParams(String(token!.body));
  const assertion = decodeJwt(form.get('client_assertion')!);
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'client_credentials',
    scope: 'system/*.rs',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: expect.any(String),
  });
  expect(assertion).toEqual({
    iss: 'c',
    sub: 'c',
    aud: 'https://emr.example/token?x',
    jti: 'jti-1',
    iat: 1_760_000_000,
    exp: 1_760_000_240,
  });
});

test('a scope that is empty is not asked for', async () => {
  const { get, posts } = await rig();
  await get({ scope: '' });
  expect(new URLSearchParams(String(posts()[0]!.body)).has('scope')).toBe(false);
});

test.each<[string, unknown, number]>([
  ['a life that is told, without the time of a call', 300, 270_000],
  ['a short life, without a tenth of it', 100, 90_000],
  ['no life, as long as the specification recommends', undefined, 270_000],
  ['a life that makes no sense, the same', -5, 270_000],
  ['a life in words, the same', 'long', 270_000],
])('a token with %s serves', async (_what, expires_in, serves) => {
  const { get, pass, posts } = await rig(() => ({ json: { expires_in } }));
  expect(await get()).toBe('token-1');
  pass(serves - 1);
  expect(await get()).toBe('token-1');
  pass(1);
  expect(await get()).toBe('token-2');
  expect(posts()).toHaveLength(2);
});

test('a token is of one client, and none once it was forgotten', async () => {
  const { get, tokens } = await rig();
  expect([await get(), await get()]).toEqual(['token-1', 'token-1']);
  expect(await get({ clientId: 'other' })).toBe('token-2');
  expect(await get()).toBe('token-3');
  tokens.forget();
  expect(await get()).toBe('token-4');
});

test('a refusal is not kept: who asks again is answered anew', async () => {
  const { get } = await rig((asked) => (asked === 1 ? { status: 503 } : {}));
  await expect(get()).rejects.toThrow(failure('busy', 'emr-error'));
  expect(await get()).toBe('token-2');
});

test.each<[Answer, string]>([
  [{ json: { token_type: 'mac' } }, ''],
  [{ json: { access_token: 'with blank' } }, ''],
  [{ json: { access_token: '' } }, ''],
  [{ status: 400, json: { error: 'invalid_client' } }, ' It said: “invalid_client”'],
  [{ status: 401, json: { error: 'a', error_description: 'b\n  c ' } }, ' It said: “a: b c”'],
  [
    { status: 400, json: { error: 'x'.repeat(200), error_description: 'y'.repeat(200) } },
    ` It said: “${`${'x'.repeat(200)}: ${'y'.repeat(200)}`.slice(0, 300)}”`,
  ],
])('what grants nothing is refused: %j', async (answer, said) => {
  const { get } = await rig(() => answer);
  await expect(get()).rejects.toMatchObject({
    code: 'refused',
    detail: 'smart-refused',
    message: `The FHIR server gives Scriba no token. Look whether its key and its client id are registered there.${said}`,
  });
});

test.each<[Answer, string]>([
  [{ status: 404 }, 'does not say where it gives out tokens'],
  [{ json: { token_endpoint: 5 } }, 'does not say where it gives out tokens'],
  [{ json: { token_endpoint: 'no address' } }, 'names an address for tokens that is not https'],
  [
    { json: { token_endpoint_auth_methods_supported: ['client_secret_basic'] } },
    'takes no key (private_key_jwt)',
  ],
  [{ json: { token_endpoint_auth_signing_alg_values_supported: [] } }, 'takes no ES384 signatures'],
])('a server that describes itself as %j is not asked for a token', async (answer, words) => {
  const { get, posts } = await rig(() => ({}), answer);
  await expect(get()).rejects.toMatchObject({
    code: 'refused',
    detail: 'smart-discovery',
    message: expect.stringContaining(words),
  });
  expect(posts()).toEqual([]);
});

test('lists that make no sense are none', async () => {
  const { get } = await rig(() => ({}), {
    json: {
      token_endpoint_auth_methods_supported: 'private_key_jwt',
      token_endpoint_auth_signing_alg_values_supported: 5,
    },
  });
  expect(await get()).toBe('token-1');
});

test('a network that fails is told like any other call', async () => {
  const { privateKey } = await generateKeyPair('ES384');
  const tokens = createAccessTokens({
    clock: { now: () => 0 },
    random: { uuid: () => '' },
    net: async () => {
      throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
    },
    key: async () => ({ alg: 'ES384', kid: 'k', key: privateKey }),
    readAddress: (text) => new URL(text),
  });
  await expect(tokens.get(client)).rejects.toThrow(failure('offline', 'emr-unreachable'));
});
