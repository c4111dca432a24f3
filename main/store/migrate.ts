/** Brings a database to the newest form: each step in one transaction, so it is old or new, never between (P10). */
import { existsSync } from 'node:fs';
import { Failure } from '../../shared/failure.ts';
import type { Sqlite } from './database.ts';

/** SQL of the step to version index + 1. */
export type Migrations = readonly string[];

/**
 * Runs what is missing. Before changing a database with content, a copy is left beside it as `<file>.v<version>`.
 * Throws Failure `broken` / `database-newer` when a newer Scriba wrote it; then nothing is changed.
 */
export function migrate(db: Sqlite, migrations: Migrations): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found > migrations.length) {
    throw new Failure('broken', 'A newer Scriba has used this database. Install the newer version again; nothing was changed.', { detail: 'database-newer' });
  }
  if (found > 0 && found < migrations.length) keepCopy(db, `${db.name}.v${found}`);
  migrations.slice(found).forEach((sql, index) => {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${found + index + 1}`);
    }).exclusive();
  });
}

function keepCopy(db: Sqlite, path: string): void {
  // A copy from an earlier, interrupted try is as good: the database has not changed since.
  if (!existsSync(path)) db.prepare('VACUUM INTO ?').run(path);
}
