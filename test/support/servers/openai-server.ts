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
