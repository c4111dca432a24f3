/**
 * P2 for real: the power of a loop-mounted ext4 is cut in the middle of a recording; everything
 * older than 1.5 s is there, and every commit that was acknowledged.
 */
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../main/infrastructure/store/database.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/model/recording.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { temporaryFolder } from '../support/rows.ts';
import { firstWrong, numberedSound } from '../support/sound/sound.ts';
import { closableDisk, type LoopDisk, loopDisk, whyNoLoopDisk } from './support/disks/loop-disk.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p2 = promise({
  id: 'P2',
  title: 'Power cut, on a real disk',
  figure: 'everything older than 1.5 s is there, and every acknowledged commit',
});
const CUTS = p2.size({ mutant: 12, commit: 100, long: 5000 });
const PIECES = 14;

/** Values reported by a given moment. */
type Told = {
  at: bigint;
  id?: string;
  handed: number;
  synced: number;
  sealed?: number;
  committed: number;
};

const why = whyNoLoopDisk();
let disk: LoopDisk | undefined;
afterAll(() => disk?.end());

/**
 * Records as fast as it goes until the disk refuses; every answer is noted the moment it is there.
 */
async function speak(
  { recordings, store }: Recorder,
  clock: ReturnType<typeof heldClock>,
  committed: number,
): Promise<Told[]> {
  const all: Told[] = [{ at: 0n, handed: 0, synced: 0, committed }];
  const note = (more: Partial<Told>) =>
    void all.push({ ...all.at(-1)!, ...more, at: process.hrtime.bigint() });
  try {
    const { id } = recordings.start(visit());
    note({ id });
    for (let piece = 0, at = 0; piece < PIECES; piece++) {
      const { written, synced } = recordings.append(id, at, numberedSound(at, at + PIECE_SAMPLES));
      note({ handed: written, synced });
      at = written;
      store.values.set('committed', String(committed + piece + 1));
      note({ committed: committed + piece + 1 });
      clock.advance(250);
      await new Promise((resolve) => setImmediate(resolve));
    }
    note({ sealed: recordings.finish(id, all.at(-1)!.handed).details.samples });
  } catch {
    // The power is gone.
  }
  return all;
}

function lookAt(core: Recorder, told: Told): void {
  expect(Number(core.store.values.get('committed') ?? 0)).toBeGreaterThanOrEqual(told.committed);
  if (told.id === undefined) return;
  const row = core.store.visits.get(told.id);
  if (told.synced > 0) expect(row).toBeDefined();
  if (told.sealed !== undefined)
    expect(row).toMatchObject({ state: 'sealed', details: { samples: told.sealed } });
  if (!row) return;
  const sound = core.sound(told.id);
  const solid = core.scan(told.id).holes[0]?.[0] ?? sound.length / 2;
  p2.worst('lost at most', Math.max(0, told.handed - solid) / SAMPLE_RATE, 's');
  expect(firstWrong(sound.subarray(0, solid * 2), 0)).toBe(-1);
  expect(solid).toBeGreaterThanOrEqual(told.synced);
  expect(solid).toBeGreaterThanOrEqual(told.handed - 1.5 * SAMPLE_RATE);
}

describe('the power of a real disk is cut (P2)', () => {
  test('while recording: everything older than 1.5 s is there, and every commit that was acknowledged', async (ctx) => {
    if (why) p2.skipLoudly(ctx, why);
    disk = loopDisk();
    const fraction = seeded(p2.seed());
    const folder = path.join(disk.folder, 'data');
    /** How long one recording takes here; the cut comes somewhere in it. */
    let lasts = 0.2;
    let committed = 0;
    let caught = 0;
    for (let cut = 0; cut < CUTS; cut++) {
      const files = closableDisk();
      // A clock of its own: what the last core still wanted to do died with it.
      const clock = heldClock(Date.now() + cut * 60_000);
      const core = await openRecorder(folder, clock, { disk: files });
      const { gone } = await disk.cutAfter(
        fraction() * lasts * 1.1,
        fraction() < 0.8 ? 'noLogFlush' : 'logFlush',
      );
      const began = performance.now();
      const all = await speak(core, clock, committed);
      if (all.at(-1)!.sealed !== undefined) lasts = (performance.now() - began) / 1000;
      const cutAt = await gone;
      const told = all.findLast(({ at }) => at < cutAt)!;
      if (told.sealed === undefined) caught += 1;
      files.closeAll();
      core.close();

      disk.remount();
      const next = await openRecorder(folder, clock);
      next.recordings.recover();
      lookAt(next, told);
      committed = Number(next.store.values.get('committed') ?? 0);
      // Finishes recordings that would otherwise be read again at each start.
      for (const { id } of next.recordings.unfinished()) next.recordings.finishUnfinished(id);
      next.close();
      p2.ran();
    }
    const after = await openRecorder(folder, heldClock());
    for (const { id, details } of after.store.visits.list())
      expect(after.sound(id).length / 2).toBe(details.samples);
    after.close();
    p2.worst('cuts while recording', caught, '');
    if (p2.level !== 'mutant') expect(caught).toBeGreaterThan(CUTS / 3);
  }, 3_600_000);

  test('the database is told to force each commit onto the disk', () => {
    const db = openDatabase(path.join(temporaryFolder(), 'scriba.db'));
    // 2 is FULL. Where no power can be cut, this is all that can be seen of it.
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
  });
});
