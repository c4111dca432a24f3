import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { SpokenStretch } from '../../../../main/infrastructure/speech/speech.ts';
import {
  createSpeechServer,
  transcriptionsUrl,
} from '../../../../main/infrastructure/speech/speech-server.ts';
import {
  type OpenAiServer,
  secondsIn,
  startOpenAiServer,
  verbose,
} from '../../../support/servers/openai-server.ts';

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const engineAt = (address = server.address, token = 'a-token', cancel?: AbortSignal) =>
  createSpeechServer({
    net: undiciNet(),
    random: nodeRandom,
    access: { base: new URL(address), token },
    model: 'whisper-small',
    cancel,
  });

async function* sound(seconds: number, piece = 16_000) {
  for (let at = 0; at < seconds * 16_000; at += piece)
    yield new Float32Array(Math.min(piece, seconds * 16_000 - at)).fill(0.25);
}

async function heard(engine = engineAt(), seconds = 3): Promise<SpokenStretch[]> {
  const all: SpokenStretch[] = [];
  for await (const one of engine.transcribe(sound(seconds))) all.push(one);
  return all;
}

test('sound goes as a WAV file with the model and the token, and comes back as words with times', async () => {
  server.hears(({ body }) => verbose('Fever for three days.', secondsIn(body)));
  const [stretch, ...others] = await heard();
  expect(others).toEqual([]);
  expect(stretch).toMatchObject({ text: 'Fever for three days.', from: 0, to: 3 });
  expect(stretch?.words.map(({ text }) => text)).toEqual(['Fever', 'for', 'three', 'days.']);
  expect(stretch?.words[1]).toMatchObject({ from: 0.75, to: 1.5 });
  const [asked] = server.asked;
  expect(asked?.authorization).toBe('Bearer a-token');
  const form = asked?.body.toString('latin1') ?? '';
  expect(form).toContain('name="model"\r\n\r\nwhisper-small');
  expect(form).toContain('verbose_json');
  expect(secondsIn(asked?.body ?? Buffer.alloc(0))).toBe(3);
});

test('long sound goes in pieces of ten minutes, whose times go on', async () => {
  server.hears(({ body }) => verbose('Some words here.', secondsIn(body)));
  const stretches = await heard(engineAt(), 11 * 60);
  expect(stretches.map(({ from, to }) => [from, to])).toEqual([
    [0, 600],
    [600, 660],
  ]);
});

test('a server without segments or words still gives its text', async () => {
  server.hears(() => ({ text: ' Only text. ' }));
  expect(await heard()).toEqual([{ text: 'Only text.', from: 0, to: 3, words: [] }]);
});

test.each([
  ['a page', 200, '<html>Sign in</html>', 'broken', 'engine-answer'],
  ['JSON of something else', 200, '{"hello":1}', 'broken', 'engine-answer'],
  [
    'times that are no numbers',
    200,
    '{"segments":[{"start":"x","end":1,"text":"a"}]}',
    'broken',
    'engine-answer',
  ],
  ['a wrong token', 401, '{}', 'refused', 'engine-token'],
  ['an unknown model', 404, '{}', 'missing', 'engine-unknown'],
  ['a refusal', 413, '{}', 'refused', 'engine-refused'],
  ['an error', 500, 'oh', 'busy', 'engine-busy'],
  ['another address', 307, '', 'refused', 'engine-redirect'],
] as const)('%s is told as what it is', async (_what, status, text, code, detail) => {
  server.hears((_asked, response) => {
    response.statusCode = status;
    response.setHeader('location', 'http://127.0.0.1:1/');
    response.end(text);
  });
  await expect(heard()).rejects.toMatchObject({ code, detail });
  expect(server.asked).toHaveLength(1);
});

test('an answer without an end is not read to the end', async () => {
  server.hears((_asked, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(65_536, 32)) && !response.destroyed);
      response.once('drain', more);
    };
    more();
    return undefined;
  });
  await expect(heard()).rejects.toMatchObject({ code: 'broken', detail: 'engine-answer' });
});

test('nobody there, and a call that is ended, have words of their own', async () => {
  await expect(heard(engineAt('http://127.0.0.1:1'))).rejects.toMatchObject({
    code: 'busy',
    detail: 'engine-unreachable',
  });
  const ending = new AbortController();
  server.hears(() => {
    ending.abort();
    return undefined;
  });
  await expect(heard(engineAt(server.address, 't', ending.signal))).rejects.toMatchObject({
    code: 'refused',
    detail: 'cancelled',
  });
});

test('an address may end with /v1', () => {
  for (const base of ['https://a.example/x', 'https://a.example/x/', 'https://a.example/x/v1'])
    expect(transcriptionsUrl(new URL(base)).href).toBe(
      'https://a.example/x/v1/audio/transcriptions',
    );
});
