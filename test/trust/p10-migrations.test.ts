/**
 * P10: a new release brings the database of every released one along; killed or cut off at any call
 * it is old or new, never between.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Migrations } from '../../main/infrastructure/store/migrations/migrate.ts';
import { migrations } from '../../main/infrastructure/store/migrations/migrations.ts';
import { createStore } from '../../main/infrastructure/store/store.ts';
import { Failure } from '../../shared/failure.ts';
import { withFutureSteps } from './golden/future.ts';
import { look, withFiles } from './golden/look.ts';
import { copyOf, type Everything, filesOf, openAndRead, releases } from './golden/read.ts';
import { contentOf, diskAfter, hasStrace, traceDisk } from './support/disks/disk-trace.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p10 = promise({
  id: 'P10',
  title: 'Migrations',
  figure:
    'from every released version, killed or cut off at any call: old or new, never between; nothing changed; a newer database refused; a copy kept',
});

const all = readdirSync(releases).filter((name) =>
  existsSync(path.join(releases, name, 'expected.json')),
);
const expectedOf = (release: string) =>
  JSON.parse(readFileSync(path.join(releases, release, 'expected.json'), 'utf8')) as Everything & {
    database: number;
  };
const later = withFutureSteps(migrations);
const child = path.join(import.meta.dirname, 'golden/migrate-child.ts');
const noSeal = () => {
  throw new Error('a migration opens no row');
};
const strace = hasStrace();

/** Runs with a copy of a release's folder. */
async function withCopy<T>(release: string, run: (folder: string) => T | Promise<T>): Promise<T> {
  const { folder, remove } = copyOf(release);
  try {
    return await run(folder);
  } finally {
    remove();
  }
}
const databaseIn = (folder: string) => path.join(folder, 'scriba.db');
const migrateWith = (steps: Migrations, folder: string) =>
  createStore({ file: databaseIn(folder), seal: noSeal, migrations: steps }).close();

/** The form, version and content that the release's database has, and has after the later steps. */
const bounds = (release: string) =>
  withCopy(release, (folder) => {
    const old = look(databaseIn(folder));
    migrateWith(later, folder);
    return { old, fresh: look(databaseIn(folder), old.columns) };
  });

/**
 * The database as it is found, must be one of the two; then the new release opens it, and the copy
 * of the old one is whole.
 */
function judge(folder: string, { old, fresh }: Awaited<ReturnType<typeof bounds>>) {
  p10.ran();
  const found = look(databaseIn(folder), old.columns);
  expect([old, fresh].map(({ version }) => version)).toContain(found.version);
  expect(found.form).toBe(found.version === old.version ? old.form : fresh.form);
  expect(found.content).toBe(old.content);
  migrateWith(later, folder);
  expect(look(databaseIn(folder), old.columns)).toMatchObject({
    version: fresh.version,
    form: fresh.form,
    content: old.content,
  });
  expect(look(`${databaseIn(folder)}.v${old.version}`, old.columns)).toMatchObject({
    version: old.version,
    content: old.content,
  });
}

describe.each(all)('release %s', (release) => {
  test('its data opens with the present code: every row, note, sound and upload file is what it was', () =>
    withCopy(release, async (folder) => {
      const vault = filesOf(path.join(folder, 'vault'));
      const { visits, settings, account, database } = expectedOf(release);
      expect(await openAndRead(folder)).toMatchObject({ visits, settings, account });
      expect(filesOf(path.join(folder, 'vault'))).toMatchObject(vault);
      expect(existsSync(`${databaseIn(folder)}.v${database}`)).toBe(database < migrations.length);
      p10.ran();
    }));

  test('steps that build a table anew keep every row, also those that refer to it', () =>
    withCopy(release, async (folder) => {
      const { visits, settings, account } = expectedOf(release);
      const before = look(databaseIn(folder));
      migrateWith(later, folder);
      const after = look(databaseIn(folder), before.columns);
      expect(after.version).toBe(later.length);
      expect(after.content).toBe(before.content);
      // The present code reads them still: what is new stands beside what it knows.
      const reading = createStore({ file: databaseIn(folder), seal: noSeal, migrations: later });
      expect(reading.transactions.list((visits[4] as { row: { id: string } }).row.id).length).toBe(
        (visits[4] as { transactions: object[] }).transactions.length,
      );
      reading.close();
      expect([settings, account]).toEqual([
        expectedOf(release).settings,
        expectedOf(release).account,
      ]);
      p10.ran();
    }));
});

describe.each(all)('release %s, while its steps are cut off', (release) => {
  test('killed at any call that touches the disk: old or new, whole, and the next start goes on', async (ctx) => {
    if (!strace)
      p10.skipLoudly(ctx, 'a kill at every single call needs strace; random kills were made');
    const { old, trace, ...rest } = await traced(release);
    const every = p10.size({ mutant: 3, commit: 1, long: 1 });
    for (let count = 0; count <= trace.calls.length; count += every)
      withFiles(filesLeft(diskAfter(trace, count).left()), (place) =>
        judge(place, { old, ...rest }),
      );
    p10.worst('calls of one migration, each killed at', trace.calls.length, '');
  });

  test('the power cut at any call: unsynced sectors torn, lost or kept, renames undone or not', async (ctx) => {
    if (!strace) p10.skipLoudly(ctx, 'power cuts at every single call need strace');
    const { trace, ...both } = await traced(release);
    const fraction = seeded(p10.seed());
    for (let cut = 0; cut < p10.size({ mutant: 60, commit: 300, long: 20_000 }); cut += 1) {
      const disk = diskAfter(trace, Math.floor(fraction() * (trace.calls.length + 1)));
      if (fraction() < 0.3) disk.syncFolder(trace.folder);
      withFiles(filesLeft(disk.cut(fraction)), (place) => judge(place, both));
    }
  });

  test('a process of its own, really killed: at random moments, and at calls by name', {
    timeout: 600_000,
  }, async () => {
    const both = await bounds(release);
    const fraction = seeded(p10.seed());
    for (let kill = 0; kill < p10.size({ mutant: 1, commit: 8, long: 300 }); kill += 1) {
      await withCopy(release, async (folder) => {
        await killedAfter(folder, fraction() * 25);
        judge(folder, both);
      });
    }
    for (let kill = 0; strace && kill < p10.size({ mutant: 1, commit: 10, long: 300 }); kill += 1) {
      await withCopy(release, (folder) => {
        const [call, most] = (
          [
            ['pwrite64', 70],
            ['fsync', 12],
            ['rename', 1],
            ['unlink', 2],
          ] as const
        )[kill % 4]!;
        const files = [
          'scriba.db',
          'scriba.db-wal',
          'scriba.db.v1.new',
          'scriba.db.v1.new-journal',
        ].flatMap((name) => ['-P', path.join(folder, name)]);
        spawnSync(
          'strace',
          [
            '-f',
            ...files,
            '-e',
            `trace=${call}`,
            '-e',
            `inject=${call}:signal=KILL:when=${1 + Math.floor(fraction() * most)}`,
            '-o',
            '/dev/null',
            process.execPath,
            child,
            databaseIn(folder),
          ],
          { stdio: 'ignore' },
        );
        judge(folder, both);
      });
    }
  });
});

describe.each(all)('release %s, with steps that are not for it', (release) => {
  test('an older Scriba refuses the newer database in words, and changes no byte; the copy opens with it', () =>
    withCopy(release, (folder) => {
      const { database } = expectedOf(release);
      migrateWith(later, folder);
      const before = contentOf(folder).get(databaseIn(folder));
      expect(() => migrateWith(migrations, folder)).toThrow(
        expect.objectContaining({ code: 'broken', detail: 'database-newer' }),
      );
      expect(contentOf(folder).get(databaseIn(folder))).toEqual(before);
      cpSync(`${databaseIn(folder)}.v${database}`, path.join(folder, 'old.db'));
      createStore({
        file: path.join(folder, 'old.db'),
        seal: noSeal,
        migrations: migrations.slice(0, database),
      }).close();
      p10.ran();
    }));

  test.each([
    'CREATE TABLE consultations (x TEXT) STRICT',
    'DELETE FROM consultations WHERE rowid = 1; THIS IS NOT SQL',
    'DELETE FROM consultations',
  ])('a last step that does not go through (%s) leaves all as it was, and says so', (step) =>
    withCopy(release, (folder) => {
      const before = look(databaseIn(folder));
      let said: unknown;
      try {
        migrateWith([...later, step], folder);
      } catch (error) {
        said = error;
      }
      expect(said).toBeInstanceOf(Failure);
      expect(said).toMatchObject({ code: 'broken', detail: 'database-migration' });
      expect(look(databaseIn(folder))).toEqual(before);
      p10.ran();
    }),
  );
});

/** The folder's files under the names that they have in it. */
const filesLeft = (disk: { names(): string[]; bytes(name: string): Buffer }) =>
  new Map(disk.names().map((name) => [name, disk.bytes(name)]));

/** The migration of a release whose last run was killed: its WAL is not yet in the database. */
const traced = (release: string) =>
  withCopy(release, async (folder) => {
    const both = await bounds(release);
    const running = createStore({
      file: databaseIn(folder),
      seal: noSeal,
      migrations: migrations.slice(0, both.old.version),
    });
    running.values.set('golden', running.values.get('golden')!);
    const killed = contentOf(folder);
    running.close();
    return withFilesTraced(killed, both);
  });

function withFilesTraced(files: Map<string, Buffer>, both: Awaited<ReturnType<typeof bounds>>) {
  return withFiles(files, (folder) => ({
    ...both,
    trace: traceDisk(folder, [child, databaseIn(folder)]),
  }));
}

/** Ends the process that migrates, so many milliseconds after it began to. */
function killedAfter(folder: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const migrating = spawn(process.execPath, [child, databaseIn(folder)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    migrating.stdout.once('data', () => setTimeout(() => migrating.kill('SIGKILL'), ms));
    migrating.once('error', reject).once('close', () => resolve());
  });
}
