/** Sealed database columns: `v1 ‖ nonce(12) ‖ ciphertext ‖ tag`, bound to their place (D3). */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Failure } from '../../shared/failure.ts';

export type Place = { readonly table: string; readonly column: string; readonly row: string };

/** The form of the value, and the schema it is bound to; a new form gets a new number. */
const VERSION = 1;
const SCHEMA = 'scriba/row/1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** NUL cannot stand in a table, a column or a uuid, so no two places read the same. */
const boundTo = ({ table, column, row }: Place) => Buffer.from([table, column, row, SCHEMA].join('\0'), 'utf8');

/** `nonce` must be fresh random bytes: a key serves for far fewer than 2^32 rows. */
export function seal(key: Buffer, nonce: Buffer, place: Place, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws Failure `broken` / `row-damaged` for a changed or moved value, or one under another key. */
export function openSealed(key: Buffer, place: Place, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  try {
    if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('unknown form');
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), cipher.final()]);
  } catch (cause) {
    throw new Failure('broken', 'A stored entry is damaged, or was sealed with another key. It is kept as it is.', { detail: 'row-damaged', cause });
  }
}
