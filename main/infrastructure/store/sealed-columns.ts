/**
 * Sealed columns: a value goes in as JSON and comes back through a schema. The cipher is the
 * vault's.
 */
import type { z } from 'zod';
import { Failure } from '../../../shared/failure.ts';

/** Place of a sealed value; the cipher authenticates it, so that a value cannot be moved. */
export type Place = { table: string; column: string; row: string };

/**
 * The vault's row cipher; throws Failure `locked` when there is no key, `broken` / `row-damaged`
 * for a changed value.
 */
export type RowCipher = {
  sealRow(place: Place, plain: Uint8Array): Buffer;
  openRow(place: Place, sealed: Uint8Array): Buffer;
  /**
   * A keyed digest for the audit log's chain, with the key that `sealed` was sealed with; undefined
   * when that is not at hand.
   */
  macFor(sealed: Uint8Array, bytes: Uint8Array): Buffer | undefined;
};

export const sealJson = (cipher: RowCipher, place: Place, value: unknown): Buffer =>
  cipher.sealRow(place, Buffer.from(JSON.stringify(value)));

/** Throws Failure `broken` / `row-damaged` when what comes out is not what `schema` describes. */
export function openJson<T>(
  cipher: RowCipher,
  place: Place,
  sealed: Uint8Array,
  schema: z.ZodType<T>,
): T {
  const plain = cipher.openRow(place, sealed);
  const read = schema.safeParse(JSON.parse(plain.toString()));
  if (!read.success)
    throw new Failure(
      'broken',
      'A stored entry is not in the form this version of Scriba knows. It is kept as it is.',
      { detail: 'row-damaged' },
    );
  return read.data;
}

/**
 * Returns all values that open, without those that are damaged or sealed with a lost key. Throws
 * Failure `locked` while the vault is.
 */
export function openThose<R, T>(
  cipher: () => RowCipher,
  raws: readonly R[],
  open: (raw: R) => T,
): T[] {
  // Also where there is nothing to open: an empty list would say that there is nothing.
  cipher();
  return raws.flatMap((raw) => {
    try {
      return [open(raw)];
    } catch (error) {
      if (
        error instanceof Failure &&
        error.code === 'locked' &&
        error.detail !== 'key-of-visit-missing'
      )
        throw error;
      return [];
    }
  });
}
