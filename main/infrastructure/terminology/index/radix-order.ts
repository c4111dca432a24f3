// biome-ignore-all lint/style/noNonNullAssertion: hot loops over typed arrays whose bounds the loop holds
/** Puts very many numbered rows in order without comparing pairs of them. */

/** Digits of 11 bits: the counts of one digit stay in the cache of the processor. */
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const LOW = 0x100000000;

/** Rows with their keys, which are moved together: a look-up by row would miss the cache. */
type Table = { rows: Uint32Array; low: Uint32Array; high: Uint32Array };

const emptyTable = (size: number): Table => ({
  rows: new Uint32Array(size),
  low: new Uint32Array(size),
  high: new Uint32Array(size),
});

/**
 * Returns the numbers 0 to `size` - 1 by `keyOf`, a whole number from 0 below 2 ** 53; those with
 * one key stay in the order of `before` (by their number where it is absent).
 */
export function stableOrder(
  before: Uint32Array | undefined,
  size: number,
  keyOf: (row: number) => number,
): Uint32Array {
  let table = emptyTable(size);
  let largest = 0;
  for (let at = 0; at < size; at++) {
    const row = before?.[at] ?? at;
    const key = keyOf(row);
    table.rows[at] = row;
    table.low[at] = key;
    table.high[at] = key / LOW;
    if (key > largest) largest = key;
  }
  let spare = emptyTable(size);
  for (const part of ['low', 'high'] as const) {
    const most = part === 'high' ? Math.floor(largest / LOW) : Math.min(largest, LOW - 1);
    for (let shift = 0; shift < 32 && most >>> shift > 0; shift += DIGIT_BITS) {
      placeByDigit(table, spare, table[part], shift);
      [table, spare] = [spare, table];
    }
  }
  return table.rows;
}

function placeByDigit(from: Table, into: Table, keys: Uint32Array, shift: number): void {
  const starts = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < keys.length; at++) starts[((keys[at]! >>> shift) & (DIGITS - 1)) + 1]! += 1;
  for (let digit = 0; digit < DIGITS; digit++) starts[digit + 1]! += starts[digit]!;
  for (let at = 0; at < keys.length; at++) {
    const place = starts[(keys[at]! >>> shift) & (DIGITS - 1)]!++;
    into.rows[place] = from.rows[at]!;
    into.low[place] = from.low[at]!;
    into.high[place] = from.high[at]!;
  }
}
