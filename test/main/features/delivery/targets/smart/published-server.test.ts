/**
 * SMART backend services at a token endpoint that others wrote (oidc-provider): it knows the key of
 * the client alone, checks who signed, for whom and how long, and takes no assertion twice.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterEach, expect, test } from 'vitest';
import { createAccessTokens } from '../../../../../../main/features/delivery/targets/smart/access-token.ts';
import {
  makeClientKey,
  openClientKey,
} from '../../../../../../main/features/delivery/targets/smart/client-key.ts';
import { undiciNet } from '../../../../../../main/hosts/node/node-net.ts';
import type { NetRequest } from '../../../../../../main/infrastructure/ports.ts';
import { smartAlgorithms } from '../../../../../../shared/model/export/exports.ts';
import { MINUTE } from '../../../../../../shared/time.ts';
import { failure } from '../../../../../support/failure.ts';

const CLIENT = 'scriba-clinic-17';
const SCOPE = 'system/Patient.rs system/DocumentReference.crus';
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** `registered`: the key that the server knows, where it is another than the one that signs. */
async function rig(alg: (typeof smartAlgorithms)[number], registered?: string) {
  const kept = new Map<string, string>();
  const secrets = {
    get: async (name: string) => kept.get(name),
    set: async (name: string, value: string) => void kept.set(name, value),
  };
  let answer: RequestListener = () => {};
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `${issuer}/fhir`;
  const jwks = JSON.parse(await makeClientKey(secrets, address, alg));
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: alg,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: SCOPE,
        jwks: registered ? JSON.parse(registered) : jwks,
      },
    ],
    scopes: SCOPE.split(' '),
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    enabledJWA: { clientAuthSigningAlgValues: [...smartAlgorithms] },
    clientAuthMethods: ['private_key_jwt'],
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url !== '/fhir/.well-known/smart-configuration') return callback(request, response);
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        token_endpoint: `${issuer}/token`,
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: smartAlgorithms,
      }),
    );
  };
  const sent: NetRequest[] = [];
  let ahead = 0;
  const net = undiciNet();
  const tokens = createAccessTokens({
    clock: { now: () => Date.now() + ahead },
    random: { uuid: () => crypto.randomUUID() },
    net: (request) => {
      sent.push(request);
      return net(request);
    },
    key: (at) => openClientKey(secrets, at),
    readAddress: (text) => new URL(text),
  });
  return {
    get: () => tokens.get({ address, clientId: CLIENT, scope: SCOPE, authority: '' }),
    setClock: (by: number) => {
      ahead = by;
    },
    /** The last form goes once more, as a thief would send it. */
    again: async () => {
      const { url, headers, body } = sent.at(-1) as NetRequest;
      return fetch(url, { method: 'POST', headers: headers ?? {}, body: String(body) });
    },
    granted: (token: string) => provider.ClientCredentials.find(token),
  };
}

test.each(smartAlgorithms)(
  'a key of %s opens it, for the scopes that were asked for',
  async (alg) => {
    const { get, granted } = await rig(alg);
    expect(await granted(await get())).toMatchObject({ clientId: CLIENT, scope: SCOPE });
  },
);

test('an assertion that was sent is not taken a second time, and the next one is', async () => {
  const { get, again } = await rig('ES384');
  await get();
  const stolen = await again();
  expect([stolen.status, (await stolen.json()).error]).toEqual([401, 'invalid_client']);
});

test('another key, and an assertion that has run out, open nothing', async () => {
  const other = await makeClientKey({ set: async () => {} }, 'https://other.example', 'ES384');
  const stranger = await rig('ES384', other);
  await expect(stranger.get()).rejects.toThrow(failure('refused', 'smart-refused'));
  server?.closeAllConnections();
  server?.close();
  const { get, setClock } = await rig('ES384');
  setClock(-10 * MINUTE);
  await expect(get()).rejects.toThrow(failure('refused', 'smart-refused'));
  setClock(0);
  expect(await get()).toMatch(/./);
});
