/**
 * Damage to a database and its log: each kind changes the files in place and returns whether the
 * database can still be whole.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Dice } from '../../../support/fakes/fake-platform.ts';
import type { Standstill } from '../app/outbox-states.ts';

type Files = Map<string, Buffer>;
type Damage = (files: Files, roll: Dice, at: Standstill) => void;

const DB = 'scriba.db';
const WAL = 'scriba.db-wal';
const PAGE = 4096;

const change = (files: Files, name: string, how: (bytes: Buffer) => Buffer) =>
  void files.set(name, how(Buffer.from(files.get(name)!)));
const flip = (roll: Dice, times: number) => (bytes: Buffer) => {
  for (let left = times; left > 0; left--)
    bytes[Math.floor(roll() * bytes.length)]! ^= 1 << Math.floor(roll() * 8);
  return bytes;
};
const zero = (roll: Dice) => (bytes: Buffer) => {
  const page = Math.floor(roll() * Math.ceil(bytes.length / PAGE));
  return bytes.fill(0, page * PAGE, (page + 1) * PAGE);
};
const garbage = (roll: Dice) => (bytes: Buffer) => {
  const from = Math.floor(roll() * bytes.length);
  for (let i = from; i < Math.min(bytes.length, from + 600); i++)
    bytes[i] = Math.floor(roll() * 256);
  return bytes;
};
const cut = (roll: Dice) => (bytes: Buffer) => bytes.subarray(0, Math.floor(roll() * bytes.length));

export const damages: Record<string, Damage> = {
  'database deleted': (files) => void files.delete(DB),
  'log deleted': (files) => void files.delete(WAL),
  'both deleted': (files) =>
    [DB, WAL, 'scriba.db-shm'].forEach((name) => {
      files.delete(name);
    }),
  'database empty': (files) => void files.set(DB, Buffer.alloc(0)),
  'database cut short': (files, roll) => change(files, DB, cut(roll)),
  'log cut short': (files, roll) => change(files, WAL, cut(roll)),
  'one bit of the database': (files, roll) => change(files, DB, flip(roll, 1)),
  'many bits of the database': (files, roll) => change(files, DB, flip(roll, 30)),
  'one bit of the log': (files, roll) => change(files, WAL, flip(roll, 1)),
  'many bits of the log': (files, roll) => change(files, WAL, flip(roll, 30)),
  'a page of zeros': (files, roll) => change(files, DB, zero(roll)),
  'garbage in the database': (files, roll) => change(files, DB, garbage(roll)),
  'garbage in the log': (files, roll) => change(files, WAL, garbage(roll)),
  'another kind of file': (files) =>
    void files.set(DB, Buffer.from('<html>not a database</html>'.repeat(400))),
  'shared memory of somebody else': (files, roll) =>
    void files.set('scriba.db-shm', garbage(roll)(Buffer.alloc(32_768, 7))),
  'an older database put back': (files, _roll, { older }) => {
    files.set(DB, Buffer.from(older));
    files.delete(WAL);
  },
  // The log in one with the file, so that every bit of the newest rows can be hit.
  'one bit, the log folded in': (files, roll) => folded(files, (bytes) => flip(roll, 1)(bytes)),
  'bits of what is in use, the log folded in': (files, roll) =>
    folded(files, (bytes) => flipUsed(roll, 3)(bytes)),
  'a changed transaction id': (files) =>
    inSql(
      files,
      "UPDATE consultations SET transaction_id = 'txn-01J9ZZZZZZ' || substr(hex(id), 1, 16)",
    ),
  'parts in another order': (files) => inSql(files, 'UPDATE uploads SET ordinal = -ordinal'),
  'a part of nobody': (files) =>
    inSql(
      files,
      "UPDATE uploads SET consultation_id = '00000000-0000-4000-8000-00000000000' || rowid WHERE ordinal = 1",
    ),
  'a segment of nobody': (files) =>
    inSql(files, "UPDATE segments SET consultation_id = '00000000-0000-4000-8000-000000000000'"),
  'a part in a vault that never was': (files) =>
    inSql(files, "UPDATE uploads SET generation = 'deadbeefdeadbeef'"),
  'a visit of nobody': (files) =>
    inSql(files, "UPDATE consultations SET id = '00000000-0000-4000-8000-00000000000' || place"),
  'details that do not open': (files) =>
    inSql(
      files,
      "UPDATE consultations SET details = cast(substr(details, 1, 40) || x'00' || substr(details, 42) AS BLOB)",
    ),
  'notes that do not open': (files) =>
    inSql(
      files,
      "UPDATE notes SET note = cast(substr(note, 1, 40) || x'00' || substr(note, 42) AS BLOB)",
    ),
  'small values that say nothing': (files) =>
    inSql(files, "UPDATE small_values SET value = '{' || value"),
  'from a newer version': (files) =>
    folded(
      files,
      (bytes) => bytes,
      (db) => void db.pragma('user_version = 99'),
    ),
};

/** Zeros are room that nobody uses: a flip there harms nobody. */
const flipUsed = (roll: Dice, times: number) => (bytes: Buffer) => {
  for (let left = times; left > 0; ) {
    const at = Math.floor(roll() * bytes.length);
    if (bytes[at] === 0) continue;
    bytes[at]! ^= 1 << Math.floor(roll() * 8);
    left -= 1;
  }
  return bytes;
};

const inSql = (files: Files, sql: string) =>
  folded(
    files,
    (bytes) => bytes,
    (db) => {
      db.pragma('foreign_keys = OFF');
      db.exec(sql);
    },
  );

let count = 0;
function folded(
  files: Files,
  how: (bytes: Buffer) => Buffer,
  also: (db: Database.Database) => void = () => {},
): void {
  const file = path.join(tmpdir(), `scriba-folded-${process.pid}-${count++}.db`);
  writeFileSync(file, files.get(DB)!);
  writeFileSync(`${file}-wal`, files.get(WAL)!);
  const db = new Database(file);
  also(db);
  db.close();
  files.set(DB, how(readFileSync(file)));
  files.delete(WAL);
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}
