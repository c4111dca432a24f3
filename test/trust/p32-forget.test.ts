/**
 * P32: what a doctor lets Scriba forget is destroyed by its key before it leaves the computer; all
 * other sound stays as it was.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../main/infrastructure/ports.ts';
import type { Place } from '../../main/infrastructure/store/sealed-columns.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { dying } from '../support/ports/dying.ts';
import { hearingRig } from '../support/rigs/hearing-rig.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { firstWrong, numberedSound } from '../support/sound/sound.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p32 = promise({
  id: 'P32',
  title: 'What is forgotten is destroyed by its key',
  figure:
    'of a forgotten stretch 0 wrapped keys and 0 samples are left in the data folder, and 0 other samples are changed',
});
/** Samples. */
const SECOND = 16_000;
type Stretch = { readonly from: number; readonly to: number };

/** Records samples [from, to) in pieces. */
function feed(core: Recorder, id: string, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const next = Math.min(to, at + 4 * SECOND);
    core.recordings.append(id, at, numberedSound(at, next));
    at = next;
  }
}

/** Wrapped keys (bytes 36..95 of a header) of all sound in the folder, as they are now. */
const keysIn = (core: Recorder, id: string) =>
  core.store.segments
    .list(id)
    .map(({ fileId, generation }) =>
      readFileSync(path.join(core.vault.keys(generation).folder, `${fileId}.seg`)).subarray(36, 96),
    );

/** Each row of words as it is sealed, until it is stopped. */
function sealedWords(vault: Recorder['vault']) {
  const rows: Buffer[] = [];
  const real = vault.keys;
  const spy = vi.spyOn(vault, 'keys').mockImplementation((generation) => {
    const keys = real(generation);
    return new Proxy(keys, {
      get: (target, name) =>
        name === 'sealRow'
          ? (place: Place, plain: Uint8Array) => {
              const row = Buffer.from(target.sealRow(place, plain));
              if (place.table === 'spoken') rows.push(row);
              return row;
            }
          : Reflect.get(target, name, target),
    });
  });
  return { rows, stop: () => spy.mockRestore() };
}

function filesOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
}

/** Silence where it was forgotten, and every other sample as it was spoken. */
function expectForgotten(core: Recorder, id: string, samples: number, { from, to }: Stretch): void {
  const sound = core.sound(id);
  expect(sound.length / 2).toBe(samples);
  expect(firstWrong(sound.subarray(0, from * 2), 0)).toBe(-1);
  expect(sound.subarray(from * 2, to * 2).every((byte) => byte === 0)).toBe(true);
  expect(firstWrong(sound.subarray(to * 2), to)).toBe(-1);
  const marks = core.scan(id).marks.filter(({ text }) => text === 'forgotten');
  expect(marks).toEqual([{ kind: 'gap', sample: from, missing: to - from, text: 'forgotten' }]);
}

const isWhole = (core: Recorder, id: string, samples: number) =>
  core.sound(id).length / 2 === samples && firstWrong(core.sound(id), 0) === -1;

describe('forgetting (P32)', () => {
  test('any stretch of a running recording over any files: its keys are gone, all other sound stays and the recording goes on', async () => {
    const random = seeded(p32.seed());
    const upTo = (most: number) => Math.floor(random() * most);
    for (let round = 0; round < p32.size({ mutant: 4, commit: 12, long: 200 }); round++) {
      const folder = fastFolder();
      const core = await openRecorder(folder, heldClock(), { open: memoryKeyStore().open });
      const { id } = core.recordings.start(visit());
      const samples = (5 + upTo(60)) * SECOND + upTo(SECOND);
      // Interruptions make files of their own.
      let at = 0;
      for (let part = upTo(3); part >= 0; part--) {
        const end = part === 0 ? samples : at + upTo(samples - at);
        feed(core, id, at, end);
        at = end;
        if (part > 0 && end > 0) {
          core.recordings.pageLost();
          core.recordings.goOn(id);
        }
      }
      const from = upTo(samples - 1);
      const to = random() < 0.5 ? samples : from + 1 + upTo(samples - from);
      const before = keysIn(core, id).filter((_key, index) => {
        const meta = core.scan(id).files[index];
        return (meta?.meta?.firstSample ?? 0) + (meta?.samples ?? 0) > from;
      });
      core.recordings.forget(id, { from, to: Math.min(to, samples) });
      const left = filesOf(folder);
      for (const key of before)
        expect(
          left.some((bytes) => bytes.includes(key)),
          `round ${round}: a key`,
        ).toBe(false);
      feed(core, id, samples, samples + SECOND);
      expectForgotten(core, id, samples + SECOND, { from, to: Math.min(to, samples) });
      core.recordings.finish(id, samples + SECOND);
      expectForgotten(core, id, samples + SECOND, { from, to: Math.min(to, samples) });
      core.close();
      p32.ran();
    }
  });

  test('killed at each call on its way: the next start finds the stretch whole or destroyed, never between, and no copy of it', async () => {
    const samples = 20 * SECOND;
    const stretch = { from: 12 * SECOND, to: samples };
    let ended = false;
    for (let step = 1; !ended; step++) {
      const folder = fastFolder();
      const keys = memoryKeyStore();
      const death = dying(step);
      const disk: Disk = death.each(nodeDisk);
      const core = await openRecorder(folder, heldClock(), { disk, open: keys.open });
      const { id } = core.recordings.start(visit());
      feed(core, id, 0, samples);
      const [key] = keysIn(core, id);
      death.begin();
      let forgotten = false;
      try {
        core.recordings.forget(id, stretch);
        forgotten = true;
      } catch {
        // It died on the way.
      }
      core.store.close();
      const after = await openRecorder(folder, heldClock(), { open: keys.open });
      after.recordings.recover();
      ended = forgotten;
      if (isWhole(after, id, samples)) {
        expect(forgotten).toBe(false);
      } else {
        expectForgotten(after, id, samples, stretch);
        expect(filesOf(folder).some((bytes) => bytes.includes(key as Buffer))).toBe(false);
      }
      expect(after.store.values.get('recordings.forgotten') ?? '[]').toBe('[]');
      // Files that no row knows would be copies of the sound.
      const seals = readdirSync(after.vault.keys().folder).filter((name) => name.endsWith('.seg'));
      expect(seals.length).toBe(after.store.segments.list(id).length);
      after.close();
      p32.ran();
    }
  });

  test('words that were recognised while it was recorded go with their sound: no sealed row of them is left in a file', async () => {
    const folder = fastFolder();
    const rig = await hearingRig(folder);
    const { core } = rig;
    const sealed = sealedWords(core.vault);
    rig.hearing.start();
    const id = rig.start();
    rig.hearing.look();
    rig.feed(id, 0, 8);
    await rig.listen();
    sealed.stop();
    expect(sealed.rows).toHaveLength(8);
    const left = () =>
      sealed.rows.filter((row) => filesOf(folder).some((bytes) => bytes.includes(row)));
    expect(left()).toHaveLength(8);
    core.recordings.forget(id, { from: 5 * SECOND + 100, to: 7 * SECOND });
    expect(left()).toEqual(sealed.rows.slice(0, 5));
    // Held back after its end, the same.
    rig.feed(id, 8, 10);
    core.recordings.finish(id, 10 * SECOND);
    core.recordings.forget(id, { from: 2 * SECOND, to: 10 * SECOND });
    expect(left()).toEqual(sealed.rows.slice(0, 1));
    rig.close();
    p32.ran();
  });

  test('a finished recording that is held back can still be forgotten in part; one that was prepared cannot', async () => {
    const core = await openRecorder(fastFolder(), heldClock(), { open: memoryKeyStore().open });
    const { id } = core.recordings.start(visit());
    const samples = 10 * SECOND;
    feed(core, id, 0, samples);
    core.recordings.finish(id, samples);
    const stretch = { from: 4 * SECOND, to: samples };
    core.recordings.forget(id, stretch);
    expectForgotten(core, id, samples, stretch);
    expect(core.store.visits.get(id)).toMatchObject({ state: 'sealed', details: { samples } });
    await core.recordings.prepare(id);
    expect(() => core.recordings.forget(id, stretch)).toThrow(/on its way/);
    core.close();
    p32.ran();
  });
});
