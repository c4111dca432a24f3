/**
 * P5 for visits that are worked on on this computer: the real outbox, store and protocol, and a
 * server that recognises speech on the loopback. Scriba is killed before and after each write, each
 * call to the server and each part of the sound, one place after the other.
 */
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalTranscription } from '../../main/features/local/local-transcription.ts';
import { createWriteNote } from '../../main/features/local/write-note.ts';
import { createOutbox } from '../../main/features/outbox/outbox.ts';
import { undiciNet } from '../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import type { Net } from '../../main/infrastructure/ports.ts';
import { createServerEngine } from '../../main/infrastructure/speech/server/server-engine.ts';
import { createStore, type Store } from '../../main/infrastructure/store/store.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { tone } from '../support/rigs/outbox-rig.ts';
import { details, visit } from '../support/rows.ts';
import {
  type OpenAiServer,
  secondsIn,
  startOpenAiServer,
  verbose,
} from '../support/servers/openai-server.ts';
import { plainCipher } from './support/app/plain-cipher.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P5',
  title: 'Every consultation reaches the platform exactly once, whole, in order',
  figure:
    'a kill at each step of the work on this computer leaves one transcript and one note, and no platform is asked',
});

const PARTS = [tone(1), tone(2)];
const SAID = 'I have had fever for three days. Take paracetamol 650 twice daily.';
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
  server.hears(({ body }) =>
    verbose(
      secondsIn(body) < 1.5
        ? 'I have had fever for three days.'
        : 'Take paracetamol 650 twice daily.',
      secondsIn(body),
    ),
  );
});
afterAll(() => server.close());

/** `step` throws at the place number `at`, and at each one after it: the process is gone. */
function life(at: number) {
  let steps = 0;
  return {
    step() {
      steps += 1;
      if (steps >= at) throw new Error('It was killed.');
    },
    isDead: () => steps >= at,
  };
}
type Life = ReturnType<typeof life>;

/** Every call of the store may be the last one, before or after it has worked. */
function dying(store: Store, { step }: Life): Store {
  const wrap = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        typeof value === 'function'
          ? (...input: unknown[]) => {
              step();
              const result = (value as (...input: unknown[]) => unknown)(...input);
              step();
              return result;
            }
          : wrap(value as object),
      ]),
    ) as T;
  return wrap(store);
}

const dyingNet =
  (net: Net, { step }: Life): Net =>
  async (request) => {
    step();
    const answer = await net(request);
    step();
    return answer;
  };

const never = () => {
  throw new Error('A platform was asked.');
};
const platform = {
  presign: never,
  uploadFile: never,
  companion: never,
  init: never,
  status: never,
};

/** Until nothing is left to do, or the process is gone. Returns whether it was killed. */
async function live(file: string, at: number): Promise<boolean> {
  const one = life(at);
  const real = createStore({ file, seal: () => plainCipher });
  const store = dying(real, one);
  const clock = heldClock();
  const here = {
    takes: ({ details: { worksHere } }: { details: { worksHere?: true | undefined } }) =>
      worksHere === true,
    transcription: createLocalTranscription({
      store,
      speech: async () => ({
        name: 'whisper',
        engine: createServerEngine({
          net: dyingNet(undiciNet(), one),
          random: nodeRandom,
          clock,
          server: () => Promise.resolve({ base: new URL(server.address), model: 'whisper' }),
        }),
      }),
      write: createWriteNote({
        draft: (turns) => ({
          sections: [
            { title: 'All', lines: turns.map(({ text }) => ({ text, said: [], findings: [] })) },
          ],
        }),
        sections: () => [],
        usualSections: ['All'],
        model: async () => undefined,
        unsupported: () => new Map(),
        kindsIn: () => [],
      }),
    }),
  };
  const outbox = createOutbox({
    store,
    profile: 'clinic',
    clock,
    random: { fraction: () => 0.5, bytes: () => Buffer.alloc(0), uuid: () => '' },
    changed() {},
    reachable: never,
    here,
    transcription: platform,
    reference: (parts) => createHmac('sha256', 'key').update(parts.join()).digest('base64url'),
    async prepare(id) {
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
        store.visits.apply(id, real.visits.get(id)!.rev, 'prepared');
      });
    },
    async *openUpload({ ordinal }) {
      one.step();
      const bytes = PARTS[ordinal - 1]!;
      yield bytes.subarray(0, 20_000);
      one.step();
      yield bytes.subarray(20_000);
    },
  });
  try {
    outbox.start();
    for (let turns = 0; turns < 300 && !one.isDead(); turns += 1) {
      await outbox.idle();
      if (one.isDead() || real.visits.get('v')?.state === 'ready' || !clock.next()) break;
    }
  } finally {
    await outbox.stop();
    real.close();
  }
  return one.isDead();
}

function check(file: string, at: number): void {
  const store = createStore({ file, seal: () => plainCipher });
  const told = `killed at step ${at}`;
  expect(store.visits.get('v')?.state, told).toBe('ready');
  const documents = store.notes.get('v')?.documents ?? [];
  expect(
    documents.map(({ kind, status }) => [kind, status]),
    told,
  ).toEqual([
    ['markdown', 'success'],
    ['transcript', 'success'],
  ]);
  expect(documents[1]?.text?.replace(/\[[\d:]+\] /g, '').replace('\n', ' '), told).toBe(SAID);
  expect(documents[1]?.text, told).toContain('[00:01] Take paracetamol');
  const transactions = store.transactions.list('v');
  expect(
    transactions.filter(({ status }) => status === 'committed'),
    told,
  ).toHaveLength(1);
  expect(
    transactions.filter(({ status }) => status === 'open'),
    told,
  ).toHaveLength(0);
  store.close();
}

test('a kill at each step gives one transcript and one note', async () => {
  const folder = fastFolder();
  let kills = 0;
  for (let at = 1; ; at += 1) {
    const file = path.join(folder, `${at}.db`);
    const store = createStore({ file, seal: () => plainCipher });
    store.visits.insert(
      visit('v', {
        state: 'sealed',
        details: details({
          worksHere: true,
          templates: ['clinical_notes_template', 'transcript_template'],
        }),
      }),
    );
    store.close();
    const wasKilled = await live(file, at);
    if (wasKilled) {
      kills += 1;
      // A second kill in the life after it, at some other place.
      await live(file, ((at * 7) % 60) + 1);
      await live(file, Number.POSITIVE_INFINITY);
    }
    check(file, at);
    if (!wasKilled) break;
  }
  expect(kills).toBeGreaterThan(40);
  proof.ran(kills);
}, 400_000);
