/** What a server of speech gets of a loud room. */
import { expect, test } from 'vitest';
import { createServerEngine } from '../../../../../main/infrastructure/speech/server/server-engine.ts';
import { spokenSample } from '../../../../../main/infrastructure/speech/sound/spoken-sample.ts';
import {
  SPEECH_RATE,
  type SpokenStretch,
} from '../../../../../main/infrastructure/speech/speech.ts';
import {
  createVoiceThread,
  type VoiceThread,
} from '../../../../../main/infrastructure/speech/voice-thread.ts';

/** Vowels of two seconds, with five seconds of a hissing room on either side. */
async function* loudRoom() {
  let seed = 1;
  const hiss = (samples: Float32Array) =>
    samples.map((one) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return one + 0.03 * (seed / 2 ** 31 - 1);
    });
  yield hiss(new Float32Array(4 * SPEECH_RATE));
  for await (const piece of spokenSample()) yield hiss(piece);
  yield hiss(new Float32Array(4 * SPEECH_RATE));
}

function engineWith(voices?: () => VoiceThread, cancel?: AbortSignal) {
  let bytes = 0;
  const engine = createServerEngine({
    voices,
    cancel,
    random: { bytes: (count) => Buffer.alloc(count, 7) },
    clock: { now: () => 0 },
    server: () => Promise.resolve({ base: new URL('https://speech.example'), model: 'base' }),
    net(request) {
      bytes += (request.body as Buffer).length;
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{"text":"Fever."}') });
    },
  });
  return { engine, secondsSent: () => bytes / 2 / SPEECH_RATE };
}

async function heard({ engine }: ReturnType<typeof engineWith>): Promise<SpokenStretch[]> {
  const all: SpokenStretch[] = [];
  for await (const stretch of engine.transcribe(loudRoom())) all.push(stretch);
  return all;
}

test('in a loud room the server gets what sounds like a voice, and not the noise around it', async () => {
  const rig = engineWith(createVoiceThread);
  const [stretch] = await heard(rig);
  expect(rig.secondsSent()).toBeGreaterThan(2);
  expect(rig.secondsSent()).toBeLessThan(4);
  expect(stretch?.from).toBeGreaterThan(4.5);
  expect(stretch?.to).toBeLessThan(8);
  await rig.engine.close();
}, 60_000);

test('where voices cannot be told, all of a loud room is sent', async () => {
  const deaf = () => ({ listen: () => Promise.resolve(undefined), close: () => Promise.resolve() });
  for (const rig of [engineWith(), engineWith(deaf)]) {
    await heard(rig);
    expect(rig.secondsSent()).toBeGreaterThan(10);
  }
});

test('what listens for voices ends with the engine, and with the lock', async () => {
  const closed: string[] = [];
  const voices = (name: string) => () => ({
    listen: () => Promise.resolve(undefined),
    close: async () => void closed.push(name),
  });
  await engineWith(voices('engine')).engine.close();
  expect(closed).toContain('engine');
  const lock = new AbortController();
  engineWith(voices('lock'), lock.signal);
  lock.abort();
  expect(closed).toContain('lock');
});

test('a thread for voices that was closed tells nothing, and starts no other', async () => {
  const voices = createVoiceThread();
  expect(await voices.listen(new Float32Array(512), true)).toHaveLength(1);
  const asked = voices.listen(new Float32Array(60 * SPEECH_RATE), true);
  await voices.close();
  expect(await asked).toBeUndefined();
  expect(await voices.listen(new Float32Array(512), true)).toBeUndefined();
}, 60_000);
