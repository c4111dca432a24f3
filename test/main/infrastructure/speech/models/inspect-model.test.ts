import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { inspectModel } from '../../../../../main/infrastructure/speech/models/inspect-model.ts';
import { isWholeOnnx } from '../../../../../main/infrastructure/speech/models/onnx-file.ts';
import { failure } from '../../../../support/failure.ts';
import { tinyConfig, writeTinyWhisper } from '../../../../support/tiny-whisper.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-model-')), 'any name');
  mkdirSync(folder);
  writeTinyWhisper(folder);
});
const ENCODER = 'onnx/encoder_model_quantized.onnx';
const DECODER = 'onnx/decoder_model_merged_quantized.onnx';

test('Whisper is recognised by its contents, with its licence, languages, sizes and digests', async () => {
  const model = await inspectModel(folder);
  expect(model).toMatchObject({
    name: 'whisper-tiny-test',
    kind: 'whisper',
    folder,
    languages: ['en', 'hi'],
    licence: 'apache-2.0',
  });
  expect(model.files.map(({ role }) => role)).toEqual([
    'config',
    'generation',
    'tokenizer',
    'encoder',
    'decoder',
  ]);
  for (const { name, size, sha256 } of model.files) {
    expect(size).toBe(readFileSync(at(name)).length);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(model.bytes).toBe(model.files.reduce((sum, { size }) => sum + size, 0));
});

test('the same contents have the same id wherever they lie, and others have another', async () => {
  const { id } = await inspectModel(folder);
  const elsewhere = path.join(path.dirname(folder), 'elsewhere');
  renameSync(folder, elsewhere);
  expect((await inspectModel(elsewhere)).id).toBe(id);
  writeFileSync(
    path.join(elsewhere, 'tokenizer.json'),
    `${readFileSync(path.join(elsewhere, 'tokenizer.json'))} `,
  );
  expect((await inspectModel(elsewhere)).id).not.toBe(id);
});

test('a person may point at the folder of the weights, or at a file of the model', async () => {
  const { id } = await inspectModel(folder);
  for (const given of [at('onnx'), at(ENCODER), at('config.json')])
    expect((await inspectModel(given)).id).toBe(id);
});

test('eight bits come before other forms, and both halves have the same form', async () => {
  writeFileSync(at('onnx/encoder_model.onnx'), readFileSync(at(ENCODER)));
  writeFileSync(at('onnx/decoder_model_merged.onnx'), readFileSync(at(DECODER)));
  expect((await inspectModel(folder)).files.at(-1)?.name).toBe(DECODER);
  rmSync(at(DECODER));
  expect((await inspectModel(folder)).files.map(({ name }) => name).slice(-2)).toEqual([
    'onnx/encoder_model.onnx',
    'onnx/decoder_model_merged.onnx',
  ]);
});

test.each(['config.json', 'tokenizer.json', 'generation_config.json', ENCODER, DECODER])(
  'without %s the model is not whole, and the name of what is missing is told',
  async (name) => {
    rmSync(at(name));
    const refused = inspectModel(folder);
    await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-half'));
    await expect(refused).rejects.toThrow(path.basename(name).replace(/_quantized.*/, ''));
  },
);

test.each([ENCODER, DECODER, 'config.json', 'tokenizer.json'])(
  'a pointer of git in place of %s is told as such',
  async (name) => {
    writeFileSync(at(name), 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n');
    await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-pointer'));
  },
);

test.each([
  [ENCODER, '<!doctype html><title>Not found</title>'],
  [DECODER, ''],
  ['config.json', '{"model_type": "whisper"}'],
  ['generation_config.json', '{}'],
  ['tokenizer.json', '[]'],
  ['tokenizer.json', '{"model": '],
])('%s with other contents is damaged', async (name, content) => {
  writeFileSync(at(name), content);
  await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-damaged'));
});

test('weights that were cut anywhere are noticed', async () => {
  const whole = readFileSync(at(DECODER));
  expect(isWholeOnnx(at(DECODER), whole.length)).toBe(true);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
      writeFileSync(at(DECODER), whole.subarray(0, length));
      return !isWholeOnnx(at(DECODER), length);
    }),
  );
  await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-damaged'));
});

test('weights in a form that is not run yet are told, with the one to take', async () => {
  renameSync(at(ENCODER), at('onnx/encoder_model_fp16.onnx'));
  renameSync(at(DECODER), at('onnx/decoder_model_merged_fp16.onnx'));
  const refused = inspectModel(folder);
  await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-precision'));
  await expect(refused).rejects.toThrow('onnx/encoder_model_quantized.onnx (8 bit)');
  renameSync(at('onnx/encoder_model_fp16.onnx'), at(ENCODER));
  renameSync(at('onnx/decoder_model_merged_fp16.onnx'), at(DECODER));
  writeFileSync(at(`${ENCODER}_data`), 'weights');
  await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-form'));
});

const emptied = () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
};
test.each<[name: string, files: Readonly<Record<string, string>>]>([
  ['ggml', { 'ggml-base.bin': `lmgg and weights${' '.repeat(100)}` }],
  ['GGUF', { 'whisper.gguf': 'GGUF and weights' }],
  ['NeMo', { 'parakeet-tdt-0.6b.nemo': 'archive' }],
  ['PyTorch', { 'config.json': '{"model_type": "lasr_ctc"}', 'model.safetensors': 'w' }],
  ['PyTorch', { 'config.json': JSON.stringify(tinyConfig), 'model.safetensors': 'w' }],
  [
    'sherpa',
    {
      'tokens.txt': 't',
      'encoder-epoch-99-avg-1.onnx': 'w',
      'decoder-epoch-99-avg-1.onnx': 'w',
      'joiner-epoch-99-avg-1.onnx': 'w',
    },
  ],
])('a model of the kind %s is known, and not supported', async (name, files) => {
  emptied();
  for (const [file, content] of Object.entries(files)) writeFileSync(at(file), content);
  const refused = inspectModel(folder);
  await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-unsupported'));
  await expect(refused).rejects.toThrow(name);
  await expect(refused).rejects.toThrow('whisper.cpp');
});

test.each<[what: string, make: () => void]>([
  ['an empty folder', emptied],
  [
    'a folder of letters',
    () => {
      emptied();
      writeFileSync(at('letter.txt'), 'Dear Sir');
    },
  ],
  [
    'a model that writes texts',
    () => {
      emptied();
      writeFileSync(at('config.json'), '{"model_type": "llama"}');
    },
  ],
])('%s is no model of speech', async (_what, make) => {
  make();
  await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-unknown'));
});

test('a folder that is not there, and one that may not be read, are told', async () => {
  await expect(inspectModel(at('elsewhere'))).rejects.toEqual(
    failure('missing', 'speech-model-gone'),
  );
  chmodSync(folder, 0o000);
  try {
    // Root may read everything.
    if (process.getuid?.() === 0) return;
    await expect(inspectModel(folder)).rejects.toEqual(
      failure('refused', 'speech-model-permission'),
    );
  } finally {
    chmodSync(folder, 0o700);
  }
});

test.each<[readme: string, licence: string]>([
  ['---\nlicense: mit\n---\n', 'mit'],
  ['---\nlicense: other\nlicense_name: moonshine-community\n---\n', 'moonshine-community'],
  ['# No head\nlicense: mit\n', ''],
  ['', ''],
])('the licence of the README %j is “%s”', async (readme, licence) => {
  writeFileSync(at('README.md'), readme);
  expect((await inspectModel(folder)).licence).toBe(licence);
});

test('a file LICENSE is named by its first line', async () => {
  rmSync(at('README.md'));
  writeFileSync(at('LICENSE'), '\n  MIT License\n\nCopyright\n');
  expect((await inspectModel(folder)).licence).toBe('MIT License');
});

test.each<[name: string, readme: string, languages: readonly string[]]>([
  ['UsefulSensors/moonshine-base', '', ['en']],
  ['UsefulSensors/moonshine-tiny-ja', '', ['ja']],
  ['moonshine-base-ONNX', '---\nlanguage:\n- es\n- pt\n---\n', ['es', 'pt']],
  ['./export', '', []],
])('Moonshine %s with the README %j hears %j', async (name, readme, languages) => {
  writeFileSync(at('README.md'), readme);
  writeFileSync(
    at('config.json'),
    JSON.stringify({
      _name_or_path: name,
      model_type: 'moonshine',
      hidden_size: 416,
      decoder_num_hidden_layers: 8,
      decoder_num_attention_heads: 8,
    }),
  );
  const model = await inspectModel(folder);
  expect(model.kind).toBe('moonshine');
  expect(model.languages).toEqual(languages);
});
