/** The built-in engine, with its own model, on a sentence that was said by a machine. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createMoonshine } from '../../../../main/infrastructure/speech/moonshine.ts';
import { soundOfFile } from '../../../../main/infrastructure/speech/sound/sound-of-file.ts';
import type { SpokenStretch } from '../../../../main/infrastructure/speech/speech.ts';
import { failure } from '../../../support/failure.ts';

const file = path.resolve(import.meta.dirname, '../../../fixtures/speech/complaint.wav');
const engine = createMoonshine();
afterAll(() => engine.close());

async function heard(sound: AsyncIterable<Float32Array>, by = engine) {
  const all: SpokenStretch[] = [];
  for await (const stretch of by.transcribe(sound)) all.push(stretch);
  return all;
}
async function* samples(...pieces: readonly Float32Array[]) {
  yield* pieces;
}

test('a spoken sentence becomes its words, each with a time and a confidence', async () => {
  const found = await heard(soundOfFile(file));
  const text = found.map((one) => one.text).join(' ');
  for (const words of [/fever/i, /cough/i, /three days/i, /no breathlessness/i, /twice daily/i])
    expect(text).toMatch(words);
  const words = found.flatMap((one) => one.words);
  expect(words.map((one) => one.text).join(' ')).toBe(text);
  for (const [at, { from, to, confidence }] of words.entries()) {
    expect(from).toBeGreaterThanOrEqual(words[at - 1]?.to ?? 0);
    expect(to).toBeGreaterThan(from);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
  expect(found[0]?.from).toBeGreaterThan(0.1);
});

test('fast speech is heard to its end', async () => {
  const fast = path.resolve(file, '../fast.wav');
  const found = await heard(soundOfFile(fast));
  const text = found.map((one) => one.text).join(' ');
  expect(text).toMatch(/^Take .*morning/);
  // Twelve tokens a second: the end of it was lost where fewer were allowed.
  expect(text).toMatch(/come back in/);
});

test('silence has no words, and the engine goes on after it', async () => {
  expect(await heard(samples(new Float32Array(48_000)))).toEqual([]);
  expect(await heard(soundOfFile(file))).not.toEqual([]);
});

test('what the sound throws is thrown, and an engine that was closed says so', async () => {
  const broken = async function* () {
    yield new Float32Array(16_000);
    throw new Error('The disk is gone.');
  };
  await expect(heard(broken())).rejects.toThrow('The disk is gone.');
  const other = createMoonshine();
  await other.close();
  await expect(heard(soundOfFile(file), other)).rejects.toEqual(
    failure('broken', 'recogniser-failed'),
  );
});

/** Noise that is as loud as speech; the same each time. */
function noise(seconds: number): Float32Array {
  let seed = 7;
  return Float32Array.from({ length: seconds * 16_000 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.1 * (seed / 2 ** 31 - 1);
  });
}
/** Three notes that change each half second. */
const music = Float32Array.from(
  { length: 8 * 16_000 },
  (_, at) =>
    0.2 * Math.sin((2 * Math.PI * [262, 330, 392, 523][Math.floor(at / 8_000) % 4]! * at) / 16_000),
);

test('noise and music bring at most a few words, and the engine goes on after them', async () => {
  for (const sound of [noise(8), music]) {
    const words = (await heard(samples(sound))).flatMap((one) => one.words);
    expect(words.length).toBeLessThan(12);
  }
  expect(await heard(soundOfFile(file))).not.toEqual([]);
});

const quantized = 'model/tiny/quantized';
const installed = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/@moonshine-ai/moonshine-js/dist',
  quantized,
);
test.each(['no model', 'half a model'])(
  'with %s it says so',
  async (what) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'scriba-model-'));
    if (what === 'half a model') {
      mkdirSync(path.join(folder, quantized), { recursive: true });
      copyFileSync(
        path.join(installed, 'encoder_model.onnx'),
        path.join(folder, quantized, 'encoder_model.onnx'),
      );
      writeFileSync(
        path.join(folder, quantized, 'decoder_model_merged.onnx'),
        readFileSync(path.join(installed, 'decoder_model_merged.onnx')).subarray(0, 10_000_000),
      );
    }
    const other = createMoonshine({ folder: `${pathToFileURL(folder).href}/` });
    await expect(heard(soundOfFile(file), other)).rejects.toEqual(
      failure('missing', 'speech-model'),
    );
    await other.close();
  },
  240_000,
);

test('an engine that gives way to a recording hears the same', async () => {
  const modest = createMoonshine({ givesWay: true });
  const words = (found: readonly SpokenStretch[]) => found.map(({ text }) => text);
  try {
    expect(words(await heard(soundOfFile(file), modest))).toEqual(
      words(await heard(soundOfFile(file))),
    );
  } finally {
    await modest.close();
  }
});
