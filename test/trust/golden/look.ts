/**
 * A database as SQLite itself sees it, without any code of ours: its version, its form, and a
 * digest of what stood in the old columns.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';

export type Columns = Readonly<Record<string, readonly string[]>>;
export type Look = { readonly version: number; readonly form: string; readonly content: string };

/**
 * Opening plays a WAL back, as any program would. `columns`: of each table that is looked at; else
 * all there are.
 */
export function look(file: string, columns?: Columns): Look & { readonly columns: Columns } {
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    const verdict = db.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok') throw new Error(`damaged: ${verdict}`);
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new Error('a row refers to one that is gone');
    const form = (
      db
        .prepare(
          "SELECT type || ' ' || name || ': ' || coalesce(sql, '') AS line FROM sqlite_schema ORDER BY type, name",
        )
        .pluck()
        .all() as string[]
    ).join('\n');
    const of: Columns =
      columns ??
      Object.fromEntries(
        (
          db
            .prepare(
              "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
            )
            .pluck()
            .all() as string[]
        ).map((table) => [
          table,
          (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name),
        ]),
      );
    const hash = createHash('sha256');
    for (const [table, names] of Object.entries(of)) {
      for (const row of db
        .prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY ${names[0]}`)
        .raw()
        .iterate() as IterableIterator<unknown[]>) {
        hash.update(
          `${table}\n${row.map((value) => (Buffer.isBuffer(value) ? `x'${value.toString('hex')}'` : JSON.stringify(value))).join('\n')}\n`,
        );
      }
    }
    return {
      version: db.pragma('user_version', { simple: true }) as number,
      form,
      content: hash.digest('hex'),
      columns: of,
    };
  } finally {
    db.close();
  }
}

/**
 * In memory where the system has a disk there: these thousands of small files prove nothing about
 * the real disk.
 */
const quickPlace = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Puts files into a folder of their own, runs with it, and removes it. */
export function withFiles<T>(files: ReadonlyMap<string, Buffer>, run: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(quickPlace, 'scriba-look-'));
  try {
    for (const [name, bytes] of files) writeFileSync(path.join(folder, path.basename(name)), bytes);
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
