/** Session marks: written once, read with the key of their day, gone with the sound. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  restoreSessions,
  writeSessionMark,
} from '../../../../../main/features/recordings/recovery/session-marks.ts';
import { nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { DAY } from '../../../../../shared/time.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../../../../support/rigs/recorder.ts';
import { temporaryFolder } from '../../../../support/rows.ts';

const marks = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.session'),
  );

async function recorded() {
  const folder = temporaryFolder();
  const clock = heldClock();
  const core = await openRecorder(folder, clock);
  const { id } = core.recordings.start(visit());
  core.recordings.append(id, 0, new Uint8Array(16_000));
  core.recordings.finish(id, 8000);
  return { folder, clock, core, id, row: () => core.store.visits.get(id)! };
}

const depsOf = ({ vault, store }: Recorder, clock: ReturnType<typeof heldClock>) => ({
  disk: nodeDisk,
  random: nodeRandom,
  clock,
  vault,
  store,
  changed() {},
  trouble() {},
});

test('a mark gives an unsent visit its session, and the outbox asks before it sends', async () => {
  const { clock, core, id, row } = await recorded();
  const deps = depsOf(core, clock);
  const { transactionId } = row();
  writeSessionMark(deps, id, { transactionId, folder: 'session:ses_1/now' });
  restoreSessions(deps);
  expect(core.store.transactions.get(transactionId)).toMatchObject({
    folder: 'session:ses_1/now',
    commitAttempts: 1,
    status: 'open',
  });
  core.close();
});

test('a mark of a later transaction is taken up; one of a transaction that ended is not', async () => {
  const { clock, core, id, row } = await recorded();
  const deps = depsOf(core, clock);
  const first = row().transactionId;
  writeSessionMark(deps, id, { transactionId: 'txn-later', folder: 'session:ses_2/now' });
  restoreSessions(deps);
  expect(row().transactionId).toBe('txn-later');
  expect(core.store.transactions.get(first)?.status).toBe('dead');
  writeSessionMark(deps, id, { transactionId: first, folder: 'session:ses_1/now' });
  restoreSessions(deps);
  expect(row().transactionId).toBe('txn-later');
  expect(core.store.transactions.get(first)?.folder).toBeUndefined();
  core.close();
});

test('a mark that cannot be read keeps nothing else from being taken up', async () => {
  const { folder, clock, core, id, row } = await recorded();
  const deps = depsOf(core, clock);
  const { transactionId } = row();
  writeSessionMark(deps, id, { transactionId, folder: 'session:ses_1/now' });
  const [name] = marks(folder);
  const other = path.join(
    folder,
    String(name).replace(
      id,
      id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
  );
  nodeDisk.rename(path.join(folder, String(name)), other);
  restoreSessions(deps);
  expect(core.store.transactions.get(transactionId)).toBeUndefined();
  core.close();
});

test('the mark goes with the sound, and holds no word in clear', async () => {
  const { folder, clock, core, id, row } = await recorded();
  const deps = depsOf(core, clock);
  writeSessionMark(deps, id, { transactionId: row().transactionId, folder: 'session:ses_1/now' });
  const [name] = marks(folder);
  const file = nodeDisk.openToRead(path.join(folder, String(name)));
  const bytes = Buffer.alloc(500);
  nodeDisk.read(file, bytes, 0, 500, 0);
  nodeDisk.close(file);
  expect(bytes.toString('latin1')).not.toContain('ses_1');
  core.recordings.discard(id);
  core.recordings.expire({ now: clock.now() + 2 * DAY, keepAudioDays: 0, keepNotesDays: 0 });
  expect(core.store.visits.get(id)).toBeUndefined();
  expect(marks(folder)).toEqual([]);
  core.close();
});
