/**
 * Base64 (RFC 4648) from bytes to bytes: Node's own goes by way of a string, which nothing can
 * overwrite.
 */
import { unmoved } from './secret-bytes.ts';

const LETTERS = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);
const PAD = 0x3d;
const NONE = 255;
const VALUES = new Uint8Array(256).fill(NONE);
for (const [value, letter] of LETTERS.entries()) VALUES[letter] = value;

/** Undefined where it is no padded Base64. */
export function fromBase64(letters: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const { length } = letters;
  if (length % 4 !== 0) return undefined;
  let pads = 0;
  while (pads < 2 && pads < length && letters[length - 1 - pads] === PAD) pads += 1;
  const bytes = unmoved((length / 4) * 3 - pads);
  let done = 0;
  let bits = 0;
  for (let at = 0; at < length - pads; at += 1) {
    const value = VALUES[letters[at] ?? 0] ?? NONE;
    if (value === NONE) return undefined;
    bits = (bits << 6) | value;
    // Each letter but the first of four completes a byte.
    if (at % 4 === 0) continue;
    const rest = 6 - 2 * (at % 4);
    bytes[done] = bits >> rest;
    done += 1;
    bits &= (1 << rest) - 1;
  }
  return bytes;
}

export function toBase64(bytes: Uint8Array): Uint8Array {
  const letters = unmoved(Math.ceil(bytes.length / 3) * 4).fill(PAD);
  let done = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let letter = 0; letter < Math.min(left, 3) + 1; letter += 1)
      letters[done + letter] = LETTERS[(three >> (18 - 6 * letter)) & 63] ?? PAD;
    done += 4;
  }
  return letters;
}
