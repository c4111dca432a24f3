import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngineChoice } from '../../../../main/features/local/engine-choice.ts';
import { createEngines } from '../../../../main/features/local/engines.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { readUrl } from '../../../../main/infrastructure/platform/client/address.ts';
import type { Net } from '../../../../main/infrastructure/ports.ts';
import type { SpeechEngine } from '../../../../main/infrastructure/speech/speech.ts';
import { memoryKeyStore } from '../../../support/rigs/outbox-rig.ts';
import { chatAnswer, startOpenAiServer } from '../../../support/servers/openai-server.ts';

function rig(builtIn?: () => SpeechEngine, net: Net = undiciNet()) {
  const values = new Map<string, string>();
  const secrets = memoryKeyStore();
  const choice = createEngineChoice({
    values: { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) },
    secrets,
    readAddress: readUrl,
  });
  const engines = createEngines({
    net,
    random: nodeRandom,
    clock: nodeClock,
    choice,
    builtIn,
  });
  return { choice, values, secrets, engines };
}

test('a token lies in the key store alone, and belongs to its address', async () => {
  const { choice, values, secrets } = rig();
  const set = await choice.setServer('speech', {
    address: 'https://speech.example',
    model: 'whisper',
    token: 'token-of-speech',
  });
  expect(set.speech).toEqual({
    address: 'https://speech.example',
    hasToken: true,
    model: 'whisper',
  });
  expect([...values.values()].join()).not.toContain('token-of-speech');
  expect([...secrets.kept.values()].join()).toContain('token-of-speech');
  expect(await choice.access('speech')).toMatchObject({ access: { token: 'token-of-speech' } });
  expect(await choice.access('note')).toBeUndefined();
  // Another address never gets it.
  await choice.setServer('speech', { address: 'https://other.example', model: 'whisper' });
  expect((await choice.access('speech'))?.access.token).toBeUndefined();
  expect(secrets.kept.size).toBe(0);
});

test('what another version stored is read as far as it is known, and kept', () => {
  const { choice, values } = rig();
  const speech = { address: 'https://speech.example', hasToken: false, model: 'whisper' };
  const store = (stored: unknown) => values.set('here.engines', JSON.stringify(stored));
  const unset = { address: '', hasToken: false, model: '' };
  // An older one, without sections and with a model that has a form of its own.
  store({ usual: true, speech, note: { address: 'https://model.example', model: { name: 'm' } } });
  expect(choice.get()).toEqual({
    usual: true,
    fallback: false,
    speech,
    speechModel: '',
    note: unset,
    sections: [],
  });
  // A newer one, with a member that is not known here.
  store({ usual: true, speech, note: unset, sections: ['Plan'], folder: { path: 'models' } });
  expect(choice.get()).toEqual({
    usual: true,
    fallback: false,
    speech,
    speechModel: '',
    note: unset,
    sections: ['Plan'],
  });
  choice.set({ usual: false });
  expect(JSON.parse(values.get('here.engines') ?? '')).toMatchObject({
    usual: false,
    speech,
    folder: { path: 'models' },
  });
});

test('whatever is stored, the choice can be read, and sends nothing to a server that is not whole', () => {
  const { choice, values } = rig();
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      values.set('here.engines', text);
      const { usual, speech, note, sections } = choice.get();
      expect([typeof usual, Array.isArray(sections)]).toEqual(['boolean', true]);
      for (const { address, hasToken, model } of [speech, note])
        expect([typeof address, typeof hasToken, typeof model]).toEqual([
          'string',
          'boolean',
          'string',
        ]);
    }),
  );
});

test('an address is https or this computer, and names its model', async () => {
  const { choice } = rig();
  const bad = (address: string, model = 'm') => choice.setServer('note', { address, model });
  await expect(bad('http://model.example')).rejects.toMatchObject({ detail: 'address-insecure' });
  await expect(bad('not an address')).rejects.toMatchObject({ detail: 'address-invalid' });
  await expect(bad('https://a@model.example')).rejects.toMatchObject({ detail: 'address-invalid' });
  await expect(bad('https://model.example', '')).rejects.toMatchObject({ detail: 'model-missing' });
  expect((await bad('http://127.0.0.1:11434')).note.address).toBe('http://127.0.0.1:11434');
  expect((await bad('')).note).toEqual({ address: '', hasToken: false, model: '' });
});

test('sections and the usual way are kept beside the servers', () => {
  const { choice } = rig();
  choice.set({ sections: ['History'] });
  expect(choice.set({ usual: true })).toMatchObject({ usual: true, sections: ['History'] });
  choice.set({ sections: ['Worries'], sectionTopics: { Worries: 'complaints' } });
  expect(choice.get()).toMatchObject({ sectionTopics: { Worries: 'complaints' } });
  expect(choice.set({ sectionTopics: {} })).toMatchObject({ sectionTopics: {} });
});

test('a test tries what is set, and says what is wrong', async () => {
  const { choice, engines } = rig();
  expect(await engines.test('speech')).toMatchObject({
    works: false,
    detail: 'no-speech-engine',
  });
  const server = await startOpenAiServer();
  await choice.setServer('speech', { address: server.address, model: 'whisper' });
  await choice.setServer('note', { address: server.address, model: 'llama' });
  const byServer = (name: string) => ({ by: 'server', name });
  expect(await engines.test('speech')).toEqual({
    engine: 'speech',
    works: true,
    tried: byServer('whisper'),
  });
  expect(await engines.test('note')).toMatchObject({
    works: false,
    detail: 'model-answer',
    tried: byServer('llama'),
  });
  server.writes(() =>
    chatAnswer({
      sections: [{ title: 'Complaints', statements: [{ text: 'Cough.', turns: [0] }] }],
    }),
  );
  expect(await engines.test('note')).toEqual({
    engine: 'note',
    works: true,
    tried: byServer('llama'),
  });
  await server.close();
  expect(await engines.test('speech')).toMatchObject({ works: false });
});

/** Hears until it is closed. */
function endless() {
  let end: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const engine: SpeechEngine = {
    // biome-ignore lint/correctness/useYield: nothing is heard
    async *transcribe() {
      await closed;
      throw new Error('the thread has ended');
    },
    close: async () => end?.(),
  };
  return { engine, closed };
}

test('the engine that comes with Scriba hears English only, and a server comes before it', async () => {
  const { choice, engines } = rig(() => endless().engine);
  expect((await engines.speech(['hi', 'en-IN'])).name).toBe('moonshine-tiny-en');
  await expect(engines.speech(['hi', 'enx'])).rejects.toMatchObject({
    code: 'missing',
    detail: 'engine-language',
  });
  await choice.setServer('speech', { address: 'https://speech.example', model: 'whisper' });
  expect((await engines.speech(['hi'])).name).toBe('whisper');
});

test('a lock ends the engine that comes with Scriba, and its work is cancelled, not failed', async () => {
  const { engine, closed } = endless();
  const { engines } = rig(() => engine);
  const { engine: used } = await engines.speech(['en']);
  const heard = used.transcribe((async function* () {})()).next();
  engines.stop();
  await closed;
  await expect(heard).rejects.toMatchObject({ code: 'refused', detail: 'cancelled' });
});

test('a test of a server that never answers has a time limit, and ends when it begins again or nobody waits', async () => {
  const asked: { timeout: number | undefined; cancel: AbortSignal | undefined }[] = [];
  const { choice, engines } = rig(undefined, ({ timeout, cancel }) => {
    asked.push({ timeout, cancel });
    return new Promise((_, reject) => {
      cancel?.addEventListener('abort', () => reject(new Error('ended')), { once: true });
    });
  });
  await choice.setServer('speech', { address: 'https://speech.example', model: 'whisper' });
  await choice.setServer('note', { address: 'https://model.example', model: 'small' });
  const first = engines.test('speech');
  await expect.poll(() => asked.length).toBe(1);
  const note = engines.test('note');
  await expect.poll(() => asked.length).toBe(2);
  // Each engine has its own.
  expect(asked[0]?.cancel?.aborted).toBe(false);
  const again = engines.test('speech');
  expect((await first).works).toBe(false);
  await expect.poll(() => asked.length).toBe(3);
  engines.stopTest('note');
  expect((await note).works).toBe(false);
  expect(asked[2]?.cancel?.aborted).toBe(false);
  engines.stopTest('speech');
  expect((await again).works).toBe(false);
  expect(asked.map(({ timeout }) => timeout)).toEqual([60_000, 120_000, 60_000]);
  // Work on a visit waits longer, and is ended by neither.
  const { engine } = await engines.speech(['en']);
  engines.stopTest('speech');
  void engine
    .transcribe(hum())
    .next()
    .catch(() => undefined);
  await expect.poll(() => asked.length).toBe(4);
  expect(asked[3]?.timeout).toBe(180_000);
  expect(asked[3]?.cancel?.aborted).toBe(false);
  engines.stop();
});

async function* hum() {
  yield Float32Array.from({ length: 32_000 }, (_, at) => Math.sin(at / 12) / 4);
}
