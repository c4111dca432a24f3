/** A withdrawn consent: everything of the visit goes, or the request stays, wherever it is killed. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RecordingsDeps } from '../../../../../main/features/recordings/deps.ts';
import {
  askWithdrawal,
  completeWithdrawal,
} from '../../../../../main/features/recordings/withdraw/withdraw.ts';
import { readWithdrawals } from '../../../../../main/features/recordings/withdraw/withdrawal-journal.ts';
import { nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../../../../support/rigs/recorder.ts';
import { memoryKeyStore } from '../../../../support/rigs/vault.ts';
import { putState } from '../../../../support/rows.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';
import { fastFolder } from '../../../../trust/support/disks/fast-folder.ts';

const disk = {
  ...nodeDisk,
  free: () => 100 * 2 ** 30,
  exists: (name: string) => path.basename(name) === 'reserve' || nodeDisk.exists(name),
};
const place = () => ({ folder: fastFolder(), clock: heldClock(), keys: memoryKeyStore() });
const open = ({ folder, clock, keys }: ReturnType<typeof place>) =>
  openRecorder(folder, clock, { disk, open: keys.open });
const SAMPLES = 8000;

function record({ recordings }: Recorder, name = 'Asha Practice', finished = true): string {
  const { id } = recordings.start(visit({ patient: { name } }));
  recordings.append(id, 0, numberedSound(0, SAMPLES));
  if (finished) recordings.finish(id, SAMPLES);
  return id;
}
const putNote = ({ store }: Recorder, visitId: string) =>
  store.notes.put({ visitId, documents: [], receivedAt: 1, practice: true });
/** Sound files in all generations of the vault. */
const soundFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(seg|up)$/.test(name));
const isGone = (core: Recorder, folder: string, id: string, others: number) =>
  !core.store.visits.has(id) &&
  core.store.notes.get(id) === undefined &&
  core.store.segments.list(id).length === 0 &&
  soundFiles(folder).length === others;

class Killed extends Error {}

/** Lets `steps` writes of the disk and the store through; then every one fails, as after a kill. */
function killedAfter(core: Recorder, clock: RecordingsDeps['clock'], steps: number) {
  let left = steps;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Killed();
  };
  const counted = <T extends object>(part: T, names: readonly string[]): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...input: unknown[]) => {
          if (names.includes(String(name))) step();
          return (value as (...given: unknown[]) => unknown).apply(target, input);
        };
      },
    });
  const store = {
    ...core.store,
    visits: counted(core.store.visits, ['remove']),
    notes: counted(core.store.notes, ['remove']),
    values: counted(core.store.values, ['set']),
    compact: () => {
      step();
      core.store.compact();
    },
  };
  const deps: RecordingsDeps = {
    disk: counted(disk, ['write', 'datasync', 'unlink', 'syncFolder', 'openToChange']),
    clock,
    random: nodeRandom,
    vault: core.vault,
    store,
    changed: () => {},
    trouble: () => {},
  };
  return { deps, reached: () => left < 0 };
}

test('killed at any step it is erased completely, or still asked for and completed at the next start', async () => {
  let killed = 0;
  for (let steps = 0; steps < 200; steps++) {
    const at = place();
    const core = await open(at);
    const id = record(core);
    const other = record(core, 'Someone Else');
    putNote(core, id);
    const run = killedAfter(core, at.clock, steps);
    let asked = false;
    try {
      const entry = askWithdrawal(run.deps, id);
      asked = true;
      completeWithdrawal(run.deps, entry);
    } catch (error) {
      expect(error).toBeInstanceOf(Killed);
    }
    const done = core.store.visits.has(id) === false;
    if (asked && !done) expect(readWithdrawals(core).flatMap(({ visits }) => visits)).toEqual([id]);
    core.close();
    const next = await open(at);
    next.recordings.recover();
    if (asked) {
      expect(isGone(next, at.folder, id, 1)).toBe(true);
      expect(next.recordings.withdrawals()).toMatchObject([
        { hadNote: true, seconds: 1, erasedAt: expect.any(Number) },
      ]);
    } else expect(next.store.visits.get(id)?.state).toBe('sealed');
    expect(next.sound(other).equals(Buffer.from(numberedSound(0, SAMPLES)))).toBe(true);
    next.close();
    killed += 1;
    if (!run.reached()) break;
  }
  expect(killed).toBeGreaterThan(8);
});

test('a running recording ends at once, and the next one can begin', async () => {
  const at = place();
  const core = await open(at);
  const id = record(core, 'Asha Practice', false);
  core.recordings.withdraw(id);
  expect(isGone(core, at.folder, id, 0)).toBe(true);
  expect(() => core.recordings.append(id, SAMPLES, numberedSound(SAMPLES, 9000))).toThrow(
    /not being recorded/,
  );
  expect(record(core, 'The next one')).toBeTypeOf('string');
  core.close();
});

test('a file that the rows never knew goes as well, so that the visit does not come back', async () => {
  const at = place();
  const core = await open(at);
  const id = record(core);
  for (const { fileId } of core.store.segments.list(id)) core.store.segments.remove(fileId);
  core.recordings.withdraw(id);
  core.close();
  const next = await open(at);
  next.recordings.recover();
  expect(isGone(next, at.folder, id, 0)).toBe(true);
  next.close();
});

test('sound that was merged goes from the discarded visits that still hold it; others stay', async () => {
  const at = place();
  const core = await open(at);
  const [one, two, other] = [record(core), record(core), record(core, 'Someone Else')];
  const { made } = await core.rearranging.rearrange([
    {
      like: one,
      pieces: [one, two].map((id) => ({ id, from: 0, to: SAMPLES })),
    },
  ]);
  core.recordings.withdraw(made[0] ?? '');
  expect(core.store.visits.list().map(({ id }) => id)).toEqual([other]);
  expect(soundFiles(at.folder)).toHaveLength(core.store.segments.list(other).length);
  core.close();
});

test('the receipt names what had left, and has no word of the patient', async () => {
  const at = place();
  const core = await open(at);
  const id = record(core, 'Zebulon Canary');
  const transactionId = core.store.visits.get(id)?.transactionId ?? '';
  core.store.transactions.put({
    transactionId,
    visitId: id,
    epoch: 1,
    commitAttempts: 1,
    status: 'committed',
  });
  const receipt = core.recordings.withdraw(id);
  expect(receipt.platform).toEqual([transactionId]);
  expect(JSON.stringify(core.store.values.get('recordings.withdrawals'))).not.toContain('Zebulon');
  expect(existsSync(path.join(at.folder, 'scriba.db'))).toBe(true);
  core.close();
});

test('no platform is named for a visit that was worked on here', async () => {
  const core = await open(place());
  const id = record(core);
  const row = core.store.visits.get(id)!;
  putState(core.store, id, { details: { ...row.details, worksHere: true } });
  core.store.transactions.put({
    transactionId: row.transactionId,
    visitId: id,
    epoch: 1,
    commitAttempts: 1,
    status: 'committed',
  });
  expect(core.recordings.withdraw(id).platform).toEqual([]);
  core.close();
});

test('a damaged entry of the journal hides no other one, and a damaged journal is set aside', async () => {
  const core = await open(place());
  const { values } = core.store;
  const first = core.recordings.withdraw(record(core));
  const damaged = JSON.stringify([
    { id: 'half an entry' },
    ...JSON.parse(values.get('recordings.withdrawals') ?? ''),
  ]);
  values.set('recordings.withdrawals', damaged);
  const second = core.recordings.withdraw(record(core, 'Meera Practice'));
  expect(readWithdrawals(core).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(values.get('recordings.withdrawals')).toContain('half an entry');

  values.set('recordings.withdrawals', damaged.slice(0, -9));
  const third = core.recordings.withdraw(record(core, 'Nisha Practice'));
  expect(readWithdrawals(core).map(({ id }) => id)).toEqual([third.id]);
  expect(values.get('recordings.withdrawals.unreadable')).toBe(damaged.slice(0, -9));
});
