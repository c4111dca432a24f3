/**
 * An OpenAI-compatible chat server (Ollama, llama.cpp, vLLM, LM Studio, hosted) that writes a note:
 * `POST /v1/chat/completions` with a schema for the answer. Whatever it answers becomes the lines
 * of the sections that were asked for, or one Failure; nothing in it is obeyed.
 */
import { z } from 'zod';
import { Failure, type FailureCode } from '../../../shared/failure.ts';
import type { SpokenTurn } from '../../../shared/model/note/draft.ts';
import { type JsonLimits, readJsonWithin } from '../../../shared/strict-json.ts';
import { MINUTE } from '../../../shared/time.ts';
import { sanitizeText } from '../platform/client/sanitize-text.ts';
import type { Net, NetAnswer } from '../ports.ts';
import { readRetryAfter } from '../retry-after.ts';
import type { Access } from '../server-access.ts';
import { answerSchema, messagesFor, PROMPT } from './note-prompt.ts';

type ModelStatement = {
  readonly text: string;
  /** Numbers of the turns that it names as its ground; not checked here. */
  readonly turns: readonly number[];
};
export type ModelNote = {
  /** As the server names it. */
  readonly model: string;
  /** Version of the question. */
  readonly prompt: string;
  /** Each title that was asked for, in their order. */
  readonly sections: readonly {
    readonly title: string;
    readonly statements: readonly ModelStatement[];
  }[];
};

/**
 * Throws Failure `busy` (`model-unreachable`, `model-slow`, `model-busy`), `refused`
 * (`model-redirect`, `model-token`, `model-refused`, `cancelled`), `missing` / `model-unknown`,
 * `broken` (`model-cut`, `model-answer`).
 */
export type WriteByModel = (
  turns: readonly SpokenTurn[],
  titles: readonly string[],
) => Promise<ModelNote>;

export type ChatServerDeps = {
  readonly net: Net;
  /** The token is sent there and nowhere else. */
  readonly access: Access;
  readonly model: string;
  /** Ends the call. */
  readonly cancel?: AbortSignal | undefined;
  /** Milliseconds for one note. */
  readonly timeout?: number | undefined;
};

/** For one note; a small model on a slow computer takes minutes. */
const WITHIN = 5 * MINUTE;
/** Bytes: a note is far smaller, and so is what stands around it. */
const LARGEST = 2 * 1024 * 1024;
const limits: JsonLimits = { size: LARGEST, depth: 16, values: 50_000 };
/** Parts of a word that the answer may have. */
const LONGEST_ANSWER = 8_000;
const MOST_STATEMENTS = 400;
const LONGEST_STATEMENT = 1_000;
const LONGEST_NAME = 100;

const completion = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});
const note = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      statements: z.array(z.object({ text: z.string(), turns: z.array(z.number()) })),
    }),
  ),
});

export const createChatServer =
  (deps: ChatServerDeps): WriteByModel =>
  async (turns, titles) => {
    const answer = await ask(deps, turns, titles);
    if (answer.status >= 300) throw failureOf(answer);
    const { model, content } = contentOf(answer);
    return {
      model: sanitizeText(model ?? deps.model, LONGEST_NAME) || deps.model,
      prompt: PROMPT,
      sections: sectionsIn(content, titles),
    };
  };

async function ask(
  { net, access: { base, token, authority }, model, cancel, timeout = WITHIN }: ChatServerDeps,
  turns: readonly SpokenTurn[],
  titles: readonly string[],
): Promise<NetAnswer> {
  try {
    return await net({
      method: 'POST',
      url: chatUrl(base),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        model,
        stream: false,
        temperature: 0,
        max_tokens: LONGEST_ANSWER,
        messages: messagesFor(turns, titles),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'note', strict: true, schema: answerSchema(titles) },
        },
      }),
      timeout,
      maxBytes: LARGEST,
      authority,
      ...(cancel && { cancel }),
    });
  } catch (cause) {
    throw unanswered(cause);
  }
}

/** Below the base, which may or may not end with `/v1`. */
export function chatUrl(base: URL): URL {
  const root = base.href.replace(/\/+$/, '');
  return new URL(`${root}${/\/v1$/.test(root) ? '' : '/v1'}/chat/completions`);
}

function unanswered(cause: unknown): unknown {
  if (!(cause instanceof Failure)) return cause;
  const { code, detail } = cause;
  if (detail === 'cancelled') return cause;
  if (code === 'offline' && detail === 'not-sent')
    return new Failure(
      'busy',
      `The server of the note’s model cannot be reached. ${cause.message}`.trim(),
      { detail: 'model-unreachable', cause },
    );
  if (code === 'offline')
    return new Failure(
      'busy',
      'The model did not answer in five minutes, or the connection broke. Look at its server, then try again; a smaller model answers sooner.',
      { detail: 'model-slow', cause },
    );
  return wrongAnswer(cause);
}

const wrongAnswer = (cause?: unknown) =>
  new Failure(
    'broken',
    'What the model answered is not a note in the form that was asked for. Try again, or set another model.',
    {
      detail: 'model-answer',
      cause,
    },
  );

function failureOf({ status, headers }: NetAnswer): Failure {
  const fail = (code: FailureCode, detail: string, message: string) =>
    new Failure(code, message, { detail });
  if (status < 400)
    return fail(
      'refused',
      'model-redirect',
      'The server of the note’s model points to another address. Enter that one, if it is right.',
    );
  if (status === 401 || status === 403)
    return fail(
      'refused',
      'model-token',
      'The server of the note’s model does not let Scriba in. Look at its token.',
    );
  if (status === 404)
    return fail(
      'missing',
      'model-unknown',
      'The server does not know the model of the note, or has no chat at this address. Check both.',
    );
  if (status === 429 || status >= 500) {
    const retryAfter = readRetryAfter(headers, Number.NaN);
    return new Failure(
      'busy',
      'The server of the note’s model is overloaded or had an error. Try again later.',
      {
        detail: 'model-busy',
        ...(retryAfter !== undefined && { retryAfter }),
      },
    );
  }
  return fail(
    'refused',
    'model-refused',
    'The server of the note’s model did not accept the visit: it may be too long for the model.',
  );
}

function contentOf({ body }: NetAnswer): { model: string | undefined; content: string } {
  const read = completion.safeParse(jsonIn(body));
  const choice = read.data?.choices[0];
  if (!choice) throw wrongAnswer();
  const { finish_reason: end, message } = choice;
  if (message.refusal || end === 'content_filter')
    throw new Failure(
      'refused',
      'The model refused to write this note. Try again, or set another model.',
      {
        detail: 'model-refused',
      },
    );
  if (end === 'length')
    throw new Failure(
      'broken',
      'The model’s note was cut off: it is too long for the model. Set a model that takes longer texts.',
      {
        detail: 'model-cut',
      },
    );
  return { model: read.data?.model, content: message.content ?? '' };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return readJsonWithin(bytes, limits);
  } catch (cause) {
    throw wrongAnswer(cause);
  }
}

/**
 * Some servers know no schema: their models fence the JSON, or think aloud before it. Looked up mark
 * by mark: a pattern with blanks at two places would go through long blank answers for minutes.
 */
export function unfenced(content: string): string {
  const text = content.trim();
  const thought = text.startsWith('<think>') ? text.indexOf(AFTER_THOUGHT) : -1;
  const said = thought < 0 ? text : text.slice(thought + AFTER_THOUGHT.length).trim();
  if (said.length < 2 * FENCE.length || !said.startsWith(FENCE) || !said.endsWith(FENCE))
    return said;
  const inside = said.slice(FENCE.length, -FENCE.length);
  return inside.startsWith('json') ? inside.slice('json'.length) : inside;
}

const AFTER_THOUGHT = '</think>';
const FENCE = '```';

/** Titles that were not asked for, and too many or too long statements, make it no note. */
function sectionsIn(content: string, titles: readonly string[]): ModelNote['sections'] {
  const read = note.safeParse(jsonIn(Buffer.from(unfenced(content))));
  if (!read.success) throw wrongAnswer();
  const known = new Set(titles.map(keyOf));
  const { sections } = read.data;
  const count = sections.reduce((sum, { statements }) => sum + statements.length, 0);
  if (
    count > MOST_STATEMENTS ||
    sections.some(
      ({ title, statements }) =>
        !known.has(keyOf(title)) || statements.some(({ text }) => text.length > LONGEST_STATEMENT),
    )
  )
    throw wrongAnswer();
  const made = titles.map((title) => ({
    title,
    statements: sections
      .filter((one) => keyOf(one.title) === keyOf(title))
      .flatMap(({ statements }) => statements)
      .map(({ text, turns }) => ({ text: asWords(text), turns }))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  }));
  if (made.every(({ statements }) => statements.length === 0)) throw wrongAnswer();
  return made;
}

const keyOf = (title: string) => title.trim().toLowerCase();

/** One line that begins no heading, list, table or quotation of its own. */
const asWords = (text: string): string =>
  sanitizeText(text, LONGEST_STATEMENT).replace(/^(?:(?:#{1,6}|[>*+|-])\s+)+/u, '');
