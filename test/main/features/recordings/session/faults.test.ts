import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failure } from '../../../../support/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { type MemoryDisk, memoryDisk, systemError } from '../../../../support/ports/disk.ts';
import { openRecorder, visit } from '../../../../support/rigs/recorder.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import { firstWrong, numberedSound } from '../../../../support/sound/sound.ts';
import { fastFolder } from '../../../../trust/support/disks/fast-folder.ts';

const PIECE = 4000;

/** Vault on a disk in memory, database in a real folder. */
async function recorder(
  disk = memoryDisk(),
  clock = heldClock(),
  open = memoryKeyStore().open,
  databaseFolder = fastFolder(),
) {
  const core = await openRecorder('/data', clock, { disk, open, databaseFolder });
  return {
    ...core,
    disk,
    clock,
    again: async (next: MemoryDisk) => {
      core.store.close();
      const other = await recorder(next, clock, open, databaseFolder);
      other.recordings.recover();
      return other;
    },
  };
}
type Core = Awaited<ReturnType<typeof recorder>>;

/**
 * Feeds like a page: what was refused is kept and sent again. Answers how many samples it was told
 * are kept.
 */
function feed(
  core: Core,
  id: string,
  from: number,
  to: number,
): { written: number; synced: number; refused?: string } {
  let kept = { written: from, synced: 0 };
  for (let at = from; at < to; at += PIECE) {
    try {
      kept = core.recordings.append(
        id,
        kept.written,
        numberedSound(kept.written, Math.min(to, at + PIECE)),
      );
    } catch (error) {
      const { detail } = error as { detail?: string };
      if (detail !== 'disk-failing') return { ...kept, refused: `${detail}` };
    }
    core.clock.advance(250);
  }
  return kept;
}

describe('a disk that fails while recording (P3)', () => {
  test('with short writes loses nothing', async () => {
    const core = await recorder();
    const { id } = core.recordings.start(visit());
    core.disk.fault = ({ name, count }) => (name === 'write' ? 1 + (count % 3000) : undefined);
    feed(core, id, 0, 160_000);
    expect(core.recordings.finish(id, 160_000).state).toBe('sealed');
    expect([core.sound(id).length / 2, firstWrong(core.sound(id), 0), core.troubles]).toEqual([
      160_000,
      -1,
      [],
    ]);
    core.close();
  });

  test.each(['datasync', 'write'] as const)(
    'once (%s) costs nothing: the file is given up, never synced again, and what may be lost is written anew',
    async (call) => {
      const core = await recorder();
      const { id } = core.recordings.start(visit());
      feed(core, id, 0, 50_000);
      const first = `${core.vault.keys().folder}/${core.store.segments.list(id)[0]!.fileId}.seg`;
      const later: string[] = [];
      let failed = false;
      core.disk.fault = ({ name, path }) => {
        if (failed && path === first) later.push(name);
        if (!failed && name === call) {
          failed = true;
          throw systemError('EIO');
        }
      };
      feed(core, id, 50_000, 100_000);
      core.recordings.finish(id, 100_000);
      expect(later).toEqual([]);
      expect(core.troubles).toEqual(['disk-failing']);
      expect(core.store.segments.list(id).map(({ status }) => status)).toEqual([
        'recovered',
        'sealed',
      ]);
      // The failed sync left the first file in an unknown state: here, nothing unsynced of it.
      const next = await core.again(core.disk.cut(() => 0));
      expect([next.sound(id).length / 2, firstWrong(next.sound(id), 0)]).toEqual([100_000, -1]);
      next.close();
    },
  );

  test('for a while tells once, takes nothing it cannot keep, and goes on when the disk is back', async () => {
    const core = await recorder();
    const { id } = core.recordings.start(visit());
    feed(core, id, 0, 50_000);
    let failing = true;
    core.disk.fault = () => {
      if (failing) throw systemError('EIO');
    };
    const kept = feed(core, id, 48_000, 100_000);
    expect(core.troubles).toEqual(['disk-failing']);
    expect(() => core.recordings.finish(id, kept.written)).toThrow(failure('busy', 'disk-failing'));
    failing = false;
    core.recordings.append(id, kept.written, numberedSound(kept.written, 120_000));
    core.recordings.finish(id, 120_000);
    expect(core.troubles).toEqual(['disk-failing', 'disk-failing']);
    const next = await core.again(core.disk.cut(() => 0));
    expect([next.sound(id).length / 2, firstWrong(next.sound(id), 0)]).toEqual([120_000, -1]);
    next.close();
  });
});

describe('a disk that is full while recording (P3)', () => {
  test.each(['write', 'datasync', 'create'] as const)(
    'that is full (found out at %s) ends the recording well, with the reserve, and says so',
    async (call) => {
      const core = await recorder();
      const { id } = core.recordings.start(visit());
      feed(core, id, 0, 50_000);
      const reserve = `${core.vault.keys().folder}/reserve`;
      expect(core.disk.size(reserve)).toBe(8 * 1024 * 1024);
      let failed = call !== 'create';
      core.disk.fault = ({ name }) => {
        if (!failed && name === 'write') {
          failed = true;
          throw systemError('EIO');
        }
        if (name === call && core.disk.exists(reserve)) throw systemError('ENOSPC');
      };
      const kept = feed(core, id, 48_000, 200_000);
      expect(kept.refused).toBe('disk-full');
      expect(core.troubles).toContain('disk-full');
      expect(core.recordings.live()).toBeUndefined();
      const row = core.store.visits.get(id)!;
      expect(row).toMatchObject({ state: 'sealed', details: { trouble: { code: 'disk-full' } } });
      expect(row.details.samples).toBeGreaterThanOrEqual(Math.max(50_000, kept.written));
      expect(core.recordings.finish(id, 200_000)).toEqual(row);
      expect(core.scan(id).files.at(-1)!.end!.reason).toBe('disk-full');
      expect(() => core.recordings.append(id, 60_000, numberedSound(60_000, 64_000))).toThrow(
        failure('refused', 'disk-full'),
      );
      const next = await core.again(core.disk.cut(() => 0));
      expect([next.sound(id).length / 2, firstWrong(next.sound(id), 0)]).toEqual([
        row.details.samples,
        -1,
      ]);
      next.close();
    },
  );

  test('that stays full keeps what it has, and seals or offers it at the next start', async () => {
    const core = await recorder();
    const { id } = core.recordings.start(visit());
    feed(core, id, 0, 50_000);
    core.disk.fault = ({ name }) => {
      if (name === 'write' || name === 'create') throw systemError('ENOSPC');
    };
    expect(feed(core, id, 48_000, 100_000).refused).toBe('disk-full');
    core.disk.fault = undefined;
    const next = await core.again(core.disk.cut(() => 0));
    expect(next.recordings.unfinished().map((each) => each.id)).toEqual([id]);
    expect(firstWrong(next.sound(id), 0)).toBe(-1);
    expect(next.sound(id).length / 2).toBeGreaterThan(30_000);
    expect(next.recordings.finish(id, 100_000).state).toBe('sealed');
    next.close();
  });

  test('with too little room begins nothing and leaves nothing', async () => {
    const core = await recorder(memoryDisk(new Map(), { free: 40 * 2 ** 20 }));
    onTestFinished(() => core.close());
    expect(core.recordings.room()).toBeLessThan(300);
    expect(() => core.recordings.start(visit())).toThrow(failure('refused', 'disk-full'));
    expect(core.store.visits.list()).toEqual([]);
  });
});

describe('a disk that fails at the start of a recording (P3)', () => {
  test('wherever it fails at the start, there is a recording or there is none', async () => {
    for (let at = 1; at < 16; at++) {
      const core = await recorder();
      const begun = core.disk.operations();
      core.disk.fault = ({ count }) => {
        if (count === begun + at) throw systemError('EIO');
      };
      try {
        const { id } = core.recordings.start(visit());
        core.disk.fault = undefined;
        feed(core, id, 0, 8000);
        core.recordings.finish(id, 8000);
        expect(firstWrong(core.sound(id), 0)).toBe(-1);
      } catch (error) {
        expect(error).toMatchObject({ code: 'busy', detail: 'disk-failing' });
        expect(core.store.visits.list()).toEqual([]);
        expect(core.disk.names().filter((name) => name.endsWith('.seg'))).toEqual([]);
      }
      core.close();
    }
  });
});

describe('a process killed at any operation on the disk (P1, simulated)', () => {
  test('leaves every sample that was acknowledged, and nothing wrong', async () => {
    let operations = 0;
    for (let at = 1, whole = false; !whole; at += 1) {
      const core = await recorder();
      const begun = core.disk.operations();
      let left: MemoryDisk | undefined;
      core.disk.fault = ({ count, name }) => {
        if (count < begun + at) return;
        // Every other write is caught in the middle.
        if (count === begun + at && name === 'write' && at % 2 === 0) return 4321;
        fail();
      };
      const fail = () => {
        left ??= core.disk.left();
        throw systemError('EKILLED');
      };
      let written = 0;
      try {
        const { id } = core.recordings.start(visit());
        for (let from = 0; from < 60_000; from += PIECE) {
          const kept = core.recordings.append(id, from, numberedSound(from, from + PIECE));
          if (!left) ({ written } = kept);
          core.clock.advance(250);
        }
        core.recordings.finish(id, 60_000);
        whole = !left;
        operations = at;
      } catch {
        // Killed.
      }
      const next = await core.again(left ?? core.disk.left());
      const [row] = next.store.visits.list();
      if (written > 0 || row) {
        const sound = next.sound(row!.id);
        expect(sound.length / 2).toBeGreaterThanOrEqual(written);
        expect(firstWrong(sound, 0)).toBe(-1);
      }
      next.close();
    }
    expect(operations).toBeGreaterThan(30);
  });
});

describe('a power cut (P2, simulated)', () => {
  test('at any operation leaves everything that was said to be on the disk, and nothing wrong', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 150 }),
        fc.nat({ max: 1000 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 99 })),
        async (at, odd, fractions) => {
          const core = await recorder();
          const begun = core.disk.operations();
          let off = false;
          core.disk.fault = ({ count }) => {
            if (count >= begun + at) off = true;
            if (off) throw systemError('EPOWER');
          };
          let id: string | undefined;
          let begunWell = false;
          let synced = 0;
          try {
            id = core.recordings.start(visit()).id;
            begunWell = !off;
            for (let from = 0; !off && from < 130_000; from += PIECE + odd) {
              const kept = core.recordings.append(
                id,
                from,
                numberedSound(from, from + PIECE + odd),
              );
              if (!off) synced = kept.synced;
              core.clock.advance(250);
            }
            if (!off) {
              const row = core.recordings.finish(id, 1);
              synced = row.details.samples;
            }
          } catch {
            // The machine is off.
          }
          const next = await core.again(core.disk.cut(() => fractions.next().value! / 100));
          const row = id === undefined ? undefined : next.store.visits.get(id);
          if (synced > 0) expect(row).toBeDefined();
          // Once the light was on, the file has its name and its META; without sound it may be
          // dropped.
          if (begunWell && row)
            expect(next.scan(row.id).files[0]).toMatchObject({
              failure: undefined,
              meta: { visitId: row.id },
            });
          if (row) {
            const scan = next.scan(row.id);
            const sound = next.sound(row.id);
            expect(sound.length / 2).toBeGreaterThanOrEqual(synced);
            expect(firstWrong(sound.subarray(0, synced * 2), 0)).toBe(-1);
            // Beyond that: true sound, or a hole that is said to be one.
            for (let i = 0, from = 0; i <= scan.holes.length; i++) {
              const [holeFrom, holeTo] = scan.holes[i] ?? [sound.length / 2, 0];
              expect(firstWrong(sound.subarray(from * 2, holeFrom * 2), from)).toBe(-1);
              from = holeTo;
            }
          }
          next.close();
        },
      ),
      { numRuns: 50 },
    );
  });
});
