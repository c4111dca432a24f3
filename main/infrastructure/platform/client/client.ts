/** Sends one request to the platform and reads its answer. Every call but uploads and signing in goes through here. */
import type { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { answerLimits } from '../../../../shared/strict-json.ts';
import type { Clock, Net, NetAnswer, NetRequest, Random } from '../../ports.ts';
import type { EnvelopeKey } from '../envelope/envelope.ts';
import type { Opened, Sealing } from '../envelope/sealing.ts';
import { type Address, readUrl } from './address.ts';
import { asksAgain, type Kind, type Outcome, outcomeOf, waitBefore } from './retry.ts';
import { failureOf, isStranger, readJson, strangerFailure } from './status-failure.ts';
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
  /** Sent as it is, in place of `body`; a stream is made anew for each attempt. */
  readonly content?: Content & {
    /** The same inside an envelope; without it a content that is to be sealed is not sent at all. Throws like `sealFile`. */
    sealed?(key: EnvelopeKey): Content;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** Contract 1.7: the token stands bare in header `auth`, and not in `Authorization`. */
  readonly door?: 'doctor-tool';
  /** Asked again here by the table of `retry.ts`; without it every outcome is the caller's, who has a table of its own (the outbox). */
  readonly again?: Kind;
  /** Milliseconds for one attempt; 30 s unless said. */
  readonly timeout?: number;
};

export type Content = {
  readonly type: string;
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
};

export type ClientDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  readonly address: () => Address;
  readonly tokens: Tokens;
  /** Where this platform serves a path of the contract (`paths.ts`). */
  readonly place?: (path: string) => string;
  /** Without it nothing is ever sealed. */
  readonly sealing?: Sealing;
};

export type Client = {
  /**
   * The answer, whatever its status, save 401: that is renewed and repeated once, then thrown as `signed-out`
   * (`business-token-refused` where that token was set). A body of a family that the settings seal goes out in the envelope of contract 5,
   * and its answer is opened; throws `refused` / `no-envelope-key` and what `openBytes` throws. Throws also `offline` from the net, and `offline` / `not-the-platform` for a page in place of data.
   */
  send(call: Call): Promise<NetAnswer>;
  /** A success, read by `schema`. Throws what `send` and `failureOf` throw, and `broken` / `answer-unreadable`. */
  ask<T>(call: Call, schema: z.ZodType<T>): Promise<T>;
  /** Any call with a JSON body, sealed whatever the settings say; with this key, or the one in use. Tells whether the answer was sealed too. Throws like `send`. */
  encrypted(call: Call, key?: EnvelopeKey): Promise<Opened>;
  /** Throws `broken` / `answer-unreadable`. */
  read<T>(answer: NetAnswer, schema: z.ZodType<T>): T;
  failureOf(answer: NetAnswer): Failure;
};

/** What a sealed call adds to a call: the key, and where to put what became of it. */
type Sealed = { readonly key: EnvelopeKey; answered?: Opened };

export function createClient({
  net,
  clock,
  random,
  address,
  tokens,
  sealing,
  place = (path) => path,
}: ClientDeps): Client {
  async function send(call: Call): Promise<NetAnswer> {
    const key =
      call.body === undefined && call.content === undefined
        ? undefined
        : await sealing?.keyFor(call.path);
    return key === undefined ? sendAgain(call) : (await sendSealed(call, key, undefined)).answer;
  }

  /** `kid`: of the key that was asked for by name. A name that the platform does not know is read from the key store once more, then it is over (contract 5.6). */
  async function sendSealed(
    call: Call,
    key: EnvelopeKey,
    kid: string | undefined,
  ): Promise<Opened> {
    const first: Sealed = { key };
    const answer = await sendAgain(call, first);
    if (!sealing!.isKidRefusal(answer)) return first.answered!;
    const fresh = await sealing!.rereadKey(kid);
    if (!fresh) return first.answered!;
    const second: Sealed = { key: fresh };
    await sendAgain(call, second);
    return second.answered!;
  }

  async function sendAgain(call: Call, sealed?: Sealed): Promise<NetAnswer> {
    if (call.again === undefined) return withToken(call, sealed);
    for (let attempt = 1; ; attempt += 1) {
      let outcome: Outcome | undefined;
      let answer: NetAnswer | undefined;
      let failure: unknown;
      try {
        answer = await withToken(call, sealed);
        outcome = answer.status;
      } catch (error) {
        failure = error;
        outcome = outcomeOf(error);
      }
      const wait =
        outcome !== undefined && asksAgain(call.again, outcome, attempt)
          ? waitBefore(
              attempt,
              random.fraction(),
              answer && failureOf(answer, clock.now()).retryAfter,
            )
          : undefined;
      if (wait === undefined) {
        if (answer) return answer;
        throw failure;
      }
      await new Promise<void>((over) => void clock.after(wait, over));
    }
  }

  async function withToken(call: Call, sealed: Sealed | undefined): Promise<NetAnswer> {
    const business = call.door === 'doctor-tool' ? await tokens.business() : undefined;
    if (business !== undefined) {
      const answer = await attempt(call, business, sealed);
      if (answer.status !== 401) return answer;
      // Nothing renews it: it was made in the platform's console (contract 1.7).
      throw new Failure(
        'signed-out',
        'The platform does not accept the business token. Copy it from the platform’s console anew, into Settings.',
        { detail: 'business-token-refused' },
      );
    }
    const token = await tokens.current();
    const first = await attempt(call, token, sealed);
    if (first.status !== 401) return first;
    const renewed = await tokens.renew(token);
    const second = await attempt(call, renewed, sealed);
    if (second.status !== 401) return second;
    // Not a third time: a sign-in that is refused fresh is refused for good (contract 1.6).
    tokens.refused(renewed);
    throw failureOf(second, clock.now());
  }

  async function attempt(
    { method, path, query, body, content, headers: more, door, timeout = WHOLE_CALL }: Call,
    token: string,
    sealed: Sealed | undefined,
  ): Promise<NetAnswer> {
    const { baseUrl, clientId } = address();
    const url = readUrl(baseUrl + place(path));
    // The token goes to the platform's own address and nowhere else, whatever stands in a path (P19).
    if (!path.startsWith('/') || url.origin !== readUrl(baseUrl).origin)
      throw new Failure('broken', 'A request would have left the address of the platform.', {
        detail: 'path',
      });
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const who = door === 'doctor-tool' ? { auth: token } : { authorization: `Bearer ${token}` };
    const headers = {
      accept: 'application/json',
      ...more,
      ...who,
      'client-id': clientId,
      'x-request-id': random.uuid(),
    };
    const limits = { timeout, maxBytes: answerLimits.size };
    const answer = await net(sealed ? await sentSealed(sealed.key) : sent());
    if (isStranger(answer)) throw strangerFailure();
    if (!sealed) return answer;
    sealed.answered = await sealing!.open(answer, sealed.key);
    return sealed.answered.answer;

    async function sentSealed(key: EnvelopeKey): Promise<NetRequest> {
      const marked = { ...headers, 'x-encryption': 'JWE', 'content-type': 'application/json' };
      if (!content)
        return { method, url, headers: marked, body: await sealing!.seal(body, key), ...limits };
      if (!content.sealed)
        throw new Failure('broken', 'This cannot be sent sealed, so it was not sent.', {
          detail: 'payload',
        });
      const { bytes, stream } = content.sealed(key);
      return {
        method,
        url,
        headers: { ...marked, 'content-length': String(bytes) },
        body: stream(),
        ...limits,
      };
    }

    function sent(): NetRequest {
      if (content)
        return {
          method,
          url,
          headers: {
            ...headers,
            'content-type': content.type,
            'content-length': String(content.bytes),
          },
          body: content.stream(),
          ...limits,
        };
      if (body === undefined) return { method, url, headers, ...limits };
      return {
        method,
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...limits,
      };
    }
  }

  return {
    send,
    async ask(call, schema) {
      const answer = await send(call);
      if (answer.status >= 300) throw failureOf(answer, clock.now());
      return readAnswer(answer, schema);
    },
    async encrypted(call, key) {
      if (call.body === undefined && call.content === undefined)
        throw new Failure('broken', 'There is nothing to seal in this call.', {
          detail: 'payload',
        });
      const used = key ?? (await sealing!.inUse());
      return sendSealed(call, used, key?.kid);
    },
    read: readAnswer,
    failureOf: (answer) => failureOf(answer, clock.now()),
  };
}

/** Throws Failure `broken` / `answer-unreadable`; its cause names the members that are wrong, never their values. */
export function readAnswer<T>(answer: NetAnswer, schema: z.ZodType<T>): T {
  const read = schema.safeParse(readJson(answer));
  if (read.success) return read.data;
  throw new Failure(
    'broken',
    'The platform answered in a form that Scriba does not know. It is tried again; if it stays so, tell the platform.',
    {
      detail: 'answer-unreadable',
      cause: new Error(
        read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join('; '),
      ),
    },
  );
}
