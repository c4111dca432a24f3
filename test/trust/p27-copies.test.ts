/**
 * P27: databases that lie beside the present one, from a migration or set aside, keep no note
 * longer than the settings say, and go themselves.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { decided, entity, paper, putState } from '../support/rows.ts';
import { numberedSound } from '../support/sound/sound.ts';
import { openTestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const p27 = promise({
  id: 'P27',
  title: 'What is kept no longer than it should be',
  figure: '0 notes in a copy of the database beyond the days that are set, sealed or not',
});
const DAY = 24 * 3600 * 1000;

/** Two visits with their notes, `ages` days old, and the days that are set. */
async function house(keepNotesDays: number, ages: readonly number[] = [20, 2]) {
  const folder = fastFolder();
  const clock = heldClock();
  const keys = memoryKeyStore();
  await (await openTestApp({ folder, clock, keyStore: keys.open })).close();
  const core = await openRecorder(folder, clock, { open: keys.open });
  core.store.settings.change({ privacy: { keepAudioDays: 3, keepNotesDays, lockAfterMinutes: 0 } });
  const ids = ages.map((age) => {
    const { id } = core.recordings.start(visit());
    core.recordings.append(id, 0, numberedSound(0, 8000));
    core.recordings.finish(id, 8000);
    const readyAt = clock.now() - age * DAY;
    core.store.notes.put({
      visitId: id,
      documents: [],
      receivedAt: readyAt,
      practice: false,
    });
    const row = core.store.visits.get(id)!;
    putState(core.store, id, {
      state: 'ready',
      details: { ...row.details, readyAt },
    });
    return id;
  });
  core.close();
  const inDatabase = (run: (db: Database.Database) => void) => {
    const db = new Database(path.join(folder, 'scriba.db'));
    run(db);
    db.close();
  };
  /** The notes as they are sealed; each is unlike any other. */
  const sealed = new Map<string, Buffer>();
  inDatabase((db) =>
    db
      .prepare<[], { consultation_id: string; note: Buffer }>(
        'SELECT consultation_id, note FROM notes',
      )
      .all()
      .forEach(({ consultation_id, note }) => {
        sealed.set(consultation_id, note.subarray(-40));
      }),
  );
  const beside = () =>
    readdirSync(folder).filter((name) => /^scriba\.db\.(v\d+|damaged|newer)/.test(name));
  /** Which of the visits' notes stand in any of the files beside the database, or in its log. */
  const kept = () =>
    ids.map((id) =>
      beside().some((name) => readFileSync(path.join(folder, name)).includes(sealed.get(id)!)),
    );
  return {
    folder,
    clock,
    ids,
    keys: keys.open,
    inDatabase,
    beside,
    kept,
    start: () => openTestApp({ folder, clock, keyStore: keys.open }),
  };
}

/** A copy as a migration leaves it. */
const migrated = (folder: string) => (db: Database.Database) =>
  void db.prepare('VACUUM INTO ?').run(path.join(folder, 'scriba.db.v1'));
/** A page that SQLite's check finds wrong. */
const damaged = (db: Database.Database) => {
  db.unsafeMode();
  db.pragma('writable_schema = ON');
  db.exec(
    "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'uploads') WHERE name = 'transactions'",
  );
};
const newer = (db: Database.Database) => void db.pragma('user_version = 99');

describe('a copy that a migration left', () => {
  test('loses a visit when the list does, keeps the others, and goes after thirty days', async () => {
    const { folder, clock, inDatabase, beside, kept, start } = await house(25);
    inDatabase(migrated(folder));
    const app = await start();
    expect(kept()).toEqual([true, true]);
    clock.advance(6 * DAY);
    expect(await app.ask('visits.list', undefined)).toHaveLength(1);
    expect([kept(), beside()]).toEqual([[false, true], ['scriba.db.v1']]);
    clock.advance(18 * DAY);
    expect([kept(), beside()]).toEqual([[false, false], ['scriba.db.v1']]);
    clock.advance(7 * DAY);
    expect(beside()).toEqual([]);
    await app.close();
    p27.ran();
  });

  test('goes after thirty days where notes are kept for good, and at once where it cannot be read', async () => {
    const { folder, clock, inDatabase, beside, kept, start } = await house(0);
    inDatabase(migrated(folder));
    const app = await start();
    clock.advance(29 * DAY);
    expect([kept(), beside()]).toEqual([[true, true], ['scriba.db.v1']]);
    clock.advance(2 * DAY);
    expect(beside()).toEqual([]);
    inDatabaseBeside(folder);
    clock.advance(DAY);
    expect(beside()).toEqual([]);
    await app.close();
    p27.ran(2);
  });
});

test('what was decided, and documents, go from a copy with their visits and their days; own choices when they are forgotten', async () => {
  const { folder, clock, keys, ids, inDatabase, start } = await house(25);
  const core = await openRecorder(folder, clock, { open: keys });
  for (const id of ids) {
    core.store.decisions.add(id, [decided('fever')]);
    core.store.decisions.mark(id, entity('cough'));
    core.store.links.put(id, 'n', {
      id: 'e',
      text: 'fever',
      ontology: 'snomed',
      version: 'v',
      linker: 'platform',
      candidates: [],
    });
  }
  core.store.documents.put(paper('old', { doneAt: clock.now() - 20 * DAY }));
  core.store.documents.put(paper('late', { createdAt: clock.now() }));
  core.store.documents.put(paper('removed', { createdAt: clock.now() }));
  core.store.rememberedChoices.put('one', {
    who: '',
    choices: [{ code: 'x', name: 'x', times: 1, last: clock.now() }],
  });
  core.close();
  inDatabase((db) => void db.prepare('VACUUM INTO ?').run(path.join(folder, 'scriba.db.v4')));
  const left = (name: string) => {
    const db = new Database(path.join(folder, name), { readonly: true });
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    const found = ['decisions', 'marks', 'links', 'documents', 'favourites'].map(count);
    db.close();
    return found;
  };
  const app = await start();
  await app.ask('documents.remove', { id: 'removed' });
  expect(left('scriba.db.v4')).toEqual([2, 2, 2, 3, 1]);
  await app.ask('desk.forgetFavourites', undefined);
  clock.advance(6 * DAY);
  expect(left('scriba.db.v4')).toEqual([1, 1, 1, 1, 0]);
  await app.close();
  expect(left('scriba.db')).toEqual([1, 1, 1, 1, 0]);
  p27.ran();
});

/** Something that has the name of a copy, and is none. */
const inDatabaseBeside = (folder: string) => {
  const db = new Database(path.join(folder, 'scriba.db.v1'));
  db.exec('CREATE TABLE other (one INTEGER)');
  db.close();
};

describe('a damaged list that was set aside', () => {
  test('goes with the first visit whose days are over', async () => {
    const { clock, inDatabase, beside, kept, start } = await house(25);
    inDatabase(damaged);
    const app = await start();
    expect(kept()).toEqual([true, true]);
    expect(await app.ask('visits.list', undefined)).toHaveLength(2);
    clock.advance(4 * DAY);
    expect(beside()).not.toEqual([]);
    clock.advance(2 * DAY);
    expect([await app.ask('visits.list', undefined).then((list) => list.length), beside()]).toEqual(
      [1, []],
    );
    await app.close();
    p27.ran();
  });

  test('goes after thirty days where notes are kept for good', async () => {
    const { clock, inDatabase, beside, start } = await house(0);
    inDatabase(damaged);
    const app = await start();
    clock.advance(29 * DAY);
    expect(beside()).not.toEqual([]);
    clock.advance(2 * DAY);
    expect(beside()).toEqual([]);
    expect(await app.ask('visits.list', undefined)).toHaveLength(2);
    await app.close();
    p27.ran();
  });
});

describe('a newer list that was set aside', () => {
  test('loses what is over by the days that are set now, and goes when all of it must be', async () => {
    const { clock, inDatabase, beside, kept, start } = await house(0, [20, 2]);
    inDatabase(newer);
    const app = await start();
    await app.ask('settings.change', {
      privacy: { keepAudioDays: 3, keepNotesDays: 25, lockAfterMinutes: 0 },
    });
    clock.advance(4 * DAY);
    expect(kept()).toEqual([true, true]);
    clock.advance(2 * DAY);
    expect(kept()).toEqual([false, true]);
    clock.advance(20 * DAY);
    expect(beside()).toEqual([]);
    await app.close();
    p27.ran();
  });

  test('stays where notes are kept for good, for they may stand nowhere else; once it is taken up it goes', async () => {
    const { folder, clock, inDatabase, beside, kept, start } = await house(0);
    inDatabase(newer);
    const app = await start();
    await app.ask('settings.change', {
      privacy: { keepAudioDays: 3, keepNotesDays: 0, lockAfterMinutes: 0 },
    });
    clock.advance(35 * DAY);
    expect(kept()).toEqual([true, true]);
    await app.close();
    const aside = new Database(
      path.join(folder, beside().find((name) => !/-(wal|shm)$/.test(name))!),
    );
    aside.pragma('user_version = 2');
    aside.close();
    const upgraded = await start();
    expect(await upgraded.ask('visits.list', undefined)).toHaveLength(2);
    clock.advance(29 * DAY);
    expect(beside()).not.toEqual([]);
    clock.advance(2 * DAY);
    expect(beside()).toEqual([]);
    await upgraded.close();
    p27.ran();
  });
});
