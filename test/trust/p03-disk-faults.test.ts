/**
 * P3 on a simulated disk: full, over quota, broken, read-only or short, from any call on, once or
 * for good, a recording is told of it, ends well or goes on, and keeps all that was said to be
 * kept.
 */
import { describe, expect, test } from 'vitest';
import { asFailure } from '../../shared/failure.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/model/recording.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { type MemoryDisk, memoryDisk, systemError } from '../support/ports/disk.ts';
import { openRecorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { firstWrong, numberedSound } from '../support/sound/sound.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p3 = promise({
  id: 'P3',
  title: 'Disk faults, simulated',
  figure: 'told within 2 s, nothing lost that was said to be kept, the end still written',
});
const FAULTS = p3.size({ mutant: 60, commit: 200, long: 10_000 });
const PIECES = 24;
const kinds = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'short'] as const;
const spells = ['once', 'a while', 'until there is room', 'for good'] as const;
const isFull = (kind: string) => kind === 'ENOSPC' || kind === 'EDQUOT';

type Fault = { kind: (typeof kinds)[number]; spell: (typeof spells)[number]; from: number };

/** Two runs of the same fault, one looked at after a crash, the other after a power cut too. */
async function meet({ kind, spell, from }: Fault, fraction: () => number, powerToo: boolean) {
  const clock = heldClock();
  const disk = memoryDisk();
  const { open } = memoryKeyStore();
  const databaseFolder = fastFolder();
  const core = await openRecorder('/data', clock, { disk, open, databaseFolder });
  const reserve = `${core.vault.keys().folder}/reserve`;
  disk.put(reserve, Buffer.alloc(1000));
  const begun = disk.operations();

  /** When the disk first refused something, and when the page first heard of it; milliseconds. */
  let refusedAt: number | undefined;
  let toldAt: number | undefined;
  const told = () => (toldAt ??= refusedAt === undefined ? undefined : clock.monotonic());
  disk.fault = ({ name, path, count }) => {
    if (count < begun + from) return;
    if (kind === 'short')
      return name === 'write' && (spell !== 'once' || count === begun + from)
        ? 1 + Math.floor(fraction() * 5000)
        : undefined;
    if (spell === 'once' && refusedAt !== undefined) return;
    if (spell === 'a while' && refusedAt !== undefined && clock.monotonic() - refusedAt > 1200)
      return;
    if (spell === 'until there is room' && !disk.exists(reserve)) return;
    // A full disk still lets go of files, and writes what it has.
    if (isFull(kind) && (name === 'unlink' || name === 'rename' || name === 'syncFolder')) return;
    refusedAt ??= clock.monotonic();
    // The kernel takes for written what it could not write, and says so once only. Where the
    // recording is over and its file is forced onto the disk once more, no copy is left to write
    // anew: a second such loss is not promised against.
    if (name === 'datasync' && core.recordings.live()) disk.forget(path);
    throw systemError(kind);
  };

  let id: string | undefined;
  let kept = { written: 0, synced: 0 };
  let sealed: number | undefined;
  /** First error told to a person that is not the disk's own trouble: a fault of ours. */
  let odd: string | undefined;
  const heard = (error: unknown) => {
    const { code, detail } = asFailure(error);
    const nothing =
      (detail === 'nothing-recorded' || detail === 'consultation-gone') && kept.written === 0;
    if (detail !== 'disk-full' && detail !== 'disk-failing' && !nothing)
      odd ??= `${code} ${detail} ${error instanceof Error ? error.stack : ''}`;
    return detail;
  };

  try {
    ({ id } = core.recordings.start(visit()));
    for (let tries = 0; kept.written < PIECES * PIECE_SAMPLES && tries < PIECES + 12; tries++) {
      try {
        kept = core.recordings.append(
          id,
          kept.written,
          numberedSound(kept.written, kept.written + PIECE_SAMPLES),
        );
      } catch (error) {
        told();
        if (heard(error) === 'disk-full') break;
      }
      clock.advance(250);
      if (core.troubles.length > 0) told();
    }
    for (let tries = 0; tries < 8 && sealed === undefined; tries++) {
      try {
        const row = core.recordings.finish(id, kept.written);
        if (row.state === 'sealed') sealed = row.details.samples;
      } catch (error) {
        told();
        heard(error);
      }
      clock.advance(250);
    }
  } catch (error) {
    told();
    heard(error);
  }
  if (core.troubles.length > 0) told();
  core.store.close();
  disk.fault = undefined;
  return {
    odd,
    refusedAt,
    toldAt,
    id,
    kept,
    sealed,
    troubles: core.troubles,
    left: powerToo ? disk.cut(fraction) : disk.left(),
    again: (left: MemoryDisk) =>
      openRecorder('/data', heldClock(), { disk: left, open, databaseFolder }),
  };
}

async function judge(fault: Fault, fraction: () => number): Promise<string | undefined> {
  const powerToo = fraction() < 0.5;
  const { odd, refusedAt, toldAt, id, kept, sealed, troubles, left, again } = await meet(
    fault,
    fraction,
    powerToo,
  );
  const next = await again(left);
  try {
    next.recordings.recover();
    if (odd) return odd;
    if (fault.kind === 'short' && troubles.length > 0)
      return 'a short write is no fault, and was told as one';
    if (refusedAt !== undefined && (toldAt === undefined || toldAt - refusedAt > 2000))
      return `told ${toldAt === undefined ? 'never' : `after ${toldAt - refusedAt} ms`}`;
    if (refusedAt !== undefined) p3.worst('told after', (toldAt! - refusedAt) / 1000, 's');
    if (id === undefined)
      return next.store.visits.list().length === 0
        ? undefined
        : 'a visit that never began is there';
    const promised = powerToo ? (sealed ?? kept.synced) : (sealed ?? kept.written);
    const row = next.store.visits.get(id);
    if (!row) return promised === 0 ? undefined : 'the visit is gone';
    if (sealed !== undefined && (row.state !== 'sealed' || row.details.samples !== sealed))
      return `sealed, and then ${row.state} with ${row.details.samples} of ${sealed}`;
    const sound = next.sound(id);
    const solid = next.scan(id).holes[0]?.[0] ?? sound.length / 2;
    if (solid < promised)
      return `${(promised - solid) / SAMPLE_RATE} s of ${promised / SAMPLE_RATE} s are lost`;
    if (firstWrong(sound.subarray(0, solid * 2), 0) !== -1) return 'other sound than was spoken';
    // Whatever gives way again: the recording goes to its end, or ends well with the reserve.
    const passes =
      fault.spell !== 'for good' && (fault.spell !== 'until there is room' || isFull(fault.kind));
    if (passes && sealed === undefined && promised > 0) return 'the end was not written';
    if (passes && !isFull(fault.kind) && sealed !== PIECES * PIECE_SAMPLES)
      return 'the recording did not go on';
    return undefined;
  } finally {
    next.close();
  }
}

describe('a disk that refuses while recording (P3)', () => {
  test('from any call on, once, for a while or for good: told within 2 s, nothing lost that was kept, the end written where it can be', async () => {
    // A broken variant meets the same faults each time.
    const fraction = seeded(p3.level === 'mutant' ? 1 : p3.seed());
    const wrong: string[] = [];
    for (let run = 0; run < FAULTS; run++) {
      const fault: Fault = {
        kind: kinds[run % kinds.length]!,
        spell: spells[Math.floor(run / kinds.length) % spells.length]!,
        from: 1 + Math.floor(fraction() * 45),
      };
      const said = await judge(fault, fraction);
      if (said) wrong.push(`${fault.kind} ${fault.spell} from call ${fault.from}: ${said}`);
      p3.ran();
    }
    p3.failed(wrong.length);
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
