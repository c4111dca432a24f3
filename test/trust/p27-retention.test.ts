/** P27: after its days the sound is gone, and the visit where that is wished: out of the folder, the database, and the raw image of the disk. */

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
import { afterAll, describe, expect, test } from 'vitest';
import { writeUpload } from '../../main/features/recordings/prepare/upload-file.ts';
import { nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../main/infrastructure/ports.ts';
import { trustedTime } from '../../main/infrastructure/privacy/trusted-time.ts';
import type { VisitState } from '../../shared/model/visit.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { putState, temporaryFolder } from '../support/rows.ts';
import { firstWrong, numberedSound } from '../support/sound/sound.ts';
import { openDay } from './support/day.ts';
import { fastFolder } from './support/fast-folder.ts';
import { type LoopDisk, loopDisk, whyNoLoopDisk } from './support/loop-disk.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p27 = promise({
  id: 'P27',
  title: 'What is kept no longer than it should be',
  figure:
    'after the set days 0 plaintext and 0 wrapped keys of an erased visit in the raw image of the disk; nothing is erased a moment early',
});
const DAY = 24 * 3600 * 1000;
const SAMPLES = 12_000;

const why = whyNoLoopDisk();
let loop: LoopDisk | undefined;
afterAll(() => loop?.end());

type Kept = {
  readonly id: string;
  readonly wrapped: readonly Buffer[];
  readonly files: readonly string[];
};

/** A visit that is whole, made ready for sending, and then in the state it is said to be in, with a note where that has one. */
function lived(
  core: Recorder,
  state: VisitState,
  at: { readyAt?: number; discardedAt?: number },
  name: string,
): Kept {
  const { id } = core.recordings.start(visit({ patient: { name, recordNumber: `UHID-${name}` } }));
  core.recordings.append(id, 0, numberedSound(0, SAMPLES));
  core.recordings.finish(id, SAMPLES);
  // As preparing leaves it, without the half second of encoding.
  const keys = core.vault.keys();
  const part = {
    visitId: id,
    ordinal: 1,
    generation: keys.generation,
    name: 'audio_0001.wav',
    contentType: 'audio/wav',
  };
  const file = writeUpload(
    { disk: nodeDisk, random: nodeRandom, keys },
    {
      ...part,
      part: 1,
      transactionId: core.store.visits.get(id)!.transactionId,
      setup: visit(),
      createdAt: 0,
      imported: false,
    },
  );
  file.append(numberedSound(0, SAMPLES));
  core.store.uploads.put({ ...part, fileId: file.fileId, ...file.finish() });
  const files = [
    ...core.store.segments.list(id).map(({ fileId }) => `${fileId}.seg`),
    ...core.store.uploads.list(id).map(({ fileId }) => `${fileId}.up`),
  ];
  if (at.readyAt !== undefined)
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
      receivedAt: at.readyAt,
      practice: false,
    });
  const row = core.store.visits.get(id)!;
  putState(core.store, id, {
    state,
    ...(state === 'discarded' && { cameFrom: 'prepared' as const }),
    details: { ...row.details, ...at },
  });
  return {
    id,
    files,
    wrapped: files.map((file) =>
      readFileSync(path.join(core.vault.keys().folder, file)).subarray(48, 96),
    ),
  };
}

const states: readonly VisitState[] = [
  'ready',
  'partial',
  'reviewed',
  'purged',
  'processing',
  'committing',
  'uploading',
  'prepared',
  'sealed',
  'attention',
  'discarded',
];
const isThere = (core: Recorder, { files }: Kept) =>
  files.map((file) => nodeDisk.exists(path.join(core.vault.keys().folder, file)));
const soundIsWhole = (core: Recorder, { id }: Kept) =>
  core.sound(id).length / 2 === SAMPLES && firstWrong(core.sound(id), 0) === -1;

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

test('in the raw image of the disk nothing is left of an erased visit: not a word, not a sample, not a wrapped key', async (ctx) => {
  const folder =
    why === undefined ? (loop ??= loopDisk({ megabytes: 96 })).folder : temporaryFolder();
  if (why !== undefined)
    console.warn(
      `P27: the raw image is not looked at (${why}); the files of a folder are, instead.`,
    );
  const home = path.join(folder, 'clinic');
  nodeDisk.makeFolder(home);
  const keys = memoryKeyStore();
  const clock = heldClock();
  const day = await openDay({ folder: home, clock, keyStore: keys.open });
  await day.ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 30, lockAfterMinutes: 0 },
  });
  await day.close();
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
  const sealed = () => {
    const db = new Database(database, { readonly: true });
    const found = gone.flatMap(({ id }) => [
      db.prepare('SELECT details AS value FROM consultations WHERE id = ?').get(id),
      db.prepare('SELECT note AS value FROM notes WHERE consultation_id = ?').get(id),
    ]);
    db.close();
    return found.flatMap((row) => (row === undefined ? [] : [(row as { value: Buffer }).value]));
  };
  const rows = sealed();
  expect([
    rows.length,
    rows.every((row) => readFileSync(database).includes(row.subarray(0, 40))),
  ]).toEqual([5, true]);
  // Positive controls: written, removed, and found all the same in the raw image.
  const plain = path.join(folder, 'plain');
  writeFileSync(plain, 'Zyxplain was here and is gone');
  nodeDisk.syncFolder(folder);
  const handle = openSync(plain, 'r');
  fsyncSync(handle);
  closeSync(handle);
  if (why === undefined) loop!.remount();

  clock.advance(8 * DAY);
  const later = await openDay({ folder: home, clock, keyStore: keys.open });
  expect(
    (await later.ask('visits.list', undefined)).map(({ patient, state }) => [patient.name, state]),
  ).toEqual([
    ['Zyxstays Two', 'attention'],
    ['Zyxstays One', 'ready'],
    ['Zyxgone Two', 'purged'],
    ['Zyxgone One', 'purged'],
  ]);
  expect(await later.ask('notes.get', { id: gone[0]!.id })).toBeDefined();
  await later.close();
  clock.advance(24 * DAY);
  const last = await openDay({ folder: home, clock, keyStore: keys.open });
  expect(
    (await last.ask('visits.list', undefined)).map(({ patient, state }) => [patient.name, state]),
  ).toEqual([
    ['Zyxstays Two', 'attention'],
    ['Zyxstays One', 'purged'],
  ]);
  await expect(last.ask('notes.get', { id: gone[0]!.id })).rejects.toMatchObject({
    code: 'missing',
  });
  expect(
    (await last.ask('audit.list', undefined))
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
  await last.close();
  // Not even sealed do the rows stand in the database's file any more.
  expect(rows.filter((row) => readFileSync(database).includes(row.subarray(0, 40))).length).toBe(0);

  // Last of all: nothing that is written after it may take its place on the disk.
  unlinkSync(plain);
  const looked =
    why === undefined
      ? (loop!.remount(), [path.join(path.dirname(folder), 'image')])
      : readdirSync(home, { recursive: true, encoding: 'utf8' })
          .map((name) => path.join(home, name))
          .filter((name) => statSync(name).isFile());
  const count = (needles: readonly Buffer[]) =>
    looked.reduce((sum, file) => sum + countIn(file, needles), 0);
  const words = ['Zyxgone', 'UHID-Zyx', 'has a fever', 'Zyxstays'].flatMap((word) => [
    Buffer.from(word),
    Buffer.from(word, 'utf16le'),
    Buffer.from(Buffer.from(word).toString('base64').slice(0, -4)),
    Buffer.from(Buffer.from(word).toString('hex')),
  ]);
  const sound = [0, 3000, 6000, 9000].map((sample) => numberedSound(sample, sample + 16));
  expect(count(words), 'words').toBe(0);
  expect(count(sound), 'samples').toBe(0);
  const wrapped = [...gone, stays[0]!].flatMap((one) => one.wrapped);
  p27.worst('wrapped keys of erased visits in the raw image', count(wrapped), '');
  expect(count(wrapped), 'wrapped keys').toBe(0);
  // What is kept is there, and found: the search sees what it should see.
  expect(count(stays[1]!.wrapped)).toBe(stays[1]!.wrapped.length);
  if (why === undefined) expect(count([Buffer.from('Zyxplain was here')])).toBeGreaterThan(0);
  p27.ran(gone.length + stays.length);
  if (why !== undefined) p27.skipLoudly(ctx, `the raw image of a disk was not searched: ${why}`);
}, 60_000);

describe('each visit', () => {
  test('is erased when its days are over and never before, whatever its state and the settings', async () => {
    const random = seeded(p27.seed());
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
    const clock = heldClock();
    const folder = fastFolder();
    const core = await openRecorder(folder, clock, { open: memoryKeyStore().open });
    const now = clock.now();
    const rounds = p27.size({ mutant: 2, commit: 4, long: 60 });
    for (let round = 0; round < rounds; round++) {
      const keepAudioDays = 2 + Math.floor(random() * 10);
      const keepNotesDays = round === 0 ? 0 : round === 1 ? 5 : pick([0, 0, 1, 5, 20]);
      const all: (Kept & { state: VisitState; age: number })[] = [];
      for (const state of states) {
        // The first round looks at the very edge.
        const age =
          round === 0
            ? keepAudioDays * DAY + (all.length % 2 === 0 ? -1 : 1)
            : pick([
                0,
                keepAudioDays * DAY - 1,
                keepAudioDays * DAY + 1,
                keepNotesDays * DAY + 1,
                keepNotesDays * DAY - 1,
                random() * 30 * DAY,
                -2 * DAY,
              ]);
        const discardedAt = now - pick([0, DAY - 1, DAY + 1, 40 * DAY]);
        const withNote = ['ready', 'partial', 'reviewed', 'purged'].includes(state);
        all.push({
          state,
          age: state === 'discarded' ? now - discardedAt : age,
          ...lived(
            core,
            state,
            state === 'discarded' ? { discardedAt } : withNote ? { readyAt: now - age } : {},
            `Zyx ${round}`,
          ),
        });
      }
      const { sound, visits } = core.recordings.expire({ now, keepAudioDays, keepNotesDays });
      if (sound.length + visits.length > 0)
        expect(statSync(path.join(folder, 'scriba.db-wal')).size, 'the log of changes').toBe(0);
      for (const one of all) {
        const said = `${one.state}, ${one.age / DAY} days, sound ${keepAudioDays}, notes ${keepNotesDays}`;
        const withNote = ['ready', 'partial', 'reviewed', 'purged'].includes(one.state);
        const whole =
          one.state === 'discarded'
            ? one.age > DAY
            : withNote &&
              keepNotesDays > 0 &&
              one.age > Math.max(keepAudioDays, keepNotesDays) * DAY;
        const heard = !whole && withNote && one.state !== 'purged' && one.age > keepAudioDays * DAY;
        expect([sound.includes(one.id), visits.includes(one.id)], said).toEqual([heard, whole]);
        const row = core.store.visits.get(one.id);
        expect(row === undefined, said).toBe(whole);
        expect(
          isThere(core, one).every((there) => there === !(whole || heard)),
          said,
        ).toBe(true);
        if (heard)
          expect(
            [
              row!.state,
              core.store.segments.list(one.id).length,
              core.store.uploads.list(one.id).length,
              core.store.notes.get(one.id) !== undefined,
            ],
            said,
          ).toEqual(['purged', 0, 0, true]);
        if (!whole && !heard) expect(soundIsWhole(core, one), said).toBe(true);
        p27.ran();
      }
    }
    core.close();
  }, 60_000);

  test('whose note is not here, or does not open, keeps its sound however old it is', async () => {
    const clock = heldClock();
    const folder = fastFolder();
    const keys = memoryKeyStore();
    let core = await openRecorder(folder, clock, { open: keys.open });
    const bare = lived(core, 'ready', { readyAt: clock.now() - 300 * DAY }, 'Zyx');
    const damaged = lived(core, 'ready', { readyAt: clock.now() - 300 * DAY }, 'Zyx');
    core.store.notes.remove(bare.id);
    core.close();
    const db = new Database(path.join(folder, 'scriba.db'));
    db.prepare('UPDATE notes SET note = ? WHERE consultation_id = ?').run(
      Buffer.alloc(100, 1),
      damaged.id,
    );
    db.close();
    core = await openRecorder(folder, clock, { open: keys.open });
    expect(
      core.recordings.expire({ now: clock.now(), keepAudioDays: 1, keepNotesDays: 0 }),
    ).toEqual({ sound: [], visits: [] });
    expect([soundIsWhole(core, bare), soundIsWhole(core, damaged)]).toEqual([true, true]);
    core.close();
    p27.ran(2);
  });

  test('is erased in the end when the disk fails, or Scriba dies, at any call in between; and no other with it', async () => {
    const calls: (keyof Disk)[] = [];
    let fail = Infinity;
    const spoiling = [
      'openToChange',
      'write',
      'datasync',
      'unlink',
      'syncFolder',
      'close',
    ] as const;
    const spoilt = Object.fromEntries(
      spoiling.map((name) => [
        name,
        (...args: never[]) => {
          calls.push(name);
          if (calls.length > fail) throw Object.assign(new Error('EIO'), { code: 'EIO' });
          return (nodeDisk[name] as (...values: never[]) => unknown)(...args);
        },
      ]),
    );
    const disk = { ...nodeDisk, ...spoilt } as Disk;
    for (let at = 0; at < 12; at++) {
      const folder = fastFolder();
      const keys = memoryKeyStore();
      const clock = heldClock();
      const quiet = await openRecorder(folder, clock, { open: keys.open });
      const old = lived(quiet, 'ready', { readyAt: clock.now() - 9 * DAY }, 'Zyxold');
      const fresh = lived(quiet, 'ready', { readyAt: clock.now() }, 'Zyxnew');
      quiet.close();
      const core = await openRecorder(folder, clock, { open: keys.open, disk });
      calls.length = 0;
      fail = at;
      core.recordings.expire({ now: clock.now(), keepAudioDays: 7, keepNotesDays: 0 });
      fail = Infinity;
      core.close();
      const next = await openRecorder(folder, clock, { open: keys.open });
      next.recordings.recover();
      next.recordings.expire({ now: clock.now(), keepAudioDays: 7, keepNotesDays: 0 });
      expect([isThere(next, old), next.store.visits.get(old.id)!.state], `at call ${at}`).toEqual([
        [false, false],
        'purged',
      ]);
      expect(next.store.notes.get(old.id)!.documents[0]!.text).toBe('Zyxold has a fever');
      expect(soundIsWhole(next, fresh)).toBe(true);
      next.close();
      p27.ran();
    }
  });
});

describe('the time by which things are erased', () => {
  const wall = 1_760_000_000_000;
  test('is the platform’s where it was heard; a clock that ran away is not believed', () => {
    expect(trustedTime({ wall: wall + 3650 * DAY, offset: 3650 * DAY, seen: wall })).toBe(wall);
    expect(trustedTime({ wall: wall - 3650 * DAY, offset: -3650 * DAY, seen: undefined })).toBe(
      wall,
    );
    expect(trustedTime({ wall, offset: undefined, seen: undefined })).toBe(wall);
    expect(trustedTime({ wall: wall + 39 * DAY, offset: undefined, seen: wall })).toBe(
      wall + 39 * DAY,
    );
    expect(trustedTime({ wall: wall + 41 * DAY, offset: undefined, seen: wall })).toBeUndefined();
    expect(trustedTime({ wall: wall - 3650 * DAY, offset: undefined, seen: wall })).toBe(
      wall - 3650 * DAY,
    );
    p27.ran(6);
  });

  test('jumps ten years ahead and back: nothing is erased, and it goes on when the clock is right', async () => {
    const clock = heldClock();
    const keys = memoryKeyStore();
    const folder = fastFolder();
    const first = await openDay({ folder, clock, keyStore: keys.open });
    await first.close();
    const core = await openRecorder(folder, clock, { open: keys.open });
    const one = lived(core, 'ready', { readyAt: clock.now() }, 'Zyx');
    core.close();
    const day = await openDay({ folder, clock, keyStore: keys.open });
    const files = () =>
      readdirSync(path.join(folder, 'vault'), { recursive: true, encoding: 'utf8' }).filter(
        (name) => one.files.some((file) => name.endsWith(file)),
      ).length;
    await day.ask('settings.change', {
      privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 0 },
    });
    clock.jump(3650 * DAY);
    clock.advance(2 * DAY);
    expect(files()).toBe(2);
    clock.jump(-3650 * DAY);
    clock.advance(4 * DAY);
    expect(files()).toBe(2);
    clock.advance(2 * DAY);
    expect(files()).toBe(0);
    expect((await day.ask('visits.get', { id: one.id })).state).toBe('purged');
    await day.close();
    p27.ran();
  });
});

test('no file of the vault is erased by any other road: the erasing is in one place, with few callers', () => {
  const sources = readdirSync(path.resolve(import.meta.dirname, '../../main'), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.ts') && !name.startsWith('sandbox'));
  const users = sources
    .filter((name) =>
      /\bpurgeContainer\(/.test(
        readFileSync(path.resolve(import.meta.dirname, '../../main', name), 'utf8'),
      ),
    )
    .sort();
  expect(
    users.filter(
      (name) =>
        ![
          'infrastructure/vault/purge.ts',
          'infrastructure/vault/container/container.ts',
          'features/recordings/erase/erase-visit.ts',
          'features/recordings/recordings.ts',
          'features/recordings/prepare/upload-file.ts',
          'features/recordings/rearrange/copy-sound.ts',
          'features/recordings/recovery/recover-orphans.ts',
        ].includes(name),
    ),
  ).toEqual([]);
  p27.ran();
});
