/** P7: the promise, and a folder with visits that were worked on. */

import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../../../support/rigs/recorder.ts';
import { memoryKeyStore } from '../../../support/rigs/vault.ts';
import { putState } from '../../../support/rows.ts';
import { numberedSound } from '../../../support/sound/sound.ts';
import { openTestApp } from '../app/test-app.ts';
import { fastFolder } from '../disks/fast-folder.ts';
import { promise } from '../promise.ts';

export const p7 = promise({
  id: 'P7',
  title:
    'A database that is damaged, deleted or newer: Scriba starts, tells, keeps it aside, rebuilds from the vault',
  figure:
    '0 notes lost that a damaged list still has; a newer list is taken up again after the upgrade; 0 discarded visits sent',
});
export const DAY = 24 * 3600 * 1000;
export const SAMPLES = 8000;

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
  putState(core.store, id, {
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

export async function house() {
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

export type Started = Awaited<ReturnType<typeof openTestApp>>;
export const states = async (app: Started) =>
  Object.fromEntries(
    (await app.ask('visits.list', undefined)).map(({ patient, state }) => [patient.name, state]),
  );
export const codes = async (app: Started) =>
  (await app.ask('app.health', undefined)).map(({ code }) => code);
export const noteOf = async (app: Started, id: string) =>
  (await app.ask('notes.get', { id }))?.documents[0]?.text;

/** Fills one page with what it never had. */
export function spoil(folder: string, page: number) {
  const file = openSync(path.join(folder, 'scriba.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(file);
}
