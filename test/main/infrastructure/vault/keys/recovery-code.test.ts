import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromRecoveryCode,
  toRecoveryCode,
} from '../../../../../main/infrastructure/vault/keys/recovery-code.ts';
import { secretBytes, secretText } from '../../../../../shared/secret-bytes.ts';
import { failure } from '../../../../support/failure.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const wrong = failure('invalid', 'recovery-code-wrong');

describe('the recovery code', () => {
  test('gives back every key, however it is typed', () => {
    fc.assert(
      fc.property(key, (bytes) => {
        const code = secretText(toRecoveryCode(bytes));
        expect(code).toMatch(/^([A-Z2-7]{4}-){13}[A-Z2-7]{4}$/);
        expect(fromRecoveryCode(secretBytes(code)).equals(bytes)).toBe(true);
        const typed = code
          .toLowerCase()
          .replaceAll('-', ' ')
          .replaceAll('o', '0')
          .replaceAll('i', '1')
          .replaceAll('b', '8');
        expect(fromRecoveryCode(secretBytes(typed)).equals(bytes)).toBe(true);
      }),
    );
  });

  test('notices every single mistyped letter', () => {
    const code = secretText(
      toRecoveryCode(Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7))),
    );
    for (let at = 0; at < code.length; at++) {
      if (code[at] === '-') continue;
      const other = code[at] === 'A' ? 'C' : 'A';
      // "!" is no letter of a code; one that counts as nothing would pass in the place of an A.
      for (const typed of [other, '!'])
        expect(() =>
          fromRecoveryCode(secretBytes(code.slice(0, at) + typed + code.slice(at + 1))),
        ).toThrow(wrong);
    }
  });

  test('refuses what is too short, too long or no code at all', () => {
    for (const text of [
      '',
      'hello',
      'A'.repeat(55),
      'A'.repeat(57),
      '9'.repeat(56),
      '!'.repeat(56),
    ])
      expect(() => fromRecoveryCode(secretBytes(text))).toThrow(wrong);
  });

  test('refuses a whole code with anything behind it, also where there is no room for its bits', () => {
    const code = secretText(toRecoveryCode(Buffer.alloc(32, 1)));
    for (const more of ['A', '7', '7777', '!', '-7'])
      expect(() => fromRecoveryCode(secretBytes(code + more))).toThrow(wrong);
    // Blanks and hyphens are not letters of it.
    expect(fromRecoveryCode(secretBytes(`${code}-\r\n`))).toEqual(Buffer.alloc(32, 1));
  });
});
