/**
 * P2 on a simulated disk: at a power cut unsynced writes are dropped, torn or reordered, and names
 * whose folder was not synced are undone.
 */
import { describe, expect, test } from 'vitest';
import { describeUpload, writeUpload } from '../../main/features/recordings/prepare/upload-file.ts';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../main/infrastructure/vault/keystores/keystore.ts';
import { createVault } from '../../main/infrastructure/vault/vault.ts';
import { type MemoryDisk, memoryDisk } from '../support/ports/disk.ts';
import { visit } from '../support/rigs/recorder.ts';
import {
  type FoundSegment,
  folder,
  keys,
  type Reported,
  randomRecording,
  readSegments,
  uncovered,
  visitId,
} from './support/disks/random-recording.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p2 = promise({
  id: 'P2',
  title: 'Power cut, on a simulated disk',
  figure: 'everything older than 1.5 s is there, and everything said to be on the disk',
});
const CUTS = p2.size({ mutant: 1500, commit: 20_000, long: 1_000_000 });
const LATEST = 1.5 * 16_000;

/** Undefined when the disk, as the cut left it, keeps the promise; else what is wrong. */
function wrongAfter(
  found: readonly FoundSegment[],
  { begun, synced, ended, handed }: Reported,
): string | undefined {
  const bad = found.find(
    ({ state, trueSound }) => state === 'unreadable' || state === 'without META' || !trueSound,
  );
  // A name stands for a file that was synced: whoever finds it finds its key and its META too.
  if (bad)
    return `a file that has its name is ${bad.trueSound ? bad.state : 'full of other sound'}`;
  if (begun && found.length === 0) return 'the recording had begun, and there is no file';
  const spans = found.flatMap((file) => file.spans);
  const before = (limit: number) =>
    handed.map(([from, to]) => [from, Math.min(to, limit)] as const);
  if (uncovered(before(synced), spans) > 0) return 'sound is lost that was said to be on the disk';
  const spoken = handed.at(-1)?.[1] ?? 0;
  if (uncovered(before(spoken - LATEST), spans) > 0) return 'sound older than 1.5 s is lost';
  if (ended && found.some(({ state }) => state !== 'complete'))
    return 'the recording had ended, and a file has no END';
  return undefined;
}

/**
 * Runs something with a cut before each call that changes the disk; `check` looks at what each
 * left.
 */
function cutting(
  disk: MemoryDisk,
  fraction: () => number,
  times: number,
  check: (left: MemoryDisk) => string | undefined,
): string[] {
  const wrong: string[] = [];
  disk.fault = ({ name, count }) => {
    for (let time = 0; time < times; time++) {
      const said = check(disk.cut(fraction));
      if (said) wrong.push(`before call ${count} (${name}): ${said}`);
    }
  };
  return wrong;
}

describe('a power cut (P2)', () => {
  test('at any call of a recording leaves what was said to be on the disk, and a true beginning of the rest', () => {
    const fraction = seeded(p2.seed());
    let cuts = 0;
    let worst = 0;
    while (cuts < CUTS) {
      const run = randomRecording(fraction);
      const wrong = cutting(run.disk, fraction, 4, (left) => {
        cuts += 1;
        const found = readSegments(left);
        worst = Math.max(
          worst,
          uncovered(
            run.reported.handed,
            found.flatMap((file) => file.spans),
          ),
        );
        return wrongAfter(found, run.reported);
      });
      run.run();
      run.disk.fault = undefined;
      expect(run.reported.ended).toBe(true);
      expect(wrong).toEqual([]);
      expect(wrongAfter(readSegments(run.disk.cut(fraction)), run.reported)).toBeUndefined();
    }
    p2.ran(cuts);
    p2.worst('lost at most', worst / 16_000, 's');
  }, 3_600_000);

  test('while a file for the platform is made leaves none that is half and looks whole', () => {
    const fraction = seeded(p2.seed() + 1);
    for (let round = 0; round < p2.size({ mutant: 5, commit: 30, long: 500 }); round++) {
      const disk = memoryDisk();
      const state = () =>
        disk
          .names()
          .filter((name) => name.endsWith('.up'))
          .map((name) => name.slice(folder.length + 1, -3));
      const wrong = cutting(disk, fraction, 4, (left) => {
        for (const fileId of state()) {
          if (!left.exists(`${folder}/${fileId}.up`)) continue;
          const found = describeUpload(left, keys, fileId);
          if (!found) return 'a file that has its name has no META';
          if (found.state === 'complete' && found.bytes !== total) return 'a half file looks whole';
        }
        return undefined;
      });
      const total = Math.floor(fraction() * 900_000);
      const file = writeUpload(
        { disk, random: nodeRandom, keys },
        {
          visitId,
          transactionId: 'txn-1',
          part: 1,
          setup: visit(),
          createdAt: 1,
          name: 'audio_0001.mp3',
          contentType: 'audio/mpeg',
          imported: false,
        },
      );
      for (let at = 0; at < total; at += 60_000)
        file.append(Buffer.alloc(Math.min(60_000, total - at), at % 251));
      const finished = file.finish();
      disk.fault = undefined;
      expect(wrong).toEqual([]);
      expect(
        describeUpload(
          disk.cut(() => 0.9),
          keys,
          file.fileId,
        ),
      ).toMatchObject({ state: 'complete', ...finished });
      p2.ran();
    }
  });
});

describe('a power cut before there is a recording (P2)', () => {
  test('while the vault is made, or another key beside the first, leaves a vault that opens, or none yet', async () => {
    const fraction = seeded(p2.seed() + 2);
    const open = (disk: MemoryDisk) =>
      createVault({
        folder: '/data',
        disk,
        random: nodeRandom,
        openKeyStore: openKeyStore({ disk, random: nodeRandom }),
        profile: 'practice',
      });
    for (let round = 0; round < p2.size({ mutant: 3, commit: 25, long: 500 }); round++) {
      const disk = memoryDisk();
      const left: { disk: MemoryDisk; made: number }[] = [];
      let made = 0;
      disk.fault = () =>
        void [0, 1, 2].forEach(() => {
          left.push({ disk: disk.cut(fraction), made });
        });
      const vault = open(disk);
      await vault.create({ kind: 'practice' });
      made = 1;
      vault.close();
      await vault.createAnother({ kind: 'practice' });
      made = 2;
      disk.fault = undefined;
      left.push({ disk: disk.cut(fraction), made });
      for (const each of left) {
        const again = open(each.disk);
        if (each.made === 0 && again.state().state === 'none')
          await again.create({ kind: 'practice' });
        else await again.open();
        expect(again.generations().length).toBeGreaterThanOrEqual(Math.max(1, each.made));
      }
      p2.ran(left.length);
    }
  });
});
