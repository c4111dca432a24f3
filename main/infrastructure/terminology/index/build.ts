/** Writes one index file from the rows of a release, in one go; the same rows in any order give the same file. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  createNormaliser,
  type Forms,
  keyOf,
  NORMALISER,
  type WordsOf,
} from '../text/normalise.ts';
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
  /** Words that may be said and need not. */
  readonly optional?: string | undefined;
};
/** What a release says of itself and of its words. */
export type Release = {
  readonly ontology: string;
  readonly version: string;
  readonly forms: Forms;
};

export type IndexWriter = {
  code(row: CodeRow): void;
  /** The code must have been told; a term that says for the same code what another said is left out. */
  term(row: TermRow): void;
  /** Answers how much is in it; the file is whole, closed and on the disk then. */
  finish(tick: (share: number) => void): { codes: number; terms: number };
  close(): void;
};

/** Terms in hand at once. */
const PAGE = 5_000;

/** `file` must be empty or not there. */
export function writeIndex(file: string, { ontology, version, forms }: Release): IndexWriter {
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
    'CREATE TEMP TABLE told(n INTEGER, kind INTEGER, code TEXT, text TEXT, essential TEXT, optional TEXT)',
  );
  db.exec('BEGIN');
  const tell = db.prepare('INSERT INTO told VALUES(?,?,?,?,?,?)');
  const wordsOf = createNormaliser(forms);
  const codes = new Map<string, CodeRow>();
  const said = new Set<number>();
  let terms = 0;

  return {
    code: (row) => void codes.set(row.code, row),
    term({ code, text, kind, optional }) {
      const words = termWords(wordsOf, text, optional);
      const name = shortName(`${code}|${keyOf(words.essential)}`);
      if (words.essential.length === 0 || (kind !== 'preferred' && said.has(name))) return;
      said.add(name);
      terms += 1;
      tell.run(
        words.essential.length,
        kinds.indexOf(kind),
        code,
        text,
        words.essential.join(' '),
        words.optional.join(' '),
      );
    },
    finish(tick) {
      const codeIds = writeCodes(db, codes);
      const words = new Map<string, { id: number; terms: number }>();
      const idOf = (word: string) => {
        let known = words.get(word);
        if (!known) words.set(word, (known = { id: words.size + 1, terms: 0 }));
        known.terms += 1;
        return known.id;
      };
      const addTerm = db.prepare('INSERT INTO terms VALUES(?,?,?,?,?)');
      const addFound = db.prepare('INSERT INTO found(rowid, words) VALUES(?,?)');
      const addKey = db.prepare('INSERT OR IGNORE INTO keys VALUES(?,?)');
      const nameTerm = db.prepare('UPDATE codes SET name_term = ? WHERE id = ?');
      const keys = new Float64Array(terms);
      const list = (text: string) => (text === '' ? [] : text.split(' '));
      let id = 0;
      // Sorted into a table of its own: one connection cannot read and write at once.
      db.exec(
        'CREATE TEMP TABLE sorted AS SELECT kind, code, text, essential, optional FROM told ORDER BY n, kind, code, text; DROP TABLE told',
      );
      type Told = { kind: number; code: string; text: string; essential: string; optional: string };
      const page = db.prepare(
        'SELECT kind, code, text, essential, optional FROM sorted WHERE rowid > ? AND rowid <= ?',
      );
      for (let from = 0; from < terms; from += PAGE) {
        const rows = page.all(from, from + PAGE) as Told[];
        for (const row of rows) {
          id += 1;
          const code = codeIds.get(row.code);
          if (code === undefined) continue; // its key stays 0 and is left out below
          const essential = list(row.essential);
          const optional = list(row.optional);
          const preferred = row.kind === 0;
          addTerm.run(
            id,
            code,
            row.kind,
            preferred && row.text === codes.get(row.code)!.name ? null : row.text,
            packWords(essential.map(idOf), optional.map(idOf)),
          );
          addFound.run(id, `${row.essential} ${row.optional}`);
          keys[id - 1] = shortName(keyOf(essential));
          if (preferred) nameTerm.run(id, code);
        }
        tick(id / Math.max(1, terms));
      }
      // In their own order a tree of keys is written once, and full.
      const byKey = Uint32Array.from({ length: id }, (_, at) => at).sort(
        (a, b) => keys[a]! - keys[b]! || a - b,
      );
      for (const at of byKey) if (keys[at] !== 0) addKey.run(keys[at]!, at + 1);
      writeWords(db, words, new Map([...sameMeaning, ...forms]), wordsOf);
      const addForm = db.prepare('INSERT OR IGNORE INTO forms VALUES(?,?)');
      for (const [form, base] of forms) addForm.run(form, base);
      const meta = db.prepare('INSERT INTO meta VALUES(?,?)');
      const facts = {
        form: INDEX_FORM,
        normaliser: NORMALISER,
        ontology,
        version,
        codes: codes.size,
        terms: id,
      };
      for (const [name, value] of Object.entries(facts)) meta.run(name, value);
      db.exec("INSERT INTO found(found) VALUES('optimize')");
      db.exec('COMMIT');
      db.exec(INDEXES);
      db.close();
      // Here, in the thread of the import: whoever works meanwhile must not wait for the disk.
      const handle = openSync(file, 'r+');
      fsyncSync(handle);
      closeSync(handle);
      return { codes: codes.size, terms: id };
    },
    close: () => void db.close(),
  };
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

function writeWords(
  db: Database.Database,
  words: ReadonlyMap<string, { id: number; terms: number }>,
  aliases: ReadonlyMap<string, string>,
  wordsOf: WordsOf,
) {
  const add = db.prepare('INSERT INTO words VALUES(?,?,?,?)');
  const byPiece = new Map<number, number[]>();
  const counts = new Uint32Array(words.size + 1);
  const findable = (word: string, id: number) => {
    if (!CORRECTABLE.test(word)) return;
    for (const piece of pieces(word)) {
      const there = byPiece.get(piece);
      if (there) there.push(id);
      else byPiece.set(piece, [id]);
    }
  };
  for (const [word, { id, terms }] of words) {
    add.run(id, word, terms, null);
    counts[id] = terms;
    findable(word, id);
  }
  let id = words.size;
  for (const alias of [...aliases.keys()].sort()) {
    const base = words.get(wordsOf(alias)[0] ?? '');
    if (!base || words.has(alias)) continue;
    id += 1;
    add.run(id, alias, base.terms, base.id);
    findable(alias, id);
  }
  db.prepare('INSERT INTO meta VALUES(?,?)').run('counts', Buffer.from(counts.buffer));
  const addPiece = db.prepare('INSERT INTO spelling VALUES(?,?)');
  for (const piece of [...byPiece.keys()].sort((a, b) => a - b))
    addPiece.run(piece, packWords(byPiece.get(piece)!, []));
}
