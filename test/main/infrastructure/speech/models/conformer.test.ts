/** Parakeet and MedASR that a user added: recognised by their contents, and run in their thread. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAddedEngine } from '../../../../../main/infrastructure/speech/models/added-engine.ts';
import { inspectModel } from '../../../../../main/infrastructure/speech/models/inspect-model.ts';
import type { SpokenStretch } from '../../../../../main/infrastructure/speech/speech.ts';
import { failure } from '../../../../support/failure.ts';
import {
  CONFORMER_SAYS,
  type Layout,
  layouts,
  writeTinyConformer,
} from '../../../../support/tiny-conformer.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scriba-conformer-'));
});

/** Three seconds, of which the middle hums. */
async function* hum() {
  yield new Float32Array(16_000);
  yield Float32Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 12) / 4);
  yield new Float32Array(16_000);
}

async function heard(): Promise<SpokenStretch[]> {
  const model = await inspectModel(folder);
  const engine = createAddedEngine(model, { languages: ['en'], givesWay: false });
  const all: SpokenStretch[] = [];
  try {
    for await (const stretch of engine.transcribe(hum())) all.push(stretch);
    return all;
  } finally {
    await engine.close();
  }
}

test.each(layouts)('%s says its words with their times and how sure it is', async (layout) => {
  writeTinyConformer(folder, layout);
  const [stretch, ...more] = await heard();
  expect(more).toEqual([]);
  expect(stretch?.text).toBe(CONFORMER_SAYS);
  const words = stretch?.words ?? [];
  expect(words.map(({ text }) => text)).toEqual(['fever', 'and', 'cough']);
  for (const { from, to, confidence } of words) {
    expect(confidence).toBeGreaterThan(0.9);
    expect(from).toBeGreaterThan(0.5);
    expect(to).toBeGreaterThan(from);
    expect(to).toBeLessThanOrEqual(stretch?.to ?? 0);
  }
  const begins = words.map(({ from }) => from);
  expect(begins).toEqual([...begins].sort((one, other) => one - other));
});

test('CTC places a word on the frames on which its tokens were said', async () => {
  writeTinyConformer(folder, 'sherpa-ctc');
  const [stretch] = await heard();
  const [fever, and, cough] = stretch?.words ?? [];
  // Frames 1 to 3, 5, and 8 to 9, each of 80 ms.
  expect((fever?.to ?? 0) - (fever?.from ?? 0)).toBeCloseTo(0.24, 2);
  expect((and?.from ?? 0) - (fever?.from ?? 0)).toBeCloseTo(0.32, 2);
  expect((cough?.to ?? 0) - (fever?.from ?? 0)).toBeCloseTo(0.72, 2);
});

test.each<[Layout, Record<string, unknown>]>([
  ['sherpa-ctc', { kind: 'ctc', name: 'parakeet-tdt_ctc-110m', languages: ['en'], licence: '' }],
  [
    'sherpa-medasr',
    {
      kind: 'ctc',
      name: 'medasr',
      languages: ['en'],
      licence: 'https://developers.google.com/health-ai-developer-foundations/terms',
    },
  ],
  [
    'sherpa-transducer',
    {
      kind: 'transducer',
      name: 'parakeet-tdt-0.6b-v3',
      languages: expect.arrayContaining(['en', 'de', 'uk']),
    },
  ],
  ['onnx-asr-tdt', { kind: 'transducer', languages: ['en', 'de'], licence: 'cc-by-4.0' }],
  ['hugging-face-parakeet', { kind: 'ctc', name: 'parakeet-ctc-0.6b', languages: ['en'] }],
  ['hugging-face-medasr', { kind: 'ctc', name: 'medasr', languages: ['en'] }],
])('%s is recognised, with what its files say of it', async (layout, about) => {
  writeTinyConformer(folder, layout);
  const model = await inspectModel(folder);
  expect(model).toMatchObject(about);
  for (const { name, size, sha256 } of model.files) {
    expect(size).toBe(readFileSync(at(name)).length);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  const [some] = model.files;
  expect((await inspectModel(at(some?.name ?? ''))).id).toBe(model.id);
});

test.each<[Layout, string]>([
  ['sherpa-ctc', 'tokens.txt'],
  ['sherpa-medasr', 'tokens.txt'],
  ['sherpa-transducer', 'tokens.txt'],
  ['sherpa-transducer', 'encoder.int8.onnx'],
  ['sherpa-transducer', 'decoder.int8.onnx'],
  ['sherpa-transducer', 'joiner.int8.onnx'],
  ['onnx-asr-tdt', 'encoder-model.int8.onnx'],
  ['onnx-asr-tdt', 'decoder_joint-model.int8.onnx'],
  ['onnx-asr-tdt', 'vocab.txt'],
  ['hugging-face-parakeet', 'tokenizer.json'],
  ['hugging-face-parakeet', 'onnx/model_int8.onnx_data'],
])('%s without %s is half a model, and what is missing is named', async (layout, name) => {
  writeTinyConformer(folder, layout);
  rmSync(at(name));
  const refused = inspectModel(folder);
  await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-half'));
  await expect(refused).rejects.toThrow(path.basename(name).replace(/\..*/, ''));
});

describe('what does not fit', () => {
  test.each<[Layout, string, string]>([
    ['sherpa-ctc', 'tokens.txt', '▁one 0\n<blk> 1\n'],
    ['sherpa-ctc', 'tokens.txt', 'Dear Sir\n'],
    ['sherpa-ctc', 'tokens.txt', '▁one 0\n▁three 2\n'],
    ['sherpa-ctc', 'model.int8.onnx', '<!doctype html>'],
    ['sherpa-transducer', 'tokens.txt', '<blk> 0\n▁one 1\n'],
    ['sherpa-transducer', 'joiner.int8.onnx', ''],
    ['hugging-face-medasr', 'tokenizer.json', '{}'],
    ['hugging-face-medasr', 'config.json', '{"model_type": "lasr_ctc"}'],
  ])('%s whose %s is %j is damaged', async (layout, name, content) => {
    writeTinyConformer(folder, layout);
    writeFileSync(at(name), content);
    await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-damaged'));
  });

  test('weights of another kind beside a list of tokens are told', async () => {
    writeTinyConformer(folder, 'hugging-face-medasr');
    renameSync(at('onnx/model_quantized.onnx'), at('model.onnx'));
    rmSync(at('config.json'));
    writeFileSync(at('tokens.txt'), '▁one 0\n<blk> 1\n');
    const refused = inspectModel(folder);
    await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-unsupported'));
    await expect(refused).rejects.toThrow('sherpa-onnx');
  });

  test.each<[Layout, string, string]>([
    ['sherpa-ctc', 'model.int8.onnx', 'model.fp16.onnx'],
    ['sherpa-transducer', 'encoder.int8.onnx', 'encoder.fp16.onnx'],
    ['hugging-face-medasr', 'onnx/model_quantized.onnx', 'onnx/model_fp16.onnx'],
    ['hugging-face-medasr', 'onnx/model_quantized.onnx', 'onnx/model_q4f16.onnx'],
  ])(
    '%s with no %s but %s alone: the file, its precision and the one to take are told',
    async (layout, name, other) => {
      writeTinyConformer(folder, layout);
      renameSync(at(name), at(other));
      const refused = inspectModel(folder);
      await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-precision'));
      await expect(refused).rejects.toThrow(`${other} has weights of the precision `);
      await expect(refused).rejects.toThrow(`Put ${name} (8 bit) or `);
      // Beside weights that run it is no hindrance.
      writeTinyConformer(folder, layout);
      expect((await inspectModel(folder)).files.map((file) => file.name)).toContain(name);
    },
  );

  test('a folder that holds only weights of half precision is told so', async () => {
    writeFileSync(at('model.fp16.onnx'), 'weights');
    const refused = inspectModel(folder);
    await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-precision'));
    await expect(refused).rejects.toThrow('Put model.int8.onnx (8 bit) or model.onnx (full');
  });

  test('a pointer of git in place of the weights is told as such', async () => {
    writeTinyConformer(folder, 'sherpa-transducer');
    writeFileSync(at('encoder.int8.onnx'), 'version https://git-lfs.github.com/spec/v1\n');
    await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-pointer'));
  });

  test.each<[Layout, string]>([
    ['sherpa-ctc', 'tokens.txt'],
    ['sherpa-transducer', 'joiner.int8.onnx'],
    ['hugging-face-parakeet', 'onnx/model_int8.onnx_data'],
  ])('%s whose %s was changed after it was added is not run', async (layout, name) => {
    writeTinyConformer(folder, layout);
    const model = await inspectModel(folder);
    writeFileSync(at(name), Buffer.concat([readFileSync(at(name)), Buffer.from(' ')]));
    const engine = createAddedEngine(model, { languages: ['en'], givesWay: false });
    await expect(engine.transcribe(hum()).next()).rejects.toEqual(
      failure('refused', 'speech-model-changed'),
    );
    await engine.close();
  });
});
