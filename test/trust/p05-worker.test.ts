/**
 * P5, second level, and P26: the real worker on a real database, through faults, kills and a wall
 * clock that jumps by years.
 */
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOutbox, type Outbox } from '../../main/features/outbox/outbox.ts';
import { createStore, type Store } from '../../main/infrastructure/store/store.ts';
import { activeStates } from '../../shared/model/visit-state.ts';
import {
  audioOf,
  connect,
  createWorld,
  dice,
  digest,
  isAlive,
} from '../support/fakes/fake-platform.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { details, visit } from '../support/rows.ts';
import { plainCipher } from './support/app/plain-cipher.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P5',
  title: 'Every consultation reaches the platform exactly once, whole, in order',
  figure:
    '0 of 2,000 schedules of the real worker with kills, on a real database, lose, double or mix up',
});

const YEAR = 365.25 * 24 * 3_600_000;
const DAY = 24 * 3_600_000;
const TURNS = 4000;

async function live(seed: number, store: Store) {
  const roll = dice(seed);
  const clock = heldClock();
  const world = createWorld(14, roll() < 0.5);
  const audio = new Map<string, Buffer[]>();
  const jumps = roll() < 0.3;
  let faultTime = 0;
  const ids = Array.from({ length: 1 + Math.floor(roll() * 3) }, (_, index) => `s${seed}-${index}`);
  for (const id of ids) {
    // Sometimes enough parts that their names are not in the order of their numbers.
    const parts = roll() < 0.03 ? 11 : 1 + Math.floor(roll() * 3);
    audio.set(
      id,
      Array.from({ length: parts }, (_, part) =>
        createHash('sha512').update(`${id}/${part}`).digest(),
      ),
    );
    store.visits.insert(
      visit(id, { state: 'sealed', details: details({ templates: ['a', 'b'] }) }),
    );
  }
  let lives = 0;
  let outbox: Outbox;
  const twice: string[] = [];

  function begin() {
    let dead = false;
    lives += 1;
    const life = {
      dead: () => dead,
      kill: () => {
        dead = true;
      },
    };
    outbox = createOutbox({
      store,
      profile: 'clinic',
      changed() {},
      reachable() {},
      clock: {
        ...clock,
        after: (ms, run) =>
          clock.after(ms, () => {
            if (!dead) run();
          }),
      },
      random: { fraction: roll, bytes: () => Buffer.alloc(0), uuid: () => '' },
      reference: (parts) => createHmac('sha256', 'key').update(parts.join()).digest('base64url'),
      transcription: connect(world, roll, life),
      async prepare(id) {
        await undefined;
        if (dead) return new Promise<never>(() => {});
        if (world.faultsLeft > 0 && roll() < 0.05) {
          world.faultsLeft -= 1;
          dead = true;
          return new Promise<never>(() => {});
        }
        store.transaction(() => {
          audio.get(id)!.forEach((bytes, index) => {
            store.uploads.put({
              fileId: `${id}-${index}`,
              visitId: id,
              ordinal: index + 1,
              generation: 'g',
              name: `audio_${index + 1}.mp3`,
              contentType: 'audio/mpeg',
              bytes: bytes.length,
              sha256: digest(bytes),
            });
          });
          store.visits.apply(id, store.visits.get(id)!.rev, 'prepared');
        });
      },
      async *openUpload(part) {
        yield audio.get(part.visitId)![part.ordinal - 1]!;
      },
    });
    outbox.start();
    return life;
  }

  const mine = (id: string) =>
    store.transactions.list(id).map(({ transactionId }) => transactionId);
  const aliveOf = (id: string, known = mine(id)) =>
    [...world.txns.values()].filter((txn) => isAlive(txn) && known.includes(txn.id));

  let life = begin();
  let turn = 0;
  for (let inits = 0; turn < TURNS; turn++) {
    for (let ticks = 0; ticks < 40; ticks++) await undefined;
    if (world.inits !== inits) {
      inits = world.inits;
      for (const id of ids) if (aliveOf(id).length > 1) twice.push(id);
    }
    if (world.faultsLeft > 0) faultTime = clock.monotonic();
    if (life.dead()) {
      // What the killed life has heard already it stores before the next one begins: no process
      // writes after its end.
      await setImmediate();
      life = begin();
      continue;
    }
    const rows = ids.map((id) => store.visits.get(id)!);
    if (rows.every(({ state }) => state === 'ready' || state === 'partial')) break;
    // A person: signs in again when asked, tries again when asked. A time server, or a child: sets
    // the clock.
    if (rows.some(({ hold }) => hold === 'sign-in') && roll() < 0.3) outbox!.wake();
    for (const row of rows) if (row.state === 'attention' && roll() < 0.3) outbox!.retry(row.id);
    if (jumps && roll() < 0.1) clock.jump((roll() - 0.5) * 20 * YEAR);
    clock.next();
  }
  await outbox!.stop().catch(() => {});
  proof.worst(
    'hours from the last fault to the note, of clocks that jump',
    ((clock.monotonic() - faultTime) / 3_600_000) * (jumps ? 1 : 0),
    'h',
  );

  for (const id of ids) {
    const row = store.visits.get(id)!;
    const seen = `seed ${seed}, ${id}, ${lives} lives`;
    expect(
      ['ready', 'partial'],
      `${seen}: ${row.state} ${row.details.trouble?.code ?? ''} ${row.hold ?? ''}`,
    ).toContain(row.state);
    const accepted = aliveOf(id);
    expect(
      accepted.map((txn) => txn.id),
      seen,
    ).toEqual([row.transactionId]);
    expect(
      audioOf(accepted[0]!).map((bytes) => bytes?.toString('hex')),
      seen,
    ).toEqual(audio.get(id)!.map((bytes) => bytes.toString('hex')));
    expect(store.notes.get(id)!.documents[0]!.text, seen).toBe(digest(...audio.get(id)!));
    expect(
      store.transactions.list(id).filter(({ status }) => status === 'committed'),
      seen,
    ).toHaveLength(1);
  }
  expect(twice, `seed ${seed}: two at once`).toEqual([]);
  // Whatever the wall clock did: nothing waits longer than the longest back-off and the slowest
  // note (300 looks at most).
  expect(clock.monotonic() - faultTime, `seed ${seed}`).toBeLessThan(2 * DAY);
  return lives;
}

test('schedules of faults and kills lose nothing, double nothing, mix nothing up', async () => {
  const schedules = proof.size({ mutant: 150, commit: 2000, long: 100_000 });
  const folder = fastFolder();
  let lives = 0;
  for (let from = 0; from < schedules; from += 500) {
    const store = createStore({
      file: path.join(folder, `scriba-${from}.db`),
      seal: () => plainCipher,
    });
    for (let at = from; at < Math.min(from + 500, schedules); at++) {
      lives += await live(proof.seed() + at, store);
      proof.ran();
    }
    expect(store.visits.inStates(...activeStates, 'attention')).toEqual([]);
    store.close();
  }
  expect(lives).toBeGreaterThan(schedules * 2);
  proof.worst('lives of Scriba in all schedules', lives, '');
}, 3_600_000);
