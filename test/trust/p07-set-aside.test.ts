/** P7: what was set aside comes back: of a damaged list what still opens, a newer one once it can be read. What was discarded stays unsent whatever is lost. */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../main/infrastructure/ports.ts';
import type { VisitState } from '../../shared/model/visit.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { decided, entity, paper } from '../support/rows.ts';
import { numberedSound } from '../support/sound/sound.ts';
import { openTestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const p7 = promise({
  id: 'P7',
  title:
    'A database that is damaged, deleted or newer: Scriba starts, tells, keeps it aside, rebuilds from the vault',
  figure:
    '0 notes lost that a damaged list still has; a newer list is taken up again after the upgrade; 0 discarded visits sent',
});
const DAY = 24 * 3600 * 1000;
const SAMPLES = 8000;

/** A visit with its note; `purged`: its sound is erased, as after a week. */
function lived(core: Recorder, name: string, state: VisitState, readyAt: number): string {
  const { id } = core.recordings.start(visit({ patient: { name } }));
  core.recordings.append(id, 0, numberedSound(0, SAMPLES));
  core.recordings.finish(id, SAMPLES);
  core.store.notes.put({
    visitId: id,
    documents: [
      {
        templateId: 't',
        name: 'Note',
        kind: 'markdown',
        status: 'success',
        text: `${name} has a fever`,
        errors: [],
        warnings: [],
      },
    ],
    receivedAt: readyAt,
    practice: false,
  });
  const row = core.store.visits.get(id)!;
  core.store.visits.change(id, row.rev, {
    state: state === 'purged' ? 'reviewed' : state,
    details: { ...row.details, readyAt },
  });
  core.store.transactions.put({
    transactionId: row.transactionId,
    visitId: id,
    epoch: 1,
    commitAttempts: 1,
    status: 'committed',
  });
  if (state === 'purged')
    core.recordings.expire({ now: readyAt + 2 * DAY, keepAudioDays: 1, keepNotesDays: 0 });
  return id;
}

/** A doctor's version of its note, and a signature. */
function worked({ store }: Recorder, id: string, name: string): void {
  const branch = '0'.repeat(32);
  const root = {
    origin: 'x',
    purpose: 'note' as const,
    templateId: 't',
    name: 'Note',
    kind: 'markdown' as const,
    language: 'en-IN',
  };
  store.noteVersions.putBranch(id, { branch, rev: 1, root });
  store.noteVersions.put(id, branch, {
    number: 2,
    author: 'doctor',
    made: 'edit',
    at: 1,
    who: 'clinic-17',
    kept: true,
    sections: [{ id: '0', title: '', text: `${name}, in the doctor’s words` }],
  });
  const canonical = JSON.stringify({
    id: 'n',
    patient: { name },
    practitioner: { name: 'Dr' },
    date: '2026-01-01',
  });
  store.signatures.add({
    id: randomUUID(),
    visitId: id,
    branch,
    version: 2,
    at: 2,
    who: 'clinic-17',
    sha256: createHash('sha256').update(canonical).digest('hex'),
    canonical,
    looked: [],
    practice: false,
  });
  store.exports.put({
    id: randomUUID(),
    visitId: id,
    branch,
    version: 2,
    at: 3,
    who: 'clinic-17',
    form: 'fhir',
    target: 'folder',
    where: '/emr',
    file: 'a.json',
    sha256: '',
    state: name === 'Zyxold' ? 'done' : 'waiting',
    attempts: 1,
    placing: true,
  });
}

async function house() {
  const folder = fastFolder();
  const clock = heldClock();
  const keys = memoryKeyStore();
  // Made by the app: the vault is one of a clinic.
  await (await openTestApp({ folder, clock, keyStore: keys.open })).close();
  const core = await openRecorder(folder, clock, { open: keys.open });
  const ids = {
    old: lived(core, 'Zyxold', 'purged', clock.now() - 3 * DAY),
    late: lived(core, 'Zyxlate', 'ready', clock.now()),
    dropped: lived(core, 'Zyxdropped', 'ready', clock.now()),
  };
  worked(core, ids.old, 'Zyxold');
  worked(core, ids.late, 'Zyxlate');
  core.store.settings.change({
    privacy: { keepAudioDays: 90, keepNotesDays: 0, lockAfterMinutes: 0 },
  });
  core.close();
  const start = (over = {}) => openTestApp({ folder, clock, keyStore: keys.open, ...over });
  const inDatabase = (run: (db: Database.Database) => void, name = 'scriba.db') => {
    const db = new Database(path.join(folder, name));
    run(db);
    db.close();
  };
  return {
    folder,
    clock,
    keys,
    ids,
    start,
    inDatabase,
    asides: () =>
      readdirSync(folder).filter((name) => /^scriba\.db\.(damaged|newer)-\w+$/.test(name)),
  };
}

type Started = Awaited<ReturnType<typeof openTestApp>>;
const states = async (app: Started) =>
  Object.fromEntries(
    (await app.ask('visits.list', undefined)).map(({ patient, state }) => [patient.name, state]),
  );
const codes = async (app: Started) =>
  (await app.ask('app.health', undefined)).map(({ code }) => code);
const noteOf = async (app: Started, id: string) =>
  (await app.ask('notes.get', { id }))?.documents[0]?.text;

/** Fills one page with what it never had. */
function spoil(folder: string, page: number) {
  const file = openSync(path.join(folder, 'scriba.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(file);
}

describe('of a damaged list', () => {
  test.each([
    'consultations_by_state',
    'transactions',
    'uploads',
    'sqlite_autoindex_notes_1',
    'note_versions_one_draft',
    'signatures_by_consultation',
    'exports_by_consultation',
  ])(
    '(its %s) what still opens is there again: notes whose sound is erased, and the days that were set',
    async (spoilt) => {
      const { folder, ids, start, inDatabase, asides } = await house();
      let page = 0;
      inDatabase((db) => {
        page = db
          .prepare<[string], { rootpage: number }>(
            'SELECT rootpage FROM sqlite_schema WHERE name = ?',
          )
          .get(spoilt)!.rootpage;
      });
      spoil(folder, page);
      const app = await start();
      expect(asides()).toHaveLength(1);
      expect(await codes(app)).toEqual(['database-rebuilt']);
      expect(await states(app)).toEqual({
        Zyxold: 'purged',
        Zyxlate: 'ready',
        Zyxdropped: 'ready',
      });
      for (const [name, id] of Object.entries(ids))
        expect(await noteOf(app, id)).toBe(`Zyx${name} has a fever`);
      for (const [name, id] of [
        ['Zyxold', ids.old],
        ['Zyxlate', ids.late],
      ] as const) {
        expect(
          (await app.ask('notes.versions', { id })).branches.map(
            ({ sections }) => sections[0]?.text,
          ),
        ).toContain(`${name}, in the doctor’s words`);
        expect(
          (await app.ask('notes.signed', { id })).map(({ note }) => note.patient.name),
        ).toEqual([name]);
        // What was on its way may have arrived: nobody sends it by himself.
        expect(
          (await app.ask('exports.list', { id })).map(({ state, trouble }) => [
            state,
            trouble?.detail,
          ]),
        ).toEqual([name === 'Zyxold' ? ['done', undefined] : ['failed', 'export-interrupted']]);
      }
      expect((await app.ask('settings.get', undefined)).privacy.keepAudioDays).toBe(90);
      await app.close();
      // Told for a day, and then no more.
      const again = await start();
      expect(await codes(again)).toEqual(['database-rebuilt']);
      again.clock.advance(DAY);
      await again.close();
      const later = await start();
      expect(await codes(later)).toEqual([]);
      expect(Object.keys(await states(later))).toHaveLength(3);
      await later.close();
      p7.ran();
    },
  );
});

/** Fills the first page of a table or an index. */
function spoilTable(
  folder: string,
  inDatabase: (run: (db: Database.Database) => void) => void,
  name: string,
) {
  let page = 0;
  inDatabase((db) => {
    page = db
      .prepare<[string], { rootpage: number }>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
      .get(name)!.rootpage;
  });
  spoil(folder, page);
}

test('what was decided and marked, documents and own choices come back out of a damaged list; what was taken back, removed or forgotten does not come out of an older copy', async () => {
  const { folder, clock, keys, ids, start, inDatabase } = await house();
  const change = async (run: (core: Recorder) => void) => {
    const core = await openRecorder(folder, clock, { open: keys.open });
    run(core);
    core.close();
  };
  const choice = (last: number) => ({
    who: 'doctor',
    choices: [{ code: 'R50.9', name: 'Fever', times: 2, last }],
  });
  await change(({ store }) => {
    for (const name of ['kept', 'removed'])
      store.documents.put(
        paper(name, { name: `Zyx${name}`, state: name === 'kept' ? 'sending' : 'done' }),
      );
    store.decisions.add(ids.late, [decided('zyxfever')]);
    store.decisions.add(ids.dropped, [decided('zyxcough')]);
    store.favourites.put('old', choice(clock.now() - DAY));
  });
  inDatabase((db) => void db.prepare('VACUUM INTO ?').run(path.join(folder, 'scriba.db.v4')));
  await change(({ store }) => {
    store.decisions.takeBack(ids.dropped);
    store.decisions.mark(ids.old, entity('swelling', { source: 'person' }));
    store.decisions.add(ids.late, [decided('zyxfever', { verdict: 'rejected', codes: [] })]);
    store.documents.remove('removed');
    store.favourites.forget('doctor');
    store.favourites.put('new', choice(clock.now()));
  });
  spoilTable(folder, inDatabase, 'transactions');
  const app = await start();
  expect(await codes(app)).toEqual(['database-rebuilt']);
  expect((await app.ask('documents.list', undefined)).map(({ id, state }) => [id, state])).toEqual([
    ['kept', 'unclear'],
  ]);
  expect(await app.ask('desk.open', { id: ids.late })).toMatchObject({
    undo: 1,
    gone: [{ entity: { text: 'zyxfever' }, decision: { verdict: 'rejected' } }],
  });
  expect(await app.ask('desk.undo', { id: ids.late })).toMatchObject({
    undo: 1,
    gone: [{ decision: { verdict: 'accepted' } }],
  });
  expect((await app.ask('desk.open', { id: ids.dropped })).undo).toBeUndefined();
  await app.close();
  await change(({ store }) => {
    expect(store.decisions.marks(ids.old)).toMatchObject([{ text: 'swelling' }]);
    expect([...store.favourites.all().keys()]).toEqual(['new']);
  });
  p7.ran();
});

test('what a damaged list knows to be discarded is so, though the vault does not say it', async () => {
  const { folder, clock, keys, start, inDatabase } = await house();
  const core = await openRecorder(folder, clock, { open: keys.open });
  const { id } = core.recordings.start(visit({ patient: { name: 'Zyxaway' } }));
  core.recordings.append(id, 0, numberedSound(0, SAMPLES));
  core.recordings.discard(id);
  rmSync(path.join(core.vault.keys().folder, `${id}.discarded`));
  core.close();
  let page = 0;
  inDatabase((db) => {
    page = db
      .prepare<[], { rootpage: number }>(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'uploads'",
      )
      .get()!.rootpage;
  });
  spoil(folder, page);
  const app = await start();
  expect(await codes(app)).toEqual(['database-rebuilt']);
  expect(await states(app)).toMatchObject({ Zyxaway: 'discarded', Zyxlate: 'ready' });
  await app.close();
  p7.ran();
});

test('a list that is gone is told of; a first start is not', async () => {
  const { folder, start } = await house();
  rmSync(path.join(folder, 'scriba.db'));
  const app = await start();
  const [told] = await app.ask('app.health', undefined);
  expect(told).toMatchObject({
    code: 'database-rebuilt',
    message: expect.stringContaining('was gone'),
  });
  expect(await states(app)).toMatchObject({ Zyxlate: 'sealed' });
  await app.close();
  const first = await openTestApp({ keyStore: memoryKeyStore().open });
  expect(await codes(first)).toEqual([]);
  await first.close();
  p7.ran();
});

test('a newer list is told of as long as it cannot be read, and is taken up after the upgrade; what was discarded in between stays away', async () => {
  const { folder, clock, ids, start, inDatabase, asides } = await house();
  inDatabase((db) => void db.pragma('user_version = 99'));
  const app = await start();
  expect(await codes(app)).toEqual(['database-newer']);
  // Sound that is there is a visit again; offline it waits to be asked for.
  expect(await states(app)).toEqual({
    Zyxlate: expect.stringMatching(/sealed|prepared/),
    Zyxdropped: expect.stringMatching(/sealed|prepared/),
  });
  await app.app.idle();
  await app.ask('recordings.discard', { id: ids.dropped });
  await app.ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 0 },
  });
  await app.close();
  const still = await start();
  expect(await codes(still)).toEqual(['database-newer']);
  expect(asides()).toHaveLength(1);
  clock.advance(2 * DAY);
  expect(await states(still)).toEqual({ Zyxlate: expect.stringMatching(/sealed|prepared/) });
  await still.close();

  inDatabase((db) => void db.pragma('user_version = 2'), asides()[0]);
  const asked: string[] = [];
  const upgraded = await start({
    net: async ({ url }: { url: URL }) => {
      asked.push(url.pathname);
      throw new Error('offline');
    },
  });
  expect(await codes(upgraded)).toEqual(['database-joined']);
  expect((await upgraded.ask('app.health', undefined))[0]!.message).toContain('2 visits');
  expect(await states(upgraded)).toEqual({ Zyxold: 'purged', Zyxlate: 'ready' });
  expect([await noteOf(upgraded, ids.old), await noteOf(upgraded, ids.late)]).toEqual([
    'Zyxold has a fever',
    'Zyxlate has a fever',
  ]);
  // What the doctor set since is heeded.
  expect((await upgraded.ask('settings.get', undefined)).privacy.keepAudioDays).toBe(7);
  await upgraded.app.idle();
  expect(asked.filter((name) => /transaction|file-upload|status/.test(name))).toEqual([]);
  await upgraded.close();
  expect(readdirSync(folder).filter((name) => name.includes('looked-at'))).toEqual([]);
  const next = await start();
  expect(await codes(next)).toEqual([]);
  await next.close();
  p7.ran();
});

describe('a visit that was discarded', () => {
  /** All that is left are the vault's files. */
  const lose = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('scriba.db'))
      .forEach((name) => {
        rmSync(path.join(folder, name));
      });
  const record = (core: Recorder) => {
    const { id } = core.recordings.start(visit());
    core.recordings.append(id, 0, numberedSound(0, SAMPLES));
    return id;
  };
  const stateAfterLoss = async (
    folder: string,
    open: ReturnType<typeof memoryKeyStore>['open'],
    id: string,
  ) => {
    lose(folder);
    const core = await openRecorder(folder, heldClock(), { open });
    core.recordings.recover();
    const state = core.store.visits.get(id)?.state;
    core.close();
    return state;
  };

  test('stays so when the list is lost: while it was recorded, when it was sealed, after it was made ready', async () => {
    const keys = memoryKeyStore();
    const folder = fastFolder();
    const core = await openRecorder(folder, heldClock(), { open: keys.open });
    const live = record(core);
    core.recordings.discard(live);
    const sealed = record(core);
    core.recordings.finish(sealed, SAMPLES);
    core.recordings.discard(sealed);
    const prepared = record(core);
    core.recordings.finish(prepared, SAMPLES);
    await core.recordings.prepare(prepared);
    core.recordings.discard(prepared);
    const back = record(core);
    core.recordings.finish(back, SAMPLES);
    core.recordings.discard(back);
    core.recordings.undoDiscard(back);
    core.close();
    for (const id of [live, sealed, prepared])
      expect(await stateAfterLoss(folder, keys.open, id)).toBe('discarded');
    // One that was taken back is not.
    expect(await stateAfterLoss(folder, keys.open, back)).toBe('sealed');
    p7.ran(4);
  });

  test('stays so when the disk did not take it at first, and where a later key was lost', async () => {
    const keys = memoryKeyStore();
    const folder = fastFolder();
    let full = false;
    const disk: Disk = {
      ...nodeDisk,
      create(name) {
        if (full && name.includes('.discarded'))
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        return nodeDisk.create(name);
      },
    };
    const core = await openRecorder(folder, heldClock(), { open: keys.open, disk });
    const id = record(core);
    core.recordings.finish(id, SAMPLES);
    full = true;
    core.recordings.discard(id);
    full = false;
    core.close();
    const next = await openRecorder(folder, heldClock(), { open: keys.open });
    next.recordings.recover();
    next.close();
    expect(await stateAfterLoss(folder, keys.open, id)).toBe('discarded');

    // Put down in the folder of the newest key, and that key is not at hand any more.
    const [generation] = readdirSync(path.join(folder, 'vault')).filter((name) =>
      /^[0-9a-f]{16}$/.test(name),
    );
    const other = path.join(folder, 'vault', '00112233445566aa');
    nodeDisk.makeFolder(other);
    const name = `${id}.discarded`;
    copyFileSync(path.join(folder, 'vault', generation!, name), path.join(other, name));
    rmSync(path.join(folder, 'vault', generation!, name));
    expect(await stateAfterLoss(folder, keys.open, id)).toBe('discarded');
    expect(existsSync(path.join(other, name))).toBe(true);
    p7.ran(2);
  });
});
