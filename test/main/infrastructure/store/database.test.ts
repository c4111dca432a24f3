import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../main/infrastructure/store/database.ts';
import { lockFolder } from '../../../../main/infrastructure/store/folder-lock.ts';
import { migrate } from '../../../../main/infrastructure/store/migrations/migrate.ts';
import { migrations } from '../../../../main/infrastructure/store/migrations/migrations.ts';
import { failure } from '../../../support/failure.ts';
import { temporaryFolder } from '../../../support/rows.ts';

const file = () => path.join(temporaryFolder(), 'scriba.db');

test('every open sets what survives a power cut, also on a database that forgot it', () => {
  const at = file();
  openDatabase(at).close();
  const careless = new Database(at);
  careless.pragma('synchronous = OFF');
  careless.close();
  const db = openDatabase(at);
  const reads = [
    'journal_mode',
    'synchronous',
    'locking_mode',
    'foreign_keys',
    'trusted_schema',
    'secure_delete',
    'temp_store',
    'cell_size_check',
    'fullfsync',
    'checkpoint_fullfsync',
  ].map((name) => db.pragma(name, { simple: true }));
  expect(reads).toEqual(['wal', 2, 'exclusive', 1, 0, 1, 2, 1, 1, 1]);
  db.close();
});

test('migrations run in order, once, and leave a copy of what was there before', () => {
  const at = file();
  const db = openDatabase(at);
  migrate(db, ['CREATE TABLE a (x TEXT) STRICT']);
  expect(existsSync(`${at}.v1`)).toBe(false);
  db.prepare("INSERT INTO a VALUES ('kept')").run();
  migrate(db, ['CREATE TABLE a (x TEXT) STRICT', 'ALTER TABLE a ADD COLUMN y TEXT']);
  expect(db.prepare('SELECT * FROM a').all()).toEqual([{ x: 'kept', y: null }]);
  expect(db.pragma('user_version', { simple: true })).toBe(2);
  expect(new Database(`${at}.v1`, { readonly: true }).prepare('SELECT * FROM a').all()).toEqual([
    { x: 'kept' },
  ]);
  db.close();
});

test('a migration that breaks in the middle leaves the old form', () => {
  const db = openDatabase(file());
  migrate(db, ['CREATE TABLE a (x TEXT) STRICT']);
  expect(() =>
    migrate(db, ['', 'CREATE TABLE b (x TEXT) STRICT; CREATE TABLE a (x TEXT) STRICT']),
  ).toThrow();
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).toEqual([
    { name: 'a' },
  ]);
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  db.close();
});

test('a database of a newer version is refused politely and not changed', () => {
  const name = file();
  const newer = openDatabase(name);
  migrate(newer, migrations);
  newer.pragma('user_version = 99');
  newer.close();
  expect(() => openDatabase(name, { migrations })).toThrow(failure('broken', 'database-newer'));
  const db = openDatabase(name);
  expect(db.pragma('user_version', { simple: true })).toBe(99);
  db.close();
});

const openToOthers = (folder: string) =>
  readdirSync(folder).filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);

test.runIf(process.platform !== 'win32')(
  'a database, its log, its copies and the lock of the folder are for their user alone',
  () => {
    const at = file();
    const db = openDatabase(at);
    migrate(db, ['CREATE TABLE a (x TEXT) STRICT']);
    migrate(db, ['CREATE TABLE a (x TEXT) STRICT', 'ALTER TABLE a ADD COLUMN y TEXT']);
    const unlock = lockFolder(path.dirname(at));
    expect(readdirSync(path.dirname(at))).toEqual(
      expect.arrayContaining(['open.lock', 'scriba.db', 'scriba.db-wal', 'scriba.db.v1']),
    );
    expect(openToOthers(path.dirname(at))).toEqual([]);
    db.close();
    unlock();
  },
);

test.runIf(process.platform !== 'win32')(
  'what an earlier Scriba left open to others is taken back at the next start',
  () => {
    const at = file();
    openDatabase(at).close();
    const old = new Database(at);
    old.pragma('journal_mode = WAL');
    old.exec('CREATE TABLE b (x TEXT)');
    const folder = path.dirname(at);
    for (const name of ['open.lock', 'scriba.db.v1', 'scriba.db.damaged-20260101T000000Z'])
      writeFileSync(path.join(folder, name), '');
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o644);
    expect(openToOthers(folder)).toContain('scriba.db-wal');
    old.close();
    const db = openDatabase(at);
    db.exec("INSERT INTO b VALUES ('new')");
    const unlock = lockFolder(folder);
    expect(openToOthers(folder)).toEqual([]);
    unlock();
    db.close();
  },
);

test('a file that is refused is told before its connection closes; one that is in use is not', () => {
  const damagedFile = file();
  writeFileSync(damagedFile, Buffer.alloc(8192, 'x'));
  let told = 0;
  const refused = () => {
    told += 1;
  };
  const detailOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      const { detail, message } = error as { detail?: string; message: string };
      return [detail, message];
    }
    return [];
  };
  expect(detailOf(() => openDatabase(damagedFile, { refused }))[0]).toBe('database-damaged');
  expect(told).toBe(1);
  const used = file();
  const db = openDatabase(used);
  migrate(db, migrations);
  const [detail, message] = detailOf(() => openDatabase(used, { refused }));
  expect([detail, told]).toEqual(['already-open', 1]);
  expect(message).toContain('Go on in the other window');
  db.pragma(`user_version = ${migrations.length + 1}`);
  db.close();
  expect(detailOf(() => openDatabase(used, { migrations, refused }))[0]).toBe('database-newer');
  expect(told).toBe(2);
});

test('a file that another program reads is in use, whatever it holds: nothing is judged that may change', () => {
  const at = file();
  const other = new Database(at);
  other.exec('CREATE TABLE a (x TEXT)');
  other.pragma('user_version = 99');
  // A read that goes on keeps a shared lock.
  const reading = other.prepare('SELECT * FROM sqlite_schema').iterate();
  reading.next();
  const refused = () => {
    throw new Error('a file in use was taken for one that is set aside');
  };
  expect(() => openDatabase(at, { migrations, refused })).toThrow(failure('busy', 'already-open'));
  reading.return?.();
  other.close();
});

test('tables count by what they are, not by how they were typed', () => {
  const at = file();
  const spread = 'CREATE TABLE a (x   TEXT,\n  -- a comment\n  y TEXT) STRICT';
  const db = openDatabase(at);
  db.exec(spread);
  db.pragma('user_version = 1');
  db.close();
  const open = (...wanted: string[]) => openDatabase(at, { migrations: wanted }).close();
  open('CREATE TABLE a (x TEXT,  y TEXT) STRICT');
  open(spread);
  expect(() => open('CREATE TABLE a (xTEXT, y TEXT)')).toThrow();
  expect(() => open('CREATE TABLE a (x TEXT, z TEXT) STRICT')).toThrow();
});
