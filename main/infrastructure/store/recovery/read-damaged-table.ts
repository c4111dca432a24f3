/** Reads what can be read of a table in a damaged database. */
import type { Sqlite } from '../database.ts';

/**
 * Puts the rows of a table into one of the same name in memory, which stands before it: there they
 * are found whatever became of the indexes. A damaged page stops a walk through the table where it
 * lies; so it is walked from both ends. Returns whether one walk came through.
 */
export function readDamagedTable(db: Sqlite, table: string, by: string): boolean {
  const rows = new Map<unknown, unknown[]>();
  let whole = false;
  for (const order of ['ASC', 'DESC']) {
    try {
      let met = false;
      for (const [rowid, ...row] of db
        .prepare(`SELECT rowid, * FROM main.${table} NOT INDEXED ORDER BY rowid ${order}`)
        .raw()
        .iterate() as IterableIterator<unknown[]>) {
        if (rows.has(rowid)) {
          met = true;
          break;
        }
        rows.set(rowid, row);
      }
      whole ||= !met;
    } catch {
      // The other end is tried.
    }
  }
  const width = db.prepare(`SELECT * FROM main.${table} LIMIT 0`).columns().length;
  db.exec(`CREATE TEMP TABLE ${table} AS SELECT * FROM main.${table} LIMIT 0`);
  const insert = db.prepare(
    `INSERT INTO temp.${table} VALUES (${Array(width).fill('?').join(', ')})`,
  );
  for (const row of rows.values()) insert.run(...row);
  db.exec(`CREATE INDEX temp.${table}_by_name ON ${table} (${by})`);
  return whole;
}
