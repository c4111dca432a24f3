/**
 * The transaction id that follows one which came to nothing. It is made out of that one alone: when
 * the database is lost, the vault still knows the first id of a visit, and so every later one can
 * be asked for before anything is sent again (P7).
 */
import { createHash } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /^txn-([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}$/;
/** 16 digits of 5 bits. */
const RANDOM_BYTES = 10;

/**
 * Returns an id in the contract's form: `txn-` and a ULID of the same moment. Nobody can guess it
 * who does not know the one before.
 */
export function nextTransactionId(before: string): string {
  const hash = createHash('sha256').update('scriba/next-transaction').update(before).digest();
  const moment =
    ULID.exec(before)?.[1] ??
    `0${digits(hash.subarray(RANDOM_BYTES, RANDOM_BYTES + 6)).slice(0, 9)}`;
  return `txn-${moment}${digits(hash.subarray(0, RANDOM_BYTES))}`;
}

function digits(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => DIGITS.charAt(parseInt(five, 2))).join('');
}
