/**
 * P3 for real: a tmpfs that fills up, an ext4 that turns read-only, and calls of the system that
 * fail by strace, one after the other.
 */
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { asFailure } from '../../shared/failure.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/model/recording.ts';
import { type HeldClock, heldClock } from '../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { firstWrong, numberedSound } from '../support/sound/sound.ts';
import { closableDisk, loopDisk, whyNoLoopDisk } from './support/disks/loop-disk.ts';
import { smallDisk, whyNoSmallDisk } from './support/disks/small-disk.ts';
import {
  freshFolder,
  hasStrace,
  inPairs,
  noStrace,
  type Ran,
  recordUnderStrace,
} from './support/disks/strace.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p3 = promise({
  id: 'P3',
  title: 'Disk faults, real',
  figure: 'told within 2 s, all before is kept, the end and its row still written',
});
const fraction = seeded(p3.seed());
const ending: (() => void)[] = [];
afterAll(() =>
  ending.forEach((end) => {
    end();
  }),
);

/** Feeds until it is refused for good; returns what was taken, and the failure. */
function feed(
  { recordings, troubles }: Recorder,
  clock: HeldClock,
  { id, from = 0 }: { id: string; from?: number },
  pieces: number,
  between: (piece: number) => void = () => {},
) {
  let kept = { written: from, synced: 0 };
  let refused: string | undefined;
  for (let piece = 0; piece < pieces && refused === undefined && troubles.length === 0; piece++) {
    between(piece);
    try {
      kept = recordings.append(
        id,
        kept.written,
        numberedSound(kept.written, kept.written + PIECE_SAMPLES),
      );
    } catch (error) {
      refused = asFailure(error).detail;
    }
    clock.advance(250);
  }
  return { kept, refused };
}

describe('a disk that fills up (P3)', () => {
  test('ends the recording with the reserve: END and row are written, nothing is lost, and it is told at once', async (ctx) => {
    const why = whyNoSmallDisk();
    if (why) p3.skipLoudly(ctx, why);
    for (let round = 0; round < p3.size({ mutant: 4, commit: 25, long: 500 }); round++) {
      const disk = smallDisk(64);
      ending.push(disk.end);
      const clock = heldClock();
      const core = await openRecorder(path.join(disk.folder, 'data'), clock);
      const { id } = core.recordings.start(visit());
      const fullAt = Math.floor(fraction() * 8);
      let since = 0;
      const { kept, refused } = feed(core, clock, { id }, 200, (piece) => {
        if (piece === fullAt) {
          disk.leave(Math.floor(fraction() * 60_000));
          since = clock.monotonic();
        }
      });
      // The free space left takes a second or two of sound; the fault is reported with the piece
      // that meets it.
      expect(core.troubles).toEqual(['disk-full']);
      p3.worst(
        'sound until a disk with 60 kB left was told to be full',
        (clock.monotonic() - since) / 1000,
        's',
      );
      expect([undefined, 'disk-full']).toContain(refused);
      const row = core.store.visits.get(id)!;
      expect(row).toMatchObject({
        state: 'sealed',
        details: { samples: kept.written, trouble: { code: 'disk-full' } },
      });
      expect(core.scan(id).files.at(-1)!.end!.reason).toBe('disk-full');
      expect([core.sound(id).length / 2, firstWrong(core.sound(id), 0)]).toEqual([
        kept.written,
        -1,
      ]);
      expect(() => core.recordings.start(visit())).toThrow(
        expect.objectContaining({ code: 'refused', detail: 'disk-full' }),
      );
      core.close();

      const next = await openRecorder(path.join(disk.folder, 'data'), clock);
      next.recordings.recover();
      expect(next.store.visits.get(id)).toMatchObject({
        state: 'sealed',
        details: { samples: kept.written },
      });
      next.close();
      disk.end();
      p3.ran();
    }
  }, 3_600_000);

  test('has as much room as it said, and says when there is less than two hours of it', async (ctx) => {
    const why = whyNoSmallDisk();
    if (why) p3.skipLoudly(ctx, why);
    const disk = smallDisk(64);
    ending.push(disk.end);
    const clock = heldClock();
    const core = await openRecorder(path.join(disk.folder, 'data'), clock);
    const { id } = core.recordings.start(visit());
    const seconds = core.recordings.room();
    expect(seconds).toBeGreaterThan(300);
    expect(seconds).toBeLessThan(2 * 3600);
    const { kept } = feed(core, clock, { id }, seconds * 4);
    expect([core.troubles, kept.written / SAMPLE_RATE]).toEqual([[], seconds]);
    core.recordings.finish(id, kept.written);
    // The file for the platform was reckoned in.
    await core.recordings.prepare(id);
    expect(core.store.visits.get(id)!.state).toBe('prepared');
    core.close();
    disk.end();
    p3.ran();
  }, 120_000);
});

describe('a disk that turns read-only (P3)', () => {
  test('is told of at once; everything that was on it is there when it can be written again', async (ctx) => {
    const why = whyNoLoopDisk();
    if (why) p3.skipLoudly(ctx, why);
    const disk = loopDisk();
    ending.push(disk.end);
    const files = closableDisk();
    const clock = heldClock();
    const folder = path.join(disk.folder, 'data');
    const core = await openRecorder(folder, clock, { disk: files });
    const { id } = core.recordings.start(visit());
    const before = feed(core, clock, { id }, 10).kept;
    if (!disk.turnReadOnly())
      p3.skipLoudly(ctx, 'this kernel has no /sys/fs/ext4/*/trigger_fs_error');
    const began = clock.monotonic();
    const { kept, refused } = feed(core, clock, { id, from: before.written }, 40);
    expect([...core.troubles, refused]).toContain('disk-failing');
    const toldAfter = (clock.monotonic() - began) / 1000;
    p3.worst('told of a read-only disk after', toldAfter, 's');
    expect(toldAfter).toBeLessThanOrEqual(2);
    expect(() => core.recordings.finish(id, kept.written)).toThrow(
      expect.objectContaining({ detail: 'disk-failing' }),
    );
    files.closeAll();
    core.close();
    disk.remount();
    const next = await openRecorder(folder, heldClock());
    next.recordings.recover();
    expect(next.recordings.unfinished()).toMatchObject([{ id }]);
    expect(next.sound(id).length / 2).toBeGreaterThanOrEqual(kept.synced);
    expect(firstWrong(next.sound(id), 0)).toBe(-1);
    expect(next.recordings.finishUnfinished(id).state).toBe('sealed');
    next.close();
    disk.end();
    p3.ran();
  }, 60_000);
});

describe('a call of the system that fails (P3)', () => {
  test('wherever it is: what was acknowledged is there, and a person hears of it or nothing was amiss', async (ctx) => {
    if (!hasStrace()) p3.skipLoudly(ctx, noStrace);
    const template = await freshFolder();
    const pieces = 8;
    await recordUnderStrace(template, 1);
    const { calls } = await recordUnderStrace(template, pieces);
    const errors = ['ENOSPC', 'EIO', 'EROFS'] as const;
    const all = errors.flatMap((error) =>
      calls.flatMap(({ call, number }) => [
        `${call}:error=${error}:when=${number}`,
        `${call}:error=${error}:when=${number}+`,
      ]),
    );
    // Each commit tries others of them; the long run tries all.
    const tried =
      p3.level === 'long'
        ? all
        : Array.from(
            { length: p3.size({ mutant: 8, commit: 30, long: 0 }) },
            () => all[Math.floor(fraction() * all.length)]!,
          );
    const wrong: string[] = [];
    await inPairs(tried, async (inject) => {
      const said = await lookAt(await recordUnderStrace(template, pieces, inject), pieces);
      if (said) wrong.push(`${inject}: ${said}`);
      p3.ran();
    });
    p3.failed(wrong.length);
    expect(wrong).toEqual([]);
  }, 3_600_000);
});

/** Holds what is left against what was said. */
async function lookAt(
  { folder, said, complained }: Ran,
  pieces: number,
): Promise<string | undefined> {
  const last = said.at(-1);
  const words = ['disk-full', 'disk-failing', 'nothing-recorded', 'consultation-gone'];
  const odd = said
    .flatMap(({ refused, detail, failed }) => [refused, ...(failed ? [detail ?? failed] : [])])
    .find((word) => word !== undefined && !words.includes(word));
  if (odd !== undefined) return `a person was told ${odd}`;
  if (last === undefined || complained.includes('Error'))
    return `the process ended: ${complained.slice(-300)}`;
  const core = await openRecorder(folder, heldClock());
  try {
    core.recordings.recover();
    const written = said.findLast((line) => line.written !== undefined)?.written ?? 0;
    const id = said.find((line) => line.id)?.id;
    if (id === undefined) return last.failed ? undefined : 'neither begun nor refused';
    const row = core.store.visits.get(id);
    if (!row) return written === 0 ? undefined : 'the visit is gone';
    const sealed = said.findLast(({ state }) => state === 'sealed');
    if (sealed && (row.state !== 'sealed' || row.details.samples !== sealed.samples))
      return `sealed, and then ${row.state}`;
    const sound = core.sound(id);
    if (firstWrong(sound, 0) !== -1) return 'other sound than was spoken';
    if (sound.length / 2 < written) return 'sound is lost that was acknowledged';
    const whole = sealed?.samples === pieces * PIECE_SAMPLES;
    const told = said.some(({ trouble, refused }) => trouble ?? refused);
    return whole || told ? undefined : 'the recording is not whole, and nobody was told';
  } finally {
    core.close();
  }
}
