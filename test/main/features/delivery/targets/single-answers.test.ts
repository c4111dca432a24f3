/** Single answers of servers and receivers, and what is told of them. */
import { generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { checkCapability } from '../../../../../main/features/delivery/targets/capability.ts';
import { toReceiver } from '../../../../../main/features/delivery/targets/mllp/send-to-receiver.ts';
import { createAccessTokens } from '../../../../../main/features/delivery/targets/smart/access-token.ts';
import type { NetAnswer, TcpRequest } from '../../../../../main/infrastructure/ports.ts';
import { failure } from '../../../../support/failure.ts';
import { capability } from '../../../../support/servers/emr-server.ts';

const TOKENS = 'https://emr.example/token';
const client = { address: 'https://emr.example/fhir', clientId: 'c', scope: '', authority: '' };

/** Asks for a token of a server with these two answers. */
async function asked(
  discovery: readonly [status: number, body: unknown],
  token: readonly [status: number, body: unknown],
): Promise<string> {
  const { privateKey } = await generateKeyPair('ES384');
  const answer = ([status, body]: readonly [number, unknown]) =>
    ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) }) as unknown as NetAnswer;
  return createAccessTokens({
    clock: { now: () => 1_760_000_000_000 },
    random: { uuid: () => 'uuid' },
    net: async ({ method }) => answer(method === 'GET' ? discovery : token),
    key: async () => ({ alg: 'ES384', kid: 'k', key: privateKey }),
    readAddress: (text) => new URL(text),
  }).get(client);
}
const says = { token_endpoint: TOKENS };
const gives = { access_token: 'token-1', token_type: 'Bearer', expires_in: 300 };

test('a token is taken from an answer that grants it, and from no other with the same words', async () => {
  expect(await asked([200, says], [200, gives])).toBe('token-1');
  for (const status of [201, 302, 400, 401])
    await expect(asked([200, says], [status, gives])).rejects.toThrow(
      failure('refused', 'smart-refused'),
    );
});

test.each([429, 500, 503])(
  'a server that has trouble (%d) is asked again later',
  async (status) => {
    await expect(asked([status, {}], [200, gives])).rejects.toThrow(failure('busy', 'emr-error'));
    await expect(asked([200, says], [status, {}])).rejects.toThrow(failure('busy', 'emr-error'));
  },
);

test('a kind of key that the server does not take is named, with what to do', async () => {
  const other = { ...says, token_endpoint_auth_signing_alg_values_supported: ['RS384'] };
  await expect(asked([200, other], [200, gives])).rejects.toThrow(
    'takes no ES384 signatures. Make a key of the other kind',
  );
});

test('a server that takes no transactions takes single documents', () => {
  const [rest] = capability.rest;
  const says = (code: string) => ({
    ...capability,
    rest: [{ ...rest!, interaction: [{ code }] }],
  });
  expect(() => checkCapability(says('batch') as never, 'document')).not.toThrow();
  expect(() => checkCapability(says('transaction') as never, 'transaction')).not.toThrow();
  expect(() => checkCapability(says('batch') as never, 'transaction')).toThrow(
    failure('refused', 'emr-no-transactions'),
  );
});

const message = Buffer.from('MSH|^~\\&|||||||MDM^T02|N1|P|2.5.1\r');
const receiver = { host: 'emr.example', port: 2575, secure: true, allowPlain: false };
const UNREADABLE = Buffer.from('no acknowledgement');

test.each([
  [true, false, true],
  [true, true, true],
  [false, true, true],
  [false, false, false],
])(
  'with TLS %s and plain allowed %s a receiver elsewhere is asked: %s',
  async (secure, allowPlain, goes) => {
    let calls = 0;
    const tcp = async () => {
      calls += 1;
      return UNREADABLE;
    };
    await expect(
      toReceiver({ tcp, receiver: { ...receiver, secure, allowPlain } }, message),
    ).rejects.toThrow(failure('refused', goes ? 'mllp-error' : 'mllp-plain'));
    expect(calls).toBe(goes ? 1 : 0);
  },
);

test('who cancels a note cancels its connection', async () => {
  const { signal } = new AbortController();
  let given: TcpRequest | undefined;
  const tcp = async (request: TcpRequest) => {
    given = request;
    return UNREADABLE;
  };
  await expect(toReceiver({ tcp, receiver, signal }, message)).rejects.toThrow();
  expect(given?.cancel).toBe(signal);
});
