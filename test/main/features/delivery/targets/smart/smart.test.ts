/**
 * SMART backend services against a token endpoint that checks every claim by itself, in front of a
 * real FHIR server.
 */
import fastify, { type FastifyInstance } from 'fastify';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smartAlgorithms } from '../../../../../../shared/model/export/exports.ts';
import { failureWith } from '../../../../../support/failure.ts';
import { asha } from '../../../../../support/servers/emr-server.ts';
import {
  loadDefinitions,
  type Medplum,
  startMedplum,
} from '../../../../../support/servers/medplum-server.ts';
import { type DeliveryRig, deliveryRig, serverOn, VISIT } from '../../support.ts';

const CLIENT = 'scriba-clinic-17';
const SCOPE = 'system/Patient.rs system/DocumentReference.crus';

type TokenServer = {
  readonly url: string;
  /** Registered public keys. */
  registered: JSONWebKeySet;
  /** Of the clock that Scriba has. */
  now: () => number;
  /** Tokens that were given out, in order. */
  readonly given: string[];
  readonly assertions: string[];
  /** Seconds; undefined: not told. */
  life: number | undefined;
};

let medplum: Medplum;
let server: FastifyInstance;
let tokens: TokenServer;
beforeAll(loadDefinitions, 120_000);
beforeEach(async () => {
  medplum = await startMedplum([asha]);
  medplum.tokens = new Set();
  server = fastify();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const seen = new Set<string>();
  server.post('/token', async (request, reply) => {
    const form = request.body as Record<string, string>;
    const assertion = form.client_assertion ?? '';
    tokens.assertions.push(assertion);
    const refuse = (why: string) =>
      reply.code(400).send({ error: 'invalid_client', error_description: why });
    if (form.grant_type !== 'client_credentials' || form.scope !== SCOPE) return refuse('grant');
    if (form.client_assertion_type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      return refuse('assertion type');
    try {
      const { payload, protectedHeader } = await jwtVerify(
        assertion,
        createLocalJWKSet(tokens.registered),
        {
          audience: tokens.url,
          issuer: CLIENT,
          subject: CLIENT,
          algorithms: [...smartAlgorithms],
          typ: 'JWT',
          requiredClaims: ['iss', 'sub', 'aud', 'exp', 'jti'],
          currentDate: new Date(tokens.now()),
        },
      );
      if (protectedHeader.kid === undefined) return refuse('no kid');
      if ((payload.exp ?? Infinity) - tokens.now() / 1000 > 300) return refuse('lives too long');
      if (seen.has(payload.jti ?? '')) return refuse('jti was used before');
      seen.add(payload.jti ?? '');
    } catch (error) {
      return refuse((error as Error).message);
    }
    const token = `token-${tokens.given.length + 1}`;
    tokens.given.push(token);
    medplum.tokens?.add(token);
    return {
      access_token: token,
      token_type: 'bearer',
      scope: SCOPE,
      ...(tokens.life !== undefined && { expires_in: tokens.life }),
    };
  });
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/token`;
  tokens = {
    url,
    registered: { keys: [] },
    now: Date.now,
    given: [],
    assertions: [],
    life: 300,
  };
  medplum.smart = {
    token_endpoint: url,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: [...smartAlgorithms],
    capabilities: ['client-confidential-asymmetric'],
  };
});
afterEach(async () => {
  await server.close();
  await medplum.stop();
});

/** A server that is set up with a key that is registered there. */
async function registered(alg: 'ES384' | 'RS384' = 'ES384'): Promise<DeliveryRig> {
  const made = deliveryRig();
  tokens.now = () => made.rig.clock.now();
  made.sign();
  await serverOn(made.delivery, medplum.url, { auth: 'smart', clientId: CLIENT, scope: SCOPE });
  const { server: shown } = await made.delivery.targets.makeKey(alg);
  tokens.registered = JSON.parse(shown.jwks) as JSONWebKeySet;
  return made;
}
const send = async ({ delivery }: DeliveryRig) =>
  (await delivery.send({ id: VISIT, target: 'server' }))[0]!;

test.each(smartAlgorithms)('a note arrives with a token for an assertion in %s', async (alg) => {
  const made = await registered(alg);
  expect(await send(made)).toMatchObject({ state: 'done' });
  expect(await medplum.all('DocumentReference')).toHaveLength(1);
  const [{ kid } = {}] = tokens.registered.keys;
  expect(decodeProtectedHeader(tokens.assertions[0]!)).toMatchObject({ alg, kid, typ: 'JWT' });
});

test('the private key stays in the key store: what is shown and stored in clear is the public half', async () => {
  const made = await registered('RS384');
  const [key] = tokens.registered.keys;
  expect(Object.keys(key!).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const [secret] = [...made.secrets.values()];
  // A key store of Windows holds no more.
  expect(Buffer.byteLength(secret!)).toBeLessThan(2_560);
  const { pkcs8 } = JSON.parse(secret!) as { pkcs8: string };
  expect(JSON.stringify(made.delivery.targets.get())).not.toContain(pkcs8.slice(0, 40));
  expect(made.rig.store.values.get('delivery.targets')).not.toContain(pkcs8.slice(0, 40));
});

test('one token serves until it is about to run out, and those who wait together ask once', async () => {
  const made = await registered();
  const access = () => made.delivery.targets.address();
  const [one, other] = await Promise.all([access(), access()]);
  expect([one.token, other.token]).toEqual(['token-1', 'token-1']);
  made.rig.clock.advance(260_000);
  expect((await access()).token).toBe('token-1');
  made.rig.clock.advance(20_000);
  expect((await access()).token).toBe('token-2');
});

test('a token that the server takes no longer is asked for anew, once', async () => {
  const made = await registered();
  await made.delivery.trial('server');
  medplum.tokens?.clear();
  expect(await send(made)).toMatchObject({ state: 'done' });
  expect(tokens.given).toEqual(['token-1', 'token-2']);
  medplum.tokens = new Set(['none']);
  Object.assign(medplum.tokens, { add: () => medplum.tokens });
  await expect(made.delivery.trial('server')).rejects.toThrow(failureWith('emr-token'));
  expect(tokens.given).toEqual(['token-1', 'token-2', 'token-3']);
});

describe('nothing is sent', () => {
  test('without the key, or with one that is not registered', async () => {
    const made = await registered();
    await made.delivery.targets.makeKey('ES384');
    expect(await send(made)).toMatchObject({
      state: 'failed',
      trouble: { detail: 'smart-refused', message: expect.stringContaining('invalid_client') },
    });
    expect(medplum.log.filter((line) => !line.includes('.well-known'))).toEqual([]);
  });

  test.each([
    ['no description', undefined],
    ['no address for tokens', { capabilities: [] }],
    ['an address for tokens that is not https', { token_endpoint: 'http://emr.example/token' }],
    ['no keys', { token_endpoint_auth_methods_supported: ['client_secret_basic'] }],
    ['no such signatures', { token_endpoint_auth_signing_alg_values_supported: ['RS384'] }],
  ])('to a server with %s', async (_what, change) => {
    const made = await registered();
    medplum.smart =
      change && 'capabilities' in change ? change : change && { ...medplum.smart, ...change };
    expect(await send(made)).toMatchObject({
      state: 'failed',
      trouble: { detail: 'smart-discovery' },
    });
    expect(tokens.assertions).toEqual([]);
  });

  test('to another server: the key is forgotten with the address', async () => {
    const made = await registered();
    await serverOn(made.delivery, `${medplum.url}/other`, { auth: 'smart', clientId: CLIENT });
    expect(made.delivery.targets.get().server.jwks).toBe('');
    expect([...made.secrets.keys()]).toEqual([]);
    await expect(made.delivery.targets.address()).rejects.toThrow(failureWith('smart-key'));
  });
});
