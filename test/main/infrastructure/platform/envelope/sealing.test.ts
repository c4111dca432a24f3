/**
 * Sealed calls of the client against the practice platform: when, under which key, and never
 * plainly instead.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../../../../main/infrastructure/platform/platform.ts';
import type { NetAnswer, NetRequest } from '../../../../../main/infrastructure/ports.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import {
  ENVELOPE_SAMPLE,
  type EnvelopeFamily,
  familyOf,
} from '../../../../../shared/model/account/envelope.ts';
import { hurryingClock } from '../../../../support/ports/clocks.ts';
import { memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';
import { contractVectors } from '../../../../trust/support/envelopes/contract-vectors.ts';
import { otherEnvelope } from '../../../../trust/support/envelopes/other-envelope.ts';

const key = { kid: 'client-key-1', text: 'Kq7mZ2xV9tB4nW6c' };
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
});
afterAll(() => sandbox.kill());
beforeEach(async () => {
  await sandbox.clearFaults();
  await sandbox.setEnvelopeKeys(key);
});
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

async function rig({ keys = [key], families = [] as EnvelopeFamily[] } = {}) {
  const asked: NetRequest[] = [];
  const answers: NetAnswer[] = [];
  const plain: boolean[] = [];
  const odd: unknown[] = [];
  const secrets = memoryKeyStore();
  const real = undiciNet();
  let instead: NetAnswer | undefined;
  const address = { baseUrl: sandbox.url, brand: sandbox.brand, clientId: sandbox.clientId };
  const platform = createPlatform({
    net: async (request) => {
      if (!request.url.pathname.startsWith('/connect-auth')) asked.push(request);
      const answer =
        instead && !request.url.pathname.startsWith('/connect-auth')
          ? instead
          : await real(request);
      answers.push(answer);
      return answer;
    },
    clock: hurryingClock(50),
    random: nodeRandom,
    secrets,
    address: () => address,
    tokensChanged() {},
    sealedFamilies: () => families,
    plainAnswers: (so) => void plain.push(so),
    oddLength: (member, bytes) => void odd.push([member, bytes]),
  });
  await platform.account.signIn(address, sandbox.clientSecret);
  for (const one of keys) await platform.envelopeKeys.add(one, false);
  return {
    platform,
    secrets,
    asked,
    answers,
    plain,
    odd,
    address,
    answerInstead(answer: NetAnswer) {
      instead = answer;
    },
  };
}
const json = (value: unknown, headers: Record<string, string> = {}, status = 200): NetAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});
const sample = { method: 'POST', path: ENVELOPE_SAMPLE, body: { who: 'Asha Practice' } } as const;

test('the sample goes out sealed and its sealed answer is opened', async () => {
  const { platform, asked, answers } = await rig();
  expect(await platform.registration.begin({ who: 'Asha Practice' })).toMatchObject({
    txnId: expect.stringContaining('practice'),
  });
  expect(asked[0]!.headers).toMatchObject({
    'x-encryption': 'JWE',
    'content-type': 'application/json',
  });
  expect(Object.keys(JSON.parse(String(asked[0]!.body)) as object).sort()).toEqual([
    'ciphertext',
    'iv',
    'kid',
    'protected',
    'tag',
  ]);
  expect(String(asked[0]!.body)).not.toContain('Asha');
  expect(answers.at(-1)!.headers['x-encryption']).toBe('JWE');
});

test('a family is sealed where the settings say so and plain where they do not; what has no body is never touched', async () => {
  for (const families of [[], ['users']] as EnvelopeFamily[][]) {
    const { platform, asked } = await rig({ families });
    const door = 'doctor-tool' as const;
    for (const path of [`/cdr/v1/${sandbox.brand}user/`, '/orders'])
      await platform.client.send({ method: 'POST', path, door, body: { name: 'Asha' } });
    await platform.client.send({
      method: 'POST',
      path: '/profiles/v1/emr-user/o-1',
      body: { name: 'Asha' },
    });
    await platform.client.send({ method: 'GET', path: `/cdr/v1/${sandbox.brand}user/`, door });
    expect(asked.map(({ headers }) => headers!['x-encryption'])).toEqual([
      families.length > 0 ? 'JWE' : undefined,
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test('without a key nothing is sent at all, not even plainly', async () => {
  const { platform, asked } = await rig({ keys: [], families: ['users'] });
  expect(
    await caught(
      platform.client.send({ method: 'POST', path: `/cdr/v1/${sandbox.brand}user/`, body: {} }),
    ),
  ).toMatchObject({ code: 'refused', detail: 'no-envelope-key' });
  expect(await caught(platform.client.encrypted(sample))).toMatchObject({
    code: 'refused',
    detail: 'no-envelope-key',
  });
  expect(asked).toEqual([]);
});

test('the name of the brand and the edges of a path decide the family', () => {
  expect(
    [
      '/med-link/nel/link',
      '/cdr/v1/svcuser/',
      '/cdr/v1/svcuser/9/',
      '/profiles/v1/emr-user/o',
      '/orders',
      '/orders/1/status',
      '/appointments/v1/ipd/admission',
      '/mr/api/v2/docs',
    ].map((path) => familyOf(path, 'svc')),
  ).toEqual([
    'codification',
    'users',
    'users',
    'emr-users',
    'orders',
    'orders',
    'orders',
    'documents',
  ]);
  expect(
    [
      '/cdr/v1/otheruser/',
      '/ordersx',
      '/voice/api/v2/transaction/init/t',
      '/connect-auth/v1/account/login',
      '/v1/file-upload',
    ].map((path) => familyOf(path, 'svc')),
  ).toEqual(Array(5).fill(undefined));
});

test('each attempt has an IV of its own', async () => {
  const { platform, asked } = await rig();
  await sandbox.faults({
    do: 'status',
    path: ENVELOPE_SAMPLE,
    status: 503,
    retryAfter: 0,
    count: 3,
  });
  await platform.registration.begin({});
  expect(
    new Set(asked.map(({ body }) => (JSON.parse(String(body)) as { iv: string }).iv)).size,
  ).toBe(4);
});

test('a plain 2xx answer is taken and told once; a sealed one takes that back', async () => {
  const { platform, plain, answerInstead } = await rig();
  answerInstead(json({ ok: true }));
  for (let times = 0; times < 3; times += 1)
    expect((await platform.client.encrypted(sample)).sealed).toBe(false);
  expect(plain).toEqual([true]);
  answerInstead(json(otherEnvelope(key.text, '{"ok":true}', { header: null, aad: '' })));
  expect((await platform.client.encrypted(sample)).sealed).toBe(true);
  expect(plain).toEqual([true, false]);
  // A refusal in clear is what the contract says for what could not be opened.
  answerInstead(json({ error: { message: 'x', code: 'encryption_failed' } }, {}, 400));
  await platform.client.encrypted(sample);
  expect(plain).toEqual([true, false]);
});

test.each([
  ['with a header of its own', {}],
  [
    'without one, under the canonical header',
    { header: null, aad: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0' },
  ],
  ['without one, under none', { header: null, aad: '' }],
])('a sealed answer %s is opened, a list too', async (_how, form) => {
  const { platform, answerInstead } = await rig();
  answerInstead(json(otherEnvelope(key.text, '[{"a":1}]', form), { 'x-encryption': 'JWE' }));
  const { answer } = await platform.client.encrypted(sample);
  expect([JSON.parse(answer.body.toString()), answer.headers['x-encryption']]).toEqual([
    [{ a: 1 }],
    undefined,
  ]);
});

test('every answer vector of the contract opens in a call, and every tampered one is refused by its word', async () => {
  const words = { bad_tag: 'failed', bad_header: 'header', malformed: 'malformed' };
  const { platform, answerInstead } = await rig();
  for (const { id, key: text, envelope, plaintext_utf8 } of contractVectors.jwe_responses) {
    answerInstead(json(envelope));
    expect(
      (await platform.client.encrypted(sample, { kid: key.kid, text })).answer.body.toString(),
      id,
    ).toBe(plaintext_utf8);
  }
  for (const { id, key: text, envelope, refuse_with } of contractVectors.jwe_tampered) {
    answerInstead(json(envelope, { 'x-encryption': 'JWE' }));
    expect(
      await caught(platform.client.encrypted(sample, { kid: key.kid, text })),
      id,
    ).toMatchObject({ code: 'broken', detail: words[refuse_with] });
  }
});

test('an iv or a tag of another length is refused, and noticed: a published sample has both', async () => {
  const { platform, odd, answerInstead } = await rig();
  for (const [member, bytes] of [
    ['iv', 12],
    ['tag', 32],
  ] as const) {
    answerInstead(
      json({
        ...otherEnvelope(key.text, '{}'),
        [member]: Buffer.alloc(bytes).toString('base64url'),
      }),
    );
    expect(await caught(platform.client.encrypted(sample))).toMatchObject({
      code: 'broken',
      detail: 'malformed',
    });
  }
  expect(odd).toEqual([
    ['iv', 12],
    ['tag', 32],
  ]);
});

test.each([
  ['another key', () => otherEnvelope('another-key-0000', '{}'), 'failed'],
  [
    'a tag of 32 bytes',
    () => ({ ...otherEnvelope(key.text, '{}'), tag: Buffer.alloc(32).toString('base64url') }),
    'malformed',
  ],
  [
    'another algorithm',
    () =>
      otherEnvelope(key.text, '{}', {
        header: Buffer.from('{"alg":"A128KW","enc":"A128CBC-HS256"}').toString('base64url'),
      }),
    'header',
  ],
  ['no JSON inside', () => otherEnvelope(key.text, 'hello'), 'payload'],
  ['nothing at all', () => ({}), 'malformed'],
])(
  'an answer sealed with %s is refused by its word, and the call is not made again',
  async (_what, body, detail) => {
    const { platform, asked, answerInstead } = await rig();
    answerInstead(json(body(), { 'x-encryption': 'JWE' }));
    expect(await caught(platform.registration.begin({}))).toMatchObject({ code: 'broken', detail });
    expect(asked.length).toBe(1);
  },
);

test('a name that the platform does not know is read from the key store once more, and the call repeated once', async () => {
  const { platform, secrets, asked } = await rig();
  await platform.registration.begin({});
  const other = { kid: 'client-key-2', text: '0123456789abcdef' };
  await sandbox.setEnvelopeKeys(other);
  // Another Scriba of this computer has put the new key there.
  const kept = JSON.parse(secrets.kept.get('envelope-keys')!) as object[];
  secrets.kept.set('envelope-keys', JSON.stringify(kept.map((one) => ({ ...one, ...other }))));
  expect(await platform.registration.begin({})).toMatchObject({ txnId: expect.any(String) });
  expect(asked.map(({ body }) => (JSON.parse(String(body)) as { kid: string }).kid)).toEqual([
    'client-key-1',
    'client-key-1',
    'client-key-2',
  ]);
  await sandbox.setEnvelopeKeys(key);
  expect(await caught(platform.registration.begin({}))).toMatchObject({
    code: 'refused',
    detail: 'envelope-refused',
  });
  expect(asked.length).toBe(5);
});

test('a key is tried without being used: it opens, is unknown, is wrong, or the platform has no such address', async () => {
  const { platform, answerInstead } = await rig();
  expect(await platform.registration.testKey('client-key-1')).toEqual({ outcome: 'opened' });
  await sandbox.setEnvelopeKeys({ ...key, text: 'another-key-0000' });
  expect(await platform.registration.testKey('client-key-1')).toEqual({ outcome: 'key-wrong' });
  await sandbox.setEnvelopeKeys({ ...key, kid: 'other' });
  expect(await platform.registration.testKey('client-key-1')).toEqual({ outcome: 'kid-unknown' });
  expect(await caught(platform.registration.testKey('never'))).toMatchObject({
    code: 'missing',
    detail: 'no-envelope-key',
  });
  for (const [answer, outcome] of [
    [json({ message: 'x' }, {}, 404), 'absent'],
    [json({}, {}, 415), 'not-supported'],
    [json({}), 'plain'],
    [json({}, { 'x-encryption': 'JWE' }), 'not-opened'],
  ] as const) {
    answerInstead(answer);
    expect(await platform.registration.testKey('client-key-1')).toEqual({ outcome });
  }
});

test('keys: the first is used, another takes its place when a person says so, one that is removed is gone; their text is never listed', async () => {
  const { platform, secrets } = await rig();
  const { envelopeKeys } = platform;
  await envelopeKeys.add({ kid: 'two', text: '0123456789abcdef' }, false);
  expect(await envelopeKeys.list()).toEqual([
    { kid: 'client-key-1', inUse: true, since: expect.any(Number) },
    { kid: 'two', inUse: false, since: expect.any(Number) },
  ]);
  await envelopeKeys.use('two');
  expect(await envelopeKeys.find()).toMatchObject({ kid: 'two' });
  await envelopeKeys.remove('two');
  expect(await envelopeKeys.find()).toBeUndefined();
  expect(await caught(envelopeKeys.use('two'))).toMatchObject({ detail: 'no-envelope-key' });
  expect(
    await caught(envelopeKeys.add({ kid: 'client-key-1', text: '0123456789abcdef' }, true)),
  ).toMatchObject({ detail: 'envelope-kid-taken' });
  for (const text of [
    '',
    '15 bytes long..',
    '17 bytes long....',
    'सोलह अक्षर नहीं ',
    '\ud800aaaaaaaaaaaaa',
  ])
    expect(await caught(envelopeKeys.add({ kid: 'x', text }, true))).toMatchObject({
      code: 'invalid',
      detail: 'bad_key_length',
    });
  expect(JSON.stringify(await envelopeKeys.list())).not.toContain(key.text);
  secrets.kept.set('envelope-keys', 'damaged');
  envelopeKeys.reread();
  expect(await envelopeKeys.list()).toEqual([]);
});

test('another account sees none of these keys', async () => {
  const { platform, address } = await rig();
  Object.assign(address, { clientId: 'somebody-else' });
  expect([await platform.envelopeKeys.list(), await platform.envelopeKeys.find()]).toEqual([
    [],
    undefined,
  ]);
});
