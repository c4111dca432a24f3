// biome-ignore-all lint/style/noNonNullAssertion: hot loops over typed arrays whose bounds the loop holds
/**
 * The terms of a release while its index is built: numbers in typed arrays and texts in a few large
 * buffers. Millions of small objects would keep the garbage collector busy and double the memory.
 */
import { stableOrder } from './radix-order.ts';

const WORD_BYTES = 3;
/** A record begins with three numbers: bytes of the text, essential words, optional words. */
const HEAD_BYTES = 12;
/** The text of the term is the name of its code, and is not kept a second time. */
const IS_NAME = 0xffffffff;
const CHUNK_BITS = 23;
const CHUNK_BYTES = 1 << CHUNK_BITS;

export type TermRows = {
  /** Number of terms. */
  readonly size: number;
  /** By the number of a term: the number of its code, its kind, and the key of its words. */
  readonly codes: Uint32Array;
  readonly kinds: Uint8Array;
  readonly keys: Float64Array;
  /**
   * Adds a term, unless its code has one of these words and it is not `preferred`. `text` is
   * undefined where it is the name of the code.
   */
  add(term: NewTerm): void;
  /** Undefined where it is the name of the code. */
  text(term: number): string | undefined;
  words(term: number): TermWordIds;
  /**
   * Numbers of the terms, those with fewer words first; then by kind, by the place of their code
   * in `places`, and by their text. The order in which they were added changes nothing.
   * No term may be added afterwards.
   */
  inOrder(places: Uint32Array): Uint32Array;
};

export type NewTerm = {
  readonly code: number;
  readonly kind: number;
  readonly key: number;
  readonly preferred: boolean;
  readonly text: string | undefined;
  /** Numbers of words. */
  readonly essential: readonly number[];
  readonly optional: readonly number[];
};

type TermWordIds = {
  readonly essential: number[];
  readonly optional: number[];
};

/** One memory, seen as bytes and as numbers of four bytes. */
type Chunk = { readonly bytes: Buffer; readonly numbers: Uint32Array };

type Rows = {
  size: number;
  codes: Uint32Array;
  kinds: Uint8Array;
  keys: Float64Array;
  /** Number of essential words. */
  lengths: Uint16Array;
  /** Where its record lies. */
  places: Uint32Array;
  readonly chunks: Chunk[];
  used: number;
  /** By code and key: number of a term plus one; open addressing, at most half full. */
  seen: Uint32Array;
};

export function createTermRows(): TermRows {
  const rows: Rows = {
    size: 0,
    codes: new Uint32Array(1024),
    kinds: new Uint8Array(1024),
    keys: new Float64Array(1024),
    lengths: new Uint16Array(1024),
    places: new Uint32Array(1024),
    chunks: [],
    used: CHUNK_BYTES,
    seen: new Uint32Array(2048),
  };
  return {
    get size() {
      return rows.size;
    },
    get codes() {
      return rows.codes;
    },
    get kinds() {
      return rows.kinds;
    },
    get keys() {
      return rows.keys;
    },
    add: (term) => add(rows, term),
    text: (term) => textOf(rows, term),
    words: (term) => wordsOf(rows, term),
    inOrder: (places) => inOrder(rows, places),
  };
}

function add(rows: Rows, term: NewTerm): void {
  const slot = slotOf(rows, term.code, term.key);
  if (rows.seen[slot] === 0) rows.seen[slot] = rows.size + 1;
  else if (!term.preferred) return;
  if (rows.size === rows.codes.length) grow(rows);
  const at = rows.size;
  rows.codes[at] = term.code;
  rows.kinds[at] = term.kind;
  rows.keys[at] = term.key;
  rows.lengths[at] = Math.min(0xffff, term.essential.length);
  rows.places[at] = write(rows, term);
  rows.size += 1;
  if (rows.size * 2 > rows.seen.length) rehash(rows);
}

/** The slot of the first term of this code with these words, or the free one where it belongs. */
function slotOf(rows: Rows, code: number, key: number): number {
  const { seen, codes, keys } = rows;
  const mask = seen.length - 1;
  let slot = (Math.imul(code, 0x9e3779b1) ^ Math.imul((key % 0x100000000) | 0, 0x5f356495)) >>> 0;
  slot = (slot ^ (slot >>> 15)) & mask;
  for (;;) {
    const known = seen[slot]!;
    if (known === 0 || (codes[known - 1] === code && keys[known - 1] === key)) return slot;
    slot = (slot + 1) & mask;
  }
}

function rehash(rows: Rows): void {
  rows.seen = new Uint32Array(rows.seen.length * 2);
  for (let at = 0; at < rows.size; at++) {
    const slot = slotOf(rows, rows.codes[at]!, rows.keys[at]!);
    if (rows.seen[slot] === 0) rows.seen[slot] = at + 1;
  }
}

function grow(rows: Rows): void {
  const larger = <T extends Uint32Array | Uint16Array | Uint8Array | Float64Array>(
    next: T,
    old: T,
  ): T => {
    next.set(old);
    return next;
  };
  const length = rows.codes.length * 2;
  rows.codes = larger(new Uint32Array(length), rows.codes);
  rows.kinds = larger(new Uint8Array(length), rows.kinds);
  rows.keys = larger(new Float64Array(length), rows.keys);
  rows.lengths = larger(new Uint16Array(length), rows.lengths);
  rows.places = larger(new Uint32Array(length), rows.places);
}

/** Returns the place of the record. */
function write(rows: Rows, { text, essential, optional }: NewTerm): number {
  const words = (essential.length + optional.length) * WORD_BYTES;
  // A unit of UTF-16 has three bytes of UTF-8 at most.
  const most = HEAD_BYTES + words + (text?.length ?? 0) * 3;
  if (rows.used + most > CHUNK_BYTES) {
    if (most > CHUNK_BYTES || rows.chunks.length === 1 << (32 - CHUNK_BITS))
      throw new RangeError('too many terms, or one that is too long');
    const bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    rows.chunks.push({ bytes, numbers: new Uint32Array(bytes.buffer) });
    rows.used = 0;
  }
  const { bytes, numbers } = rows.chunks.at(-1)!;
  const from = rows.used;
  let at = from + HEAD_BYTES;
  for (const id of essential) at = putWord(bytes, id, at);
  for (const id of optional) at = putWord(bytes, id, at);
  const written = text === undefined ? 0 : bytes.write(text, at, 'utf8');
  numbers[from / 4] = text === undefined ? IS_NAME : written;
  numbers[from / 4 + 1] = essential.length;
  numbers[from / 4 + 2] = optional.length;
  // The next record begins where a number of four bytes can.
  rows.used = Math.ceil((at + written) / 4) * 4;
  return (rows.chunks.length - 1) * CHUNK_BYTES + from;
}

function putWord(chunk: Buffer, id: number, at: number): number {
  chunk[at] = id;
  chunk[at + 1] = id >>> 8;
  chunk[at + 2] = id >>> 16;
  return at + WORD_BYTES;
}

function textOf({ chunks, places }: Rows, term: number): string | undefined {
  const place = places[term]!;
  const { bytes, numbers } = chunks[place >>> CHUNK_BITS]!;
  const from = place & (CHUNK_BYTES - 1);
  const length = numbers[from / 4]!;
  if (length === IS_NAME) return undefined;
  const words = numbers[from / 4 + 1]! + numbers[from / 4 + 2]!;
  const at = from + HEAD_BYTES + words * WORD_BYTES;
  return bytes.toString('utf8', at, at + length);
}

function wordsOf({ chunks, places }: Rows, term: number): TermWordIds {
  const place = places[term]!;
  const { bytes, numbers } = chunks[place >>> CHUNK_BITS]!;
  const from = place & (CHUNK_BYTES - 1);
  const essential = wordsAt(bytes, from + HEAD_BYTES, numbers[from / 4 + 1]!);
  const between = from + HEAD_BYTES + essential.length * WORD_BYTES;
  return { essential, optional: wordsAt(bytes, between, numbers[from / 4 + 2]!) };
}

function wordsAt(bytes: Buffer, from: number, count: number): number[] {
  const ids: number[] = [];
  for (let at = from; at < from + count * WORD_BYTES; at += WORD_BYTES)
    ids.push(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16));
  return ids;
}

function inOrder(rows: Rows, places: Uint32Array): Uint32Array {
  rows.seen = new Uint32Array();
  const { size, codes, kinds, lengths } = rows;
  const byCode = stableOrder(undefined, size, (term) => places[codes[term]!]!);
  const byKind = stableOrder(byCode, size, (term) => kinds[term]!);
  const order = stableOrder(byKind, size, (term) => lengths[term]!);
  const same = (a: number, b: number) =>
    codes[a] === codes[b] && kinds[a] === kinds[b] && lengths[a] === lengths[b];
  for (let from = 0; from < size; ) {
    let to = from + 1;
    while (to < size && same(order[from]!, order[to]!)) to += 1;
    if (to > from + 1) {
      const tied = [...order.subarray(from, to)].map((term) => ({
        term,
        text: textOf(rows, term) ?? '',
      }));
      tied.sort((a, b) => compare(a.text, b.text) || a.term - b.term);
      for (const [at, { term }] of tied.entries()) order[from + at] = term;
    }
    from = to;
  }
  return order;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
