/**
 * Checks that the tables of a database are still described as its version's migrations describe
 * them: damage in there passes SQLite's own check.
 */
import Database from 'better-sqlite3';
import type { Sqlite } from '../database.ts';
import type { Migrations } from '../migrations/migrate.ts';

/** For a version that this Scriba knows. */
export function schemaIsRight(db: Sqlite, migrations: Migrations): boolean {
  const version = db.pragma('user_version', { simple: true }) as number;
  const model = new Database(':memory:');
  try {
    for (const sql of migrations.slice(0, version)) model.exec(sql);
    return described(db) === described(model);
  } finally {
    model.close();
  }
}

/** Without what SQLite keeps for itself, and without how it was typed. */
function described(db: Sqlite): string {
  const rows = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all() as { type: string; name: string; sql: string }[];
  return rows
    .map(
      ({ type, name, sql }) =>
        `${type} ${name} ${(sql ?? '').replace(/--.*/g, '').replace(/\s+/g, ' ')}`,
    )
    .join('\n');
}
