/**
 * Sealed database columns, bound to their place (D3): `v2 ‖ kekId(8) ‖ nonce(12) ‖ ciphertext ‖
 * tag`.
 *
 * The clear kekId tells "sealed with another key of this vault" from "damaged", as it does in the
 * files (safekeeping, last section). Values of the first form, `v1 ‖ nonce ‖ ciphertext ‖ tag`, are
 * still read.
 */
import { Failure } from '../../../shared/failure.ts';
import { cipherOf, decipherOf, TAG_BYTES } from './gcm.ts';

export type Place = { readonly table: string; readonly column: string; readonly row: string };

/** The last word of the bound data; the same for both forms. */
const SCHEMA = 'scriba/row/1';
const FIRST = 1;
const PRESENT = 2;
const KEK_ID_BYTES = 8;
const NONCE_BYTES = 12;

/** NUL cannot stand in a table, a column or a uuid, so no two places read the same. */
const boundTo = ({ table, column, row }: Place) =>
  Buffer.from([table, column, row, SCHEMA].join('\0'));

/** The key and its 8-byte name. */
export type RowKey = { readonly key: Buffer; readonly kekId: Buffer };

/** `nonce` must be fresh random bytes: a key serves for far fewer than 2^32 rows. */
export function seal(
  { key, kekId }: RowKey,
  nonce: Buffer,
  place: Place,
  plain: Uint8Array,
): Buffer {
  const cipher = cipherOf(key, nonce).setAAD(boundTo(place));
  return Buffer.concat([
    Buffer.of(PRESENT),
    kekId,
    nonce,
    cipher.update(plain),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/**
 * Throws Failure `broken` / `row-damaged` for a changed or moved value, or one under another key.
 */
export function openSealed({ key, kekId }: RowKey, place: Place, sealed: Uint8Array): Buffer {
  const bytes = viewOf(sealed);
  try {
    const named = kekIdIn(bytes);
    const from = 1 + (named ? KEK_ID_BYTES : 0);
    if (
      (bytes[0] !== FIRST && bytes[0] !== PRESENT) ||
      bytes.length < from + NONCE_BYTES + TAG_BYTES ||
      named?.equals(kekId) === false
    )
      throw new Error('not of this key');
    const cipher = decipherOf(key, bytes.subarray(from, from + NONCE_BYTES));
    cipher.setAAD(boundTo(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      cipher.update(bytes.subarray(from + NONCE_BYTES, -TAG_BYTES)),
      cipher.final(),
    ]);
  } catch (cause) {
    throw rowDamaged(cause);
  }
}

/** Which key a value says it was sealed with; undefined for the first form, which does not say. */
export function kekIdIn(sealed: Uint8Array): Buffer | undefined {
  return sealed[0] === PRESENT ? viewOf(sealed).subarray(1, 1 + KEK_ID_BYTES) : undefined;
}

export const rowDamaged = (cause?: unknown) =>
  new Failure(
    'broken',
    'A stored entry is damaged, or was sealed with another key. It is kept as it is.',
    { detail: 'row-damaged', cause },
  );

const viewOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
