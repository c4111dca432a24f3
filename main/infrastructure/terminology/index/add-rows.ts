/** Writes rows of one table, many at once: a statement for each row costs three times as much. */
import type Database from 'better-sqlite3';

const ROWS = 32;

type Value = string | number | null | Uint8Array;

export type AddRows = {
  add(...row: readonly Value[]): void;
  /** Writes the rows that are left. */
  end(): void;
};

/**
 * Rows of `columns` values each, kept until there are enough of them. Never between rows of a
 * full-text table: SQLite begins a savepoint for each of these statements, at which that table
 * writes all that it holds.
 */
export function addRows(db: Database.Database, table: string, columns: number): AddRows {
  const row = `(${Array.from({ length: columns }, () => '?').join(',')})`;
  const statement = (rows: number) =>
    db.prepare(`INSERT INTO ${table} VALUES${Array.from({ length: rows }, () => row).join(',')}`);
  const full = statement(ROWS);
  let kept: Value[] = [];
  return {
    add(...values) {
      for (const value of values) kept.push(value);
      if (kept.length < ROWS * columns) return;
      full.run(kept);
      kept = [];
    },
    end() {
      if (kept.length > 0) statement(kept.length / columns).run(kept);
      kept = [];
    },
  };
}
