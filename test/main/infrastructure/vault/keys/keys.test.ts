import { createHash, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { createKeys } from '../../../../../main/infrastructure/vault/keys/keys.ts';
import { failure } from '../../../../support/failure.ts';

const kek = Buffer.alloc(32, 7);
const keys = () =>
  createKeys({
    kek,
    generation: '0011223344556677',
    folder: '/nowhere',
    randomBytes: nodeRandom.bytes,
  });
const place = { table: 'consultations', column: 'details', row: 'e2a7' };

describe('the keys of a generation', () => {
  test('the check value is the one the design names', () => {
    const expected = createHash('sha256')
      .update(Buffer.concat([Buffer.from('scriba/kek-id'), kek]))
      .digest()
      .subarray(0, 8);
    expect(keys().kekId.equals(expected)).toBe(true);
  });

  test('a file’s wrapping key is HKDF with the file’s id as salt', () => {
    const fileId = Buffer.alloc(16, 3);
    expect(
      keys()
        .wrapKey(fileId)
        .equals(Buffer.from(hkdfSync('sha256', kek, fileId, 'scriba/v1/seg-wrap', 32))),
    ).toBe(true);
  });

  test('a row comes back as it went in, in the form the design names', () => {
    const sealed = keys().sealRow(place, Buffer.from('fever'));
    expect(sealed[0]).toBe(2);
    expect(sealed.subarray(1, 9).equals(keys().kekId)).toBe(true);
    expect(sealed.length).toBe(1 + 8 + 12 + 5 + 16);
    expect(keys().openRow(place, sealed).toString()).toBe('fever');
    expect(keys().sealRow(place, Buffer.from('fever')).equals(sealed)).toBe(false);
  });

  test('a row moved to another place, changed, cut or under another key does not open', () => {
    const sealed = keys().sealRow(place, Buffer.from('fever'));
    const damaged = failure('broken', 'row-damaged');
    for (const elsewhere of [
      { ...place, row: 'f' },
      { ...place, column: 'note' },
      { ...place, table: 'notes' },
    ]) {
      expect(() => keys().openRow(elsewhere, sealed)).toThrow(damaged);
    }
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => keys().openRow(place, changed)).toThrow(damaged);
      expect(() => keys().openRow(place, sealed.subarray(0, at))).toThrow(damaged);
    }
    const other = createKeys({
      kek: Buffer.alloc(32, 8),
      generation: '',
      folder: '',
      randomBytes: nodeRandom.bytes,
    });
    expect(() => other.openRow(place, sealed)).toThrow(damaged);
  });

  test('a reference is the same each time and differs where the words do, however they are cut', () => {
    expect(keys().reference(['ab', 'c'])).toBe(keys().reference(['ab', 'c']));
    expect(keys().reference(['ab', 'c'])).not.toBe(keys().reference(['a', 'bc']));
    expect(keys().reference(['ab', 'c'])).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test('forgotten keys seal nothing any more', () => {
    const forgotten = keys();
    const sealed = forgotten.sealRow(place, Buffer.from('fever'));
    forgotten.forget();
    const locked = failure('locked', 'vault-closed');
    expect(() => forgotten.sealRow(place, Buffer.from('fever'))).toThrow(locked);
    expect(() => forgotten.openRow(place, sealed)).toThrow(locked);
    expect(() => forgotten.wrapKey(Buffer.alloc(16))).toThrow(locked);
    expect(() => forgotten.reference(['a'])).toThrow(locked);
  });
});
