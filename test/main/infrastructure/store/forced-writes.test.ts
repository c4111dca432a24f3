/** What a database leaves beside itself is on the disk before it counts; errors of a disk in words. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase, readable } from '../../../../main/infrastructure/store/database.ts';
import { migrate } from '../../../../main/infrastructure/store/migrations/migrate.ts';
import { openStore } from '../../../../main/infrastructure/store/recovery/set-aside.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { failure } from '../../../support/failure.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { temporaryFolder, testCipher, visit } from '../../../support/rows.ts';

/** Calls in their order: which file was forced onto the disk, which got its name. */
const calls: string[] = [];
let noRoom = false;
const { openSync, fsyncSync, closeSync, renameSync, copyFileSync } = fs;
const real = { openSync, fsyncSync, closeSync, renameSync, copyFileSync };
const names = new Map<number, string>();
const watched = {
  openSync(name: string, flags: string) {
    const file = real.openSync(name, flags);
    names.set(file, name);
    return file;
  },
  fsyncSync(file: number) {
    calls.push(`sync ${names.get(file)}`);
    real.fsyncSync(file);
  },
  closeSync(file: number) {
    calls.push(`close ${names.get(file)}`);
    real.closeSync(file);
  },
  renameSync(from: string, to: string) {
    calls.push(`rename ${to}`);
    real.renameSync(from, to);
  },
  copyFileSync(from: string, to: string) {
    if (noRoom) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    real.copyFileSync(from, to);
  },
};
beforeEach(() => {
  calls.length = 0;
  Object.assign(fs, watched);
  syncBuiltinESMExports();
});
afterEach(() => {
  noRoom = false;
  Object.assign(fs, real);
  syncBuiltinESMExports();
});

function on(platform: NodeJS.Platform): void {
  const before = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }));
}

test.each(['linux', 'win32'] as const)(
  'the copy before a migration is forced, then named: %s',
  (platform) => {
    const file = path.join(temporaryFolder(), 'scriba.db');
    const db = openDatabase(file);
    migrate(db, ['CREATE TABLE a (x TEXT) STRICT']);
    // Half of one from a try before this one: longer than the new one.
    fs.writeFileSync(`${file}.v1.new`, 'x'.repeat(500_000));
    on(platform);
    calls.length = 0;
    migrate(db, ['CREATE TABLE a (x TEXT) STRICT', 'CREATE TABLE b (x TEXT) STRICT']);
    const copy = `${file}.v1`;
    expect(calls.filter((call) => call.includes(copy))).toEqual([
      // Made private, empty as it is.
      `close ${copy}.new`,
      `sync ${copy}.new`,
      `close ${copy}.new`,
      `rename ${copy}`,
    ]);
    const folder = path.dirname(file);
    expect(calls.filter((call) => call.endsWith(folder))).toEqual(
      platform === 'linux' ? [`sync ${folder}`, `close ${folder}`] : [],
    );
    expect(fs.statSync(copy).size).toBeLessThan(500_000);
    db.close();
  },
);

test.each(['linux', 'win32'] as const)(
  'what is set aside is forced before the file is emptied: %s',
  (platform) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'scriba.db');
    fs.writeFileSync(file, 'no database'.repeat(100));
    on(platform);
    calls.length = 0;
    const cipher = testCipher();
    const { store, setAside } = openStore({ file, seal: () => cipher, clock: heldClock(1) });
    onTestFinished(() => store.close());
    const kept = path.join(folder, setAside!.name);
    const order = calls.filter((call) => /aside|damaged/.test(call) || call.endsWith(folder));
    const copy = kept.replace('.damaged-', '.aside-');
    expect(order).toEqual([
      `sync ${copy}`,
      `close ${copy}`,
      `rename ${kept}`,
      ...(platform === 'linux' ? [`sync ${folder}`, `close ${folder}`] : []),
    ]);
    expect(fs.readFileSync(kept, 'utf8')).toBe('no database'.repeat(100));
  },
);

test('without room for a copy the file itself is set aside, with its log', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'scriba.db');
  const cipher = testCipher();
  const first = createStore({ file, seal: () => cipher });
  first.visits.insert(visit('a'));
  const log = fs.readFileSync(`${file}-wal`);
  first.close();
  fs.writeFileSync(file, 'no database'.repeat(100));
  noRoom = true;
  const { store, setAside, anew } = openStore({ file, seal: () => cipher, clock: heldClock(1) });
  onTestFinished(() => store.close());
  expect(anew).toBe(true);
  expect(fs.readFileSync(path.join(folder, setAside!.name), 'utf8')).toContain('no database');
  expect(store.visits.list()).toEqual([]);
  expect(log.length).toBeGreaterThan(0);
});

test.each([
  ['SQLITE_BUSY', 'busy', 'already-open'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy', 'already-open'],
  ['SQLITE_LOCKED', 'busy', 'already-open'],
  ['SQLITE_LOCKED_SHAREDCACHE', 'busy', 'already-open'],
  ['SQLITE_CORRUPT', 'broken', 'database-damaged'],
  ['SQLITE_CORRUPT_INDEX', 'broken', 'database-damaged'],
  ['SQLITE_NOTADB', 'broken', 'database-damaged'],
  ['SQLITE_FULL', 'refused', 'disk-full'],
  ['SQLITE_IOERR_WRITE', 'broken', 'disk-failing'],
  ['SQLITE_CANTOPEN_ISDIR', 'broken', 'disk-failing'],
  ['SQLITE_READONLY_DBMOVED', 'broken', 'disk-failing'],
])('%s is told in words: %s, %s', (code, kind, detail) => {
  expect(readable(Object.assign(new Error('sql'), { code }))).toEqual(failure(kind, detail));
});

test('what is no error of a disk stays as it is', () => {
  const mistakes = [
    Object.assign(new Error('near "SELEC": syntax error'), { code: 'SQLITE_ERROR' }),
    Object.assign(new Error('x'), { code: 'ENOENT' }),
    Object.assign(new Error('x'), { code: 17 }),
    new Error('x'),
    undefined,
    'text',
  ];
  for (const mistake of mistakes) expect(readable(mistake)).toBe(mistake);
});

test('a form that cannot be reached is said to be; a full disk keeps its own words', () => {
  const db = openDatabase(path.join(temporaryFolder(), 'scriba.db'));
  const one = 'CREATE TABLE a (x TEXT UNIQUE) STRICT';
  migrate(db, [one]);
  const step = (sql: string) => () => migrate(db, [one, sql]);
  const failed = failure('broken', 'database-migration');
  expect(step('SELEC 1')).toThrow(failed);
  expect(step("INSERT INTO a VALUES ('x'), ('x')")).toThrow(failed);
  expect(
    step("CREATE TABLE b (a TEXT REFERENCES a (x)) STRICT; INSERT INTO b VALUES ('gone')"),
  ).toThrow(failed);
  const pages = db.pragma('page_count', { simple: true });
  db.pragma(`max_page_count = ${pages}`);
  expect(step('CREATE TABLE c AS SELECT zeroblob(1000000) AS x')).toThrow(
    expect.objectContaining({ code: 'SQLITE_FULL' }),
  );
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  db.close();
});
