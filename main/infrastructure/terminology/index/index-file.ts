/**
 * Layout of an index file: one ontology in one release, in SQLite. Words are numbered; a term is a
 * row of such numbers.
 */

/** The form of the file; an older one is made anew from its release. */
export const INDEX_FORM = 2;

/**
 * Terms lie in the order of their length, so that the first found are the ones that say least
 * beyond what was asked. A word with a `base` stands in no term: it is an inflection or a synonym,
 * there so that a slip in it is found.
 */
export const TABLES = `
  CREATE TABLE meta(name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
  CREATE TABLE codes(id INTEGER PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL, flags INTEGER NOT NULL, name_term INTEGER) STRICT;
  CREATE TABLE terms(id INTEGER PRIMARY KEY, code INTEGER NOT NULL, kind INTEGER NOT NULL, text TEXT, words BLOB NOT NULL) STRICT;
  CREATE TABLE keys(key INTEGER NOT NULL, term INTEGER NOT NULL, PRIMARY KEY(key, term)) STRICT, WITHOUT ROWID;
  CREATE TABLE words(id INTEGER PRIMARY KEY, word TEXT NOT NULL, terms INTEGER NOT NULL, base INTEGER) STRICT;
  CREATE TABLE forms(form TEXT PRIMARY KEY, base TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE spelling(piece INTEGER PRIMARY KEY, words BLOB NOT NULL) STRICT;
  CREATE VIRTUAL TABLE found USING fts5(words, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '.'");
`;
export const INDEXES = `
  CREATE UNIQUE INDEX codes_code ON codes(code);
  CREATE UNIQUE INDEX words_word ON words(word);
`;

/**
 * Kinds of terms by nearness to the name of the code; the nearest first, and last what does not come
 * from the release: the other names of our own tables. The place of a kind is what a file has of it.
 */
export const kinds = ['preferred', 'synonym', 'index', 'see', 'other'] as const;
export type TermKind = (typeof kinds)[number];

export const BILLABLE = 1;
/** Has codes below it. */
export const HEADER = 2;
/** "Other ...": the rest beside the codes that say more. */
export const LEFT_OVER = 4;
/** "... unspecified": for a question that says no more. */
export const UNSPECIFIED = 8;

/** A word that the term may have and need not. */
export const OPTIONAL = 0x800000;
const WORD_BYTES = 3;

export function packWords(essential: readonly number[], optional: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe((essential.length + optional.length) * WORD_BYTES);
  let at = 0;
  for (const id of essential) at = bytes.writeUIntLE(id, at, WORD_BYTES);
  for (const id of optional) at = bytes.writeUIntLE(id | OPTIONAL, at, WORD_BYTES);
  return bytes;
}

export function unpackWords(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  for (let at = 0; at + 2 < bytes.length; at += WORD_BYTES)
    // biome-ignore lint/style/noNonNullAssertion: hot loop over bytes whose bounds the loop holds
    ids.push(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16));
  return ids;
}

/** 52 bits of a text: exact in a JavaScript number. Not a secret, only a short name. */
export function shortName(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff);
}
