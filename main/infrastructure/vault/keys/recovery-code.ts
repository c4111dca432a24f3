/**
 * The recovery code: the vault's key as letters and digits that a person can write down and type
 * again.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';

/** RFC 4648; it has no 0, 1, 8 or 9, so these can be read as the letters they resemble. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };
const KEY_BYTES = 32;
const LETTERS = 56;
/** 32 + 3 bytes are 56 letters without padding: fourteen groups of four. */
const CHECK_BYTES = 3;

const checkOf = (key: Uint8Array) =>
  createHash('sha256').update('scriba/recovery-code').update(key).digest().subarray(0, CHECK_BYTES);

/** Returns 56 letters in groups of four. `key`: 32 bytes. */
export function toRecoveryCode(key: Uint8Array): string {
  const bytes = Buffer.concat([key, checkOf(key)]);
  const letters = Array.from(
    { length: LETTERS },
    (_, index) => ALPHABET[fiveBits(bytes, index * 5)],
  ).join('');
  bytes.fill(0);
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * The bytes are the caller's to overwrite. Throws Failure `invalid` / `recovery-code-wrong` for
 * anything that is not a whole, unmistyped code.
 */
export function fromRecoveryCode(code: string): Buffer {
  const wrong = new Failure(
    'invalid',
    'This is not a recovery code, or a letter in it is mistyped.',
    { detail: 'recovery-code-wrong' },
  );
  const letters = code
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[018]/g, (digit) => LOOKALIKES[digit] ?? digit);
  if (letters.length !== LETTERS) throw wrong;
  const bytes = Buffer.alloc(KEY_BYTES + CHECK_BYTES);
  for (let index = 0; index < LETTERS; index++) {
    const value = ALPHABET.indexOf(letters.charAt(index));
    if (value < 0) throw wrong;
    for (let bit = 0; bit < 5; bit++) {
      const at = index * 5 + bit;
      if (value & (16 >> bit)) bytes[at >> 3] = bytes.readUInt8(at >> 3) | (128 >> (at & 7));
    }
  }
  const key = bytes.subarray(0, KEY_BYTES);
  if (!timingSafeEqual(bytes.subarray(KEY_BYTES), checkOf(key))) throw wrong;
  return key;
}

/** Returns five bits from this bit on, the first one the highest. */
function fiveBits(bytes: Buffer, from: number): number {
  const two = ((bytes.readUInt8(from >> 3) << 8) | (bytes[(from >> 3) + 1] ?? 0)) << (from & 7);
  return (two >> 11) & 31;
}
