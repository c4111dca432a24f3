/** P27: nothing of an erased visit is left in the raw image of the disk. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { temporaryFolder } from '../support/rows.ts';
import { numberedSound } from '../support/sound/sound.ts';
import { openTestApp, type TestApp } from './support/app/test-app.ts';
import { type LoopDisk, loopDisk, whyNoLoopDisk } from './support/disks/loop-disk.ts';
import { DAY, type Kept, lived, p27 } from './support/promises/p27-retention.ts';

const why = whyNoLoopDisk();
let loop: LoopDisk | undefined;
afterAll(() => loop?.end());

/** Counts each of these bytes in a file of any size. */
function countIn(file: string, needles: readonly Buffer[]): number {
  const size = 16 * 2 ** 20;
  const longest = Math.max(...needles.map(({ length }) => length));
  const bytes = Buffer.alloc(size + longest);
  const handle = openSync(file, 'r');
  let found = 0;
  try {
    for (let at = 0; ; at += size) {
      const got = readSync(handle, bytes, 0, size + longest - 1, at);
      for (const needle of needles)
        for (
          let hit = bytes.subarray(0, got).indexOf(needle);
          hit >= 0 && hit < size;
          hit = bytes.subarray(0, got).indexOf(needle, hit + 1)
        )
          found += 1;
      if (got < size) return found;
    }
  } finally {
    closeSync(handle);
  }
}

/** Details and notes of visits as they stand in the database: sealed. */
function sealedRows(database: string, visits: readonly Kept[]): Buffer[] {
  const db = new Database(database, { readonly: true });
  const found = visits.flatMap(({ id }) => [
    db.prepare('SELECT details AS value FROM consultations WHERE id = ?').get(id),
    db.prepare('SELECT note AS value FROM notes WHERE consultation_id = ?').get(id),
  ]);
  db.close();
  return found.flatMap((row) => (row === undefined ? [] : [(row as { value: Buffer }).value]));
}

/** A file in clear that is on the disk before it is removed. */
function writePlainFile(folder: string): string {
  const plain = path.join(folder, 'plain');
  writeFileSync(plain, 'Zyxplain was here and is gone');
  nodeDisk.syncFolder(folder);
  const handle = openSync(plain, 'r');
  fsyncSync(handle);
  closeSync(handle);
  return plain;
}

const listedIn = async (app: TestApp) =>
  (await app.ask('visits.list', undefined)).map(({ patient, state }) => [patient.name, state]);

async function expectErasureInAudit(app: TestApp): Promise<void> {
  expect(
    (await app.ask('audit.list', undefined))
      .map(({ what }) => what)
      .filter((what) => what.endsWith('erased'))
      .sort(),
  ).toEqual([
    'sound-erased',
    'sound-erased',
    'sound-erased',
    'visit-erased',
    'visit-erased',
    'visit-erased',
  ]);
}

const words = ['Zyxgone', 'UHID-Zyx', 'has a fever', 'Zyxstays'].flatMap((word) => [
  Buffer.from(word),
  Buffer.from(word, 'utf16le'),
  Buffer.from(Buffer.from(word).toString('base64').slice(0, -4)),
  Buffer.from(Buffer.from(word).toString('hex')),
]);
const sound = [0, 3000, 6000, 9000].map((sample) => numberedSound(sample, sample + 16));

test('in the raw image of the disk nothing is left of an erased visit: not a word, not a sample, not a wrapped key', async (ctx) => {
  if (why === undefined) loop ??= loopDisk({ megabytes: 96 });
  const folder = loop?.folder ?? temporaryFolder();
  if (why !== undefined)
    console.warn(
      `P27: the raw image is not looked at (${why}); the files of a folder are, instead.`,
    );
  const home = path.join(folder, 'clinic');
  nodeDisk.makeFolder(home);
  const keys = memoryKeyStore();
  const clock = heldClock();
  const app = await openTestApp({ folder: home, clock, keyStore: keys.open });
  await app.ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 30, lockAfterMinutes: 0 },
  });
  await app.close();
  const core = await openRecorder(home, clock, { open: keys.open });
  const now = clock.now();
  const gone = [
    lived(core, 'ready', { readyAt: now - 1 * DAY }, 'Zyxgone One'),
    lived(core, 'partial', { readyAt: now - 1 * DAY }, 'Zyxgone Two'),
    lived(core, 'discarded', { discardedAt: now }, 'Zyxgone Three'),
  ];
  const stays = [
    lived(core, 'ready', { readyAt: now + 5 * DAY }, 'Zyxstays One'),
    lived(core, 'attention', {}, 'Zyxstays Two'),
  ];
  core.close();
  const database = path.join(home, 'scriba.db');
  const rows = sealedRows(database, gone);
  expect([
    rows.length,
    rows.every((row) => readFileSync(database).includes(row.subarray(0, 40))),
  ]).toEqual([5, true]);
  // Positive controls: written, removed, and found all the same in the raw image.
  const plain = writePlainFile(folder);
  if (why === undefined) loop!.remount();

  clock.advance(8 * DAY);
  const later = await openTestApp({ folder: home, clock, keyStore: keys.open });
  expect(await listedIn(later)).toEqual([
    ['Zyxstays Two', 'attention'],
    ['Zyxstays One', 'ready'],
    ['Zyxgone Two', 'purged'],
    ['Zyxgone One', 'purged'],
  ]);
  expect(await later.ask('notes.get', { id: gone[0]!.id })).toBeDefined();
  await later.close();
  clock.advance(24 * DAY);
  const last = await openTestApp({ folder: home, clock, keyStore: keys.open });
  expect(await listedIn(last)).toEqual([
    ['Zyxstays Two', 'attention'],
    ['Zyxstays One', 'purged'],
  ]);
  await expect(last.ask('notes.get', { id: gone[0]!.id })).rejects.toMatchObject({
    code: 'missing',
  });
  await expectErasureInAudit(last);
  await last.close();
  // Not even sealed do the rows stand in the database's file any more.
  expect(rows.filter((row) => readFileSync(database).includes(row.subarray(0, 40))).length).toBe(0);

  // Last of all: nothing that is written after it may take its place on the disk.
  unlinkSync(plain);
  if (why === undefined) loop!.remount();
  const looked =
    why === undefined
      ? [path.join(path.dirname(folder), 'image')]
      : readdirSync(home, { recursive: true, encoding: 'utf8' })
          .map((name) => path.join(home, name))
          .filter((name) => statSync(name).isFile());
  const count = (needles: readonly Buffer[]) =>
    looked.reduce((sum, file) => sum + countIn(file, needles), 0);
  expect(count(words), 'words').toBe(0);
  expect(count(sound), 'samples').toBe(0);
  const wrapped = [...gone, stays[0]!].flatMap((one) => one.wrapped);
  p27.worst('wrapped keys of erased visits in the raw image', count(wrapped), '');
  expect(count(wrapped), 'wrapped keys').toBe(0);
  // Kept data is there, and found: the search sees what it should see.
  expect(count(stays[1]!.wrapped)).toBe(stays[1]!.wrapped.length);
  if (why === undefined) expect(count([Buffer.from('Zyxplain was here')])).toBeGreaterThan(0);
  p27.ran(gone.length + stays.length);
  if (why !== undefined) p27.skipLoudly(ctx, `the raw image of a disk was not searched: ${why}`);
}, 60_000);
