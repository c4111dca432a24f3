/** One import in this process, and the yardstick after it; prints a line of JSON. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { linesOf } from '../../../main/infrastructure/terminology/importers/files/lines.ts';
import {
  importRelease,
  indexName,
} from '../../../main/infrastructure/terminology/importers/import.ts';
import { watched } from './watch.ts';

export type Imported = {
  readonly codes: number;
  readonly terms: number;
  readonly seconds: number;
  /** Time of the processor, all threads. */
  readonly busySeconds: number;
  readonly addedMegabytes: number;
  readonly wholeMegabytes: number;
  readonly bytes: number;
  readonly plain: {
    readonly lines: number;
    readonly seconds: number;
    readonly busySeconds: number;
  };
};

const [name = '', ...files] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-import-once-'));
try {
  const { value, seconds, busySeconds, peakMegabytes } = await watched(() =>
    importRelease(folder, name, files),
  );
  const wholeMegabytes = process.resourceUsage().maxRSS / 1024;
  const bytes = statSync(path.join(folder, indexName(value.ontology))).size;
  const plain = await watched(async () => plainly());
  const found: Imported = {
    codes: value.codes,
    terms: value.terms,
    seconds,
    busySeconds,
    addedMegabytes: peakMegabytes,
    wholeMegabytes,
    bytes,
    plain: { lines: plain.value, seconds: plain.seconds, busySeconds: plain.busySeconds },
  };
  console.log(JSON.stringify(found));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the number of lines. */
function plainly(): number {
  const db = new Database(path.join(folder, 'plain.sqlite'));
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -24576'])
    db.pragma(pragma);
  db.exec(
    "CREATE TABLE lines(id INTEGER PRIMARY KEY, line TEXT); CREATE VIRTUAL TABLE found USING fts5(line, content='', columnsize=0, detail=none); BEGIN",
  );
  const add = db.prepare('INSERT INTO lines VALUES(?,?)');
  const index = db.prepare('INSERT INTO found(rowid, line) VALUES(?,?)');
  let lines = 0;
  for (const file of files)
    for (const line of linesOf(file)) {
      lines += 1;
      add.run(lines, line);
      index.run(lines, line);
    }
  db.exec("INSERT INTO found(found) VALUES('optimize'); COMMIT");
  db.close();
  return lines;
}
