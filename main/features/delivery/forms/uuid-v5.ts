/**
 * RFC 9562, version 5: the same name gives the same id, so that exporting twice gives the same
 * bytes.
 */
import { createHash } from 'node:crypto';

/** Namespace of this project; must never change. */
const NAMESPACE = '8f6d2c1e-5a0b-4e57-9c39-2f1b7a64d0e3';

/** @returns a UUID in small letters. */
export function uuidV5(name: string, namespace = NAMESPACE): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
