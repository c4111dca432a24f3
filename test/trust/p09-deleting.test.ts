/**
 * P9: deleting touches one visit only, a discard can be taken back for a day, and nothing else
 * erases sound.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dice } from '../support/fakes/fake-platform.ts';
import { type HeldClock, heldClock } from '../support/ports/clocks.ts';
import { type MemoryDisk, memoryDisk } from '../support/ports/disk.ts';
import { tone } from '../support/rigs/outbox-rig.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { putState } from '../support/rows.ts';
import { numberedSound } from '../support/sound/sound.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P9',
  title: 'Deleting touches one visit only; a discard can be undone for 24 hours',
  figure:
    '0 files of another visit touched in 10,000 random operations; 0 discards lost before their day is over',
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEPT = { keepAudioDays: 7, keepNotesDays: 30 };

/**
 * Expected state of a visit. `state` as a person sees it; `since` when it was discarded, or its
 * note arrived. `closed`: its files say that it has ended.
 */
type Visit = {
  state: 'live' | 'unfinished' | 'sealed' | 'discarded' | 'ready';
  samples: number;
  since: number;
  closed: boolean;
  readonly files: Set<string>;
};

/** States that its row may have. */
const called: Record<Visit['state'], readonly string[]> = {
  live: ['recording'],
  unfinished: ['recording'],
  sealed: ['sealed', 'prepared'],
  discarded: ['discarded'],
  ready: ['ready'],
};

/** Files that hold sound, or a person's decision about it. */
const soundFiles = (disk: MemoryDisk) =>
  disk
    .names()
    .filter((name) => /\.(seg|up|discarded)$/.test(name))
    .map((name) => path.basename(name));

async function live(seed: number, operations: number, home: string) {
  const roll = dice(seed);
  /** Notes are in the database alone: where it is lost now and then, none arrive. */
  const mayLose = roll() < 0.4;
  const disk = memoryDisk();
  const { open } = memoryKeyStore();
  const clock: HeldClock = heldClock();
  const databaseFolder = path.join(home, String(seed));
  mkdirSync(databaseFolder);
  const start = () => openRecorder('/vault', clock, { disk, open, databaseFolder });
  let core: Recorder = await start();
  const visits = new Map<string, Visit>();
  const log: string[] = [];
  const pick = (...states: Visit['state'][]) => {
    const fitting = [...visits].filter(([, { state }]) => states.includes(state));
    return fitting[Math.floor(roll() * fitting.length)];
  };
  const current = () => [...visits].find(([, { state }]) => state === 'live');

  /** One thing happens. Answers the visit that it is about, if any. */
  const happenings: Record<string, () => Promise<string | undefined> | string | undefined> = {
    start() {
      if (current()) return undefined;
      const { id } = core.recordings.start(visit());
      visits.set(id, { state: 'live', samples: 0, since: 0, closed: false, files: new Set() });
      return id;
    },
    speak() {
      const found = current();
      if (!found) return undefined;
      const [id, one] = found;
      core.recordings.append(id, one.samples, numberedSound(one.samples, one.samples + 4000));
      one.samples += 4000;
      return id;
    },
    finish() {
      const found = current() ?? pick('unfinished');
      if (!found) return undefined;
      const [id, one] = found;
      if (one.samples === 0) return undefined;
      core.recordings.finish(id, one.samples);
      one.closed = one.state === 'live';
      one.state = 'sealed';
      return id;
    },
    goOn() {
      const found = pick('unfinished');
      if (!found || current() || found[1].samples === 0) return undefined;
      core.recordings.goOn(found[0]);
      found[1].state = 'live';
      return found[0];
    },
    async bring() {
      const bytes = tone(0.01, 100 + Math.floor(roll() * 900));
      const { id } = await core.recordings.importFile(visit(), {
        name: 'a.wav',
        size: bytes.length,
        async *read() {
          yield bytes;
        },
      });
      visits.set(id, { state: 'sealed', samples: 1, since: 0, closed: true, files: new Set() });
      return id;
    },
    discard() {
      const found = pick('live', 'unfinished', 'sealed');
      if (!found || found[1].samples === 0) return undefined;
      core.recordings.discard(found[0]);
      found[1].closed ||= found[1].state === 'live';
      Object.assign(found[1], { state: 'discarded', since: clock.now() });
      return found[0];
    },
    undo() {
      const found = pick('discarded');
      if (!found) return undefined;
      const [id, one] = found;
      const late = clock.now() - one.since > DAY;
      try {
        core.recordings.undoDiscard(id);
        expect(late, `${id} came back too late`).toBe(false);
        one.state = 'sealed';
      } catch (error) {
        expect(
          (error as { detail?: string }).detail,
          `${id} after ${(clock.now() - one.since) / HOUR} h`,
        ).toBe(late ? 'discard-final' : 'it can be taken back');
      }
      return id;
    },
    /** Its note arrives. */
    arrive() {
      const found = pick('sealed');
      if (!found || mayLose) return undefined;
      const [id, one] = found;
      core.store.notes.put({
        visitId: id,
        documents: [],
        receivedAt: clock.now(),
        practice: false,
      });
      const row = core.store.visits.get(id)!;
      putState(core.store, id, {
        state: 'ready',
        details: { ...row.details, readyAt: clock.now() },
      });
      Object.assign(one, { state: 'ready', since: clock.now() });
      return id;
    },
    wait() {
      clock.advance(Math.floor(roll() * 20 * HOUR));
      return undefined;
    },
    expire() {
      core.recordings.expire({ now: clock.now(), ...KEPT });
      for (const [id, one] of visits) {
        const over =
          one.state === 'discarded'
            ? clock.now() - one.since > DAY
            : one.state === 'ready' && clock.now() - one.since > KEPT.keepAudioDays * DAY;
        if (over) visits.delete(id);
      }
      return undefined;
    },
    pageLost() {
      const found = current();
      core.recordings.pageLost();
      if (found) found[1].state = 'unfinished';
      return found?.[0];
    },
    /** Closed, or killed while it recorded. */
    restart: again,
    /**
     * The same, and the database is gone: who was discarded is known from the vault alone, and has
     * another day.
     */
    async loseDatabase() {
      if (!mayLose) return undefined;
      core.store.close();
      for (const name of readdirSync(databaseFolder)) rmSync(path.join(databaseFolder, name));
      await again();
      for (const one of visits.values()) {
        if (one.state === 'discarded') one.since = clock.now();
        // Sealed by a person's word after a crash, which the database alone had: it is offered once
        // more.
        if (one.state === 'sealed' && !one.closed) one.state = 'unfinished';
      }
      return undefined;
    },
  };

  async function again() {
    core.close();
    core = await start();
    core.recordings.recover();
    for (const [id, one] of visits) {
      if (one.state !== 'live' && one.state !== 'unfinished') continue;
      one.state = 'unfinished';
      if (one.samples === 0) visits.delete(id);
    }
    return undefined;
  }

  const names = Object.keys(happenings);
  for (let at = 0; at < operations; at++) {
    const name = names[Math.floor(roll() * (mayLose ? names.length : names.length - 1))]!;
    const before = new Set(soundFiles(disk));
    const about = await happenings[name]!();
    log.push(name);
    const after = soundFiles(disk);
    // New files belong to the visit of this operation.
    if (about && visits.has(about))
      for (const file of after) if (!before.has(file)) visits.get(about)!.files.add(file);
    const seen = `seed ${seed}, after ${log.slice(-6).join(', ')}`;
    for (const [id, { files, state }] of visits) {
      if (state !== 'discarded') files.delete(`${id}.discarded`);
      for (const file of files)
        expect(after, `${seen}: a file of ${id} (${state})`).toContain(file);
    }
    const owned = new Set([...visits.values()].flatMap(({ files }) => [...files]));
    expect(
      after.filter((file) => !owned.has(file)),
      `${seen}: files of nobody`,
    ).toEqual([]);
    if (name === 'speak' || name === 'wait') continue;
    const rows = new Map(core.store.visits.list().map(({ id, state }) => [id, state]));
    for (const [id, { state }] of visits)
      expect(called[state], `${seen}: the row of ${id} (${state})`).toContain(rows.get(id));
    const left = [...rows].filter(([id, state]) => state !== 'purged' && !visits.has(id));
    expect(left, `${seen}: rows of nobody`).toEqual([]);
  }
  core.close();
  return log;
}

test('random operations, and after each of them exactly the files of the visits that must be there', async () => {
  const operations = proof.size({ mutant: 1500, commit: 10_000, long: 500_000 });
  const home = fastFolder();
  const met = new Set<string>();
  const EACH = 150;
  for (let at = 0; at * EACH < operations; at++) {
    (await live(proof.seed() + at, EACH, home)).forEach((name) => {
      met.add(name);
    });
    proof.ran(EACH);
  }
  expect(met.size).toBe(13);
}, 3_600_000);
