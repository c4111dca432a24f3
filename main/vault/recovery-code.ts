/** The recovery code: the vault's key as letters and digits that a person can write down and type again. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../shared/failure.ts';

/** RFC 4648; it has no 0, 1, 8 or 9, so these can be read as the letters they resemble. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };
const KEY_BYTES = 32;
/** 32 + 3 bytes are 56 letters without padding: fourteen groups of four. */
const CHECK_BYTES = 3;

const checkOf = (key: Uint8Array) => createHash('sha256').update('scriba/recovery-code').update(key).digest().subarray(0, CHECK_BYTES);

/** 32 bytes in, 56 letters in groups of four out. */
export function toRecoveryCode(key: Uint8Array): string {
  let bits = 0n;
  for (const byte of Buffer.concat([key, checkOf(key)])) bits = (bits << 8n) | BigInt(byte);
  let letters = '';
  for (let left = 56; left > 0; left--) {
    letters = ALPHABET[Number(bits & 31n)] + letters;
    bits >>= 5n;
  }
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Throws Failure `invalid` / `recovery-code-wrong` for anything that is not a whole, unmistyped code. */
export function fromRecoveryCode(code: string): Buffer {
  const wrong = new Failure('invalid', 'This is not a recovery code, or a letter in it is mistyped.', { detail: 'recovery-code-wrong' });
  const letters = code.toUpperCase().replace(/[\s-]/g, '').replace(/[018]/g, (digit) => LOOKALIKES[digit]!);
  if (letters.length !== 56) throw wrong;
  let bits = 0n;
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) throw wrong;
    bits = (bits << 5n) | BigInt(value);
  }
  const bytes = Buffer.from(bits.toString(16).padStart(2 * (KEY_BYTES + CHECK_BYTES), '0'), 'hex');
  const key = bytes.subarray(0, KEY_BYTES);
  if (!timingSafeEqual(bytes.subarray(KEY_BYTES), checkOf(key))) throw wrong;
  return key;
}
