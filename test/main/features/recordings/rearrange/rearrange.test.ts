import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import type { VisitRow } from '../../../../../main/infrastructure/store/rows.ts';
import type { SoundPiece } from '../../../../../shared/model/note/note-versions.ts';
import { PIECE_SAMPLES } from '../../../../../shared/model/recording.ts';
import { failureWith } from '../../../../support/failure.ts';
import { type HeldClock, heldClock } from '../../../../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../../../../support/rigs/recorder.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import { putState } from '../../../../support/rows.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';
import { fastFolder } from '../../../../trust/support/disks/fast-folder.ts';

/** No reserve is written: eight megabytes a case would be most of the time. */
const disk = {
  ...nodeDisk,
  free: () => 100 * 2 ** 30,
  exists: (name: string) => path.basename(name) === 'reserve' || nodeDisk.exists(name),
};
type Place = {
  readonly folder: string;
  readonly clock: HeldClock;
  readonly keys: ReturnType<typeof memoryKeyStore>;
};
const open = ({ folder, clock, keys }: Place, over = disk) =>
  openRecorder(folder, clock, { disk: over, open: keys.open });
const place = (): Place => ({ folder: fastFolder(), clock: heldClock(), keys: memoryKeyStore() });

/** Each recording has samples of its own: `from` tells them from all others'. */
function record(
  { recordings }: Recorder,
  from: number,
  samples: number,
  name = 'Asha Practice',
  marks: readonly number[] = [],
): string {
  const { id } = recordings.start(visit({ patient: { name } }));
  for (let at = 0; at < samples; at += PIECE_SAMPLES) {
    recordings.append(
      id,
      at,
      numberedSound(from + at, from + Math.min(samples, at + PIECE_SAMPLES)),
    );
    for (const mark of marks)
      if (mark >= at && mark < at + PIECE_SAMPLES)
        recordings.mark(id, { kind: 'pause', sample: mark });
  }
  recordings.finish(id, samples);
  return id;
}
const standing = ({ store }: Recorder) =>
  store.visits.list().filter(({ state }) => state !== 'discarded');
const whole = (core: Recorder, id: string): SoundPiece => ({
  id,
  from: 0,
  to: core.store.visits.get(id)!.details.samples,
});
const hex = (bytes: Buffer) => bytes.toString('hex');

describe('recordings that were not sent', () => {
  test('are merged: one visit has all of the sound in order, and the old ones are discarded', async () => {
    const core = await open(place());
    const [one, two] = [record(core, 0, 9000), record(core, 100_000, 5000)];
    const { made, deed } = await core.rearranging.rearrange([
      { like: one, pieces: [whole(core, one), whole(core, two)] },
    ]);
    expect(hex(core.sound(made[0]!))).toBe(
      hex(Buffer.concat([numberedSound(0, 9000), numberedSound(100_000, 105_000)])),
    );
    expect(core.store.visits.get(made[0]!)).toMatchObject({
      state: 'sealed',
      details: { samples: 14_000, patient: { name: 'Asha Practice' } },
    });
    expect([one, two].map((id) => core.store.visits.get(id)!.state)).toEqual([
      'discarded',
      'discarded',
    ]);
    expect(core.rearranging.list()).toEqual([
      expect.objectContaining({ deed, sources: [one, two], made }),
    ]);
    expect(() => core.recordings.undoDiscard(one)).toThrow(failureWith('rearranged'));
    core.close();
  });

  test('of which one is worked on here become a visit of which no platform is told', async () => {
    const core = await open(place());
    const here = core.recordings.start(visit({ worksHere: true })).id;
    core.recordings.append(here, 0, numberedSound(0, 4000));
    core.recordings.finish(here, 4000);
    const other = record(core, 100_000, 4000);
    const { made } = await core.rearranging.rearrange([
      { like: other, pieces: [whole(core, other), whole(core, here)] },
    ]);
    expect(core.store.visits.get(made[0]!)!.details.worksHere).toBe(true);
    core.close();
  });

  test('are split at a mark, each part with its patient and its marks; consent is not carried over to another', async () => {
    const core = await open(place());
    const { id } = core.recordings.start(visit({ consentAt: 5, patient: { name: 'First' } }));
    core.recordings.append(id, 0, numberedSound(0, 4000));
    core.recordings.mark(id, { kind: 'pause', sample: 3000 });
    core.recordings.append(id, 4000, numberedSound(4000, 8000));
    core.recordings.mark(id, { kind: 'silence', sample: 6000 });
    core.recordings.finish(id, 8000);
    expect(await core.rearranging.marks(id)).toEqual([
      { kind: 'pause', sample: 3000 },
      { kind: 'silence', sample: 6000 },
    ]);
    const { made } = await core.rearranging.rearrange([
      { like: id, pieces: [{ id, from: 0, to: 3000 }] },
      {
        like: id,
        patient: { name: 'Second', sex: 'male' },
        pieces: [{ id, from: 3000, to: 8000 }],
      },
    ]);
    expect(made.map((each) => hex(core.sound(each)))).toEqual([
      hex(numberedSound(0, 3000)),
      hex(numberedSound(3000, 8000)),
    ]);
    expect(await core.rearranging.marks(made[1]!)).toEqual([
      { kind: 'pause', sample: 0 },
      { kind: 'silence', sample: 3000 },
    ]);
    expect(made.map((each) => core.store.visits.get(each)!.details)).toMatchObject([
      { patient: { name: 'First' }, consentAt: 5 },
      { patient: { name: 'Second', sex: 'male' } },
    ]);
    expect(core.store.visits.get(made[1]!)!.details.consentAt).toBeUndefined();
    core.close();
  });
});

describe('recordings that were rearranged', () => {
  test('come back when it is undone within a day; what was made of them is then discarded', async () => {
    const at = place();
    const core = await open(at);
    const [one, two] = [record(core, 0, 5000), record(core, 100_000, 5000)];
    const { made, deed } = await core.rearranging.rearrange([
      { like: two, pieces: [whole(core, two), whole(core, one)] },
    ]);
    expect(core.rearranging.undo(deed)).toEqual([two, one]);
    expect(
      standing(core)
        .map(({ id, state }) => [id, state])
        .sort(),
    ).toEqual(
      [
        [one, 'sealed'],
        [two, 'sealed'],
      ].sort(),
    );
    expect(() => core.recordings.undoDiscard(made[0]!)).toThrow(failureWith('rearranged'));
    expect(() => core.rearranging.undo(deed)).toThrow(failureWith('no-rearrangement'));
    const again = await core.rearranging.rearrange([
      { like: two, pieces: [whole(core, two), whole(core, one)] },
    ]);
    at.clock.advance(25 * 3600_000);
    expect(() => core.rearranging.undo(again.deed)).toThrow(failureWith('no-rearrangement'));
    expect(core.rearranging.list()).toEqual([]);
    core.close();
  });
});

describe('recordings that cannot be rearranged', () => {
  test('are refused, and nothing changes: on their way, perhaps sent, brought along, being recorded, not whole, or changed again since', async () => {
    const core = await open(place());
    const [one, two] = [record(core, 0, 5000), record(core, 100_000, 5000)];
    const detailOf = async (pieces: SoundPiece[], like = one) =>
      core.rearranging.rearrange([{ like, pieces }]).then(
        () => 'done',
        (error: { detail: string }) => error.detail,
      );
    const change = (id: string, patch: Partial<VisitRow>) => putState(core.store, id, patch);
    const before = standing(core);
    expect(await detailOf([whole(core, one), { id: two, from: 0, to: 4999 }])).toBe(
      'pieces-do-not-fit',
    );
    expect(await detailOf([whole(core, one), { id: two, from: 1, to: 5000 }])).toBe(
      'pieces-do-not-fit',
    );
    expect(await detailOf([whole(core, one), { id: one, from: 4000, to: 5000 }])).toBe(
      'pieces-do-not-fit',
    );
    expect(await detailOf([whole(core, two)])).toBe('pieces-do-not-fit');
    expect(standing(core)).toEqual(before);
    change(two, { state: 'uploading' });
    expect(await detailOf([whole(core, one), whole(core, two)])).toBe('too-late');
    change(two, { state: 'sealed' });
    core.store.transactions.put({
      transactionId: 'txn-x',
      visitId: two,
      epoch: 1,
      commitAttempts: 1,
      status: 'open',
    });
    expect(await detailOf([whole(core, one), whole(core, two)])).toBe('too-late');
    core.store.transactions.put({
      transactionId: 'txn-x',
      visitId: two,
      epoch: 1,
      commitAttempts: 1,
      status: 'dead',
    });
    change(two, { details: { ...core.store.visits.get(two)!.details, imported: true } });
    expect(await detailOf([whole(core, one), whole(core, two)])).toBe('imported-sound');
    const live = core.recordings.start(visit()).id;
    expect(await detailOf([whole(core, one), { id: live, from: 0, to: 1 }])).toBe(
      'still-recording',
    );
    core.recordings.discard(live);
    const first = await core.rearranging.rearrange([{ like: one, pieces: [whole(core, one)] }]);
    await core.rearranging.rearrange([
      { like: first.made[0]!, pieces: [whole(core, first.made[0]!)] },
    ]);
    expect(() => core.rearranging.undo(first.deed)).toThrow(failureWith('rearranged'));
    change(
      standing(core).find(({ details }) => details.samples === 5000 && !details.imported)!.id,
      { state: 'processing' },
    );
    expect(() => core.rearranging.undo(core.rearranging.list()[0]!.deed)).toThrow(
      failureWith('too-late'),
    );
    core.close();
  });
});

describe('recordings that change while they are rearranged', () => {
  test('stay as they are when one of them leaves while it is copied', async () => {
    const core = await open(place());
    const [one, two] = [record(core, 0, 5000), record(core, 100_000, 5000)];
    const doing = core.rearranging.rearrange([
      { like: one, pieces: [whole(core, one), whole(core, two)] },
    ]);
    putState(core.store, two, { state: 'uploading' });
    await expect(doing).rejects.toThrow(failureWith('too-late'));
    expect(
      standing(core)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([one, two].sort());
    expect(
      nodeDisk.list(core.vault.keys().folder).filter((name) => name.endsWith('.seg')).length,
    ).toBe(2);
    expect(
      nodeDisk.list(core.vault.keys().folder).filter((name) => name.endsWith('.discarded')),
    ).toEqual([]);
    core.close();
  });
});

/** All sound that counts, sample by sample, sorted. */
const soundOf = (core: Recorder, ids: readonly string[]) =>
  ids
    .flatMap((id) => [...new Int16Array(Uint8Array.from(core.sound(id)).buffer)])
    .sort((a, b) => a - b);
const samples = (core: Recorder) =>
  soundOf(
    core,
    standing(core).map(({ id }) => id),
  );
const digest = (list: readonly number[]) =>
  `${list.length} samples ${createHash('sha256').update(list.join()).digest('hex')}`;

describe('every sample stands in exactly one visit', () => {
  test('whatever is merged, split, moved and undone, however often Scriba starts anew', async () => {
    const act = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('do' as const),
          seed: fc.nat(),
          cuts: fc.array(fc.nat(5000), { maxLength: 2 }),
          visits: fc.integer({ min: 1, max: 3 }),
        }),
      },
      fc.record({ kind: fc.constant('undo' as const), seed: fc.nat() }),
      fc.constant({ kind: 'restart' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), async (acts) => {
        const at = place();
        let core = await open(at);
        for (const n of [0, 1, 2]) record(core, n * 100_000, 1500 + n * 700);
        const all = samples(core);
        for (const one of acts) {
          if (one.kind === 'restart') {
            core.close();
            core = await open(at);
            core.recordings.recover();
          } else if (one.kind === 'undo') {
            const deeds = core.rearranging.list();
            try {
              if (deeds.length > 0) core.rearranging.undo(deeds[one.seed % deeds.length]!.deed);
            } catch (error) {
              expect((error as { detail?: string }).detail).toBe('rearranged');
            }
          } else {
            const ids = standing(core)
              .map(({ id }) => id)
              .filter((_id, index) => (one.seed >> index) % 2 === 0);
            const pieces = ids.flatMap((id) => {
              const { to } = whole(core, id);
              const cuts = [...new Set([0, ...one.cuts.filter((cut) => cut < to), to])].sort(
                (a, b) => a - b,
              );
              return cuts.slice(1).map((end, index) => ({ id, from: cuts[index]!, to: end }));
            });
            if (one.seed % 3 === 0) pieces.reverse();
            const visits = Array.from({ length: one.visits }, (_, index) => ({
              like: ids[0]!,
              pieces: pieces.filter((_piece, place) => place % one.visits === index),
            })).filter((each) => each.pieces.length > 0);
            if (visits.length > 0) await core.rearranging.rearrange(visits);
          }
          expect(digest(samples(core))).toBe(digest(all));
        }
        core.close();
      }),
      { numRuns: 4 },
    );
  });
});

describe('every sample stands in exactly one visit after a crash', () => {
  test('killed at any moment of it: either the old visits stand, or the new ones, with the database and without', async () => {
    const died = new Error('killed');
    for (let calls = 0, done = false; !done; calls += 9) {
      const at = place();
      const before = await open(at);
      const [one, two] = [record(before, 0, 3000), record(before, 100_000, 2500)];
      const all = samples(before);
      before.close();
      let left = calls;
      const counted =
        <A extends unknown[], R>(run: (...input: A) => R) =>
        (...input: A): R => {
          if (left-- > 0) return run(...input);
          // A dead process writes nothing: its store is closed.
          core.store.close();
          throw died;
        };
      const dying = {
        ...disk,
        create: counted(disk.create),
        write: counted(disk.write),
        datasync: counted(disk.datasync),
        rename: counted(disk.rename),
        syncFolder: counted(disk.syncFolder),
        unlink: counted(disk.unlink),
      };
      const core: Recorder = await open(at, dying);
      done = await core.rearranging
        .rearrange([
          { like: one, pieces: [{ id: one, from: 0, to: 1000 }] },
          { like: two, pieces: [whole(core, two), { id: one, from: 1000, to: 3000 }] },
        ])
        .then(
          () => left > 0,
          () => false,
        );
      core.close();
      const copy = { ...at, folder: fastFolder() };
      cpSync(at.folder, copy.folder, { recursive: true });
      const later = await open(at);
      later.recordings.recover();
      expect(digest(samples(later)), `with the database, after ${calls} calls`).toBe(digest(all));
      later.close();
      for (const end of ['', '-wal'])
        rmSync(path.join(copy.folder, `scriba.db${end}`), { force: true });
      const rebuilt = await open(copy);
      rebuilt.recordings.recover();
      // Between the vault's tombstones of the one and the other all of them may lie, to be brought
      // back by a person; none stands twice, none is gone.
      const once = [...all];
      const twice = samples(rebuilt).filter(
        (sample) => once.indexOf(sample) < 0 || once.splice(once.indexOf(sample), 1).length === 0,
      );
      expect(twice.length, `without it, after ${calls} calls`).toBe(0);
      expect(
        digest([
          ...new Set(
            soundOf(
              rebuilt,
              rebuilt.store.visits.list().map(({ id }) => id),
            ),
          ),
        ]),
      ).toBe(digest([...new Set(all)]));
      rebuilt.close();
    }
  });
});
