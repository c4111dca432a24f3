/** Whisper in the form of whisper.cpp: recognised, checked, and run in its thread. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createAddedEngine } from '../../../../../main/infrastructure/speech/models/added-engine.ts';
import {
  eightBits,
  numbersOf,
} from '../../../../../main/infrastructure/speech/models/ggml/ggml-weights.ts';
import { noSpeech } from '../../../../../main/infrastructure/speech/models/ggml/ggml-whisper.ts';
import {
  inspectModel,
  type ModelRecord,
} from '../../../../../main/infrastructure/speech/models/inspect-model.ts';
import type { SpokenStretch } from '../../../../../main/infrastructure/speech/speech.ts';
import { failure } from '../../../../support/failure.ts';
import { inForm } from '../../../../support/made-ggml.ts';
import { TINY_GGML_SAYS, tinyGgml } from '../../../../support/tiny-ggml.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scriba-ggml-'));
});
const put = (name: string, content: string | Buffer) => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

async function* hum() {
  yield new Float32Array(16_000);
  yield Float32Array.from({ length: 48_000 }, (_, at) => Math.sin(at / 12) / 4);
  yield new Float32Array(16_000);
}

async function heard(model: ModelRecord, languages: readonly string[] = ['en-IN']) {
  const engine = createAddedEngine(model, { languages, givesWay: false });
  const all: SpokenStretch[] = [];
  try {
    for await (const stretch of engine.transcribe(hum())) all.push(stretch);
    return all;
  } finally {
    await engine.close();
  }
}

const TOLD = {
  f32: [0, 1e-7],
  f16: [1, 1e-3],
  q4_0: [2, 0.15],
  q4_1: [3, 0.1],
  q5_0: [6, 0.08],
  q5_1: [7, 0.05],
  q8_0: [8, 0.01],
} as const;

test.each(Object.entries(TOLD))('weights in the form %s are read back', (form, [type, error]) => {
  const numbers = Float32Array.from({ length: 96 }, (_, at) => Math.sin(at * 1.7));
  const bytes = inForm(numbers, form as keyof typeof TOLD);
  const read = numbersOf(bytes, { type, shape: [3, 32], from: 0, to: bytes.length });
  for (const [at, of] of read.entries())
    expect(Math.abs(of - (numbers[at] ?? 0))).toBeLessThan(error);
});

test('eight bits hold each output with its own scale, inputs first', () => {
  const { values, scales } = eightBits(Float32Array.of(1, -0.6, 0, 100, 60, -100), [2, 3]);
  expect([...values]).toEqual([127, 127, -76, 76, 0, -127]);
  expect(scales[1]).toBeCloseTo(100 / 127);
});

test('brackets and notes of music are never written, words are', () => {
  const pieces = ['(', ' (', 'cough', ' -', '-', ' ♪', "'", " '"].map((text) => Buffer.from(text));
  expect(noSpeech(pieces)).toEqual([0, 1, 3, 5, 7]);
});

test('a file tells its size, its form and its languages; a README beside it the licence', async () => {
  const file = put('any-name.bin', tinyGgml({ form: 'q8_0' }));
  expect(await inspectModel(file)).toMatchObject({
    kind: 'whisper',
    name: 'whisper-1 q8_0',
    licence: '',
    files: [{ role: 'ggml', name: 'any-name.bin' }],
  });
  put('README.md', '---\nlicense: mit\n---\n');
  const { licence, languages } = await inspectModel(folder);
  expect(licence).toBe('mit');
  expect(languages).toHaveLength(99);
  const english = put('english.bin', tinyGgml({ english: true }));
  expect(await inspectModel(english)).toMatchObject({ name: 'whisper-1.en', languages: ['en'] });
  await expect(inspectModel(folder)).rejects.toEqual(failure('invalid', 'speech-model-several'));
});

test('a file that was cut, lengthened or is another model is told', async () => {
  const whole = tinyGgml();
  for (const length of [30, 60, 1000, 500_000, whole.length - 1]) {
    const refused = inspectModel(put('model.bin', whole.subarray(0, length)));
    await expect(refused).rejects.toEqual(failure('invalid', 'speech-model-damaged'));
  }
  const longer = put('model.bin', Buffer.concat([whole, Buffer.from('more')]));
  await expect(inspectModel(longer)).rejects.toEqual(failure('invalid', 'speech-model-damaged'));
  const other = Buffer.from(whole);
  other.writeInt32LE(32_000, 4);
  await expect(inspectModel(put('model.bin', other))).rejects.toEqual(
    failure('invalid', 'speech-model-unsupported'),
  );
});

test.each(['f16', 'q8_0', 'q5_1'] as const)(
  'a file in the form %s is run, with times and with how sure it is of each word',
  async (form) => {
    const model = await inspectModel(put('model.bin', tinyGgml({ form })));
    const [stretch, ...more] = await heard(model);
    expect(more).toEqual([]);
    expect(stretch?.text).toBe(TINY_GGML_SAYS);
    expect((stretch?.to ?? 0) - (stretch?.from ?? 0)).toBeCloseTo(2, 1);
    expect(stretch?.words.map(({ text }) => text)).toEqual(['Fever', 'and', 'बुखार.']);
    for (const { confidence } of stretch?.words ?? []) expect(confidence).toBeGreaterThan(0.9);
  },
  60_000,
);

test('a model of English alone is run, and one that was changed is not', async () => {
  const file = put('model.bin', tinyGgml({ english: true }));
  const model = await inspectModel(file);
  expect((await heard(model))[0]?.text).toBe(TINY_GGML_SAYS);
  writeFileSync(file, tinyGgml());
  await expect(heard(model)).rejects.toEqual(failure('refused', 'speech-model-changed'));
}, 60_000);
