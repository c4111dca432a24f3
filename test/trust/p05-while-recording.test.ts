/**
 * P5 for visits whose speech is recognised while they are recorded: Scriba is killed at each write
 * of sound and of words on the way, one after the other, also while a stretch is forgotten. What is
 * heard after the end is added to what was heard before.
 */
import { expect, test } from 'vitest';
import { createLocalTranscription } from '../../main/features/local/local-transcription.ts';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import { SPEECH_RATE } from '../../main/infrastructure/speech/speech.ts';
import { stepsOfToday } from '../support/portion.ts';
import { dying } from '../support/ports/dying.ts';
import { hearingRig, secondsEngine } from '../support/rigs/hearing-rig.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const p5 = promise({
  id: 'P5',
  title: 'Every consultation reaches the platform exactly once, whole, in order',
  figure:
    'a kill at each step of a recording that is heard while it runs leaves each second of its sound once in one transcript',
});

type Rig = Awaited<ReturnType<typeof hearingRig>>;
const FORGOTTEN = { from: 3 * SPEECH_RATE, to: 4 * SPEECH_RATE };

/** Records and hears, forgets the last second, goes on; true where it came to the end. */
async function record(rig: Rig, begin: () => void): Promise<boolean> {
  try {
    rig.hearing.start();
    const id = rig.start();
    begin();
    rig.hearing.look();
    rig.feed(id, 0, 4);
    await rig.listen(2);
    rig.core.recordings.forget(id, FORGOTTEN);
    rig.hearing.look();
    rig.feed(id, 4, 6);
    await rig.listen(2);
    rig.core.recordings.finish(id, 6 * SPEECH_RATE);
    return rig.core.store.visits.get(id)?.state === 'sealed';
  } catch {
    return false;
  }
}

/** After the start that follows: the recording goes on where it is not finished. */
async function finish(rig: Rig): Promise<string | undefined> {
  rig.core.recordings.recover();
  rig.hearing.start();
  const [unfinished] = rig.core.recordings.unfinished();
  if (unfinished) {
    const { samples } = rig.core.recordings.goOn(unfinished.id);
    rig.hearing.look();
    const from = Math.ceil(samples / SPEECH_RATE);
    rig.feed(unfinished.id, from, from + 2);
    await rig.listen(2);
    rig.core.recordings.finish(unfinished.id, (from + 2) * SPEECH_RATE);
  }
  rig.hearing.stop();
  return rig.core.store.visits.inStates('sealed')[0]?.id;
}

/** As the outbox does it. Returns what stands in the transcript, and the seconds heard for it. */
async function transcribe({ core }: Rig, id: string) {
  const { store, recordings } = core;
  await recordings.prepare(id, { seconds: 600, single: false, format: 'wav' });
  const { transactionId } = store.visits.get(id)!;
  store.transactions.put({
    transactionId,
    visitId: id,
    epoch: 1,
    commitAttempts: 0,
    status: 'open',
  });
  let heard = 0;
  const engine = secondsEngine();
  const local = createLocalTranscription({
    store,
    speech: async () => ({
      name: 'seconds',
      engine: {
        ...engine,
        async *transcribe(sound) {
          for await (const stretch of engine.transcribe(sound)) {
            heard += 1;
            yield stretch;
          }
        },
      },
    }),
    write: async () => [],
  });
  const said: string[] = [];
  for (const part of store.uploads.list(id)) {
    const form = { url: '', folder: '', fields: { transaction: transactionId }, goodFor: 0 };
    await local.uploadFile(form, { ...part, open: () => recordings.openUpload(part) });
    const words = store.spoken.part(transactionId, part.name)?.stretches ?? [];
    said.push(...words.map(({ text }) => text));
  }
  return { said, heard };
}

const secondsOf = (sound: Buffer) =>
  Array.from(
    { length: Math.floor(sound.length / 2 / SPEECH_RATE) },
    (_, second) => `w${sound.readInt16LE(second * SPEECH_RATE * 2)}`,
  );

test('a kill at each step of a recording that is heard while it runs: each second once, in order, in one transcript', async () => {
  const { first, step } = stepsOfToday;
  let kills = 0;
  for (let at = first; ; at += step) {
    const folder = fastFolder();
    const keys = memoryKeyStore();
    const death = dying(at);
    const killed = await hearingRig(folder, {
      disk: death.each(nodeDisk),
      open: keys.open,
      each: death.each,
    });
    const cameToEnd = await record(killed, death.begin);
    killed.hearing.stop();
    killed.core.store.close();
    const rig = await hearingRig(folder, { open: keys.open });
    const id = await finish(rig);
    const told = `killed at step ${at}`;
    if (id !== undefined) {
      const sound = rig.core.sound(id);
      const { said, heard } = await transcribe(rig, id);
      expect(said, told).toEqual(secondsOf(sound));
      if (cameToEnd) expect(heard, told).toBeLessThanOrEqual(1);
    }
    rig.close();
    if (cameToEnd) break;
    kills += 1;
  }
  expect(kills * step).toBeGreaterThan(60 - step);
  p5.ran(kills);
}, 900_000);
