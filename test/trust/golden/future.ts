/**
 * Steps that a later release could bring: they build the heart of the database anew, add columns,
 * and fill a new table.
 */
import Database from 'better-sqlite3';
import type { Migrations } from '../../../main/infrastructure/store/migrations/migrate.ts';

/**
 * Two steps on top of these migrations; the first drops and rebuilds `consultations`, to which
 * every other row refers.
 */
export function withFutureSteps(migrations: Migrations): Migrations {
  const db = new Database(':memory:');
  for (const sql of migrations) db.exec(sql);
  const { sql } = db
    .prepare("SELECT sql FROM sqlite_schema WHERE name = 'consultations'")
    .get() as { sql: string };
  const indexes = (
    db
      .prepare(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'consultations' AND sql IS NOT NULL",
      )
      .all() as { sql: string }[]
  ).map((index) => `${index.sql};`);
  const columns = (db.pragma('table_info(consultations)') as { name: string }[])
    .map(({ name }) => name)
    .join(', ');
  db.close();
  const rebuilt = sql
    .replace('consultations', 'consultations_rebuilt')
    .replace(/\)\s*STRICT\s*$/, ', future_mark TEXT) STRICT');
  return [
    ...migrations,
    `${rebuilt};
     INSERT INTO consultations_rebuilt (${columns}) SELECT ${columns} FROM consultations;
     DROP TABLE consultations;
     ALTER TABLE consultations_rebuilt RENAME TO consultations;
     ${indexes.join('\n')}
     UPDATE consultations SET future_mark = state;`,
    `ALTER TABLE notes ADD COLUMN future_version INTEGER NOT NULL DEFAULT 1;
     CREATE TABLE future_events (id INTEGER PRIMARY KEY, consultation_id TEXT NOT NULL REFERENCES consultations (id), word TEXT NOT NULL) STRICT;
     INSERT INTO future_events (consultation_id, word) SELECT id, state FROM consultations;`,
  ];
}
