/**
 * The recovery code: the vault's key as letters and digits that a person can write down and type
 * again.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import { unmoved } from '../../../../shared/secret-bytes.ts';

/** RFC 4648; it has no 0, 1, 8 or 9, so these can be read as the letters they resemble. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LOOKALIKES = { 0: 'O', 1: 'I', 8: 'B' };
/** Of a byte as it is typed. */
const VALUES = new Map(
  [...Array.from(ALPHABET, (letter) => [letter, letter] as const), ...Object.entries(LOOKALIKES)]
    .flatMap(([typed, letter]) => [
      [typed, letter] as const,
      [typed.toLowerCase(), letter] as const,
    ])
    .map(([typed, letter]) => [typed.charCodeAt(0), ALPHABET.indexOf(letter)] as const),
);
const SEPARATOR = '-'.charCodeAt(0);
const SEPARATORS = new Set([SEPARATOR, ...Buffer.from(' \t\r\n')]);
const KEY_BYTES = 32;
const LETTERS = 56;
/** 32 + 3 bytes are 56 letters without padding: fourteen groups of four. */
const CHECK_BYTES = 3;

const checkOf = (key: Uint8Array) =>
  createHash('sha256').update('scriba/recovery-code').update(key).digest().subarray(0, CHECK_BYTES);

/** Returns 56 letters in groups of four, in ASCII: text could not be overwritten. */
export function toRecoveryCode(key: Uint8Array): Uint8Array {
  const bytes = Buffer.concat([key, checkOf(key)]);
  const code = unmoved(LETTERS + LETTERS / 4 - 1).fill(SEPARATOR);
  for (let index = 0; index < LETTERS; index += 1)
    code[index + Math.floor(index / 4)] = ALPHABET.charCodeAt(fiveBits(bytes, index * 5));
  bytes.fill(0);
  return code;
}

/**
 * `code`: what was typed, in UTF-8. The bytes are the caller's to overwrite. Throws Failure
 * `invalid` / `recovery-code-wrong` for anything that is not a whole, unmistyped code.
 */
export function fromRecoveryCode(code: Uint8Array): Buffer {
  const bytes = Buffer.from(unmoved(KEY_BYTES + CHECK_BYTES).buffer);
  let letters = 0;
  let known = true;
  for (const letter of code) {
    if (SEPARATORS.has(letter)) continue;
    const value = VALUES.get(letter);
    if (value === undefined || letters >= LETTERS) known = false;
    else addFiveBits(bytes, letters * 5, value);
    letters += 1;
  }
  const key = bytes.subarray(0, KEY_BYTES);
  if (known && letters === LETTERS && timingSafeEqual(bytes.subarray(KEY_BYTES), checkOf(key)))
    return key;
  bytes.fill(0);
  throw new Failure('invalid', 'This is not a recovery code, or a letter in it is mistyped.', {
    detail: 'recovery-code-wrong',
  });
}

function addFiveBits(bytes: Buffer, from: number, value: number): void {
  for (let bit = 0; bit < 5; bit += 1) {
    const at = from + bit;
    if (value & (16 >> bit)) bytes[at >> 3] = bytes.readUInt8(at >> 3) | (128 >> (at & 7));
  }
}

/** Returns five bits from this bit on, the first one the highest. */
function fiveBits(bytes: Buffer, from: number): number {
  const two = ((bytes.readUInt8(from >> 3) << 8) | (bytes[(from >> 3) + 1] ?? 0)) << (from & 7);
  return (two >> 11) & 31;
}
