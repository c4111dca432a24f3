/**
 * Opens the one database file so that what was committed survives a power cut, and so that nobody
 * else writes to it.
 */
import Database from 'better-sqlite3';
import { Failure } from '../../../shared/failure.ts';
import { makePrivate } from '../private-file.ts';
import { type Migrations, newer } from './migrations/migrate.ts';
import { schemaIsRight } from './recovery/schema-check.ts';

export type Sqlite = Database.Database;

/**
 * Design D3. Every open sets them anew: better-sqlite3 reopens a WAL database with
 * `synchronous=NORMAL`, which loses commits.
 */
const pragmas: readonly (readonly [name: string, set: string, reads: string | number])[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['secure_delete', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
  ['cell_size_check', 'ON', 1],
  // Only macOS heeds these two; elsewhere they are remembered and do nothing.
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
];

export type OpenDeps = {
  /** The tables that the database must have; not checked without. */
  readonly migrations?: Migrations | undefined;
  /**
   * Called before the connection to a file that is refused (damaged, newer) is closed: closing
   * folds the log into the file, and so changes what is to be kept.
   */
  readonly refused?: (() => void) | undefined;
};

/**
 * Opens or creates the database at `file` and takes its lock at once.
 * Throws Failure `busy` / `already-open` when another process holds it, `broken` /
 * `database-damaged` when it cannot be read, `broken` / `database-newer` when this Scriba is too
 * old for it, `broken` / `database-setting` when a pragma did not take.
 */
export function openDatabase(file: string, { migrations, refused }: OpenDeps = {}): Sqlite {
  let db: Sqlite | undefined;
  try {
    makePrivate(file);
    db = new Database(file, { timeout: 0 });
    // Before anything is read: so the lock is kept from the first look on, and WAL needs no shared
    // memory file.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('cell_size_check = ON');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    // Before anything is written.
    check(db, migrations);
    for (const [name, set, reads] of pragmas) {
      db.pragma(`${name} = ${set}`);
      const found = db.pragma(name, { simple: true });
      if (found !== reads)
        throw new Failure(
          'broken',
          `The database did not accept the setting ${name}; Scriba does not open it without.`,
          { detail: 'database-setting' },
        );
    }
    return db;
  } catch (error) {
    const failure = refusal(error);
    if (
      failure instanceof Failure &&
      (failure.detail === 'database-damaged' || failure.detail === 'database-newer')
    )
      refused?.();
    db?.close();
    throw failure;
  }
}

/**
 * Also the indexes: a visit that its index leaves out would never be sent. About a millisecond a
 * megabyte.
 */
function check(db: Sqlite, migrations: Migrations | undefined): void {
  const verdict = db.pragma('integrity_check(1)', { simple: true });
  if (verdict !== 'ok') throw damaged(verdict);
  if (!migrations) return;
  if ((db.pragma('user_version', { simple: true }) as number) > migrations.length) throw newer();
  if (!schemaIsRight(db, migrations)) throw damaged('schema');
}

/** While it is being opened, whatever SQLite cannot make sense of is damage. */
function refusal(error: unknown): unknown {
  const failure = readable(error);
  return failure instanceof Failure || !/^SQLITE_/.test(String((error as { code?: unknown }).code))
    ? failure
    : damaged(error);
}

/** Turns an error of SQLite into a Failure that says what to do. */
export function readable(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return error;
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new Failure(
      'busy',
      'Scriba is already open on this computer. Go on in the other window, or close it first.',
      { detail: 'already-open', cause: error },
    );
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damaged(error);
  if (code.startsWith('SQLITE_FULL'))
    return new Failure('refused', 'The disk is full. Free some space, then try again.', {
      detail: 'disk-full',
      cause: error,
    });
  if (
    code.startsWith('SQLITE_IOERR') ||
    code.startsWith('SQLITE_CANTOPEN') ||
    code.startsWith('SQLITE_READONLY')
  ) {
    return new Failure(
      'broken',
      'The disk refused a write. Check the disk, then start Scriba again; what was kept before is still there.',
      { detail: 'disk-failing', cause: error },
    );
  }
  return error;
}

const damaged = (cause: unknown) =>
  new Failure(
    'broken',
    'The database is damaged. It is kept as it is; the recordings lie in files of their own and are not touched.',
    { detail: 'database-damaged', cause },
  );

/** Compiles each statement once; a queue looks at the same rows all day. */
export function statements(db: Sqlite): (sql: string) => Database.Statement<unknown[]> {
  const compiled = new Map<string, Database.Statement<unknown[]>>();
  return (sql) => {
    const known = compiled.get(sql);
    if (known) return known;
    const statement = db.prepare<unknown[]>(sql);
    compiled.set(sql, statement);
    return statement;
  };
}
