import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManyHmacs } from '../../../../../main/infrastructure/vault/keys/many-hmacs.ts';

test('a digest is the HMAC-SHA-256 of any message under any key of 64 bytes or less', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.string({ unit: 'grapheme' }),
      (key, message) => {
        expect(createManyHmacs(key).digest(message)).toEqual(
          createHmac('sha256', key).update(message, 'utf8').digest(),
        );
      },
    ),
  );
});
