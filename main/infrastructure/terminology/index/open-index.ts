/** Opens one index file to read: words, keys, candidates, codes. What it answers does not depend on what was asked before. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure } from '../../../../shared/failure.ts';
import { createNormaliser, NORMALISER, type WordsOf } from '../text/normalise.ts';
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
  /** How many terms have a word, by its number. */
  readonly counts: Uint32Array;
  word(word: string): Known | undefined;
  /** Known words that this one may be a slip of; best first. */
  near(word: string): Correction[];
  /** Known words that begin so, or that stand for one that does; the most usual first. */
  beginning(start: string, most: number): Known[];
  /** Words that are numbers. */
  numbers(): Known[];
  /** Terms that say exactly this key. */
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
 * Throws Failure `missing` / `no-terminology` when there is no such file, `broken` / `terminology-old` when it was made by
 * another version of Scriba, `broken` / `terminology-damaged` when it cannot be read.
 */
export function openIndex(file: string): Index {
  if (!existsSync(file))
    throw new Failure('missing', 'No terminology is installed for this. Import one first.', {
      detail: 'no-terminology',
    });
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    return reader(db);
  } catch (error) {
    db?.close();
    if (error instanceof Failure) throw error;
    throw new Failure(
      'broken',
      'The terminology index is damaged. Import the release again; nothing else is touched.',
      { detail: 'terminology-damaged', cause: error },
    );
  }
}

function reader(db: Database.Database): Index {
  for (const pragma of [
    'query_only = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'cache_size = -32768',
  ])
    db.pragma(pragma);
  // One look at the file for all questions: nobody writes into it, and a lock for each statement costs a third of an answer.
  db.exec('BEGIN');
  const meta = new Map(
    db.prepare('SELECT name, value FROM meta').raw().all() as [string, unknown][],
  );
  if (meta.get('form') !== INDEX_FORM || meta.get('normaliser') !== NORMALISER) {
    throw new Failure(
      'broken',
      'The terminology index was made by another version of Scriba. Import the release again.',
      { detail: 'terminology-old' },
    );
  }
  const forms = new Map(
    db.prepare('SELECT form, base FROM forms').raw().all() as [string, string][],
  );
  const packed = meta.get('counts') as Buffer;
  const counts = new Uint32Array(
    packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength),
  );

  const byWord = db.prepare('SELECT id, word, terms FROM words WHERE word = ? AND base IS NULL');
  const byId = db.prepare('SELECT coalesce(base, id) AS id, word, terms FROM words WHERE id = ?');
  const byStart = db.prepare(
    'SELECT coalesce(b.id, w.id) AS id, coalesce(b.word, w.word) AS word, w.terms FROM words w LEFT JOIN words b ON b.id = w.base WHERE w.word >= ? AND w.word < ? ORDER BY w.terms DESC, w.word LIMIT ?',
  );
  const byPiece = db.prepare('SELECT words FROM spelling WHERE piece = ?').pluck();
  const byKey = db
    .prepare(
      'SELECT t.id, t.code, t.kind, t.words FROM keys k JOIN terms t ON t.id = k.term WHERE k.key = ? ORDER BY t.id',
    )
    .raw();
  const byMatch = db
    .prepare(
      'SELECT t.id, t.code, t.kind, t.words FROM (SELECT rowid AS id FROM found WHERE found MATCH ? LIMIT ?) f JOIN terms t ON t.id = f.id',
    )
    .raw();
  const codeById = db
    .prepare(
      'SELECT c.id, c.code, c.name, c.flags, t.words FROM codes c LEFT JOIN terms t ON t.id = c.name_term WHERE c.id = ?',
    )
    .raw();
  const codesByStart = db
    .prepare('SELECT id FROM codes WHERE code >= ? AND code < ? ORDER BY code LIMIT ?')
    .pluck();
  const codeByCode = db.prepare('SELECT id FROM codes WHERE code = ?').pluck();
  const textOf = db
    .prepare(
      'SELECT coalesce(t.text, c.name) FROM terms t JOIN codes c ON c.id = t.code WHERE t.id = ?',
    )
    .pluck();
  type Row = [number, number, number, Uint8Array];
  const term = ([id, code, kind, words]: Row): Term => ({
    id,
    code,
    kind,
    words: unpackWords(words),
  });
  const codes = new Map<number, Code>();
  const code = (id: number): Code => {
    const known = codes.get(id);
    if (known) return known;
    const [, name, long, flags, words] = codeById.get(id) as [
      number,
      string,
      string,
      number,
      Uint8Array | null,
    ];
    const read: Code = {
      id,
      code: name,
      name: long,
      flags,
      nameWords: words ? unpackWords(words) : [],
    };
    if (codes.size === CODES_KEPT) codes.clear();
    codes.set(id, read);
    return read;
  };

  return {
    facts: {
      ontology: String(meta.get('ontology')),
      version: String(meta.get('version')),
      codes: Number(meta.get('codes')),
      terms: Number(meta.get('terms')),
    },
    wordsOf: createNormaliser(forms),
    counts,
    word: (word) => byWord.get(word) as Known | undefined,
    near(word) {
      const ids = new Set<number>();
      for (const piece of pieces(word))
        for (const id of unpackWords(
          (byPiece.get(piece) as Uint8Array | undefined) ?? new Uint8Array(),
        ))
          ids.add(id);
      return corrections(
        word,
        [...ids].map((id) => byId.get(id) as Known),
      );
    },
    beginning: (start, most) => byStart.all(start, `${start}\u{10ffff}`, most) as Known[],
    numbers: () =>
      db
        .prepare("SELECT id, word, terms FROM words WHERE word >= '0' AND word < ':'")
        .all() as Known[],
    exactly: (key) => (byKey.all(shortName(key)) as Row[]).map(term),
    having: (groups, most) =>
      (
        byMatch.all(
          groups.map((group) => `(${group.map((word) => `"${word}"`).join(' OR ')})`).join(' AND '),
          most,
        ) as Row[]
      ).map(term),
    code,
    codeOf: (name) => {
      const id = codeByCode.get(name) as number | undefined;
      return id === undefined ? undefined : code(id);
    },
    codesFrom: (start, most) =>
      (codesByStart.all(start, `${start}\u{10ffff}`, most) as number[]).map(code),
    text: (id) => textOf.get(id) as string,
    kind: (kind) => kinds[kind]!,
    close: () => void db.close(),
  };
}
