/**
 * A server on the loopback that speaks OpenAI's protocol: transcriptions and chat completions. What
 * it hears and writes is given; it can also answer anything else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type OpenAiAsked = {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Buffer;
};
/** Returns the answer's JSON; an answer of another form is written by the test itself. */
type Answer = (asked: OpenAiAsked, response: ServerResponse) => unknown;

export type OpenAiServer = {
  readonly address: string;
  readonly asked: OpenAiAsked[];
  hears(answer: Answer): void;
  writes(answer: Answer): void;
  close(): Promise<void>;
};

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const asked: OpenAiAsked[] = [];
  const sockets = new Set<Socket>();
  let hears: Answer = () => ({ text: '', segments: [], words: [] });
  let writes: Answer = () => chatAnswer({ sections: [] });
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const one = {
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body,
      };
      asked.push(one);
      const answer = one.path === '/v1/audio/transcriptions' ? hears : writes;
      const value = answer(one, response);
      if (value === undefined) return;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    });
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hears: (answer) => {
      hears = answer;
    },
    writes: (answer) => {
      writes = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** As a server wraps what its model wrote. */
export const chatAnswer = (content: unknown, over: object = {}) => ({
  model: 'tiny-writer',
  choices: [
    {
      finish_reason: 'stop',
      message: { content: typeof content === 'string' ? content : JSON.stringify(content) },
      ...over,
    },
  ],
});

/** Seconds of sound in the WAV file of a form. */
export const secondsIn = (body: Buffer): number =>
  body.readUInt32LE(body.indexOf('RIFF') + 40) / 32_000;

/** Samples at 16 kHz: a tenth of a second. */
const STEP = 1_600;
/** `highVoice` repeats itself after one of these, and `lowVoice` is then at its opposite. */
const PERIODS_OF_HIGH = [70, 72, 74, 76, 78];
const ALIKE = 0.5;
/** Of 32,768. */
const QUIET = 100;
/** Half a second. */
const SHORTEST_TURN = 5 * STEP;

/**
 * Sentences where one of two made-up voices speaks until the other begins, as a recogniser that
 * hears them would say: each takes the next sentence, its words spread over its time.
 */
export function spokenByTurns(sentences: readonly string[], body: Buffer) {
  const start = body.indexOf('RIFF') + 44;
  const count = Math.round(secondsIn(body) * 16_000);
  const samples = Float64Array.from({ length: count }, (_, at) => body.readInt16LE(start + 2 * at));
  const heard: Turn[] = [];
  for (let from = 0; from + 2 * STEP <= count; from += STEP) {
    const frame = samples.subarray(from, from + STEP);
    // Where the computer was too busy nothing was heard.
    if (frame.every((sample) => Math.abs(sample) < QUIET)) continue;
    const isHigh = PERIODS_OF_HIGH.some((lag) => likeness(samples, from, lag) > ALIKE);
    add(heard, { isHigh, from, to: from + STEP });
  }
  const turns: Turn[] = [];
  for (const turn of heard) if (turn.to - turn.from > SHORTEST_TURN) add(turns, turn);
  const words = turns.flatMap(({ from, to }, at) => {
    const said = (sentences[at % sentences.length] ?? '').split(' ');
    const each = (to - from) / said.length / 16_000;
    return said.map((word, place) => ({
      word,
      start: from / 16_000 + place * each,
      end: from / 16_000 + (place + 1) * each,
    }));
  });
  const text = words.map(({ word }) => word).join(' ');
  return {
    text,
    segments: [
      { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text, avg_logprob: -0.1 },
    ],
    words,
  };
}

type Turn = { readonly isHigh: boolean; readonly from: number; to: number };

/** The same voice goes on. */
function add(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (last?.isHigh === turn.isHigh) last.to = turn.to;
  else turns.push({ ...turn });
}

/** 1 where the frame repeats itself after so many samples. */
function likeness(samples: Float64Array, from: number, lag: number): number {
  let [both, one, other] = [0, 1e-9, 1e-9];
  for (let at = from; at < from + STEP; at += 1) {
    const [a, b] = [samples[at] ?? 0, samples[at + lag] ?? 0];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return both / Math.sqrt(one * other);
}

/** One segment with its words, spread over the time; of those in `doubted` it is hardly sure. */
export function verbose(text: string, seconds: number, doubted: readonly string[] = []) {
  const words = text.split(' ');
  const each = seconds / words.length;
  return {
    text,
    segments: [{ start: 0, end: seconds, text, avg_logprob: -0.1 }],
    words: words.map((word, at) => ({
      word,
      start: at * each,
      end: (at + 1) * each,
      ...(doubted.length > 0 && { probability: doubted.includes(word) ? 0.3 : 0.95 }),
    })),
  };
}
