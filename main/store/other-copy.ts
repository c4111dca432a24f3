/**
 * Databases that lie beside the one in use: copies that migrations left, and those that were set aside as damaged or
 * newer. What can be read of them is taken up again (P7), and nothing stays in them longer than it may (P27).
 */
import Database from 'better-sqlite3';
import { copyFileSync, existsSync, truncateSync } from 'node:fs';
import { Failure } from '../../shared/failure.ts';
import type { Note } from '../../shared/note.ts';
import { createConsultations } from './consultations.ts';
import type { Sqlite } from './database.ts';
import type { Migrations } from './migrate.ts';
import { migrations as all } from './migrations/migrations.ts';
import { createNotes } from './notes.ts';
import { createNoteVersions, type BranchRow, type VersionRow } from './note-versions.ts';
import type { ConsultationRow } from './rows.ts';
import type { RowCipher } from './sealing.ts';
import { createSignatures, type SignatureRow } from './signatures.ts';
import { createValues } from './values.ts';

export type OtherVisit = {
  readonly row: ConsultationRow;
  readonly note: Note;
  /** What a doctor made of it: stands nowhere else. */
  readonly branches: readonly { readonly row: BranchRow; readonly versions: readonly VersionRow[] }[];
  /** Oldest first. */
  readonly signatures: readonly SignatureRow[];
};
export type Other = {
  /** Of a Scriba that is newer still: not looked into. */
  readonly newer: boolean;
  /** Those that have a note, and whose rows open. */
  readonly visits: readonly OtherVisit[];
  /** Ids of those that a person discarded. */
  readonly discarded: readonly string[];
  /** As it was stored. */
  readonly settings: string | undefined;
  /** Some rows were sealed with keys that are not at hand. */
  readonly locked: boolean;
};
export type OtherNeeds = { readonly seal: () => RowCipher; readonly migrations?: Migrations };

const nothing: Other = { newer: false, visits: [], discarded: [], settings: undefined, locked: false };

/**
 * Reads the database at `file` without touching it: a copy is made at `work`, which the caller removes. Each row proves
 * itself by its seal, so that also of a damaged one whatever opens is as it was written. Throws Failure `locked` while the vault is.
 */
export function readOther(file: string, work: string, { seal, migrations = all }: OtherNeeds): Other {
  copyFileSync(file, work);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${work}-wal`);
  else if (existsSync(`${work}-wal`)) truncateSync(`${work}-wal`);
  const db = open(work);
  try {
    const version = carefully(() => db.pragma('user_version', { simple: true }) as number);
    if (version === undefined) return nothing;
    if (version > migrations.length) return { ...nothing, newer: true };
    carefully(() => db.transaction(() => migrations.slice(version).forEach((sql) => db.exec(sql)))());
    const settings = carefully(() => createValues(db).get('settings'));
    return { newer: false, settings, ...visitsIn(db, seal) };
  } finally {
    db.close();
  }
}

/**
 * Removes the visits that are `over` from the database at `file`, in place; what is removed is overwritten. `row` is missing
 * where it does not open. Throws where the file does not let itself be read: then it is as it was.
 */
export function trimOther(file: string, over: (id: string, row: ConsultationRow | undefined) => boolean, { seal }: OtherNeeds): void {
  const db = open(file);
  try {
    const consultations = createConsultations(db, seal);
    const ids = (db.prepare('SELECT id FROM consultations').all() as { id: string }[]).map(({ id }) => id);
    const gone = ids.filter((id) => over(id, carefully(() => consultations.get(id))));
    if (gone.length === 0) return;
    db.pragma('foreign_keys = ON');
    db.pragma('synchronous = FULL');
    db.transaction(() => {
      for (const id of gone) {
        db.prepare('DELETE FROM notes WHERE consultation_id = ?').run(id);
        db.prepare('DELETE FROM consultations WHERE id = ?').run(id);
      }
    }).exclusive();
  } finally {
    // Folds a log into the file and removes it.
    db.close();
  }
}

function open(file: string): Sqlite {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  for (const setting of ['locking_mode = EXCLUSIVE', 'trusted_schema = OFF', 'temp_store = MEMORY', 'secure_delete = ON']) db.pragma(setting);
  return db;
}

function visitsIn(db: Sqlite, seal: () => RowCipher): Pick<Other, 'visits' | 'discarded' | 'locked'> {
  for (const table of ['consultations', 'notes', 'note_branches', 'note_versions', 'signatures']) carefully(() => gather(db, table));
  const ids = (carefully(() => db.prepare('SELECT consultation_id AS id FROM notes').all()) ?? []).map((each) => (each as { id: string }).id);
  const consultations = createConsultations(db, seal);
  const notes = createNotes(db, seal);
  let locked = false;
  const visits = ids.flatMap((id) => {
    try {
      const note = notes.get(id);
      const row = note && consultations.get(id);
      return row ? [{ row, note, ...workOn(db, seal, id) }] : [];
    } catch (error) {
      if (error instanceof Failure && error.code === 'locked') {
        if (error.detail !== 'key-of-visit-missing') throw error;
        locked = true;
      }
      return [];
    }
  });
  // The clear column alone may be damaged; when it was discarded is sealed.
  const discarded = (carefully(() => consultations.inStates('discarded')) ?? []).flatMap(({ id, details }) => (details.discardedAt === undefined ? [] : [id]));
  return { visits, discarded, locked };
}

/** Each for itself: a version that does not open must not keep a signature from coming back. */
function workOn(db: Sqlite, seal: () => RowCipher, id: string): Pick<OtherVisit, 'branches' | 'signatures'> {
  const versions = createNoteVersions(db, seal);
  const signatures = createSignatures(db, seal);
  const ids = (carefully(() => db.prepare('SELECT id FROM signatures WHERE consultation_id = ? ORDER BY place').all(id)) ?? []) as { id: string }[];
  return {
    branches: (carefully(() => versions.branches(id)) ?? []).map((row) => ({ row, versions: carefully(() => versions.versions(id, row.branch)) ?? [] })),
    signatures: ids.flatMap((each) => carefully(() => signatures.get(each.id)) ?? []),
  };
}

/**
 * Puts the rows of a table into one of the same name in memory, which stands before it: there they are found whatever became of the
 * indexes. A damaged page stops a walk through the table where it lies; so it is walked from both ends.
 */
function gather(db: Sqlite, table: string): void {
  const rows = new Map<unknown, unknown[]>();
  for (const order of ['ASC', 'DESC']) {
    carefully(() => {
      for (const [rowid, ...row] of db.prepare(`SELECT rowid, * FROM main.${table} NOT INDEXED ORDER BY rowid ${order}`).raw().iterate() as IterableIterator<unknown[]>) {
        if (rows.has(rowid)) return;
        rows.set(rowid, row);
      }
    });
  }
  const width = db.prepare(`SELECT * FROM main.${table} LIMIT 0`).columns().length;
  db.exec(`CREATE TEMP TABLE ${table} AS SELECT * FROM main.${table} LIMIT 0`);
  const insert = db.prepare(`INSERT INTO temp.${table} VALUES (${Array(width).fill('?').join(', ')})`);
  for (const row of rows.values()) insert.run(...row);
  db.exec(`CREATE INDEX temp.${table}_by_id ON ${table} (${table === 'consultations' ? 'id' : 'consultation_id'})`);
}

/** What is damaged is passed over. */
function carefully<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
