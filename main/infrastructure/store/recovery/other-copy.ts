/**
 * Databases that lie beside the one in use: copies that migrations left, and those that were set
 * aside as damaged or newer. What can be read of them is taken up again (P7), and nothing stays in
 * them longer than it may (P27).
 */

import { copyFileSync, existsSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure } from '../../../../shared/failure.ts';
import type { PatientDocument } from '../../../../shared/model/clinic/document.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { Sqlite } from '../database.ts';
import type { Migrations } from '../migrations/migrate.ts';
import { migrations as all } from '../migrations/migrations.ts';
import type { VisitRow } from '../rows.ts';
import type { RowCipher } from '../sealed-columns.ts';
import { createDecisions } from '../tables/decisions.ts';
import type { DecidedRow, RememberedChoice } from '../tables/desk-rows.ts';
import { createDocuments } from '../tables/documents.ts';
import { createExports, type ExportRow } from '../tables/exports.ts';
import { type BranchRow, createNoteVersions, type VersionRow } from '../tables/note-versions.ts';
import { createNotes } from '../tables/notes.ts';
import { createRememberedChoices } from '../tables/remembered-choices.ts';
import { createSignatures, type SignatureRow } from '../tables/signatures.ts';
import { createValues } from '../tables/values.ts';
import { createVisitTable } from '../tables/visits.ts';
import { readDamagedTable } from './read-damaged-table.ts';

export type OtherVisit = {
  readonly row: VisitRow;
  readonly note: Note;
  /** Decisions at the code desk, and the words marked there. */
  readonly decided: readonly DecidedRow[];
  readonly marks: readonly NoteEntity[];
  /** Versions that a doctor wrote: they stand nowhere else. */
  readonly branches: readonly {
    readonly row: BranchRow;
    readonly versions: readonly VersionRow[];
  }[];
  /** Oldest first. */
  readonly signatures: readonly SignatureRow[];
  /** Exports to an EMR; newest first. */
  readonly exports: readonly ExportRow[];
};
export type Other = {
  /** Written by a newer Scriba: not read. */
  readonly newer: boolean;
  /** Visits that have a note, and whose rows open. */
  readonly visits: readonly OtherVisit[];
  /** Ids of visits that a person discarded. */
  readonly discarded: readonly string[];
  /** Oldest first. */
  readonly documents: readonly PatientDocument[];
  /** The list of documents could be walked from end to end: what is not in it was not there. */
  readonly documentsWhole: boolean;
  readonly rememberedChoices: ReadonlyMap<string, RememberedChoice>;
  /** As it was stored. */
  readonly settings: string | undefined;
  /** Some rows were sealed with keys that are not at hand. */
  readonly locked: boolean;
};
export type OtherDeps = { readonly seal: () => RowCipher; readonly migrations?: Migrations };

const nothing: Other = {
  newer: false,
  visits: [],
  discarded: [],
  documents: [],
  documentsWhole: false,
  rememberedChoices: new Map(),
  settings: undefined,
  locked: false,
};

/**
 * Reads the database at `file` without touching it: a copy is made at `work`, which the caller
 * removes. Each row proves itself by its seal, so that also of a damaged one whatever opens is as
 * it was written. Throws Failure `locked` while the vault is.
 */
export function readOther(
  file: string,
  work: string,
  { seal, migrations = all }: OtherDeps,
): Other {
  copyFileSync(file, work);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${work}-wal`);
  else if (existsSync(`${work}-wal`)) truncateSync(`${work}-wal`);
  const db = open(work);
  try {
    const version = ignoreDamage(() => db.pragma('user_version', { simple: true }) as number);
    if (version === undefined) return nothing;
    if (version > migrations.length) return { ...nothing, newer: true };
    ignoreDamage(() =>
      db.transaction(() => {
        for (const sql of migrations.slice(version)) db.exec(sql);
      })(),
    );
    const settings = ignoreDamage(() => createValues(db).get('settings'));
    return { newer: false, settings, ...contentOf(db, seal) };
  } finally {
    db.close();
  }
}

/**
 * Tells what must be removed. `row`, `document`: missing where it does not open. `forgotten`: own
 * choices up to this time; milliseconds since 1970.
 */
export type Over = {
  visit(id: string, row: VisitRow | undefined): boolean;
  document(id: string, document: PatientDocument | undefined): boolean;
  readonly forgotten: number;
};

/**
 * Removes what is over from the database at `file`, in place; what is removed is overwritten.
 * Throws where the file does not let itself be read: then it is as it was.
 */
export function trimOther(file: string, over: Over, { seal }: OtherDeps): void {
  const db = open(file);
  try {
    const has = (table: string) =>
      db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !==
      undefined;
    const visitTable = createVisitTable(db, seal);
    const documents = createDocuments(db, seal);
    // A list without visits is none.
    if (!has('consultations'))
      throw new Failure('broken', 'This is no list of visits.', { detail: 'database-damaged' });
    const visits = idsOf(db.prepare('SELECT id FROM consultations').all()).filter((id) =>
      over.visit(
        id,
        ignoreDamage(() => visitTable.get(id)),
      ),
    );
    const papers = (
      has('documents') ? idsOf(db.prepare('SELECT id FROM documents').all()) : []
    ).filter((id) =>
      over.document(
        id,
        ignoreDamage(() => documents.get(id)),
      ),
    );
    const choices =
      has('favourites') && over.forgotten > 0
        ? [...createRememberedChoices(db, seal).all()]
            .filter(([, { choices: all }]) => all.every(({ last }) => last <= over.forgotten))
            .map(([name]) => name)
        : [];
    if (visits.length + papers.length + choices.length === 0) return;
    // Decisions about a visit are removed with it.
    db.pragma('foreign_keys = ON');
    db.pragma('synchronous = FULL');
    db.transaction(() => {
      for (const id of visits) {
        db.prepare('DELETE FROM notes WHERE consultation_id = ?').run(id);
        db.prepare('DELETE FROM consultations WHERE id = ?').run(id);
      }
      // A copy is never searched; its index would still tell which words an erased visit had.
      if (has('search_postings'))
        db.exec(
          'DELETE FROM search_postings; DELETE FROM search_visits; DELETE FROM search_pending',
        );
      for (const id of papers) db.prepare('DELETE FROM documents WHERE id = ?').run(id);
      for (const name of choices) db.prepare('DELETE FROM favourites WHERE name = ?').run(name);
    }).exclusive();
  } finally {
    // Folds a log into the file and removes it.
    db.close();
  }
}

function open(file: string): Sqlite {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  for (const setting of [
    'locking_mode = EXCLUSIVE',
    'trusted_schema = OFF',
    'temp_store = MEMORY',
    'secure_delete = ON',
  ])
    db.pragma(setting);
  return db;
}

/** The tables whose rows are read, and the column that each is looked up by. */
const tables = [
  ['consultations', 'id'],
  ['notes', 'consultation_id'],
  ['decisions', 'consultation_id'],
  ['marks', 'consultation_id'],
  ['note_branches', 'consultation_id'],
  ['note_versions', 'consultation_id'],
  ['signatures', 'consultation_id'],
  ['exports', 'consultation_id'],
  ['favourites', 'name'],
] as const;

/** A damaged database whose rows are read. */
type DamagedCopy = {
  readonly db: Sqlite;
  readonly seal: () => RowCipher;
  /** Some rows were sealed with keys that are not at hand. */
  locked: boolean;
};

function contentOf(db: Sqlite, seal: () => RowCipher): Omit<Other, 'newer' | 'settings'> {
  const documentsWhole = ignoreDamage(() => readDamagedTable(db, 'documents', 'id')) ?? false;
  for (const [table, by] of tables) ignoreDamage(() => readDamagedTable(db, table, by));
  const copy: DamagedCopy = { db, seal, locked: false };
  const papers = createDocuments(db, seal);
  const visits = visitsWithNotes(copy);
  const documents = (
    ignoreDamage(() => idsOf(db.prepare('SELECT id FROM documents').all())) ?? []
  ).flatMap((id) => opening(copy, () => papers.get(id)));
  const [rememberedChoices = new Map<string, RememberedChoice>()] = opening(copy, () =>
    createRememberedChoices(db, seal).all(),
  );
  // The clear column alone may be damaged; when it was discarded is sealed.
  const discarded = (
    ignoreDamage(() => createVisitTable(db, seal).inStates('discarded')) ?? []
  ).flatMap(({ id, details }) => (details.discardedAt === undefined ? [] : [id]));
  return { visits, discarded, documents, documentsWhole, rememberedChoices, locked: copy.locked };
}

function visitsWithNotes(copy: DamagedCopy): OtherVisit[] {
  const { db, seal } = copy;
  const visits = createVisitTable(db, seal);
  const notes = createNotes(db, seal);
  const decisions = createDecisions(db, seal);
  const lost = () => {
    copy.locked = true;
  };
  const ids =
    ignoreDamage(() => idsOf(db.prepare('SELECT consultation_id AS id FROM notes').all())) ?? [];
  return ids.flatMap((id) =>
    opening(copy, () => {
      const note = notes.get(id);
      const row = note && visits.get(id);
      if (!row) return undefined;
      const [decided = []] = opening(copy, () => decisions.list(id, lost));
      const [marks = []] = opening(copy, () => decisions.marks(id, lost));
      return { row, note, ...workOn(db, seal, id), decided, marks };
    }),
  );
}

/** Returns none where it does not open. Throws Failure `locked` while the vault is. */
function opening<T>(copy: DamagedCopy, run: () => T | undefined): T[] {
  try {
    const found = run();
    return found === undefined ? [] : [found];
  } catch (error) {
    if (error instanceof Failure && error.code === 'locked') {
      if (error.detail !== 'key-of-visit-missing') throw error;
      copy.locked = true;
    }
    return [];
  }
}

const idsOf = (rows: unknown[]): string[] => (rows as { id: string }[]).map(({ id }) => id);

/**
 * Reads branches, exports and signatures each for itself: a version that does not open must not
 * keep a signature from coming back.
 */
function workOn(
  db: Sqlite,
  seal: () => RowCipher,
  id: string,
): Pick<OtherVisit, 'branches' | 'signatures' | 'exports'> {
  const versions = createNoteVersions(db, seal);
  const signatures = createSignatures(db, seal);
  const ids = (ignoreDamage(() =>
    db.prepare('SELECT id FROM signatures WHERE consultation_id = ? ORDER BY place').all(id),
  ) ?? []) as { id: string }[];
  return {
    branches: (ignoreDamage(() => versions.branches(id)) ?? []).map((row) => ({
      row,
      versions: ignoreDamage(() => versions.versions(id, row.branch)) ?? [],
    })),
    exports: ignoreDamage(() => createExports(db, seal).list(id)) ?? [],
    signatures: ids.flatMap((each) => ignoreDamage(() => signatures.get(each.id)) ?? []),
  };
}

/** Returns undefined where it throws: what is damaged is passed over. */
function ignoreDamage<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
