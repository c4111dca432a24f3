/** Models that a user added, in their threads: a tiny Whisper, and Moonshine tiny as one of them. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tokenizer from 'llama-tokenizer-js';
import { beforeAll, expect, test } from 'vitest';
import { createAddedEngine } from '../../../../../main/infrastructure/speech/models/added-engine.ts';
import {
  inspectModel,
  type ModelRecord,
} from '../../../../../main/infrastructure/speech/models/inspect-model.ts';
import { createMoonshine } from '../../../../../main/infrastructure/speech/moonshine.ts';
import { soundOfFile } from '../../../../../main/infrastructure/speech/sound/sound-of-file.ts';
import type {
  SpeechEngine,
  SpokenStretch,
} from '../../../../../main/infrastructure/speech/speech.ts';
import { failure } from '../../../../support/failure.ts';
import { TINY_SAYS, writeTinyWhisper } from '../../../../support/tiny-whisper.ts';

const speech = path.resolve(import.meta.dirname, '../../../../fixtures/speech/complaint.wav');
const newFolder = () => mkdtempSync(path.join(tmpdir(), 'scriba-model-'));
const open = (model: ModelRecord, languages: readonly string[] = ['en-IN']) =>
  createAddedEngine(model, { languages, givesWay: false });

async function heard(engine: SpeechEngine, sound: AsyncIterable<Float32Array>) {
  const all: SpokenStretch[] = [];
  try {
    for await (const stretch of engine.transcribe(sound)) all.push(stretch);
    return all;
  } finally {
    await engine.close();
  }
}

/** Three seconds, of which the middle hums. */
async function* hum() {
  yield new Float32Array(16_000);
  yield Float32Array.from({ length: 48_000 }, (_, at) => Math.sin(at / 12) / 4);
  yield new Float32Array(16_000);
}

let whisper: ModelRecord;
beforeAll(async () => {
  const folder = newFolder();
  writeTinyWhisper(folder);
  whisper = await inspectModel(folder);
});

test('Whisper tells sentences with times and with how sure it is of each word', async () => {
  const [stretch, ...more] = await heard(open(whisper), hum());
  expect(more).toEqual([]);
  expect(stretch?.text).toBe(TINY_SAYS);
  expect(stretch?.from).toBeGreaterThan(0.5);
  expect((stretch?.to ?? 0) - (stretch?.from ?? 0)).toBeCloseTo(2, 1);
  expect(stretch?.words.map(({ text }) => text)).toEqual(['Fever', 'and', 'बुखार.']);
  for (const { confidence } of stretch?.words ?? []) expect(confidence).toBeGreaterThan(0.9);
});

test('a text that never ends is heard again in halves, and what still does not end is doubted', async () => {
  const folder = newFolder();
  // After "and" it says "Fever" again.
  writeTinyWhisper(folder, { 1: 0 });
  const found = await heard(open(await inspectModel(folder)), hum());
  expect(found.length).toBeGreaterThan(1);
  for (const { confidence } of found.flatMap(({ words }) => words))
    expect(confidence).toBeLessThanOrEqual(0.3);
});

test.each(['config.json', 'tokenizer.json', 'onnx/encoder_model_quantized.onnx'])(
  'a model whose %s was changed is not run',
  async (name) => {
    const folder = newFolder();
    writeTinyWhisper(folder);
    const model = await inspectModel(folder);
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from(' ')]));
    await expect(heard(open(model), hum())).rejects.toEqual(
      failure('refused', 'speech-model-changed'),
    );
  },
  60_000,
);

test('a model whose folder is gone is told', async () => {
  const away = { ...whisper, folder: path.join(whisper.folder, 'elsewhere') };
  await expect(heard(open(away), hum())).rejects.toEqual(
    failure('missing', 'speech-model-unusable'),
  );
});

test('Moonshine from a folder hears what the one that comes along hears', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'onnx'));
  const own = path.resolve(
    import.meta.dirname,
    '../../../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized',
  );
  for (const half of ['encoder_model', 'decoder_model_merged'])
    copyFileSync(
      path.join(own, `${half}.onnx`),
      path.join(folder, 'onnx', `${half}_quantized.onnx`),
    );
  const json = (name: string, content: unknown) =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  json('config.json', {
    _name_or_path: 'UsefulSensors/moonshine-tiny',
    model_type: 'moonshine',
    hidden_size: 288,
    decoder_num_hidden_layers: 6,
    decoder_num_attention_heads: 8,
    decoder_num_key_value_heads: 8,
  });
  json('tokenizer.json', {
    model: { vocab: Object.fromEntries(tokenizer.vocabById.map((piece, id) => [piece, id])) },
    decoder: { type: 'Sequence' },
  });
  const model = await inspectModel(folder);
  expect(model).toMatchObject({ name: 'moonshine-tiny', kind: 'moonshine', languages: ['en'] });
  expect(await heard(open(model), soundOfFile(speech))).toEqual(
    await heard(createMoonshine(), soundOfFile(speech)),
  );
});
