/**
 * P5 for visits that get a draft of this computer while their platform is out of reach: the real
 * outbox and store, and a platform that is down and comes back. Scriba is killed before and after
 * each write, each call to the platform and each piece of sound, one place after the other.
 */
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOutbox, type OutboxDeps } from '../../main/features/outbox/outbox.ts';
import { createStore, type Store } from '../../main/infrastructure/store/store.ts';
import { Failure } from '../../shared/failure.ts';
import { heldClock } from '../support/ports/clocks.ts';
import {
  fallbackRig,
  inPieces,
  numberedWav,
  saidIn,
  wordsIn,
} from '../support/rigs/fallback-rig.ts';
import { quiet } from '../support/rigs/hearing-rig.ts';
import { details, visit } from '../support/rows.ts';
import { plainCipher } from './support/app/plain-cipher.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P5',
  title: 'Every consultation reaches the platform exactly once, whole, in order',
  figure:
    'a kill at each step of a draft that is made here while the platform is away: one draft, and the platform has the visit once, whole',
});

const SECONDS = 3;
const PARTS = [numberedWav(SECONDS), numberedWav(1)];
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The other side, which no kill of Scriba touches. */
function createPlatform() {
  const files = new Map<string, string>();
  const commits: { id: string; digests: (string | undefined)[] }[] = [];
  const state = { isDown: true };
  const reached = () => {
    if (state.isDown) throw new Failure('offline', 'The platform was not reached.');
  };
  const additionals = new Map<string, Readonly<Record<string, string>>>();
  const transcription: OutboxDeps['transcription'] = {
    async presign(id) {
      reached();
      return {
        url: 'https://store.invalid',
        folder: id,
        fields: {},
        goodFor: Number.POSITIVE_INFINITY,
        alreadyCommitted: additionals.has(id),
      };
    },
    async uploadFile({ folder }, { name, open }) {
      reached();
      const pieces: Uint8Array[] = [];
      for await (const piece of open()) pieces.push(Uint8Array.from(piece));
      files.set(`${folder}/${name}`, digest(Buffer.concat(pieces)));
    },
    companion: () => Promise.resolve(),
    async init(id, { files: names, additional }) {
      reached();
      if (additionals.has(id)) return 'already';
      additionals.set(id, additional);
      commits.push({ id, digests: names.map((name) => files.get(`${id}/${name}`)) });
      return 'accepted';
    },
    async status(id) {
      reached();
      const additional = additionals.get(id);
      if (!additional) return { kind: 'unknown' };
      const base = { name: 'Note', status: 'success', errors: [], warnings: [] } as const;
      return {
        kind: 'done',
        additional,
        documents: [
          { ...base, templateId: 'clinical_notes_template', kind: 'markdown', text: 'Theirs.' },
          { ...base, templateId: 'transcript_template', kind: 'transcript', text: 'Said.' },
        ],
      };
    },
  };
  return { state, commits, transcription };
}
type Platform = ReturnType<typeof createPlatform>;

/** `step` throws at the place number `at`, and at each one after it: the process is gone. */
function life(at: number) {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= at) throw new Error('It was killed.');
  };
  const around = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? (...input: unknown[]) => {
              step();
              const result = (value as (...input: unknown[]) => unknown)(...input);
              if (result instanceof Promise) return result.finally(step);
              step();
              return result;
            }
          : around(value as object),
      ]),
    ) as T;
  return { step, around, isDead: () => steps >= at };
}

async function live(file: string, platform: Platform, at: number): Promise<boolean> {
  const one = life(at);
  const real = createStore({ file, seal: () => plainCipher });
  const store: Store = one.around(real);
  const clock = heldClock();
  const { fallback } = fallbackRig({
    store,
    clock,
    sound: async () => ({
      files: [
        {
          async *read() {
            for await (const piece of inPieces(PARTS[0] as Buffer)) {
              one.step();
              yield piece;
            }
          },
        },
      ],
    }),
  });
  const outbox = createOutbox({
    store,
    profile: 'clinic',
    clock,
    random: { fraction: () => 0.5, bytes: () => Buffer.alloc(0), uuid: () => 'second' },
    changed(id) {
      if (!one.isDead()) fallback.look(id);
    },
    reachable: () => {},
    transcription: one.around(platform.transcription),
    reference: (parts) => createHmac('sha256', 'key').update(parts.join()).digest('base64url'),
    prepare: async (id) => prepare(store, id),
    openUpload: ({ ordinal }) => inPieces(PARTS[ordinal - 1] as Buffer),
  });
  try {
    fallback.start();
    outbox.start();
    for (let turns = 0; turns < 300 && !one.isDead(); turns += 1) {
      await quiet();
      if (!one.isDead()) askOnce(real, fallback.ask);
      // It comes back when the doctor has the draft.
      if (real.fallbackDrafts.stage('v') === 'made') platform.state.isDown = false;
      if (one.isDead() || real.visits.get('v')?.state === 'ready') break;
      if (!clock.next()) break;
    }
  } catch {
    // The doctor's own request was under way when it was killed.
  } finally {
    fallback.stop();
    await outbox.stop();
    await fallback.idle();
    await quiet();
    real.close();
  }
  return one.isDead();
}

/** The doctor presses the button, once the visit waits. */
function askOnce(store: Store, ask: (id: string) => void): void {
  const row = store.visits.get('v');
  if (row?.hold === 'offline' && store.fallbackDrafts.stage('v') === undefined) ask('v');
}

function prepare(store: Store, id: string): void {
  store.transaction(() => {
    PARTS.forEach((bytes, index) => {
      store.uploads.put({
        fileId: `part-${index}`,
        visitId: id,
        ordinal: index + 1,
        generation: 'g',
        name: `audio_000${index + 1}.wav`,
        contentType: 'audio/wav',
        bytes: bytes.length,
        sha256: digest(bytes),
      });
    });
    store.visits.apply(id, store.visits.get(id)!.rev, 'prepared');
  });
}

function check(file: string, { commits }: Platform, at: number): void {
  const store = createStore({ file, seal: () => plainCipher });
  const told = `killed at step ${at}`;
  expect(store.visits.get('v')?.state, told).toBe('ready');
  expect(commits, told).toEqual([{ id: 'txn-v', digests: PARTS.map(digest) }]);
  const transactions = store.transactions.list('v');
  expect(
    transactions.map(({ transactionId, status }) => [transactionId, status]),
    told,
  ).toEqual([['txn-v', 'committed']]);
  // The platform's note is the note; the draft is beside it, each second once.
  expect(store.notes.get('v')?.documents[0]?.text, told).toBe('Theirs.');
  expect(store.fallbackDrafts.stage('v'), told).toBe('made');
  expect(wordsIn(store, 'v'), told).toEqual(saidIn(SECONDS));
  expect(store.spoken.ahead('v'), told).toEqual([]);
  store.close();
}

test('a kill at each step of a draft that is made while the platform is away: one draft, and the platform has the visit once', async () => {
  const folder = fastFolder();
  let kills = 0;
  for (let at = 1; ; at += 1) {
    const file = path.join(folder, `${at}.db`);
    const platform = createPlatform();
    const store = createStore({ file, seal: () => plainCipher });
    store.visits.insert(visit('v', { state: 'sealed', details: details() }));
    store.close();
    const wasKilled = await live(file, platform, at);
    if (wasKilled) {
      kills += 1;
      // A second kill in the life after it, at some other place.
      await live(file, platform, ((at * 7) % 60) + 1);
      await live(file, platform, Number.POSITIVE_INFINITY);
    }
    check(file, platform, at);
    if (!wasKilled) break;
  }
  expect(kills).toBeGreaterThan(100);
  proof.ran(kills);
}, 900_000);
