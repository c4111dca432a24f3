/** P26: a clock that is wrong by ten years, or jumps: the queue does not notice. */
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOutbox } from '../../main/features/outbox/outbox.ts';
import { createStore } from '../../main/infrastructure/store/store.ts';
import { Failure } from '../../shared/failure.ts';
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
import { jumpOf, proof } from './support/promises/p26.ts';

/**
 * One life of a queue through faults: everything that was asked of the platform, and when, by the
 * clock that never jumps.
 */
async function queueLife(
  seed: number,
  store: ReturnType<typeof createStore>,
  jumps: boolean,
): Promise<readonly string[]> {
  const roll = dice(seed);
  const wild = dice(seed + 1);
  const clock = heldClock();
  const world = createWorld(10);
  const log: string[] = [];
  // Killed it is never here: what is held against each other is one life.
  const service = connect(world, roll, {
    dead: () => false,
    kill() {
      throw new Failure('offline', 'cut', { detail: 'unclear' });
    },
  });
  const told =
    <A extends readonly unknown[], R>(name: string, ask: (...given: A) => R) =>
    (...given: A): R => {
      log.push(
        `${Math.round(clock.monotonic())} ${name} ${String(typeof given[0] === 'string' ? given[0] : '')}`,
      );
      return ask(...given);
    };
  const sound = new Map<string, Buffer>();
  // Made while the clock went astray: the order is the one in which they were made.
  const ids = Array.from(
    { length: 3 },
    (_, index) => `${jumps ? 'j' : 's'}${seed}-${(7 * (index + 1)) % 5}`,
  );
  for (const id of ids) {
    if (jumps) clock.jump(jumpOf(wild));
    sound.set(id, createHash('sha512').update(id).digest());
    store.visits.insert(
      visit(id, {
        state: 'sealed',
        transactionId: `txn-${id}`,
        details: details({ templates: ['a'], createdAt: clock.now() }),
      }),
    );
  }
  const outbox = createOutbox({
    store,
    clock,
    profile: 'clinic',
    changed() {},
    reachable() {},
    random: { fraction: roll, bytes: () => Buffer.alloc(0), uuid: () => '' },
    reference: (parts) => createHmac('sha256', 'key').update(parts.join()).digest('base64url'),
    transcription: {
      presign: told('presign', service.presign),
      uploadFile: told('upload', service.uploadFile),
      companion: service.companion,
      init: told('init', service.init),
      status: told('status', service.status),
    },
    async prepare(id) {
      const bytes = sound.get(id)!;
      store.transaction(() => {
        store.uploads.put({
          fileId: `${id}-0`,
          visitId: id,
          ordinal: 1,
          generation: 'g',
          name: 'audio_1.mp3',
          contentType: 'audio/mpeg',
          bytes: bytes.length,
          sha256: digest(bytes),
        });
        store.visits.apply(id, store.visits.get(id)!.rev, 'prepared');
      });
    },
    async *openUpload({ visitId }) {
      yield sound.get(visitId)!;
    },
  });
  outbox.start();
  for (let turn = 0; turn < 3000; turn++) {
    for (let ticks = 0; ticks < 60; ticks++) await undefined;
    const rows = ids.map((id) => store.visits.get(id)!);
    if (rows.every(({ state }) => state === 'ready' || state === 'partial')) break;
    if (rows.some(({ hold }) => hold === 'sign-in')) outbox.wake();
    for (const { id, state } of rows) if (state === 'attention') outbox.retry(id);
    if (jumps && wild() < 0.2) {
      clock.jump(jumpOf(wild));
      proof.worst(
        'jumps of the clock in one queue',
        log.push('jump') && log.filter((line) => line === 'jump').length,
        '',
      );
    }
    clock.next();
  }
  const stopping = outbox.stop();
  clock.advance(3000);
  await Promise.race([stopping, undefined]);
  for (const id of ids) {
    const row = store.visits.get(id)!;
    expect(['ready', 'partial'], `seed ${seed}: ${id} ${row.state} ${row.hold ?? ''}`).toContain(
      row.state,
    );
    const mine = store.transactions.list(id).map(({ transactionId }) => transactionId);
    const arrived = [...world.txns.values()].filter((txn) => isAlive(txn) && mine.includes(txn.id));
    expect(
      arrived.map((txn) => digest(...audioOf(txn).map((bytes) => bytes!))),
      `seed ${seed}`,
    ).toEqual([digest(sound.get(id)!)]);
  }
  return log
    .filter((line) => line !== 'jump')
    .map((line) =>
      line
        .replaceAll(`${jumps ? 'j' : 's'}${seed}`, '')
        .replace(/txn-[0-7][0-9A-Z]{25}/, 'txn-next'),
    );
}

test('a queue under a clock that jumps asks the same, in the same order, at the same moments as under a right one', async () => {
  const schedules = proof.size({ mutant: 20, commit: 40, long: 10_000 });
  const folder = fastFolder();
  let store = createStore({ file: path.join(folder, 'scriba.db'), seal: () => plainCipher });
  for (let at = 0; at < schedules; at++) {
    if (at % 25 === 24) {
      store.close();
      store = createStore({ file: path.join(folder, `scriba-${at}.db`), seal: () => plainCipher });
    }
    const seed = proof.seed() + 3 * at;
    const [right, wrong] = [
      await queueLife(seed, store, false),
      await queueLife(seed, store, true),
    ];
    expect(wrong, `seed ${seed}`).toEqual(right);
    proof.ran();
  }
  store.close();
}, 3_600_000);
