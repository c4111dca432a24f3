/**
 * The envelope on the practice platform: vectors of the contract both ways, every row of contract
 * 5.6, answers sealed as 5.5 says.
 */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRequest, sealAnswer } from '../../../sandbox/envelope/envelope.ts';
import { ENVELOPE_SAMPLE } from '../../../shared/model/account/envelope.ts';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { contractVectors } from '../../trust/support/envelopes/contract-vectors.ts';
import {
  b64,
  doubled,
  HEADER,
  otherEnvelope,
  otherOpen,
} from '../../trust/support/envelopes/other-envelope.ts';

const key = { kid: 'client-key-1', text: 'Kq7mZ2xV9tB4nW6c' };
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox();
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.setEnvelopeKeys(key));

const seal = (plain: string, more = {}) =>
  otherEnvelope(key.text, plain, { iv: randomBytes(16), kid: key.kid, ...more });
const post = (
  body: unknown,
  headers: Record<string, string> = { 'x-encryption': 'JWE' },
  path: string = ENVELOPE_SAMPLE,
) => caller.mine('POST', path, body, { headers });
const opened = (body: Record<string, string>) =>
  otherOpen(doubled(key.text), Buffer.from(HEADER), {
    iv: Buffer.from(body.iv!, 'base64url'),
    ciphertext: Buffer.from(body.ciphertext!, 'base64url'),
    tag: Buffer.from(body.tag!, 'base64url'),
  })?.toString();

test('every sealed vector opens to its object, in a function and over HTTP', async () => {
  const keys = [
    ...new Map(contractVectors.jwe.map(({ kid, key: text }) => [kid, { kid, text }])).values(),
  ];
  await sandbox.setEnvelopeKeys(...keys);
  for (const vector of contractVectors.jwe) {
    let { ciphertext } = vector;
    let plain = vector.plaintext_utf8;
    if (vector.kind === 'file-by-seed') {
      const file = Buffer.concat(
        Array.from({ length: Math.ceil(vector.file_length! / 32) }, (_, index) =>
          createHash('sha256').update(`${vector.file_seed}:${index}`).digest(),
        ),
      ).subarray(0, vector.file_length);
      plain = JSON.stringify({ file: file.toString('base64') });
      ciphertext = otherEnvelope(vector.key, plain, { iv: Buffer.from(vector.iv, 'base64url') })
        .ciphertext!;
    }
    const envelope = {
      protected: vector.protected,
      iv: vector.iv,
      ciphertext,
      tag: vector.tag,
      kid: vector.kid,
    };
    const result = openRequest(envelope, [{ kid: vector.kid, text: vector.key }]);
    expect(result, vector.id).toMatchObject({ body: JSON.parse(plain!) as object });
    expect(sha256(plain!), vector.id).toBe(vector.plaintext_sha256);
    expect((await post(envelope)).status, vector.id).toBe(200);
  }
});

test('the answer vector in the platform’s own form is sealed to the same text, and every tampered one is refused with its word', async () => {
  const {
    envelope,
    key: text,
    plaintext_utf8,
  } = contractVectors.jwe_responses.find(({ id }) => id.startsWith('r1'))!;
  expect(
    JSON.parse(
      sealAnswer(plaintext_utf8, { kid: 'k', text }, Buffer.from(envelope.iv, 'base64url')),
    ),
  ).toEqual(envelope);
  const words = {
    bad_tag: 'encryption_failed',
    bad_header: 'encryption_header',
    malformed: 'encryption_malformed',
  };
  for (const tampered of contractVectors.jwe_tampered) {
    await sandbox.setEnvelopeKeys({ kid: 'client-key-1', text: tampered.key });
    const answer = await post(tampered.envelope);
    expect(
      [answer.status, answer.body.error.code, answer.headers.get('x-encryption')],
      tampered.id,
    ).toEqual([400, words[tampered.refuse_with], null]);
  }
});

test('an answer is sealed in three members under the canonical header, each time with another IV, for 2xx and 4xx alike', async () => {
  const good = await post(seal('{"a":1}'));
  expect([
    good.status,
    good.headers.get('x-encryption'),
    Object.keys(good.body as object).sort(),
  ]).toEqual([200, 'JWE', ['ciphertext', 'iv', 'tag']]);
  expect(JSON.parse(opened(good.body)!)).toMatchObject({
    txnId: expect.stringContaining('practice'),
  });
  expect((await post(seal('{"a":1}'))).body.iv).not.toBe(good.body.iv);
  caller.setToken('nobody');
  const refused = await post(seal('{"a":1}'));
  caller = await callPractice(sandbox);
  expect([
    refused.status,
    refused.headers.get('x-encryption'),
    JSON.parse(opened(refused.body)!),
  ]).toEqual([401, 'JWE', { message: 'Unauthorized' }]);
});

const iv = () => randomBytes(16);
const without = (name: string) =>
  Object.fromEntries(Object.entries(seal('{}')).filter(([other]) => other !== name));
const failures: [string, number, string, () => unknown, Record<string, string>?][] = [
  [
    'another word than JWE',
    415,
    'encryption_unsupported',
    () => seal('{}'),
    { 'x-encryption': 'PGP' },
  ],
  ['an empty word', 415, 'encryption_unsupported', () => seal('{}'), { 'x-encryption': '' }],
  [
    'no JSON',
    415,
    'encryption_unsupported',
    () => seal('{}'),
    { 'x-encryption': 'JWE', 'content-type': 'text/plain' },
  ],
  [
    'a form',
    415,
    'encryption_unsupported',
    () => seal('{}'),
    { 'x-encryption': 'JWE', 'content-type': 'multipart/form-data; boundary=x' },
  ],
  ['a list', 400, 'encryption_malformed', () => [seal('{}')]],
  ['no protected', 400, 'encryption_malformed', () => without('protected')],
  ['no iv', 400, 'encryption_malformed', () => without('iv')],
  ['no ciphertext', 400, 'encryption_malformed', () => without('ciphertext')],
  ['no tag', 400, 'encryption_malformed', () => without('tag')],
  ['a number for a tag', 400, 'encryption_malformed', () => ({ ...seal('{}'), tag: 16 })],
  ['padding', 400, 'encryption_malformed', () => ({ ...seal('{}'), iv: `${b64(iv())}==` })],
  [
    'an iv of 12 bytes',
    400,
    'encryption_malformed',
    () => ({ ...seal('{}'), iv: b64(randomBytes(12)) }),
  ],
  [
    'a tag of 32 bytes',
    400,
    'encryption_malformed',
    () => ({ ...seal('{}'), tag: b64(randomBytes(32)) }),
  ],
  [
    'another alg',
    400,
    'encryption_header',
    () => seal('{}', { header: b64('{"alg":"A128KW","enc":"A128CBC-HS256"}') }),
  ],
  [
    'another enc',
    400,
    'encryption_header',
    () => seal('{}', { header: b64('{"alg":"dir","enc":"A128GCM"}') }),
  ],
  [
    'a header that is no JSON',
    400,
    'encryption_header',
    () => seal('{}', { header: b64('alg=dir') }),
  ],
  ['no kid', 400, 'encryption_kid', () => without('kid')],
  ['an unknown kid', 400, 'encryption_kid', () => seal('{}', { kid: 'nobody' })],
  [
    'a kid inside the header alone',
    400,
    'encryption_kid',
    () =>
      otherEnvelope(key.text, '{}', {
        header: b64('{"alg":"dir","enc":"A128CBC-HS256","kid":"client-key-1"}'),
      }),
  ],
  [
    'a wrong key',
    400,
    'encryption_failed',
    () => otherEnvelope('another-key-0000', '{}', { iv: iv(), kid: key.kid }),
  ],
  [
    'a changed header',
    400,
    'encryption_failed',
    () => ({ ...seal('{}'), protected: b64('{"alg": "dir", "enc": "A128CBC-HS256"}') }),
  ],
  ['a list inside', 400, 'encryption_payload', () => seal('[1]')],
  ['no JSON inside', 400, 'encryption_payload', () => seal('hello')],
];
test.each(failures)(
  '%s is answered %i %s in clear',
  async (_what, status, code, body, headers = { 'x-encryption': 'JWE' }) => {
    const answer = await post(body(), headers);
    expect([answer.status, answer.body.error.code, answer.headers.get('x-encryption')]).toEqual([
      status,
      code,
      null,
    ]);
  },
);

test('a kid inside the header is ignored beside the one outside, and spaces in the header count as they came', async () => {
  expect(
    (
      await post(
        seal('{}', { header: b64('{ "enc": "A128CBC-HS256", "alg": "dir", "kid": "nobody" }') }),
      )
    ).status,
  ).toBe(200);
});

test('plain calls stay plain', async () => {
  const answer = await post({ a: 1 }, {});
  expect([
    answer.status,
    answer.headers.get('x-encryption'),
    Object.keys(answer.body as object),
  ]).toEqual([200, null, ['txnId', 'message']]);
});
