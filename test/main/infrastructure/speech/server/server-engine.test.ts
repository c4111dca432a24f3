/** A server of one's own as the engine of speech: what it gets, and whatever it may answer. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import type { NetAnswer, NetRequest } from '../../../../../main/infrastructure/ports.ts';
import {
  createServerEngine,
  type SpeechServer,
} from '../../../../../main/infrastructure/speech/server/server-engine.ts';
import type { SpokenStretch } from '../../../../../main/infrastructure/speech/speech.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failure } from '../../../../support/failure.ts';

const RATE = 16_000;
const random = { bytes: (count: number) => Buffer.alloc(count, 7) };
const clock = { now: () => 0 };

/** Silence and tones, in seconds: speech is the second, the fourth ... */
async function* sound(...seconds: number[]) {
  for (const [at, long] of seconds.entries())
    yield Float32Array.from({ length: long * RATE }, (_, one) =>
      at % 2 === 0 ? 0 : 0.3 * Math.sin(one / 5),
    );
}

function engineWith(
  answer: (request: NetRequest) => Partial<NetAnswer> | Promise<Partial<NetAnswer>>,
  server: Partial<SpeechServer> = {},
) {
  const asked: NetRequest[] = [];
  const engine = createServerEngine({
    random,
    clock,
    server: () =>
      Promise.resolve({ base: new URL('https://speech.example'), model: 'base', ...server }),
    async net(request) {
      asked.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...(await answer(request)) };
    },
  });
  return { engine, asked };
}
const json = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) });

async function heard(
  { engine }: { engine: ReturnType<typeof createServerEngine> },
  given = sound(1, 2, 1),
): Promise<SpokenStretch[]> {
  const all: SpokenStretch[] = [];
  for await (const stretch of engine.transcribe(given)) all.push(stretch);
  return all;
}

test('the server gets the model, the form of the answer, its token and the sound as WAV, and no more', async () => {
  const { engine, asked } = engineWith(() => json({ text: '' }), {
    token: 'sk-1',
    language: 'en',
    base: new URL('https://speech.example/own/v1/'),
  });
  await heard({ engine });
  const [request] = asked;
  expect(asked).toHaveLength(1);
  expect(request?.url.href).toBe('https://speech.example/own/v1/audio/transcriptions');
  expect(request?.headers?.authorization).toBe('Bearer sk-1');
  const form = await new Response(request?.body as never, {
    headers: { 'content-type': request?.headers?.['content-type'] ?? '' },
  }).formData();
  expect([...form.keys()]).toEqual([
    'model',
    'response_format',
    'temperature',
    'timestamp_granularities[]',
    'timestamp_granularities[]',
    'language',
    'file',
  ]);
  expect([form.get('model'), form.get('response_format'), form.get('language')]).toEqual([
    'base',
    'verbose_json',
    'en',
  ]);
  const wav = Buffer.from(await (form.get('file') as Blob).arrayBuffer());
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  expect(wav.readUInt32LE(24)).toBe(RATE);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (wav.length - 44) / 2);
  expect(Math.max(...samples)).toBeGreaterThan(9_000);
});

test('silence is sent nowhere', async () => {
  const rig = engineWith(() => json({ text: 'Thank you for watching.' }));
  expect(await heard(rig, sound(20))).toEqual([]);
  expect(rig.asked).toEqual([]);
});

test('a long visit is sent in pieces of half a minute, cut at pauses, and its times are those of the sound', async () => {
  const rig = engineWith(() =>
    json({ text: 'Fever.', segments: [{ text: ' Fever.', start: 0, end: 1 }] }),
  );
  const found = await heard(rig, sound(1, 8, 60, 8, 1, 8, 1, 8, 1, 8));
  expect(rig.asked.map(({ body }) => (body as Buffer).length < 2 * 29 * RATE)).toEqual([
    true,
    true,
  ]);
  expect(found[0]?.from).toBeGreaterThan(0.5);
  expect(found[0]?.from).toBeLessThan(1);
  // The second piece begins with the fourth tone, after 87 seconds.
  expect(found[1]?.from).toBeGreaterThan(86);
  expect(found[1]?.from).toBeLessThan(87.1);
});

test('a time behind a pause that was left out is led back to where it was said', async () => {
  const rig = engineWith(() =>
    json({
      text: 'Fever. Cough.',
      segments: [
        { text: 'Fever.', start: 0, end: 2.5 },
        { text: 'Cough.', start: 4, end: 5 },
      ],
    }),
  );
  const found = await heard(rig, sound(1, 2, 30, 2, 1));
  expect(found.map(({ text }) => text)).toEqual(['Fever.', 'Cough.']);
  expect(found[1]?.from).toBeGreaterThan(32.5);
  expect(found[1]?.to).toBeLessThan(36);
});

test('words have their own times and the confidence of their least sure part, as whisper.cpp tells it', async () => {
  const part = (word: string, start: number, probability: number) => ({
    word,
    start,
    end: start + 0.2,
    probability,
  });
  const words = [
    part(' para', 0.2, 0.9),
    part('cet', 0.4, 0.35),
    part('amol', 0.6, 0.8),
    part(' thirty', 1, 0.41),
    part('.', 1.2, 0.9),
  ];
  const rig = engineWith(() =>
    json({
      text: 'paracetamol thirty.',
      segments: [{ text: ' paracetamol thirty.', start: 0, end: 2, words }],
    }),
  );
  const [stretch] = await heard(rig);
  expect(stretch?.text).toBe('paracetamol thirty.');
  expect(stretch?.words.map(({ text, confidence }) => [text, confidence])).toEqual([
    ['paracetamol', 0.35],
    ['thirty.', 0.41],
  ]);
  const [first, second] = stretch?.words ?? [];
  expect((second?.from ?? 0) - (first?.from ?? 0)).toBeCloseTo(0.8);
});

test('whole words beside the segments, as OpenAI lists them, are led to their segment', async () => {
  const rig = engineWith(() =>
    json({
      text: 'No fever. Cough.',
      segments: [
        { text: ' No fever.', start: 0, end: 1, avg_logprob: -0.1 },
        { text: ' Cough.', start: 1, end: 2, avg_logprob: -1.2 },
      ],
      words: [
        { word: 'No', start: 0.1, end: 0.3 },
        { word: 'fever', start: 0.4, end: 0.8 },
        { word: 'Cough', start: 1.2, end: 1.6 },
      ],
    }),
  );
  const found = await heard(rig);
  expect(found.map(({ text, words }) => [text, ...words.map((one) => one.confidence)])).toEqual([
    ['No fever.', 0.9, 0.9],
    ['Cough.', 0.3],
  ]);
  expect((found[0]?.words[1]?.from ?? 0) - (found[0]?.words[0]?.from ?? 0)).toBeCloseTo(0.3);
});

test('a server that tells the text alone is taken, and every number of it is doubted', async () => {
  const [stretch] = await heard(
    engineWith(() => json({ text: 'Fever for thirty days, 650 twice “ten”.' })),
  );
  expect(
    stretch?.words.filter(({ confidence }) => confidence === 0).map(({ text }) => text),
  ).toEqual(['thirty', '650', 'twice', '“ten”.']);
  expect(stretch?.words.map(({ text }) => text).join(' ')).toBe(stretch?.text);
});

test('the text of a server whose segments are empty is taken', async () => {
  const segments = [{ text: ' ', start: 0, end: 1 }];
  const found = await heard(engineWith(() => json({ text: 'No fever.', segments })));
  expect(found.map(({ text }) => text)).toEqual(['No fever.']);
});

test('times and chances that are off by a little, and words without times, do not cost the answer', async () => {
  const segments = [{ text: 'Take 650 mg.', start: -0.02, end: 2, avg_logprob: 0.001 }];
  const words = [
    { word: 'Take', start: -0.02, end: 0.5, probability: 1.000_000_1 },
    { word: '650', start: 0.6, end: 1, probability: -1e-9 },
    { word: 'mg.', start: 1, end: 2, probability: 0.5 },
  ];
  const [near] = await heard(engineWith(() => json({ text: '', segments, words })));
  expect(near?.words.map(({ confidence }) => confidence)).toEqual([1, 0, 0.5]);
  const untimed = words.map(({ word }) => ({ word }));
  const [shared] = await heard(engineWith(() => json({ text: '', segments, words: untimed })));
  expect(shared?.text).toBe('Take 650 mg.');
  expect(shared?.words).toHaveLength(3);
});

test('what models write for sound without speech is left out, and a text that repeats itself is doubted', async () => {
  const segments = [
    { text: '[BLANK_AUDIO]', start: 0, end: 1 },
    { text: ' (upbeat music)', start: 0, end: 1 },
    { text: '♪ ♪', start: 0, end: 1 },
    { text: ' ... ', start: 0, end: 1 },
    { text: 'Thank you.', start: 0, end: 1, no_speech_prob: 0.9, avg_logprob: -1.4 },
    { text: 'yes yes yes', start: 1, end: 2, avg_logprob: -0.01, compression_ratio: 9 },
  ];
  const found = await heard(engineWith(() => json({ text: '', segments })));
  expect(found.map(({ text }) => text)).toEqual(['yes yes yes']);
  const circle = await heard(engineWith(() => json({ text: 'thank you '.repeat(8) })));
  expect(new Set(circle[0]?.words.map(({ confidence }) => confidence))).toEqual(new Set([0.3]));
  expect(found[0]?.words.map(({ confidence }) => confidence)).toEqual([0.3, 0.3, 0.3]);
});

test('speech between two remarks about sounds is kept', async () => {
  const said = [
    '(coughs) I take two tablets of (blood) thinner (daily)',
    '[sighs] No chest pain, pain in the left arm [coughs]',
    '*clears throat* Stop the aspirin. *coughs*',
    '♪ I cannot sleep ♪ since Monday ♪',
  ];
  const segments = said.map((text, at) => ({ text, start: at / 2, end: (at + 1) / 2 }));
  const found = await heard(engineWith(() => json({ text: '', segments })));
  expect(found.map(({ text }) => text)).toEqual(said);
  const remarks = ['[coughs] (music)', '**', '♪ la la ♪'];
  const none = remarks.map((text) => ({ text, start: 0, end: 1 }));
  expect(await heard(engineWith(() => json({ text: '', segments: none })))).toEqual([]);
});

test.each([
  [307, {}, 'refused', 'engine-redirect'],
  [400, { error: { message: 'audio is\ntoo short' } }, 'refused', 'engine-refused'],
  [401, { error: 'no key' }, 'refused', 'engine-token'],
  [404, { detail: 'no such model' }, 'missing', 'engine-unknown'],
  [429, {}, 'busy', 'engine-busy'],
  [500, { error: { message: { deep: 1 } } }, 'busy', 'engine-busy'],
  [503, null, 'busy', 'engine-busy'],
] as const)('status %i with %o is told as %s / %s', async (status, body, code, detail) => {
  const rig = engineWith(() => ({
    status,
    headers: { 'retry-after': '7' },
    ...json(body),
  }));
  const error = await heard(rig).catch((thrown: unknown) => thrown);
  expect(error).toEqual(failure(code, detail));
  expect((error as Failure).message).not.toMatch(/\n/);
  expect((error as Failure).retryAfter).toBe(code === 'busy' ? 7_000 : undefined);
});

test('a server that repeats the token in its error does not have it shown', async () => {
  const token = 'sk-canary.1';
  const message = `Incorrect key provided: ${token}. Authorization: Bearer ${token}`;
  const error = await heard(
    engineWith(() => ({ status: 401, ...json({ error: { message } }) }), { token }),
  ).catch((thrown: unknown) => thrown);
  expect(error).toEqual(failure('refused', 'engine-token'));
  expect((error as Failure).message).toContain('Incorrect key provided: …. Authorization');
  expect((error as Failure).message).not.toContain(token);
});

test('a server that cannot be reached safely is told with the reason', async () => {
  const why = 'speech.example, port 443: its certificate (TLS) is for another name.';
  const rig = engineWith(() => Promise.reject(new Failure('offline', why, { detail: 'not-sent' })));
  const error = await heard(rig).catch((thrown: unknown) => thrown);
  expect(error).toEqual(failure('busy', 'engine-unreachable'));
  expect((error as Failure).message).toContain(why);
});

test('whatever a server answers, there are words in the order of time within the sound, or one clear refusal', async () => {
  const number = fc.oneof(fc.double(), fc.integer({ min: -10, max: 100 }));
  const word = fc.record({ word: fc.string(), start: number, end: number, probability: number });
  const segment = fc.record(
    {
      text: fc.string(),
      start: number,
      end: number,
      avg_logprob: fc.option(number),
      words: fc.option(fc.array(word, { maxLength: 4 })),
    },
    { requiredKeys: ['text', 'start', 'end'] },
  );
  const answer = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
    fc
      .record({ text: fc.string(), segments: fc.array(segment, { maxLength: 3 }) })
      .map((value) => Buffer.from(JSON.stringify(value))),
    fc.integer({ min: 1, max: 4_000 }).map((count) => json({ text: 'yes '.repeat(count) }).body),
  );
  await fc.assert(
    fc.asyncProperty(answer, async (body) => {
      const found = await heard(
        engineWith(() => ({ body })),
        sound(0, 1),
      ).catch((error: unknown) => error);
      if (!Array.isArray(found)) {
        expect(found).toEqual(failure('broken', 'engine-answer'));
        return;
      }
      for (const { text, words } of found as SpokenStretch[]) {
        expect(words.map((one) => one.text).join(' ')).toBe(text);
        for (const { from, to, confidence } of words) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(1);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: 60 },
  );
});

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const one of servers) {
    one.closeAllConnections();
    one.close();
  }
});
async function realEngine(answer: RequestListener, timeout: number) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return createServerEngine({
    net: undiciNet(),
    random,
    clock,
    timeout,
    server: () => Promise.resolve({ base: new URL(`http://127.0.0.1:${port}`), model: 'tiny' }),
  });
}

test('a server that never answers is given up', async () => {
  const engine = await realEngine(() => {}, 200);
  await expect(heard({ engine })).rejects.toEqual(failure('busy', 'engine-slow'));
});

test('an answer of 100 MB is given up at its first MiB', async () => {
  const piece = Buffer.alloc(1 << 16, ' ');
  let sent = 0;
  const engine = await realEngine((_, response) => {
    const more = (): void => {
      if (sent >= 100_000_000 || response.destroyed) return;
      sent += piece.length;
      response.write(piece, more);
    };
    more();
  }, 60_000);
  const error = await heard({ engine }).catch((thrown: unknown) => thrown);
  expect(error).toEqual(failure('broken', 'engine-answer'));
  expect((error as Failure).message).toContain('Check its address and model');
  expect(sent).toBeLessThan(20_000_000);
});

test('a server that is not there is told as such, and an engine that is closed asks no more', async () => {
  const engine = createServerEngine({
    net: undiciNet(),
    random,
    clock,
    server: () => Promise.resolve({ base: new URL('http://127.0.0.1:9'), model: 'tiny' }),
  });
  await expect(heard({ engine })).rejects.toEqual(failure('busy', 'engine-unreachable'));
  const waiting = await realEngine(() => {}, 60_000);
  const ended = heard({ engine: waiting });
  setTimeout(() => void waiting.close(), 50);
  await expect(ended).rejects.toEqual(failure('refused', 'cancelled'));
});

test('a byte order mark before the answer is passed over', async () => {
  const answer = json({ text: 'Fever.', segments: [{ text: ' Fever.', start: 0, end: 1 }] });
  const rig = engineWith(() => ({
    body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), answer.body]),
  }));
  expect((await heard(rig)).map(({ text }) => text)).toEqual(['Fever.']);
});
