import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  filesIn,
  unzipped,
} from '../../../../../../main/infrastructure/terminology/importers/files/zip.ts';
import { failure } from '../../../../../support/failure.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-unzip-'));
let files = 0;
const place = () => path.join(folder, String(files++));
const put = (bytes: Uint8Array) => {
  const file = place();
  writeFileSync(file, bytes);
  return file;
};
async function everything(file: string): Promise<Record<string, string>> {
  return Object.fromEntries(
    filesIn(file).map((one) => [
      one.name,
      Buffer.concat([...unzipped(file, one)]).toString('base64'),
    ]),
  );
}

test('what was packed comes out, packed or stored, empty or not, whatever it is called', async () => {
  const content = fc.dictionary(
    fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      // The packer of the tests keeps its entries in a plain object.
      .filter((name) => !name.endsWith('/') && name.isWellFormed() && name !== '__proto__'),
    fc.uint8Array({ maxLength: 2_000 }),
    { minKeys: 1, maxKeys: 4, noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom(0 as const, 6 as const), async (given, level) => {
      expect(await everything(put(zipSync(given, { level })))).toEqual(
        Object.fromEntries(
          Object.entries(given).map(([name, bytes]) => [
            name,
            Buffer.from(bytes).toString('base64'),
          ]),
        ),
      );
    }),
    { numRuns: 40 },
  );
});

const text = new TextEncoder().encode('00001 A00     0 Cholera\n'.repeat(200));

test('a flipped byte, a cut and rubbish are told; nothing damaged passes for whole', async () => {
  const whole = Buffer.from(zipSync({ 'order.txt': text }, { level: 6 }));
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= by;
      const found = await everything(put(bytes)).then(
        (all) => Object.values(all),
        (error: unknown) => void expect(error).toMatchObject({ code: 'invalid' }),
      );
      // Names, times and such may have changed; what is in the file may not.
      // Where the list says that there is nothing, nothing is found, and the import says so.
      if (found && found.length > 0) expect(found).toEqual([Buffer.from(text).toString('base64')]);
    }),
    { numRuns: 150 },
  );
  for (const cut of [0, 1, 21, 22, 100, whole.length - 1])
    await expect(everything(put(whole.subarray(0, cut))), `${cut} bytes`).rejects.toThrow(
      failure('invalid'),
    );
  await expect(everything(put(Buffer.from('%PDF-1.7 no zip at all')))).rejects.toThrow(
    failure('invalid'),
  );
});

test('a zip with a password is told to be one, and a file longer than it said is refused', async () => {
  const locked = Buffer.from(zipSync({ 'order.txt': text }));
  locked[locked.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8]! |= 1;
  await expect(everything(put(locked))).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('password') as string,
  });
  const bomb = Buffer.from(zipSync({ 'order.txt': new Uint8Array(5_000_000) }));
  bomb.writeUInt32LE(1_000, bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  await expect(everything(put(bomb))).rejects.toThrow(failure('invalid'));
});

/** A zip whose content is 24 MB of one letter, in 24 KB. */
let made: string | undefined;
const dense = () => (made ??= put(zipSync({ 'order.txt': Buffer.alloc(24_000_000, 'a') })));

test('of a zip that unpacks to a thousand times its size, little is in memory at once', () => {
  const file = dense();
  const largest = [...unzipped(file, filesIn(file)[0]!)].reduce(
    (most, piece) => Math.max(most, piece.length),
    0,
  );
  expect(largest).toBeLessThan(18_000_000);
});

test('a zip that tells of far more than a release has is refused before anything is unpacked', () => {
  const whole = readFileSync(dense());
  const entry = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const refused = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    expect(() => filesIn(put(bytes))).toThrow(failure('invalid', 'terminology-file'));
  };
  refused((bytes) => bytes.writeUInt32LE(960_000_000, entry + 24));
  const many = Object.fromEntries(
    Array.from({ length: 2_001 }, (_, index) => [`${index}.txt`, text.subarray(0, 20)]),
  );
  expect(() => filesIn(put(zipSync(many, { level: 0 })))).toThrow('far more than a release has');
});

test('a file that goes on after the size it was let in with is not read further', () => {
  const bytes = Buffer.from(readFileSync(dense()));
  bytes.writeUInt32LE(1_000, bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  const file = put(bytes);
  let read = 0;
  expect(() => {
    for (const piece of unzipped(file, filesIn(file)[0]!)) read += piece.length;
  }).toThrow(failure('invalid') as Error);
  expect(read).toBe(0);
});

test('sizes beyond 32 bits are read from where such zips keep them', async () => {
  const whole = Buffer.from(zipSync({ 'a.txt': text }, { level: 0 }));
  const at = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const end = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const entry = Buffer.from(whole.subarray(at, end));
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, field] of [24, 20, 42].entries()) {
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(field)), 4 + index * 8);
    entry.writeUInt32LE(0xffffffff, field);
  }
  entry.writeUInt16LE(28, 30);
  const list = Buffer.concat([entry, extra]);
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(1n, 32);
  large.writeBigUInt64LE(BigInt(list.length), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  const place64 = Buffer.alloc(20);
  place64.writeUInt32LE(0x07064b50, 0);
  place64.writeBigUInt64LE(BigInt(at + list.length), 8);
  const last = Buffer.from(whole.subarray(end));
  last.writeUInt32LE(0xffffffff, 16);
  expect(
    await everything(put(Buffer.concat([whole.subarray(0, at), list, large, place64, last]))),
  ).toEqual({ 'a.txt': Buffer.from(text).toString('base64') });
});
