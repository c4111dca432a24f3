import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { addRows } from '../../../../../main/infrastructure/terminology/index/add-rows.ts';

test.each([0, 1, 31, 32, 33, 100])('%i rows are all in the table', (count) => {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c BLOB) STRICT');
  const rows = addRows(db, 't', 3);
  const wanted = Array.from({ length: count }, (_, at) => ({
    a: at + 1,
    b: at % 2 === 0 ? `text ${at}` : null,
    c: Buffer.from([at]),
  }));
  for (const { a, b, c } of wanted) rows.add(a, b, c);
  rows.end();
  rows.end();
  expect(db.prepare('SELECT a, b, c FROM t ORDER BY a').all()).toEqual(wanted);
  db.close();
});
