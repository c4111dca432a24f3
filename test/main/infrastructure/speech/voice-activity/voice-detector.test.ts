/** The weights that tell where somebody speaks, on a sentence that a machine says in a loud room. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createMoonshine } from '../../../../../main/infrastructure/speech/moonshine.ts';
import { SPEECH_RATE } from '../../../../../main/infrastructure/speech/speech.ts';
import { createVoiceDetector } from '../../../../../main/infrastructure/speech/voice-activity/voice-detector.ts';
import { joinedSound } from '../../../../support/sound/voices.ts';
import { readWav } from '../../../../support/sound/wav.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const folder = path.join(root, 'main/infrastructure/speech/voice-activity');
const said = Float32Array.from(
  readWav(path.join(root, 'test/fixtures/speech/complaint-slt.wav')).samples,
  (one) => one / 32_768,
);
const quiet = (seconds: number) => new Float32Array(seconds * SPEECH_RATE);

/** Hiss that is the same in each run, `loudness` at most. */
function withNoise(samples: Float32Array, loudness: number): Float32Array {
  let seed = 1;
  return samples.map((one) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return one + loudness * (seed / 2 ** 31 - 1);
  });
}
async function* inSeconds(samples: Float32Array) {
  for (let at = 0; at < samples.length; at += SPEECH_RATE)
    yield samples.slice(at, at + SPEECH_RATE);
}

test('the weights are those of Silero VAD 6.2, with their licence beside them', () => {
  const digest = createHash('sha256').update(readFileSync(path.join(folder, 'silero_vad.onnx')));
  expect(digest.digest('hex')).toBe(
    '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
  );
  const licence = readFileSync(path.join(folder, 'LICENSE.txt'), 'utf8');
  expect(licence).toContain('MIT License');
  expect(licence).toContain('Silero Team');
});

test('a voice is told from noise, in pieces as at once', async () => {
  const listen = createVoiceDetector();
  const sound = withNoise(joinedSound([quiet(2), said]), 0.03);
  const whole = Array.from((await listen(sound, true)) ?? []);
  const share = (from: number, to: number) => {
    const some = whole.slice((from * SPEECH_RATE) / 512, (to * SPEECH_RATE) / 512);
    return some.filter((one) => one > 0.3).length / some.length;
  };
  expect(share(0.2, 2)).toBe(0);
  expect(share(2.6, 8)).toBeGreaterThan(0.7);
  const cut = 512 * 40;
  const parts = [await listen(sound.slice(0, cut), true), await listen(sound.slice(cut), false)];
  expect(parts.flatMap((one) => Array.from(one ?? []))).toEqual(whole);
});

test('without its weights it tells nothing, and does not fail', async () => {
  const listen = createVoiceDetector(pathToFileURL(`${import.meta.dirname}/`));
  expect(await listen(quiet(1), true)).toBeUndefined();
});

test('what is said in a loud room is recognised, and its noise is no word', async () => {
  const engine = createMoonshine();
  const texts: string[] = [];
  const sound = withNoise(joinedSound([quiet(5), said, quiet(6)]), 0.04);
  for await (const { text } of engine.transcribe(inSeconds(sound))) texts.push(text);
  await engine.close();
  // Cut by level alone, after twelve seconds, its second half is not heard.
  expect(texts.join(' ')).toMatch(/dry cough/i);
  expect(texts.join(' ')).toMatch(/three days/i);
  expect(texts.join(' ')).toMatch(/no breathlessness/i);
  expect(texts.join(' ')).toMatch(/daily/i);
});
