/**
 * No secrecy at all, but bound to its place like the vault's: for proofs that are about something
 * else, thousands of times over.
 */
import { createHash } from 'node:crypto';
import type { RowCipher } from '../../../../main/infrastructure/store/sealed-columns.ts';
import { Failure } from '../../../../shared/failure.ts';

const at = ({ table, column, row }: { table: string; column: string; row: string }) =>
  `${table} ${column} ${row}\n`;

export const plainCipher: RowCipher = {
  sealRow: (place, plain) => Buffer.concat([Buffer.from(at(place)), plain]),
  openRow(place, sealed) {
    const head = Buffer.from(at(place));
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (!bytes.subarray(0, head.length).equals(head))
      throw new Failure('broken', 'damaged', { detail: 'row-damaged' });
    return bytes.subarray(head.length);
  },
  macFor: (_sealed, bytes) => createHash('sha256').update(bytes).digest(),
};
