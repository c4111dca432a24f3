/**
 * An OpenAI-compatible server that recognises speech (whisper.cpp, speaches, LocalAI, vLLM,
 * hosted): `POST /v1/audio/transcriptions`, verbose JSON with segments and words. Sound goes in
 * pieces of some minutes, and is whole in memory for one piece only.
 */
import { z } from 'zod';
import { Failure, type FailureCode } from '../../../shared/failure.ts';
import { type JsonLimits, readJsonWithin } from '../../../shared/strict-json.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { Net, NetAnswer, Random } from '../ports.ts';
import { readRetryAfter } from '../retry-after.ts';
import type { Access } from '../server-access.ts';
import type { TimedWord } from "../../../shared/model/note/draft.ts";
import { SPEECH_RATE, type SpeechEngine, type SpokenStretch } from './speech.ts';

export type SpeechServerDeps = {
  readonly net: Net;
  readonly random: Pick<Random, 'uuid'>;
  /** The token is sent there and nowhere else. */
  readonly access: Access;
  readonly model: string;
  /** Ends the call. */
  readonly cancel?: AbortSignal | undefined;
};

/** Samples that go in one call. */
const PIECE = 10 * 60 * SPEECH_RATE;
/** For one piece; a slow computer hears slower than people speak. */
const WITHIN = 20 * MINUTE;
/** Bytes: all words of ten minutes with their times are less. */
const LARGEST = 8 * 1024 * 1024;
const limits: JsonLimits = { size: LARGEST, depth: 8 };

const seconds = z.number().min(0).max(100_000);
const answer = z.object({
  text: z.string().optional(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string(),
        avg_logprob: z.number().nullish(),
        no_speech_prob: z.number().nullish(),
      }),
    )
    .nullish(),
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).nullish(),
});
type Heard = z.infer<typeof answer>;

/**
 * `transcribe` throws Failure `busy` (`engine-unreachable`, `engine-slow`, `engine-busy`),
 * `refused` (`engine-redirect`, `engine-token`, `engine-refused`, `cancelled`), `missing` /
 * `engine-unknown`, `broken` / `engine-answer`, and what reading the sound throws.
 */
export const createSpeechServer = (deps: SpeechServerDeps): SpeechEngine => ({
  transcribe: (sound) => transcribe(deps, sound),
  close: async () => {},
});

async function* transcribe(
  deps: SpeechServerDeps,
  sound: AsyncIterable<Float32Array>,
): AsyncGenerator<SpokenStretch, void, void> {
  let before = 0;
  for await (const piece of inPieces(sound)) {
    const heard = await ask(deps, piece);
    yield* stretchesOf(heard, before, piece.length / 2 / SPEECH_RATE);
    before += piece.length / 2 / SPEECH_RATE;
  }
}

/** Samples of 16 bit, little endian. */
async function* inPieces(sound: AsyncIterable<Float32Array>): AsyncGenerator<Buffer, void, void> {
  let parts: Buffer[] = [];
  let samples = 0;
  for await (const some of sound) {
    const bytes = Buffer.alloc(some.length * 2);
    for (let at = 0; at < some.length; at += 1)
      bytes.writeInt16LE(
        Math.max(-32_768, Math.min(32_767, Math.round((some[at] ?? 0) * 32_768))),
        at * 2,
      );
    parts.push(bytes);
    samples += some.length;
    if (samples < PIECE) continue;
    yield Buffer.concat(parts);
    parts = [];
    samples = 0;
  }
  if (samples > 0) yield Buffer.concat(parts);
}

async function ask(deps: SpeechServerDeps, samples: Buffer): Promise<Heard> {
  const { net, random, access, model, cancel } = deps;
  const boundary = `scriba-${random.uuid()}`;
  const body = formOf(boundary, { model, samples });
  let told: NetAnswer;
  try {
    told = await net({
      method: 'POST',
      url: transcriptionsUrl(access.base),
      headers: {
        accept: 'application/json',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(access.token !== undefined && { authorization: `Bearer ${access.token}` }),
      },
      body,
      timeout: WITHIN,
      maxBytes: LARGEST,
      authority: access.authority,
      ...(cancel && { cancel }),
    });
  } catch (cause) {
    throw unanswered(cause);
  }
  if (told.status >= 300) throw failureOf(told);
  return heardIn(told);
}

/** Below the base, which may or may not end with `/v1`. */
export function transcriptionsUrl(base: URL): URL {
  const root = base.href.replace(/\/+$/, '');
  return new URL(`${root}${/\/v1$/.test(root) ? '' : '/v1'}/audio/transcriptions`);
}

function formOf(
  boundary: string,
  { model, samples }: { readonly model: string; readonly samples: Buffer },
): Uint8Array {
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  // The name of the file tells its form to some servers; it says nothing of the visit.
  const head = [
    field('model', model),
    field('response_format', 'verbose_json'),
    field('temperature', '0'),
    field('timestamp_granularities[]', 'segment'),
    field('timestamp_granularities[]', 'word'),
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sound.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
  ].join('');
  return Buffer.concat([
    Buffer.from(head),
    wavHead(samples.length),
    samples,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SPEECH_RATE, 24);
  head.writeUInt32LE(SPEECH_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}

function heardIn({ body }: NetAnswer): Heard {
  try {
    const heard = answer.parse(readJsonWithin(body, limits));
    if (heard.text !== undefined || heard.segments || heard.words) return heard;
  } catch {
    // One Failure for all of it.
  }
  throw wrongAnswer();
}

/** Words belong to the segment in which they begin; a server without segments has one. */
function* stretchesOf(
  { text = '', segments, words }: Heard,
  before: number,
  length: number,
): Generator<SpokenStretch, void, void> {
  const stretches = segments ?? [{ start: 0, end: length, text }];
  for (const [at, { start, end, text: said, avg_logprob: logprob }] of stretches.entries()) {
    const next = stretches[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const confidence = typeof logprob === 'number' ? Math.min(1, Math.exp(logprob)) : 1;
    yield {
      text: said.trim(),
      from: before + start,
      to: before + end,
      words: (words ?? [])
        .filter((word) => (at === 0 || word.start >= start) && word.start < next)
        .map(
          (word): TimedWord => ({
            text: word.word.trim(),
            from: before + word.start,
            to: before + word.end,
            confidence,
          }),
        ),
    };
  }
}

function unanswered(cause: unknown): unknown {
  if (!(cause instanceof Failure)) return cause;
  const { code, detail } = cause;
  if (detail === 'cancelled') return cause;
  if (code === 'offline' && detail === 'not-sent')
    return new Failure(
      'busy',
      'The server that recognises speech cannot be reached. The recording is safe here; Scriba tries again by itself.',
      { detail: 'engine-unreachable', cause },
    );
  if (code === 'offline')
    return new Failure(
      'busy',
      'The server that recognises speech did not answer in time, or the connection broke. The recording is safe here; Scriba tries again by itself.',
      { detail: 'engine-slow', cause },
    );
  return wrongAnswer(cause);
}

const wrongAnswer = (cause?: unknown) =>
  new Failure(
    'broken',
    'What the server that recognises speech answered is no transcript. The recording is safe here.',
    { detail: 'engine-answer', cause },
  );

function failureOf({ status, headers }: NetAnswer): Failure {
  const fail = (code: FailureCode, detail: string, message: string) =>
    new Failure(code, `${message} The recording is safe here.`, { detail });
  if (status < 400)
    return fail(
      'refused',
      'engine-redirect',
      'The server that recognises speech points to another address. Enter that one, if it is right.',
    );
  if (status === 401 || status === 403)
    return fail(
      'refused',
      'engine-token',
      'The server that recognises speech does not let Scriba in. Look at its token.',
    );
  if (status === 404)
    return fail(
      'missing',
      'engine-unknown',
      'The server does not know this model of speech, or recognises no speech at this address.',
    );
  if (status === 429 || status >= 500) {
    const retryAfter = readRetryAfter(headers, Number.NaN);
    return new Failure(
      'busy',
      'The server that recognises speech is overloaded or had an error. The recording is safe here; Scriba tries again by itself.',
      { detail: 'engine-busy', ...(retryAfter !== undefined && { retryAfter }) },
    );
  }
  return fail(
    'refused',
    'engine-refused',
    'The server that recognises speech did not accept the sound.',
  );
}
