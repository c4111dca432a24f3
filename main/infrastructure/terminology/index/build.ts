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
  readonly addRow: Database.Statement;
  readonly wordsOf: WordsOf;
  readonly codes: Map<string, CodeRow>;
  /** Short names of the code and the words of each term. */
  readonly written: Set<number>;
  terms: number;
};

/** Terms in hand at once. */
const PAGE = 5_000;

/** `file` must be empty or missing. */
export function writeIndex(file: string, release: Release): IndexWriter {
  const writer = openWriter(file, release);
  return {
    code: (row) => void writer.codes.set(row.code, row),
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
    'cache_size = -65536',
    'temp_store = FILE',
  ])
    db.pragma(pragma);
  db.exec(TABLES);
  // One large flush and one merge at the end instead of a merge every few thousand terms.
  db.exec(
    "INSERT INTO found(found, rank) VALUES('hashsize', 33554432); INSERT INTO found(found, rank) VALUES('automerge', 0); INSERT INTO found(found, rank) VALUES('crisismerge', 2000)",
  );
  db.exec(
    'CREATE TEMP TABLE unsorted(n INTEGER, kind INTEGER, code TEXT, text TEXT, essential TEXT, optional TEXT)',
  );
  db.exec('BEGIN');
  return {
    db,
    file,
    release,
    addRow: db.prepare('INSERT INTO unsorted VALUES(?,?,?,?,?,?)'),
    wordsOf: createNormaliser(release.forms),
    codes: new Map(),
    written: new Set(),
    terms: 0,
  };
}

function addTerm(writer: Writer, { code, text, kind, optional }: TermRow): void {
  const words = termWords(writer.wordsOf, text, optional);
  const name = shortName(`${code}|${keyOf(words.essential)}`);
  if (words.essential.length === 0 || (kind !== 'preferred' && writer.written.has(name))) return;
  writer.written.add(name);
  writer.terms += 1;
  writer.addRow.run(
    words.essential.length,
    kinds.indexOf(kind),
    code,
    text,
    words.essential.join(' '),
    words.optional.join(' '),
  );
}

function finish(writer: Writer, tick: (share: number) => void): Written {
  const { db, codes, release } = writer;
  const codeIds = writeCodes(db, codes);
  const words: Words = new Map();
  const { keys, count } = writeTerms(writer, codeIds, words, tick);
  writeKeys(db, keys, count);
  writeWords(db, words, new Map([...sameMeaning, ...release.forms]), writer.wordsOf);
  const addForm = db.prepare('INSERT OR IGNORE INTO forms VALUES(?,?)');
  for (const [form, base] of release.forms) addForm.run(form, base);
  const written = { codes: codes.size, terms: count };
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

function writeCodes(
  db: Database.Database,
  codes: ReadonlyMap<string, CodeRow>,
): Map<string, number> {
  const add = db.prepare('INSERT INTO codes VALUES(?,?,?,?,NULL)');
  const ids = new Map<string, number>();
  for (const code of [...codes.keys()].sort()) {
    const { name, billable, header } = codes.get(code)!;
    ids.set(code, ids.size + 1);
    const flags =
      (billable ? BILLABLE : 0) |
      (header ? HEADER : 0) |
      (/\bother\b/i.test(name) ? LEFT_OVER : 0) |
      (/\bunspecified\b/i.test(name) ? UNSPECIFIED : 0);
    add.run(ids.size, code, name, flags);
  }
  return ids;
}

/** By the word: its number, and how many terms have it. */
type Words = Map<string, { readonly id: number; terms: number }>;

/** Counts a term of the word. */
function idOf(words: Words, word: string): number {
  let known = words.get(word);
  if (!known) {
    known = { id: words.size + 1, terms: 0 };
    words.set(word, known);
  }
  known.terms += 1;
  return known.id;
}

const list = (text: string) => (text === '' ? [] : text.split(' '));

/**
 * Returns the key of each term, by its number less one; 0 where the code of the term is not known.
 */
function writeTerms(
  { db, codes, terms }: Writer,
  codeIds: ReadonlyMap<string, number>,
  words: Words,
  tick: (share: number) => void,
): { keys: Float64Array; count: number } {
  const addTermRow = db.prepare('INSERT INTO terms VALUES(?,?,?,?,?)');
  const addFound = db.prepare('INSERT INTO found(rowid, words) VALUES(?,?)');
  const setNameTerm = db.prepare('UPDATE codes SET name_term = ? WHERE id = ?');
  const keys = new Float64Array(terms);
  let id = 0;
  for (const page of sortedPages(db, terms)) {
    for (const row of page) {
      id += 1;
      const code = codeIds.get(row.code);
      if (code === undefined) continue;
      const essential = list(row.essential);
      const optional = list(row.optional);
      const preferred = row.kind === 0;
      addTermRow.run(
        id,
        code,
        row.kind,
        preferred && row.text === codes.get(row.code)!.name ? null : row.text,
        packWords(
          essential.map((word) => idOf(words, word)),
          optional.map((word) => idOf(words, word)),
        ),
      );
      addFound.run(id, `${row.essential} ${row.optional}`);
      keys[id - 1] = shortName(keyOf(essential));
      if (preferred) setNameTerm.run(id, code);
    }
    tick(id / Math.max(1, terms));
  }
  return { keys, count: id };
}

type SortedRow = {
  readonly kind: number;
  readonly code: string;
  readonly text: string;
  readonly essential: string;
  readonly optional: string;
};

/** Sorted into a table of its own: one connection cannot read and write at once. */
function* sortedPages(db: Database.Database, terms: number): Generator<SortedRow[]> {
  db.exec(
    'CREATE TEMP TABLE sorted AS SELECT kind, code, text, essential, optional FROM unsorted ORDER BY n, kind, code, text; DROP TABLE unsorted',
  );
  const page = db.prepare(
    'SELECT kind, code, text, essential, optional FROM sorted WHERE rowid > ? AND rowid <= ?',
  );
  for (let from = 0; from < terms; from += PAGE) yield page.all(from, from + PAGE) as SortedRow[];
}

/** In their own order a tree of keys is written once, and full. */
function writeKeys(db: Database.Database, keys: Float64Array, count: number): void {
  const add = db.prepare('INSERT OR IGNORE INTO keys VALUES(?,?)');
  const byKey = Uint32Array.from({ length: count }, (_, at) => at).sort(
    (a, b) => keys[a]! - keys[b]! || a - b,
  );
  for (const at of byKey) if (keys[at] !== 0) add.run(keys[at]!, at + 1);
}

function writeWords(
  db: Database.Database,
  words: Words,
  aliases: ReadonlyMap<string, string>,
  wordsOf: WordsOf,
): void {
  const add = db.prepare('INSERT INTO words VALUES(?,?,?,?)');
  const byPiece = new Map<number, number[]>();
  const counts = new Uint32Array(words.size + 1);
  for (const [word, { id, terms }] of words) {
    add.run(id, word, terms, null);
    counts[id] = terms;
    addPieces(byPiece, word, id);
  }
  let id = words.size;
  for (const alias of [...aliases.keys()].sort()) {
    const base = words.get(wordsOf(alias)[0] ?? '');
    if (!base || words.has(alias)) continue;
    id += 1;
    add.run(id, alias, base.terms, base.id);
    addPieces(byPiece, alias, id);
  }
  db.prepare('INSERT INTO meta VALUES(?,?)').run('counts', Buffer.from(counts.buffer));
  const addPiece = db.prepare('INSERT INTO spelling VALUES(?,?)');
  for (const piece of [...byPiece.keys()].sort((a, b) => a - b))
    addPiece.run(piece, packWords(byPiece.get(piece)!, []));
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
