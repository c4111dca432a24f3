/** P5: whatever happens on the way, each consultation is at the end on the platform exactly once, whole and in order. */
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOutbox, type Outbox } from '../../../main/outbox/outbox.ts';
import { activeStates } from '../../../main/outbox/step.ts';
import { createStore, type Store } from '../../../main/store/store.ts';
import { heldClock } from '../../support/clocks.ts';
import { connect, createWorld, dice, digest } from '../../support/fake-platform.ts';
import { consultation, details, temporaryFolder, testCipher } from '../../support/rows.ts';

const SCHEDULES = Number(process.env['SCRIBA_SCHEDULES'] ?? 300);

async function live(seed: number, store: Store) {
  const roll = dice(seed);
  const clock = heldClock();
  const world = createWorld(14);
  const audio = new Map<string, Buffer[]>();
  const ids = Array.from({ length: 1 + Math.floor(roll() * 3) }, (_, index) => `s${seed}-${index}`);
  for (const id of ids) {
    audio.set(id, Array.from({ length: 1 + Math.floor(roll() * 3) }, (_, part) => createHash('sha512').update(`${id}/${part}`).digest()));
    store.consultations.insert(consultation(id, { state: 'sealed', details: details({ templates: ['a', 'b'] }) }));
  }
  let lives = 0;
  let outbox: Outbox;
  const twice: string[] = [];

  function begin() {
    let dead = false;
    lives += 1;
    const life = { dead: () => dead, kill: () => void (dead = true) };
    outbox = createOutbox({
      store, profile: 'clinic', changed() {}, reachable() {},
      clock: { ...clock, after: (ms, run) => clock.after(ms, () => { if (!dead) run(); }) },
      random: { fraction: roll, bytes: () => Buffer.alloc(0), uuid: () => '' },
      reference: (parts) => createHmac('sha256', 'key').update(parts.join()).digest('base64url'),
      transcription: connect(world, roll, life),
      async prepare(id) {
        await undefined;
        if (dead) return new Promise<never>(() => {});
        if (world.faultsLeft > 0 && roll() < 0.05) return world.faultsLeft--, (dead = true), new Promise<never>(() => {});
        store.transaction(() => {
          audio.get(id)!.forEach((bytes, index) => store.uploads.put({
            fileId: `${id}-${index}`, consultationId: id, ordinal: index + 1, generation: 'g', name: `audio_${index + 1}.mp3`, contentType: 'audio/mpeg', bytes: bytes.length, sha256: digest(bytes),
          }));
          store.consultations.change(id, store.consultations.get(id)!.rev, { state: 'prepared' });
        });
      },
      async *openUpload(part) {
        yield audio.get(part.consultationId)![part.ordinal - 1]!;
      },
    });
    outbox.start();
    return life;
  }

  let life = begin();
  for (let turn = 0; turn < 3000; turn++) {
    for (let ticks = 0; ticks < 60; ticks++) await undefined;
    for (const id of ids) if ([...world.txns.values()].filter((txn) => txn.begun && !txn.dead && mine(store, id).includes(txn.id)).length > 1) twice.push(id);
    if (life.dead()) {
      life = begin();
      continue;
    }
    const rows = ids.map((id) => store.consultations.get(id)!);
    if (rows.every(({ state }) => ['ready', 'partial'].includes(state))) break;
    // A person: signs in again when asked, tries again when asked.
    if (rows.some(({ hold }) => hold === 'sign-in') && roll() < 0.3) outbox!.wake();
    for (const row of rows) if (row.state === 'attention' && roll() < 0.3) outbox!.retry(row.id);
    clock.next();
  }
  await outbox!.stop.call(undefined).catch(() => {});

  for (const id of ids) {
    const row = store.consultations.get(id)!;
    const seen = `seed ${seed}, ${id}, ${lives} lives`;
    expect(['ready', 'partial'], `${seen}: ${row.state} ${row.details.trouble?.code ?? ''} ${row.hold ?? ''}`).toContain(row.state);
    const known = mine(store, id);
    const accepted = [...world.txns.values()].filter((txn) => txn.begun && !txn.dead && known.includes(txn.id));
    expect(accepted.map((txn) => txn.id), seen).toEqual([row.transactionId]);
    expect(accepted[0]!.begun!.files.map((name) => accepted[0]!.files.get(name)!.toString('hex')), seen).toEqual(audio.get(id)!.map((bytes) => bytes.toString('hex')));
    expect(store.notes.get(id)!.documents[0]!.text, seen).toBe(digest(...audio.get(id)!));
    expect(store.transactions.list(id).filter(({ status }) => status === 'committed'), seen).toHaveLength(1);
  }
  expect(twice, `seed ${seed}: two at once`).toEqual([]);
  return lives;
}

const mine = (store: Store, id: string) => store.transactions.list(id).map(({ transactionId }) => transactionId);

test(`${SCHEDULES} seeded schedules of faults and kills lose nothing, double nothing, mix nothing up`, async () => {
  const cipher = testCipher();
  const store = createStore({ file: path.join(temporaryFolder(), 'scriba.db'), seal: () => cipher });
  let lives = 0;
  for (let seed = 1; seed <= SCHEDULES; seed++) lives += await live(seed, store);
  expect(lives).toBeGreaterThan(SCHEDULES * 2);
  expect(store.consultations.inStates(...activeStates, 'attention')).toEqual([]);
  store.close();
}, 120_000);
