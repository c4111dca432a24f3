/** The cipher of the vault. */
import { expect, test } from 'vitest';
import { cipherOf, decipherOf, TAG_BYTES } from '../../../../main/infrastructure/vault/gcm.ts';

const [key, nonce] = [Buffer.alloc(32, 1), Buffer.alloc(12, 2)];

test('what was sealed opens with its whole tag; a tag cut short is never taken', () => {
  const cipher = cipherOf(key, nonce);
  const sealed = Buffer.concat([cipher.update('fever'), cipher.final()]);
  const tag = cipher.getAuthTag();
  expect(tag).toHaveLength(TAG_BYTES);
  const open = decipherOf(key, nonce).setAuthTag(tag);
  expect(Buffer.concat([open.update(sealed), open.final()]).toString()).toBe('fever');
  for (const length of [4, 8, 12, 13, 14, 15])
    expect(() => decipherOf(key, nonce).setAuthTag(tag.subarray(0, length))).toThrow();
});
