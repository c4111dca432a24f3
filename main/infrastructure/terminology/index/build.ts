// biome-ignore-all lint/style/noNonNullAssertion: hot loop over typed arrays whose bounds the loop holds
/**
 * Writes one index file from the rows of a release, in one go; the same rows in any order give the
 * same file.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { makePrivate } from '../../private-file.ts';
import {
  createNormaliser,
  type Forms,
  keyOf,
  NORMALISER,
  type WordsOf,
} from '../text/normalise.ts';
import { SCRIPTS } from '../text/scripts.ts';
import { sameMeaning } from '../text/small-words.ts';
import { CORRECTABLE, pieces } from '../text/spelling.ts';
import { termWords } from '../text/term-words.ts';
import { addRows } from './add-rows.ts';
import {
  BILLABLE,
  HEADER,
  INDEX_FORM,
  INDEXES,
  kinds,
  LEFT_OVER,
  packWords,
  shortName,
  TABLES,
  type TermKind,
  UNSPECIFIED,
} from './index-file.ts';
import { stableOrder } from './radix-order.ts';
import { createTermRows, type TermRows } from './term-rows.ts';

export type CodeRow = {
  readonly code: string;
  readonly name: string;
  readonly billable: boolean;
  readonly header: boolean;
};
export type TermRow = {
  readonly code: string;
  readonly text: string;
  readonly kind: TermKind;
  /** Words that a question may have and need not. */
  readonly optional?: string | undefined;
};
export type Release = {
  readonly ontology: string;
  readonly version: string;
  readonly forms: Forms;
};
/** Terms between two messages. */
const PAGE = 5_000;

type Written = { readonly codes: number; readonly terms: number };

export type IndexWriter = {
  code(row: CodeRow): void;
  /**
   * The row of its code comes first; a term that repeats the words of another term of the code is
   * left out.
   */
  term(row: TermRow): void;
  /** Returns how much is in the file, which is whole, closed and on the disk then. */
  finish(tick: (share: number) => void): Written;
  close(): void;
};

type Writer = {
  readonly db: Database.Database;
  readonly file: string;
  readonly release: Release;
  readonly wordsOf: WordsOf;
  /** By code: its place in `codeRows`. */
  readonly codes: Map<string, number>;
  readonly codeRows: CodeRow[];
  /** Numbers of words in the order in which they came. */
  readonly words: Map<string, number>;
  readonly terms: TermRows;
};

/** `file` must be empty or missing. */
export function writeIndex(file: string, release: Release): IndexWriter {
  const writer = openWriter(file, release);
  return {
    code: (row) => addCode(writer, row),
    term: (row) => addTerm(writer, row),
    finish: (tick) => finish(writer, tick),
    close: () => void writer.db.close(),
  };
}

function openWriter(file: string, release: Release): Writer {
  makePrivate(file);
  const db = new Database(file);
  // Half a file is thrown away whole: nothing to roll back, and no second file beside it.
  for (const pragma of [
    'page_size = 4096',
    'journal_mode = OFF',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -24576',
    'temp_store = FILE',
  ])
    db.pragma(pragma);
  db.exec(TABLES);
  // One large flush and one merge at the end instead of a merge every few thousand terms.
  db.exec(
    "INSERT INTO found(found, rank) VALUES('hashsize', 33554432); INSERT INTO found(found, rank) VALUES('automerge', 0); INSERT INTO found(found, rank) VALUES('crisismerge', 2000)",
  );
  db.exec('BEGIN');
  return {
    db,
    file,
    release,
    wordsOf: createNormaliser(release.forms),
    codes: new Map(),
    codeRows: [],
    words: new Map(),
    terms: createTermRows(),
  };
}

function addCode({ codes, codeRows }: Writer, row: CodeRow): void {
  const known = codes.get(row.code);
  if (known === undefined) codes.set(row.code, codeRows.push(row) - 1);
  else codeRows[known] = row;
}

function addTerm(writer: Writer, { code, text, kind, optional }: TermRow): void {
  const at = writer.codes.get(code);
  if (at === undefined) return;
  const words = termWords(writer.wordsOf, text, optional);
  if (words.essential.length === 0) return;
  const idOf = (word: string) => wordId(writer.words, word);
  writer.terms.add({
    code: at,
    kind: kinds.indexOf(kind),
    key: shortName(keyOf(words.essential)),
    preferred: kind === 'preferred',
    text: kind === 'preferred' && text === writer.codeRows[at]!.name ? undefined : text,
    essential: words.essential.map(idOf),
    optional: words.optional.map(idOf),
  });
}

function wordId(words: Map<string, number>, word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, words.size);
  return words.size - 1;
}

function finish(writer: Writer, tick: (share: number) => void): Written {
  const { db, codeRows, release, terms } = writer;
  // No further term comes: the memory is for what follows.
  writer.codes.clear();
  const sorted = sortCodes(codeRows);
  const order = terms.inOrder(sorted.ids);
  writeCodes(writer, sorted, order);
  const words = writeTerms(writer, sorted.ids, order, tick);
  writeWords(db, words, new Map([...sameMeaning, ...release.forms]), writer.wordsOf);
  const addForm = db.prepare('INSERT OR IGNORE INTO forms VALUES(?,?)');
  for (const [form, base] of release.forms) addForm.run(form, base);
  const written = { codes: codeRows.length, terms: terms.size };
  writeFacts(db, release, written);
  db.exec("INSERT INTO found(found) VALUES('optimize')");
  db.exec('COMMIT');
  db.exec(INDEXES);
  db.close();
  // Here, in the thread of the import: the main thread must not wait for the disk.
  const handle = openSync(writer.file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  return written;
}

type SortedCodes = {
  /** Places in the rows, in the order of the codes. */
  readonly order: readonly number[];
  /** The number of each code by its place in the rows; the first is 1. */
  readonly ids: Uint32Array;
};

function sortCodes(rows: readonly CodeRow[]): SortedCodes {
  const order = rows.map((_, at) => at).sort((a, b) => (rows[a]!.code < rows[b]!.code ? -1 : 1));
  const ids = new Uint32Array(rows.length);
  for (const [before, at] of order.entries()) ids[at] = before + 1;
  return { order, ids };
}

function writeCodes(
  { db, codeRows, terms }: Writer,
  { order, ids }: SortedCodes,
  termOrder: Uint32Array,
): void {
  /** By the place of a code: the number of the term that is its name. */
  const nameTerms = new Uint32Array(codeRows.length);
  for (const [before, term] of termOrder.entries())
    if (terms.kinds[term] === 0) nameTerms[terms.codes[term]!] = before + 1;
  const rows = addRows(db, 'codes', 5);
  for (const at of order) {
    const { code, name, billable, header } = codeRows[at]!;
    const flags =
      (billable ? BILLABLE : 0) |
      (header ? HEADER : 0) |
      (/\bother\b/i.test(name) ? LEFT_OVER : 0) |
      (/\bunspecified\b/i.test(name) ? UNSPECIFIED : 0);
    rows.add(ids[at]!, code, name, flags, nameTerms[at]! || null);
  }
  rows.end();
}

/** By the word: its number, how many terms have it, and how many of these are of the release. */
type Words = Map<string, { readonly id: number; readonly terms: number; readonly own: number }>;
const OTHER = kinds.indexOf('other');

/** Writes terms and keys; `codeIds` by the place of the code, `order` as the terms are numbered. */
function writeTerms(
  { db, terms, words }: Writer,
  codeIds: Uint32Array,
  order: Uint32Array,
  tick: (share: number) => void,
): Words {
  const spelt = [...words.keys()];
  const numbered = numberWords(words.size);
  writeFound(db, terms, spelt, order, (share) => tick(share / 2));
  const rows = addRows(db, 'terms', 5);
  for (const [before, term] of order.entries()) {
    const { essential, optional } = terms.words(term);
    const use = (word: number) => numbered.use(word, terms.kinds[term] !== OTHER);
    rows.add(
      before + 1,
      codeIds[terms.codes[term]!]!,
      terms.kinds[term]!,
      terms.text(term) ?? null,
      packWords(essential.map(use), optional.map(use)),
    );
    if (before % PAGE === 0) tick((1 + before / order.length) / 2);
  }
  rows.end();
  tick(1);
  writeKeys(db, terms.keys, order);
  return numbered.words(spelt);
}

/** In one go: see `addRows`. */
function writeFound(
  db: Database.Database,
  terms: TermRows,
  spelt: readonly string[],
  order: Uint32Array,
  tick: (share: number) => void,
): void {
  const add = db.prepare('INSERT INTO found(rowid, words) VALUES(?,?)');
  for (const [before, term] of order.entries()) {
    const { essential, optional } = terms.words(term);
    let line = '';
    for (const word of essential) line += `${spelt[word]} `;
    for (const word of optional) line += `${spelt[word]} `;
    add.run(before + 1, line);
    if (before % PAGE === 0) tick(before / order.length);
  }
}

/** Numbers words anew as they come in the order of the terms, and counts the terms of each. */
function numberWords(size: number) {
  const ids = new Uint32Array(size);
  const counts = new Uint32Array(size);
  const own = new Uint32Array(size);
  const inOrder: number[] = [];
  return {
    use(word: number, isOwn: boolean): number {
      if (counts[word] === 0) ids[word] = inOrder.push(word);
      counts[word]! += 1;
      if (isOwn) own[word]! += 1;
      return ids[word]!;
    },
    words: (spelt: readonly string[]): Words =>
      new Map(
        inOrder.map((word) => [
          spelt[word]!,
          { id: ids[word]!, terms: counts[word]!, own: own[word]! },
        ]),
      ),
  };
}

/** In their own order a tree of keys is written once, and full. `order`: terms by their number. */
function writeKeys(db: Database.Database, keys: Float64Array, order: Uint32Array): void {
  const rows = addRows(db, 'keys', 2);
  for (const at of stableOrder(undefined, order.length, (at) => keys[order[at]!]!))
    rows.add(keys[order[at]!]!, at + 1);
  rows.end();
}

function writeWords(
  db: Database.Database,
  words: Words,
  aliases: ReadonlyMap<string, string>,
  wordsOf: WordsOf,
): void {
  const rows = addRows(db, 'words', 4);
  const byPiece = new Map<number, number[]>();
  const counts = new Uint32Array(words.size + 1);
  for (const [word, { id, terms, own }] of words) {
    rows.add(id, word, own, null);
    counts[id] = terms;
    addPieces(byPiece, word, id);
  }
  let id = words.size;
  for (const alias of [...aliases.keys()].sort()) {
    const base = words.get(wordsOf(alias)[0] ?? '');
    if (!base || words.has(alias)) continue;
    id += 1;
    rows.add(id, alias, base.own, base.id);
    addPieces(byPiece, alias, id);
  }
  rows.end();
  db.prepare('INSERT INTO meta VALUES(?,?)').run('counts', Buffer.from(counts.buffer));
  const spellings = addRows(db, 'spelling', 2);
  for (const piece of [...byPiece.keys()].sort((a, b) => a - b))
    spellings.add(piece, packWords(byPiece.get(piece)!, []));
  spellings.end();
}

function addPieces(byPiece: Map<number, number[]>, word: string, id: number): void {
  if (!CORRECTABLE.test(word)) return;
  for (const piece of pieces(word)) {
    const ids = byPiece.get(piece);
    if (ids) ids.push(id);
    else byPiece.set(piece, [id]);
  }
}

function writeFacts(
  db: Database.Database,
  { ontology, version }: Release,
  { codes, terms }: Written,
): void {
  const add = db.prepare('INSERT INTO meta VALUES(?,?)');
  const facts = {
    form: INDEX_FORM,
    normaliser: NORMALISER,
    scripts: SCRIPTS,
    ontology,
    version,
    codes,
    terms,
  };
  for (const [name, value] of Object.entries(facts)) add.run(name, value);
}
