import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngineChoice } from '../../../../main/features/local/engine-choice.ts';
import { createEngines } from '../../../../main/features/local/engines.ts';
import { createSpeechModels } from '../../../../main/features/local/speech-models.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { readUrl } from '../../../../main/infrastructure/platform/client/address.ts';
import type { SpeechEngine } from '../../../../main/infrastructure/speech/speech.ts';
import { failure } from '../../../support/failure.ts';
import { memoryKeyStore } from '../../../support/rigs/outbox-rig.ts';
import { tinyGgml } from '../../../support/tiny-ggml.ts';
import { writeTinyWhisper } from '../../../support/tiny-whisper.ts';

const silent: SpeechEngine = { async *transcribe() {}, close: async () => {} };

function rig(chosen?: () => string | undefined) {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-data-'));
  const place = path.join(data, 'models');
  const kept = new Map<string, string>();
  const values = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
  };
  const choice = createEngineChoice({ values, secrets: memoryKeyStore(), readAddress: readUrl });
  const models = createSpeechModels({
    values,
    choice,
    disk: nodeDisk,
    place,
    chooseFolder: chosen && (async () => chosen()),
  });
  const opened: string[][] = [];
  const engines = createEngines({
    net: undiciNet(),
    random: nodeRandom,
    clock: nodeClock,
    choice,
    builtIn: () => silent,
    added: {
      used: models.used,
      open(_model, { languages }) {
        opened.push([...languages]);
        return silent;
      },
    },
  });
  return { data, place, values, choice, models, engines, opened };
}
const inPlace = (place: string, ...names: string[]) => {
  const folder = path.join(place, ...names);
  writeTinyWhisper(folder);
  return folder;
};

test('a model that was put into the place for models is found, and its files are not named to a page', async () => {
  const { place, models } = rig();
  expect(models.list()).toMatchObject({ place, canChoose: false, models: [], used: '' });
  const folder = inPlace(place, 'whisper');
  const { models: found, refused } = await models.look();
  expect(refused).toEqual([]);
  expect(found).toEqual([
    expect.objectContaining({ name: 'whisper-tiny-test', folder, licence: 'apache-2.0' }),
  ]);
  expect(JSON.stringify(found)).not.toContain('sha256');
  expect((await models.look()).models).toEqual(found);
});

test('the place is made when it is looked through, and what cannot be used is told by its folder', async () => {
  const { place, models } = rig();
  expect((await models.look()).models).toEqual([]);
  mkdirSync(path.join(place, 'empty'));
  inPlace(place, 'onnx-community', 'whisper');
  const half = inPlace(place, 'half');
  rmSync(path.join(half, 'config.json'));
  mkdirSync(path.join(place, 'other'));
  writeFileSync(path.join(place, 'other', 'model.fp16.onnx'), 'weights');
  const { models: found, refused } = await models.look();
  expect(found.length).toBe(1);
  expect(
    refused.map(({ folder, detail, file }) => [path.basename(folder), detail, file]).sort(),
  ).toEqual([
    ['empty', 'speech-model-unknown', undefined],
    ['half', 'speech-model-half', undefined],
    ['other', 'speech-model-precision', 'model.fp16.onnx'],
  ]);
});

test('a folder that is chosen is added; without a dialog the place is told', async () => {
  let folder: string | undefined;
  const { data, models } = rig(() => folder);
  expect((await models.choose()).models).toEqual([]);
  folder = inPlace(data, 'anywhere');
  expect((await models.choose()).models).toHaveLength(1);
  folder = path.join(data, 'nowhere');
  await expect(models.choose()).rejects.toEqual(failure('missing', 'speech-model-gone'));
  expect(models.list().models).toHaveLength(1);
  await expect(rig().models.choose()).rejects.toEqual(failure('missing', 'cannot-choose'));
});

test('a model that was changed is not taken in place of the one that was added, until that is removed', async () => {
  const { place, models } = rig();
  const folder = inPlace(place, 'whisper');
  const [before] = (await models.look()).models;
  models.use(before?.id ?? '');
  const file = path.join(folder, 'tokenizer.json');
  writeFileSync(file, `${readFileSync(file, 'utf8')} `);
  const changed = await models.look();
  expect(changed.refused).toMatchObject([{ folder, detail: 'speech-model-changed' }]);
  expect(changed.models).toEqual([before]);
  models.remove(before?.id ?? '');
  const [after] = (await models.look()).models;
  expect(after?.id).not.toBe(before?.id);
  // Nobody chose that one.
  expect(models.list().used).toBe('');
});

test('the model in use comes before a server, and a server that is set comes before the model', async () => {
  const { place, models, choice, engines } = rig();
  inPlace(place, 'whisper');
  await choice.setServer('speech', { address: 'https://speech.example', model: 'large' });
  const { id = '' } = (await models.look()).models[0] ?? {};
  expect((await engines.speech(['en'])).name).toBe('large');
  expect(models.use(id).used).toBe(id);
  expect((await engines.speech(['en'])).name).toBe('whisper-tiny-test');
  await choice.setServer('speech', { address: 'https://speech.example', model: 'larger' });
  expect(models.list().used).toBe('');
  expect((await engines.speech(['en'])).name).toBe('larger');
  expect(() => models.use('0123456789abcdef')).toThrow('not in the list');
  models.use(id);
  expect(models.remove(id)).toMatchObject({ models: [], used: '' });
  expect((await engines.speech(['en'])).name).toBe('larger');
});

test('a model hears the languages that it tells, also while a recording runs, and no other', async () => {
  const { place, models, engines, opened } = rig();
  inPlace(place, 'whisper');
  const { id = '' } = (await models.look()).models[0] ?? {};
  models.use(id);
  await engines.speech(['hi-IN', 'ta']);
  expect(engines.whileRecording(['hi'])?.name).toBe('whisper-tiny-test');
  expect(opened).toEqual([['hi-IN', 'ta'], ['hi']]);
  const refused = engines.speech(['ta', 'hin']);
  await expect(refused).rejects.toEqual(failure('missing', 'engine-language'));
  await expect(refused).rejects.toThrow('en, hi');
  expect(engines.whileRecording(['ta'])).toBeUndefined();
  expect(await engines.test('speech')).toEqual({
    engine: 'speech',
    works: true,
    tried: { by: 'model', name: 'whisper-tiny-test' },
  });
  models.use('');
  expect((await engines.test('speech')).tried).toEqual({ by: 'own', name: 'moonshine-tiny-en' });
});

test('what is stored and cannot be read is no model', () => {
  const { values, models } = rig();
  for (const stored of ['', '{', '[{"id": 1}]']) {
    values.set('here.models', stored);
    expect(models.list().models).toEqual([]);
  }
});

test('one that cannot be read hides no other, and stays when others are added and removed', async () => {
  const { place, values, models } = rig();
  const newer = { id: 'fedcba9876543210', kind: 'another', name: 'newer' };
  values.set('here.models', JSON.stringify([newer]));
  inPlace(place, 'whisper');
  const { id = '' } = (await models.look()).models[0] ?? {};
  expect(models.use(id)).toMatchObject({ models: [{ id }], used: id });
  models.remove(id);
  expect(JSON.parse(values.get('here.models') ?? '')).toEqual([newer]);
});

test('where the chosen model is not in the list, no other engine hears: no sound goes to a server', async () => {
  const { place, values, choice, models, engines } = rig();
  inPlace(place, 'whisper');
  await choice.setServer('speech', { address: 'https://speech.example', model: 'large' });
  models.use((await models.look()).models[0]?.id ?? '');
  for (const stored of ['', '[]', '[{"id": 1}]']) {
    values.set('here.models', stored);
    await expect(engines.speech(['en'])).rejects.toEqual(
      failure('missing', 'speech-model-unlisted'),
    );
    expect(engines.whileRecording(['en'])).toBeUndefined();
    expect(await engines.test('speech')).toMatchObject({
      works: false,
      detail: 'speech-model-unlisted',
    });
  }
  await choice.setServer('speech', { address: '', model: '' });
  await expect(engines.speech(['en'])).rejects.toEqual(failure('missing', 'speech-model-unlisted'));
  expect(engines.whileRecording(['en'])).toBeUndefined();
  models.use('');
  expect((await engines.speech(['en'])).name).toBe('moonshine-tiny-en');
});

test('a model of one file in the place for models that cannot be run is told, and hides no model', async () => {
  const { place, models } = rig();
  inPlace(place, 'whisper');
  for (const name of ['ggml-base.bin', 'parakeet.nemo', 'notes.txt', '.hidden'])
    writeFileSync(path.join(place, name), 'of an invented model');
  const { models: found, refused } = await models.look();
  expect(found).toHaveLength(1);
  expect(refused.map(({ folder, detail }) => [path.basename(folder), detail])).toEqual([
    ['ggml-base.bin', 'speech-model-damaged'],
    ['parakeet.nemo', 'speech-model-unsupported'],
  ]);
});

test('several ggml files in the place for models are a model each, and a changed one is told', async () => {
  const { place, models } = rig();
  mkdirSync(place, { recursive: true });
  const put = (name: string, form: 'f16' | 'q8_0') =>
    writeFileSync(path.join(place, name), tinyGgml({ form }));
  put('ggml-one.bin', 'f16');
  put('ggml-two.bin', 'q8_0');
  expect((await models.look()).models).toHaveLength(2);
  put('ggml-two.bin', 'f16');
  writeFileSync(path.join(place, 'ggml-one.bin'), tinyGgml({ english: true }));
  const { refused } = await models.look();
  expect(refused.map(({ detail }) => detail)).toContain('speech-model-changed');
});

test('a model whose files lie in the place for models without a folder is found, or told to be half', async () => {
  const { place, models } = rig();
  inPlace(place);
  expect((await models.look()).models).toHaveLength(1);
  rmSync(path.join(place, 'tokenizer.json'));
  expect((await models.look()).refused).toMatchObject([{ detail: 'speech-model-half' }]);
  rmSync(path.join(place, 'onnx'), { recursive: true });
  expect((await models.look()).refused).toMatchObject([{ folder: place }]);
});
