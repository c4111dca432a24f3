// biome-ignore-all lint/style/noNonNullAssertion: hot loops over rows that the same file refers to by number
/**
 * Opens one index file to read: words, keys, candidates, codes. No result depends on earlier
 * questions.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { createNormaliser, NORMALISER, type WordsOf } from '../text/normalise.ts';
import { SCRIPTS } from '../text/scripts.ts';
import { type Correction, corrections, type Known, pieces } from '../text/spelling.ts';
import { INDEX_FORM, kinds, shortName, type TermKind, unpackWords } from './index-file.ts';

export type Facts = {
  readonly ontology: string;
  readonly version: string;
  readonly codes: number;
  readonly terms: number;
};
export type Term = {
  readonly id: number;
  readonly code: number;
  readonly kind: number;
  readonly words: readonly number[];
};
export type Code = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly flags: number;
  readonly nameWords: readonly number[];
};

export type Index = {
  readonly facts: Facts;
  readonly wordsOf: WordsOf;
  /** Number of terms that have a word, by the number of the word. */
  readonly counts: Uint32Array;
  word(word: string): Known | undefined;
  /** Known words for which this one may be a slip; best first. */
  near(word: string): Correction[];
  /** Known words that begin so, or are kept for a word that does; the most usual first. */
  beginning(start: string, most: number): Known[];
  /** Words that are numbers. */
  numbers(): Known[];
  /** Terms of exactly this key. */
  exactly(key: string): Term[];
  /** Terms with one word out of each group; the shortest first. */
  having(groups: readonly (readonly string[])[], most: number): Term[];
  code(id: number): Code;
  codeOf(code: string): Code | undefined;
  /** Codes that begin so, in their order. */
  codesFrom(start: string, most: number): Code[];
  /** The wording of a term. */
  text(term: number): string;
  kind(kind: number): TermKind;
  close(): void;
};

/** Codes at hand, so that one clinic's usual ones are read once. */
const CODES_KEPT = 4_000;

/**
 * Throws Failure `missing` / `no-terminology` when there is no such file, `broken` /
 * `terminology-old` when it was made by another version of Scriba, `broken` / `terminology-damaged`
 * when it cannot be read.
 */
export function openIndex(file: string): Index {
  if (!existsSync(file)) throw failures.noTerminology();
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    return bind(openReader(db));
  } catch (error) {
    db?.close();
    throw error instanceof Failure ? error : failures.terminologyDamaged(error);
  }
}

type Reader = {
  readonly db: Database.Database;
  readonly facts: Facts;
  readonly wordsOf: WordsOf;
  readonly counts: Uint32Array;
  readonly statements: Statements;
  readonly codes: Map<number, Code>;
};
type Statements = ReturnType<typeof prepare>;
type TermRow = [id: number, code: number, kind: number, words: Uint8Array];
type CodeRow = [id: number, code: string, name: string, flags: number, words: Uint8Array | null];

/** Devanagari to Malayalam: what `foldScripts` changes. */
const hasIndianWords = (db: Database.Database): boolean =>
  db
    .prepare('SELECT 1 FROM words WHERE word >= char(0x0900) AND word < char(0x0d80) LIMIT 1')
    .get() !== undefined;

function openReader(db: Database.Database): Reader {
  for (const pragma of [
    'query_only = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'cache_size = -32768',
  ])
    db.pragma(pragma);
  // One transaction for all questions: nobody writes into the file, and a lock for each statement
  // costs a third of a question.
  db.exec('BEGIN');
  const meta = new Map(
    db.prepare('SELECT name, value FROM meta').raw().all() as [string, unknown][],
  );
  if (
    meta.get('form') !== INDEX_FORM ||
    meta.get('normaliser') !== NORMALISER ||
    (meta.get('scripts') !== SCRIPTS && hasIndianWords(db))
  )
    throw new Failure(
      'broken',
      'The terminology index was made by another version of Scriba. Import the release again.',
      { detail: 'terminology-old' },
    );
  const forms = new Map(
    db.prepare('SELECT form, base FROM forms').raw().all() as [string, string][],
  );
  const packed = meta.get('counts') as Buffer;
  return {
    db,
    facts: {
      ontology: String(meta.get('ontology')),
      version: String(meta.get('version')),
      codes: Number(meta.get('codes')),
      terms: Number(meta.get('terms')),
    },
    wordsOf: createNormaliser(forms),
    counts: new Uint32Array(
      packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength),
    ),
    statements: prepare(db),
    codes: new Map(),
  };
}

const prepare = (db: Database.Database) => ({
  byWord: db.prepare<[string], Known>(
    'SELECT id, word, terms FROM words WHERE word = ? AND base IS NULL',
  ),
  byId: db.prepare<[number], Known>(
    'SELECT coalesce(base, id) AS id, word, terms FROM words WHERE id = ?',
  ),
  byStart: db.prepare<[string, string, number], Known>(
    'SELECT coalesce(b.id, w.id) AS id, coalesce(b.word, w.word) AS word, w.terms FROM words w LEFT JOIN words b ON b.id = w.base WHERE w.word >= ? AND w.word < ? ORDER BY w.terms DESC, w.word LIMIT ?',
  ),
  byPiece: db.prepare<[number], Uint8Array>('SELECT words FROM spelling WHERE piece = ?').pluck(),
  byKey: db
    .prepare<[number], TermRow>(
      'SELECT t.id, t.code, t.kind, t.words FROM keys k JOIN terms t ON t.id = k.term WHERE k.key = ? ORDER BY t.id',
    )
    .raw(),
  byMatch: db
    .prepare<[string, number], TermRow>(
      'SELECT t.id, t.code, t.kind, t.words FROM (SELECT rowid AS id FROM found WHERE found MATCH ? LIMIT ?) f JOIN terms t ON t.id = f.id',
    )
    .raw(),
  codeById: db
    .prepare<[number], CodeRow>(
      'SELECT c.id, c.code, c.name, c.flags, t.words FROM codes c LEFT JOIN terms t ON t.id = c.name_term WHERE c.id = ?',
    )
    .raw(),
  codesByStart: db
    .prepare<[string, string, number], number>(
      'SELECT id FROM codes WHERE code >= ? AND code < ? ORDER BY code LIMIT ?',
    )
    .pluck(),
  codeByCode: db.prepare<[string], number>('SELECT id FROM codes WHERE code = ?').pluck(),
  textOf: db
    .prepare<[number], string>(
      'SELECT coalesce(t.text, c.name) FROM terms t JOIN codes c ON c.id = t.code WHERE t.id = ?',
    )
    .pluck(),
});

function bind(reader: Reader): Index {
  const { db, facts, wordsOf, counts, statements } = reader;
  return {
    facts,
    wordsOf,
    counts,
    word: (word) => statements.byWord.get(word),
    near: (word) => near(reader, word),
    beginning: (start, most) => statements.byStart.all(start, endOf(start), most),
    numbers: () =>
      db
        .prepare<[], Known>("SELECT id, word, terms FROM words WHERE word >= '0' AND word < ':'")
        .all(),
    exactly: (key) => statements.byKey.all(shortName(key)).map(termOf),
    having: (groups, most) => statements.byMatch.all(matching(groups), most).map(termOf),
    code: (id) => codeAt(reader, id),
    codeOf: (name) => {
      const id = statements.codeByCode.get(name);
      return id === undefined ? undefined : codeAt(reader, id);
    },
    codesFrom: (start, most) =>
      statements.codesByStart.all(start, endOf(start), most).map((id) => codeAt(reader, id)),
    text: (id) => statements.textOf.get(id)!,
    kind: (kind) => kinds[kind]!,
    close: () => void db.close(),
  };
}

/** Sorts behind every text that begins so. */
const endOf = (start: string) => `${start}\u{10ffff}`;

const matching = (groups: readonly (readonly string[])[]) =>
  groups.map((group) => `(${group.map((word) => `"${word}"`).join(' OR ')})`).join(' AND ');

const termOf = ([id, code, kind, words]: TermRow): Term => ({
  id,
  code,
  kind,
  words: unpackWords(words),
});

const NONE = new Uint8Array();

function near({ statements }: Reader, word: string): Correction[] {
  const ids = new Set<number>();
  for (const piece of pieces(word))
    for (const id of unpackWords(statements.byPiece.get(piece) ?? NONE)) ids.add(id);
  return corrections(
    word,
    [...ids].map((id) => statements.byId.get(id)!),
  );
}

function codeAt({ statements, codes }: Reader, id: number): Code {
  const known = codes.get(id);
  if (known) return known;
  const [, code, name, flags, words] = statements.codeById.get(id)!;
  const read: Code = { id, code, name, flags, nameWords: words ? unpackWords(words) : [] };
  if (codes.size === CODES_KEPT) codes.clear();
  codes.set(id, read);
  return read;
}
