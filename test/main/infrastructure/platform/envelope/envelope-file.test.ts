/** A file sealed piece by piece is the envelope that jose makes of it, whatever the pieces. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  openJson,
  sealJson,
} from '../../../../../main/infrastructure/platform/envelope/envelope.ts';
import { sealFile } from '../../../../../main/infrastructure/platform/envelope/envelope-file.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import { contractVectors } from '../../../../trust/support/envelopes/contract-vectors.ts';

const key = { kid: 'client-key-1', text: 'Kq7mZ2xV9tB4nW6c' };
async function textOf({ open, bytes }: ReturnType<typeof sealFile>) {
  const all: Uint8Array[] = [];
  for await (const piece of open()) all.push(piece);
  const whole = Buffer.concat(all);
  expect(whole.length, 'the length that was said beforehand').toBe(bytes);
  return whole.toString();
}
const cutAt = (file: Uint8Array, sizes: readonly number[]) =>
  function* () {
    let at = 0;
    for (let turn = 0; at < file.length; turn += 1) {
      const size = Math.max(1, sizes[turn % sizes.length]!);
      yield file.subarray(at, at + size);
      at += size;
    }
  };

test('byte for byte what jose makes, for any file in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 5 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.constantFrom('k', 'k"\\ey', 'schlüssel'),
      async (file, sizes, iv, kid) => {
        const random = { bytes: () => Buffer.from(iv) };
        const ours = await textOf(
          sealFile(cutAt(file, sizes), file.length, { ...key, kid }, random),
        );
        expect(ours).toBe(
          JSON.stringify(
            await sealJson({ file: Buffer.from(file).toString('base64') }, { ...key, kid }, random),
          ),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test('the contract’s file of a mebibyte gives its digest and its tag', async () => {
  for (const vector of contractVectors.jwe.filter(({ kind }) => kind === 'file-by-seed')) {
    const file = Buffer.concat(
      Array.from({ length: Math.ceil(vector.file_length! / 32) }, (_, index) =>
        createHash('sha256').update(`${vector.file_seed}:${index}`).digest(),
      ),
    ).subarray(0, vector.file_length);
    const random = { bytes: () => Buffer.from(vector.iv, 'base64url') };
    const sealed = JSON.parse(
      await textOf(
        sealFile(cutAt(file, [70_001]), file.length, { kid: vector.kid, text: vector.key }, random),
      ),
    ) as { ciphertext: string; tag: string };
    expect([createHash('sha256').update(sealed.ciphertext).digest('hex'), sealed.tag]).toEqual([
      vector.ciphertext_b64url_sha256,
      vector.tag,
    ]);
  }
});

test('each stream has an IV of its own, and opens to the file', async () => {
  const file = nodeRandom.bytes(200_000);
  const sealed = sealFile(cutAt(file, [65_536]), file.length, key, nodeRandom);
  const [one, two] = [
    JSON.parse(await textOf(sealed)) as { iv: string },
    JSON.parse(await textOf(sealed)) as { iv: string },
  ];
  expect(one.iv).not.toBe(two.iv);
  expect(await openJson(two, key)).toEqual({ file: file.toString('base64') });
});

test('a file of another length than was said is not sent to its end, and a wrong key not at all', async () => {
  for (const said of [9, 11])
    await expect(textOf(sealFile(() => [Buffer.alloc(10)], said, key, nodeRandom))).rejects.toThrow(
      failure('broken', 'part-changed'),
    );
  expect(() => sealFile(() => [], 0, { kid: 'k', text: 'short' }, nodeRandom)).toThrow(
    expect.objectContaining({ detail: 'bad_key_length' }),
  );
  expect(() => sealFile(() => [], 0, { ...key, kid: '' }, nodeRandom)).toThrow(failureWith('kid'));
});
