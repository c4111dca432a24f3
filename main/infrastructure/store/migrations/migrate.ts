/**
 * Brings a database to the newest form: all missing steps in one transaction, so it is old or new,
 * never between (P10).
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import { makePrivate } from '../../private-file.ts';
import type { Sqlite } from '../database.ts';

/** SQL of the step to version index + 1. */
export type Migrations = readonly string[];

/**
 * Runs what is missing. Before changing a database with content, a copy is left beside it as
 * `<file>.v<version>`. Throws Failure `broken` / `database-migration` when a step did not go
 * through; then nothing is changed. That the database is not a newer Scriba's was seen when it was
 * opened (`openDatabase`).
 */
export function migrate(db: Sqlite, migrations: Migrations): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found >= migrations.length) return;
  if (found > 0) keepCopy(db, `${db.name}.v${found}`);
  // A step that builds a table anew drops the old one; with foreign keys on, the rows that refer to
  // it would go along.
  db.pragma('foreign_keys = OFF');
  try {
    db.transaction(() => {
      for (const sql of migrations.slice(found)) db.exec(sql);
      if ((db.pragma('foreign_key_check') as unknown[]).length > 0)
        throw new Error('a row refers to one that is gone');
      db.pragma(`user_version = ${migrations.length}`);
    }).exclusive();
  } catch (error) {
    throw stepFailed(error);
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

export const newer = () =>
  new Failure(
    'broken',
    'A newer Scriba has used this database. Install the newer version again; nothing was changed.',
    { detail: 'database-newer' },
  );

/** A full or failing disk has words of its own (`readable`). */
function stepFailed(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && !/^SQLITE_(ERROR|CONSTRAINT|MISMATCH)/.test(code)) return error;
  return new Failure(
    'broken',
    'The database could not be brought to its new form. It is unchanged, and the version of Scriba before this one still opens it.',
    { detail: 'database-migration', cause: error },
  );
}

/**
 * The copy gets its name only when it is whole and on the disk; SQLite itself does not sync it. A
 * copy of an earlier try may be older than the database.
 */
function keepCopy(db: Sqlite, copy: string): void {
  const fresh = `${copy}.new`;
  // Half of one, from a try that was interrupted; SQLite writes into an empty file only.
  if (existsSync(fresh)) truncateSync(fresh);
  makePrivate(fresh);
  db.prepare('VACUUM INTO ?').run(fresh);
  sync(fresh, 'r+');
  renameSync(fresh, copy);
  // Windows has no such thing as syncing a folder.
  if (process.platform !== 'win32') sync(path.dirname(copy), 'r');
}

function sync(name: string, flags: string): void {
  const file = openSync(name, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
