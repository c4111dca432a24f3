/** Sends one request to the platform and reads its answer. Every call but uploads and signing in goes through here. */
import type { z } from 'zod';
import { Failure } from '../../shared/failure.ts';
import { answerLimits } from '../../shared/strict-json.ts';
import type { Clock, Net, NetAnswer, NetRequest, Random } from '../outside.ts';
import { readUrl, type Address } from './address.ts';
import { failureOf, isStranger, readJson, strangerFailure } from './failure.ts';
import type { Tokens } from './tokens.ts';

const SECOND = 1000;
const WHOLE_CALL = 30 * SECOND;

export type Call = {
  readonly method: NetRequest['method'];
  /** Begins with `/`; ids in it are encoded already. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly timeout?: number;
};

export type ClientNeeds = { readonly net: Net; readonly clock: Clock; readonly random: Random; readonly address: () => Address; readonly tokens: Tokens };

export type Client = {
  /**
   * The answer, whatever its status, save 401: that is renewed and repeated once, then thrown as `signed-out`.
   * Throws also `offline` from the net, and `offline` / `not-the-platform` for a page in place of data.
   */
  send(call: Call): Promise<NetAnswer>;
  /** A success, read by `schema`. Throws what `send` and `failureOf` throw, and `broken` / `answer-unreadable`. */
  ask<T>(call: Call, schema: z.ZodType<T>): Promise<T>;
  failureOf(answer: NetAnswer): Failure;
};

export function createClient({ net, clock, random, address, tokens }: ClientNeeds): Client {
  async function send(call: Call): Promise<NetAnswer> {
    const token = await tokens.current();
    const first = await attempt(call, token);
    if (first.status !== 401) return first;
    const renewed = await tokens.renew(token);
    const second = await attempt(call, renewed);
    if (second.status !== 401) return second;
    // Not a third time: a sign-in that is refused fresh is refused for good (contract 1.6).
    tokens.refused(renewed);
    throw failureOf(second, clock.now());
  }

  async function attempt({ method, path, query, body, timeout = WHOLE_CALL }: Call, token: string): Promise<NetAnswer> {
    const { baseUrl, clientId } = address();
    const url = readUrl(baseUrl + path);
    // The token goes to the platform's own address and nowhere else, whatever stands in a path (P19).
    if (!path.startsWith('/') || url.origin !== readUrl(baseUrl).origin) throw new Failure('broken', 'A request would have left the address of the platform.', { detail: 'path' });
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'client-id': clientId, 'x-request-id': random.uuid() };
    const limits = { timeout, maxBytes: answerLimits.size };
    const answer = await net(body === undefined ? { method, url, headers, ...limits } : { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body), ...limits });
    if (isStranger(answer)) throw strangerFailure();
    return answer;
  }

  return {
    send,
    async ask(call, schema) {
      const answer = await send(call);
      if (answer.status >= 300) throw failureOf(answer, clock.now());
      return readAnswer(answer, schema);
    },
    failureOf: (answer) => failureOf(answer, clock.now()),
  };
}

/** Throws Failure `broken` / `answer-unreadable`; its cause names the members that are wrong, never their values. */
export function readAnswer<T>(answer: NetAnswer, schema: z.ZodType<T>): T {
  const read = schema.safeParse(readJson(answer));
  if (read.success) return read.data;
  throw new Failure('broken', 'The platform answered in a form that Scriba does not know. It is tried again; if it stays so, tell the platform.', {
    detail: 'answer-unreadable',
    cause: new Error(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join('; ')),
  });
}
