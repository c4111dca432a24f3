/** P16: what we seal others open, what others seal we open, and no two envelopes begin alike. */
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import {
  CANONICAL_HEADER,
  type EnvelopeKey,
  isSealed,
  openBytes,
  openJson,
  sealBytes,
  sealJson,
} from '../../main/infrastructure/platform/envelope/envelope.ts';
import { contractVectors } from './support/envelopes/contract-vectors.ts';
import {
  b64,
  doubled,
  HEADER,
  otherEnvelope,
  otherOpen,
  otherSeal,
} from './support/envelopes/other-envelope.ts';
import { promise } from './support/promise.ts';

const p16 = promise({
  id: 'P16',
  title:
    'Envelope interop: what we seal opens elsewhere and the other way round; a fresh IV each time',
  figure:
    '100,000 envelopes at each commit, 1,000,000 at length: 0 IVs twice, 0 differences to an independent implementation, all vectors of the contract and RFC 7518 B.1',
});

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const hex = (text: string) => Buffer.from(text.replace(/\s+/g, ''), 'hex');
const parts = ({ iv, ciphertext, tag }: Record<string, string>) => ({
  iv: Buffer.from(iv!, 'base64url'),
  ciphertext: Buffer.from(ciphertext!, 'base64url'),
  tag: Buffer.from(tag!, 'base64url'),
});
const key: EnvelopeKey = { kid: 'client-key-1', text: 'Kq7mZ2xV9tB4nW6c' };
const withIv = (iv: Buffer) => ({ bytes: () => iv });

test('the second implementation is right: RFC 7518 B.1', () => {
  const k = hex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
  const p = Buffer.from(
    'A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy without inconvenience',
  );
  const a = Buffer.from('The second principle of Auguste Kerckhoffs');
  const { ciphertext, tag } = otherSeal(k, hex('1af38c2dc2b96ffdd86694092341bc04'), a, p);
  expect(ciphertext.toString('hex')).toBe(
    hex(`
    c80edfa32ddf39d5ef00c0b468834279 a2e46a1b8049f792f76bfe54b903a9c9 a94ac9b47ad2655c5f10f9aef71427e2 fc6f9b3f399a221489f16362c7032336
    09d45ac69864e3321cf82935ac4096c8 6e133314c54019e8ca7980dfa4b9cf1b 384c486f3a54c51078158ee5d79de59f bd34d848b3d69550a67646344427ade5
    4b8851ffb598f7f80074b9473c82e2db`).toString('hex'),
  );
  expect(tag.toString('hex')).toBe('652c3fa36b0a7c5b3219fab3a30bc1c4');
  expect(
    otherOpen(k, a, { iv: hex('1af38c2dc2b96ffdd86694092341bc04'), ciphertext, tag })?.equals(p),
  ).toBe(true);
});

test('every sealed vector of the contract opens to its bytes, and sealing them with the same IV gives the same text', async () => {
  for (const vector of contractVectors.jwe) {
    const used: EnvelopeKey = { kid: vector.kid, text: vector.key };
    let plain = Buffer.from(vector.plaintext_utf8 ?? '');
    let ciphertext = vector.ciphertext;
    if (vector.kind === 'file-by-seed') {
      const blocks = Array.from({ length: Math.ceil(vector.file_length! / 32) }, (_, index) =>
        createHash('sha256').update(`${vector.file_seed}:${index}`).digest(),
      );
      const file = Buffer.concat(blocks).subarray(0, vector.file_length);
      expect(sha256(file), vector.id).toBe(vector.file_sha256);
      plain = Buffer.from(JSON.stringify({ file: file.toString('base64') }));
      ciphertext = (await sealBytes(plain, used, withIv(Buffer.from(vector.iv, 'base64url'))))
        .ciphertext;
      expect([sha256(ciphertext), Buffer.from(ciphertext, 'base64url').length], vector.id).toEqual([
        vector.ciphertext_b64url_sha256,
        vector.ciphertext_length_bytes,
      ]);
    }
    const opened = await openBytes(
      { protected: vector.protected, iv: vector.iv, ciphertext, tag: vector.tag, kid: vector.kid },
      used,
    );
    expect([opened.length, sha256(opened)], vector.id).toEqual([
      vector.plaintext_length,
      vector.plaintext_sha256,
    ]);
    if (vector.protected === CANONICAL_HEADER) {
      expect(
        await sealBytes(plain, used, withIv(Buffer.from(vector.iv, 'base64url'))),
        vector.id,
      ).toEqual({
        protected: vector.protected,
        iv: vector.iv,
        ciphertext,
        tag: vector.tag,
        kid: vector.kid,
      });
    }
    expect(
      await openJson(
        {
          protected: vector.protected,
          iv: vector.iv,
          ciphertext,
          tag: vector.tag,
          kid: vector.kid,
        },
        used,
      ),
      vector.id,
    ).toEqual(JSON.parse(plain.toString('utf8')));
    p16.ran();
  }
});

test('every answer of the contract opens: canonical header, no header, and its own header', async () => {
  for (const {
    id,
    key: text,
    envelope,
    plaintext_utf8,
    plaintext_sha256,
  } of contractVectors.jwe_responses) {
    expect(sha256(await openBytes(envelope, { kid: 'any', text })), id).toBe(plaintext_sha256);
    expect(await openJson(envelope, { kid: 'any', text }), id).toEqual(JSON.parse(plaintext_utf8));
    expect(isSealed(undefined, envelope), id).toBe(true);
    p16.ran();
  }
});

test('every tampered vector of the contract is refused with its word', async () => {
  const words = { bad_tag: 'failed', bad_header: 'header', malformed: 'malformed' };
  for (const { id, key: text, envelope, refuse_with } of contractVectors.jwe_tampered) {
    await expect(openBytes(envelope, { kid: 'client-key-1', text }), id).rejects.toMatchObject({
      detail: words[refuse_with],
    });
    p16.ran();
  }
});

const someKey = fc.stringMatching(/^[\x21-\x7e]{16}$/);
const somePlain = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => new Uint8Array(Buffer.from(text))),
);

test("against the second implementation: byte for byte the same envelope, and each opens the other's", async () => {
  const runs = p16.size({ mutant: 50, commit: 2000, long: 50_000 });
  await fc.assert(
    fc.asyncProperty(
      someKey,
      somePlain,
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.constantFrom('own', 'canonical', 'empty'),
      async (text, plain, ivBytes, form) => {
        p16.ran();
        const iv = Buffer.from(ivBytes);
        const ours = await sealBytes(plain, { kid: 'k', text }, withIv(iv));
        const theirs = otherEnvelope(text, plain, { iv, kid: 'k' });
        expect(ours).toEqual(theirs);
        expect(
          otherOpen(doubled(text), Buffer.from(ours.protected, 'ascii'), parts(ours))?.equals(
            plain,
          ),
        ).toBe(true);
        const spaced = b64('{ "enc": "A128CBC-HS256", "alg": "dir", "kid": "not-this-one" }');
        const answer = otherEnvelope(text, plain, {
          iv,
          ...(form === 'own'
            ? { header: spaced }
            : { header: null, aad: form === 'canonical' ? HEADER : '' }),
        });
        expect(Buffer.from(await openBytes(answer, { kid: 'k', text })).equals(plain)).toBe(true);
      },
    ),
    { numRuns: runs, seed: p16.seed() },
  );
});

test('an answer without a header opens under the two readings of the contract and under no third', async () => {
  const text = key.text;
  for (const aad of [
    '{"alg":"dir","enc":"A128CBC-HS256"}',
    b64('{"enc":"A128CBC-HS256","alg":"dir"}'),
    `${HEADER}.`,
    `${HEADER}=`,
    HEADER.toLowerCase(),
    key.kid,
    'JWE',
  ]) {
    await expect(
      openBytes(otherEnvelope(text, '{}', { header: null, aad }), key),
      aad,
    ).rejects.toMatchObject({ detail: 'failed' });
  }
  // A header that is there is the one that counts: it is not tried with the others.
  for (const aad of [HEADER, '']) {
    await expect(
      openBytes(
        otherEnvelope(text, '{}', { header: b64('{"alg": "dir", "enc": "A128CBC-HS256"}'), aad }),
        key,
      ),
      aad,
    ).rejects.toMatchObject({ detail: 'failed' });
  }
});

test('what is sealed is told by the header, or by its members and nothing beside them', () => {
  const three = { ciphertext: 'a', iv: 'b', tag: 'c' };
  expect([
    isSealed('JWE', undefined),
    isSealed(' jwe ', {}),
    isSealed(undefined, three),
    isSealed(undefined, { ...three, protected: 'p', kid: 'k' }),
  ]).toEqual([true, true, true, true]);
  expect([
    isSealed(undefined, { ...three, id: 1 }),
    isSealed('none', { ciphertext: 'a', iv: 'b' }),
    isSealed(undefined, [three]),
    isSealed(undefined, null),
    isSealed(undefined, 'JWE'),
    isSealed(undefined, JSON.parse('{"__proto__":{"ciphertext":"a","iv":"b","tag":"c"}}')),
  ]).toEqual([false, false, false, false, false, false]);
});

test('a fresh IV for every envelope: no two alike', { timeout: 600_000 }, async () => {
  const runs = p16.size({ mutant: 2000, commit: 100_000, long: 1_000_000 });
  const value = { n: 1 };
  const ivs = new Set<string>();
  for (let at = 0; at < runs; at += 500) {
    for (const { iv } of await Promise.all(
      Array.from({ length: Math.min(500, runs - at) }, () => sealJson(value, key, nodeRandom)),
    ))
      ivs.add(iv);
  }
  p16.ran(runs);
  p16.worst('IVs twice', runs - ivs.size, '');
  expect(runs - ivs.size).toBe(0);
});

test('a megabyte goes there and back', async () => {
  const plain = Buffer.from(JSON.stringify({ file: randomBytes(1_000_000).toString('base64') }));
  const sealed = await sealBytes(plain, key, nodeRandom);
  expect(
    otherOpen(doubled(key.text), Buffer.from(sealed.protected), parts(sealed))?.equals(plain),
  ).toBe(true);
  expect(Buffer.from(await openBytes(sealed, key)).equals(plain)).toBe(true);
});
