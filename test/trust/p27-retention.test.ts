/**
 * P27: after its days the sound is gone, and the visit where that is wished: out of the folder, the
 * database, and the raw image of the disk.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../main/infrastructure/ports.ts';
import { trustedTime } from '../../main/infrastructure/privacy/trusted-time.ts';
import type { VisitState } from '../../shared/model/visit.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { openTestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import {
  DAY,
  isThere,
  type Kept,
  lived,
  p27,
  soundIsWhole,
  states,
} from './support/promises/p27-retention.ts';
import { seeded } from './support/seeded.ts';

const withNote: ReadonlySet<VisitState> = new Set(['ready', 'partial', 'reviewed', 'purged']);

/**
 * Returns what retention erases of a visit of this state and age: all of it, or its sound alone.
 */
function dueOf(
  { state, age }: { state: VisitState; age: number },
  keepAudioDays: number,
  keepNotesDays: number,
): { whole: boolean; sound: boolean } {
  if (state === 'discarded') return { whole: age > DAY, sound: false };
  if (!withNote.has(state)) return { whole: false, sound: false };
  const whole = keepNotesDays > 0 && age > Math.max(keepAudioDays, keepNotesDays) * DAY;
  return { whole, sound: !whole && state !== 'purged' && age > keepAudioDays * DAY };
}

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
      const keepNotesDays = [0, 5][round] ?? pick([0, 0, 1, 5, 20]);
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
        const ready = withNote.has(state) ? { readyAt: now - age } : {};
        const milestones = state === 'discarded' ? { discardedAt } : ready;
        all.push({
          state,
          age: state === 'discarded' ? now - discardedAt : age,
          ...lived(core, state, milestones, `Zyx ${round}`),
        });
      }
      const { sound, visits } = core.recordings.expire({ now, keepAudioDays, keepNotesDays });
      if (sound.length + visits.length > 0)
        expect(statSync(path.join(folder, 'scriba.db-wal')).size, 'the log of changes').toBe(0);
      for (const one of all) {
        const said = `${one.state}, ${one.age / DAY} days, sound ${keepAudioDays}, notes ${keepNotesDays}`;
        const { whole, sound: heard } = dueOf(one, keepAudioDays, keepNotesDays);
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
});

describe('each visit, whatever fails', () => {
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
    const first = await openTestApp({ folder, clock, keyStore: keys.open });
    await first.close();
    const core = await openRecorder(folder, clock, { open: keys.open });
    const one = lived(core, 'ready', { readyAt: clock.now() }, 'Zyx');
    core.close();
    const app = await openTestApp({ folder, clock, keyStore: keys.open });
    const files = () =>
      readdirSync(path.join(folder, 'vault'), { recursive: true, encoding: 'utf8' }).filter(
        (name) => one.files.some((file) => name.endsWith(file)),
      ).length;
    await app.ask('settings.change', {
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
    expect((await app.ask('visits.get', { id: one.id })).state).toBe('purged');
    await app.close();
    p27.ran();
  });
});

test('no file of the vault is erased by any other road: the erasing is in one place, with few callers', () => {
  const sources = readdirSync(path.resolve(import.meta.dirname, '../../main'), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.ts'));
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
          // What is forgotten before it is sent, and pieces that the platform finds too long.
          'features/recordings/forget/forget-journal.ts',
          'features/recordings/forget/forget-sound.ts',
          'features/recordings/prepare/prepare.ts',
          'features/recordings/prepare/upload-file.ts',
          'features/recordings/rearrange/copy-sound.ts',
          'features/recordings/recovery/recover-orphans.ts',
          // What a patient has withdrawn consent for.
          'features/recordings/withdraw/withdraw.ts',
        ].includes(name),
    ),
  ).toEqual([]);
  p27.ran();
});
