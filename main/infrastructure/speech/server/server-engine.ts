/**
 * Speech recognised by a server that a person or a hospital chose: anything that answers
 * `POST /v1/audio/transcriptions` as OpenAI does (whisper.cpp, speaches, LocalAI, vLLM, services).
 * It gets the sound between pauses, piece by piece, and nothing about the visit.
 */
import { Failure } from '../../../../shared/failure.ts';
import { readJsonWithin } from '../../../../shared/strict-json.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import { sanitizeText } from '../../platform/client/sanitize-text.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { readRetryAfter } from '../../retry-after.ts';
import type { Access } from '../../server-access.ts';
import type { SpeechEngine, SpokenStretch } from '../speech.ts';
import { speechAnswer, stretchesIn } from './server-answer.ts';
import { type Chunk, chunksOf, wavOf } from './server-chunks.ts';

/**
 * `base`: https, or http on this very machine (whoever reads it from a person sees to that);
 * `model`: as the server calls it. `language`: of two letters; undefined: the server finds out.
 */
export type SpeechServer = Access & {
  readonly model: string;
  readonly language?: string | undefined;
};

export type ServerEngineDeps = {
  readonly net: Net;
  readonly random: Pick<Random, 'bytes'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Ends the call under way. */
  readonly cancel?: AbortSignal | undefined;
  /** Read anew for each call; its token is sent there and nowhere else. */
  readonly server: () => Promise<SpeechServer>;
  /** Milliseconds for a piece of half a minute. */
  readonly timeout?: number;
};

/** Half a minute of speech has some hundred words, each with its times. */
const limits = { size: 1024 * 1024, depth: 12, values: 20_000 };
const TIMEOUT = 3 * MINUTE;
const PATH = 'v1/audio/transcriptions';

/**
 * Throws Failure `busy` (`engine-unreachable`, `engine-slow`, `engine-busy`), `refused`
 * (`engine-redirect`, `engine-token`, `engine-refused`, `cancelled`), `missing` / `engine-unknown`,
 * `broken` / `engine-answer`; and what the sound throws. That it cannot be reached says nothing of
 * the network, hence not `offline`.
 */
export function createServerEngine(deps: ServerEngineDeps): SpeechEngine {
  const closing = new AbortController();
  const ends = deps.cancel ? AbortSignal.any([closing.signal, deps.cancel]) : closing.signal;
  return {
    transcribe: (sound) => transcribe(deps, sound, ends),
    close: async () => closing.abort(),
  };
}

async function* transcribe(
  deps: ServerEngineDeps,
  sound: AsyncIterable<Float32Array>,
  cancel: AbortSignal,
): AsyncGenerator<SpokenStretch, void, void> {
  for await (const chunk of chunksOf(sound)) yield* await heard(deps, chunk, cancel);
}

async function heard(
  deps: ServerEngineDeps,
  chunk: Chunk,
  cancel: AbortSignal,
): Promise<SpokenStretch[]> {
  const server = await deps.server();
  const form = formOf(server, wavOf(chunk.samples), deps.random);
  const answer = await deps
    .net({
      method: 'POST',
      url: new URL(`${server.base.href.replace(/\/+$/, '').replace(/\/v1$/, '')}/${PATH}`),
      headers: {
        accept: 'application/json',
        'content-type': form.type,
        ...(server.token !== undefined && { authorization: `Bearer ${server.token}` }),
      },
      body: form.body,
      timeout: deps.timeout ?? TIMEOUT,
      maxBytes: limits.size,
      authority: server.authority,
      cancel,
    })
    .catch((cause: unknown) => {
      throw unanswered(cause);
    });
  if (answer.status >= 300) throw failureOf(answer, deps.clock.now(), server.token);
  const read = speechAnswer.safeParse(jsonIn(answer));
  const stretches = read.success ? stretchesIn(read.data, chunk) : undefined;
  if (!stretches) throw unreadable();
  return stretches;
}

function formOf({ model, language }: SpeechServer, wav: Buffer, random: Pick<Random, 'bytes'>) {
  const boundary = `scriba-${random.bytes(18).toString('hex')}`;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ['model', model],
    ['response_format', 'verbose_json'],
    ['temperature', '0'],
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
    ...(language === undefined ? [] : [['language', language] as const]),
  ];
  const head = fields
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `${head}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sound.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
      ),
      wav,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

function jsonIn({ body }: NetAnswer): unknown {
  try {
    return readJsonWithin(body, limits);
  } catch {
    return undefined;
  }
}

const unreadable = (cause?: unknown) =>
  new Failure(
    'broken',
    'What the speech server answered is no transcript that Scriba can read. Check its address and model: it has to answer POST /v1/audio/transcriptions as OpenAI does. The sound is as it was.',
    { detail: 'engine-answer', cause },
  );

function unanswered(cause: unknown): Failure {
  const { code, detail, message = '' } = cause instanceof Failure ? cause : {};
  if (code === 'refused' && detail === 'cancelled') return cause as Failure;
  if (code === 'offline' && detail === 'not-sent')
    return new Failure(
      'busy',
      `The speech server cannot be reached. ${message} The sound is as it was.`,
      { detail: 'engine-unreachable', cause },
    );
  if (code === 'offline')
    return new Failure(
      'busy',
      `The speech server did not answer. ${message} The sound is as it was.`,
      { detail: 'engine-slow', cause },
    );
  return unreadable(cause);
}

function failureOf(answer: NetAnswer, now: number, token: string | undefined): Failure {
  const { status, headers } = answer;
  const fail = (code: Failure['code'], detail: string, message: string) => {
    const said = serverMessage(answer, token);
    return new Failure(code, said === '' ? message : `${message} It said: “${said}”.`, {
      detail,
      ...(code === 'busy' && { retryAfter: readRetryAfter(headers, now) ?? 30 * SECOND }),
    });
  };
  if (status < 400)
    return fail(
      'refused',
      'engine-redirect',
      'The speech server points to another address. Enter that one, if it is right.',
    );
  if (status === 401 || status === 403)
    return fail(
      'refused',
      'engine-token',
      'The speech server does not let Scriba in. Check its token.',
    );
  if (status === 404)
    return fail(
      'missing',
      'engine-unknown',
      'The speech server does not know this address or this model. Check both.',
    );
  if (status === 429 || status === 503)
    return fail('busy', 'engine-busy', 'The speech server asks Scriba to come back later.');
  if (status >= 500)
    return fail('busy', 'engine-busy', 'The speech server had an error of its own.');
  return fail('refused', 'engine-refused', 'The speech server does not take this sound.');
}

/**
 * The server's own words: `{"error": {"message"}}`, `{"error": "…"}` or `{"detail": "…"}`. Some
 * repeat the token that they refuse, which no page and no terminal may show.
 */
function serverMessage(answer: NetAnswer, token: string | undefined): string {
  const told = jsonIn(answer) as
    | { error?: { message?: unknown } | string; detail?: unknown }
    | undefined;
  const { error, detail } = told ?? {};
  const text = typeof error === 'object' ? error?.message : (error ?? detail);
  if (typeof text !== 'string') return '';
  return sanitizeText(token === undefined ? text : text.replaceAll(token, '…'), 200);
}
