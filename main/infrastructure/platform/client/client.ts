/**
 * Sends one request to the platform and reads its answer. Every call but uploads to the object
 * store and signing in goes through here.
 */
import type { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { answerLimits } from '../../../../shared/strict-json.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { Clock, Net, NetAnswer, NetRequest, Random } from '../../ports.ts';
import type { EnvelopeKey } from '../envelope/envelope.ts';
import type { Opened, Sealing } from '../envelope/sealing.ts';
import { type Address, readUrl } from './address.ts';
import { withRenewal } from './renewal.ts';
import { type Outcome, outcomeOf, type RetryKind, retryDelay, shouldRetry } from './retry.ts';
import {
  captivePortalFailure,
  failureOf,
  isCaptivePortal,
  readJson,
  withMeantStatus,
} from './status-failure.ts';
import type { Tokens } from './tokens.ts';

/** For one attempt, from the first byte to the last. */
const TIMEOUT = 30 * SECOND;

type Call = {
  readonly method: NetRequest['method'];
  /** Begins with `/`; ids in it are encoded already. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly content?: Content & {
    /**
     * The same inside an envelope; without it a content that is to be sealed is not sent at all.
     * Throws like `sealFile`.
     */
    sealed?(key: EnvelopeKey): Content;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** Contract 1.7: the token stands bare in header `auth`, and not in `Authorization`. */
  readonly door?: 'doctor-tool';
  /**
   * Sent again here by the table of `retry.ts`; without it every outcome goes to the caller, who
   * has a table of its own (the outbox).
   */
  readonly retry?: RetryKind;
  /** Milliseconds for one attempt; 30 s unless said. */
  readonly timeout?: number;
};

export type Content = {
  readonly type: string;
  /** Length of what `open` gives. */
  readonly bytes: number;
  /**
   * The bytes from the first one on. Called anew for each attempt: after a 401 the same content is
   * sent once more.
   */
  open(): AsyncIterable<Uint8Array>;
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
   * The answer, whatever its status, save 401: that is renewed and repeated once, then thrown as
   * `signed-out` (`business-token-refused` where that token was set). A body of a family that the
   * settings seal goes out in the envelope of contract 5, and its answer is opened; throws
   * `refused` / `no-envelope-key` and what `openBytes` throws. Throws also `offline` from the net,
   * and `offline` / `not-the-platform` for a page in place of data.
   */
  send(call: Call): Promise<NetAnswer>;
  /**
   * A success, read by `schema`. Throws what `send` and `failureOf` throw, and `broken` /
   * `answer-unreadable`.
   */
  ask<T>(call: Call, schema: z.ZodType<T>): Promise<T>;
  /**
   * Any call with a JSON body, sealed whatever the settings say; with this key, or the one in use.
   * Tells whether the answer was sealed too. Throws like `send`.
   */
  encrypted(call: Call, key?: EnvelopeKey): Promise<Opened>;
  /** Throws `broken` / `answer-unreadable`. */
  read<T>(answer: NetAnswer, schema: z.ZodType<T>): T;
  failureOf(answer: NetAnswer): Failure;
};

/** The envelope of a sealed call. */
type Envelope = { readonly sealing: Sealing; readonly key: EnvelopeKey };

export function createClient(deps: ClientDeps): Client {
  return {
    send: (call) => send(deps, call),
    async ask(call, schema) {
      const answer = await send(deps, call);
      if (answer.status >= 300) throw failureOf(answer, deps.clock.now());
      return readAnswer(answer, schema);
    },
    encrypted: (call, key) => sendEncrypted(deps, call, key),
    read: readAnswer,
    failureOf: (answer) => failureOf(answer, deps.clock.now()),
  };
}

async function send(deps: ClientDeps, call: Call): Promise<NetAnswer> {
  const { sealing } = deps;
  const key = hasBody(call) ? await sealing?.keyFor(call.path) : undefined;
  const { answer } =
    sealing && key
      ? await sendSealed(deps, call, { sealing, key }, undefined)
      : await sendWithRetries(deps, call, undefined);
  return answer;
}

async function sendEncrypted(
  deps: ClientDeps,
  call: Call,
  key: EnvelopeKey | undefined,
): Promise<Opened> {
  const { sealing } = deps;
  if (!sealing || !hasBody(call))
    throw new Failure('broken', 'There is nothing to seal in this call.', { detail: 'payload' });
  return sendSealed(deps, call, { sealing, key: key ?? (await sealing.inUse()) }, key?.kid);
}

const hasBody = ({ body, content }: Call) => body !== undefined || content !== undefined;

/**
 * `kid`: of the key that was asked for by name. A name that the platform does not know is read from
 * the key store once more, then it is over (contract 5.6).
 */
async function sendSealed(
  deps: ClientDeps,
  call: Call,
  envelope: Envelope,
  kid: string | undefined,
): Promise<Opened> {
  const { sealing } = envelope;
  const first = await sendWithRetries(deps, call, envelope);
  if (!sealing.isKidRefusal(first.answer)) return first;
  const key = await sealing.rereadKey(kid);
  return key ? sendWithRetries(deps, call, { sealing, key }) : first;
}

async function sendWithRetries(
  deps: ClientDeps,
  call: Call,
  envelope: Envelope | undefined,
): Promise<Opened> {
  const { clock } = deps;
  for (let attempt = 1; ; attempt += 1) {
    let wait: number | undefined;
    try {
      const opened = await sendSignedIn(deps, call, envelope);
      const { answer } = opened;
      wait = delayAfter(deps, call, { outcome: answer.status, answer }, attempt);
      if (wait === undefined) return opened;
    } catch (error) {
      wait = delayAfter(deps, call, { outcome: outcomeOf(error) }, attempt);
      if (wait === undefined) throw error;
    }
    const delay = wait;
    await new Promise<void>((resolve) => {
      clock.after(delay, resolve);
    });
  }
}

/**
 * Milliseconds until the next attempt, by the table of `retry.ts`; undefined where this result is
 * the last one.
 */
function delayAfter(
  { clock, random }: ClientDeps,
  { retry }: Call,
  { outcome, answer }: { readonly outcome: Outcome | undefined; readonly answer?: NetAnswer },
  attempt: number,
): number | undefined {
  if (retry === undefined || outcome === undefined) return undefined;
  if (!shouldRetry(retry, outcome, attempt)) return undefined;
  const retryAfter = answer && failureOf(answer, clock.now()).retryAfter;
  return retryDelay(attempt, random.fraction(), retryAfter);
}

async function sendSignedIn(
  deps: ClientDeps,
  call: Call,
  envelope: Envelope | undefined,
): Promise<Opened> {
  const { tokens, clock } = deps;
  const business = call.door === 'doctor-tool' ? await tokens.business() : undefined;
  if (business === undefined)
    return withRenewal({ tokens, now: clock.now }, await tokens.current(), (token) =>
      attempt(deps, call, token, envelope),
    );
  const opened = await attempt(deps, call, business, envelope);
  if (opened.answer.status !== 401) return opened;
  // No renewal is possible: it was made in the platform's console (contract 1.7).
  throw new Failure(
    'signed-out',
    'The platform does not accept the business token. Copy it from the platform’s console anew, into Settings.',
    { detail: 'business-token-refused' },
  );
}

async function attempt(
  deps: ClientDeps,
  call: Call,
  token: string,
  envelope: Envelope | undefined,
): Promise<Opened> {
  const { method, timeout = TIMEOUT } = call;
  const answer = withMeantStatus(
    await deps.net({
      method,
      url: urlOf(deps, call),
      ...(await payloadOf(call, headersOf(deps, call, token), envelope)),
      timeout,
      maxBytes: answerLimits.size,
    }),
  );
  if (isCaptivePortal(answer)) throw captivePortalFailure();
  return envelope ? envelope.sealing.open(answer, envelope.key) : { answer, sealed: false };
}

function urlOf({ address, place = (path) => path }: ClientDeps, { path, query = {} }: Call): URL {
  const { baseUrl } = address();
  const url = readUrl(baseUrl + place(path));
  // The token goes to the platform's own address only, whatever stands in a path (P19).
  if (!path.startsWith('/') || url.origin !== readUrl(baseUrl).origin)
    throw new Failure('broken', 'A request would have left the address of the platform.', {
      detail: 'path',
    });
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function headersOf({ address, random }: ClientDeps, { headers, door }: Call, token: string) {
  return {
    accept: 'application/json',
    ...headers,
    ...(door === 'doctor-tool' ? { auth: token } : { authorization: `Bearer ${token}` }),
    'client-id': address().clientId,
    'x-request-id': random.uuid(),
  };
}

type Payload = Pick<NetRequest, 'headers' | 'body'>;

async function payloadOf(
  { body, content }: Call,
  headers: Readonly<Record<string, string>>,
  envelope: Envelope | undefined,
): Promise<Payload> {
  if (envelope) return sealedPayload({ body, content }, headers, envelope);
  if (content) return contentPayload(content, headers);
  if (body === undefined) return { headers };
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function sealedPayload(
  { body, content }: Pick<Call, 'body'> & { readonly content: Call['content'] | undefined },
  headers: Readonly<Record<string, string>>,
  { sealing, key }: Envelope,
): Promise<Payload> {
  const marked = { ...headers, 'x-encryption': 'JWE' };
  if (!content)
    return {
      headers: { ...marked, 'content-type': 'application/json' },
      body: await sealing.seal(body, key),
    };
  if (!content.sealed)
    throw new Failure('broken', 'This cannot be sent sealed, so it was not sent.', {
      detail: 'payload',
    });
  return contentPayload({ ...content.sealed(key), type: 'application/json' }, marked);
}

function contentPayload(
  { type, bytes, open }: Content,
  headers: Readonly<Record<string, string>>,
): Payload {
  return {
    headers: { ...headers, 'content-type': type, 'content-length': String(bytes) },
    body: open(),
  };
}

/**
 * Throws Failure `broken` / `answer-unreadable`; its cause names the members that are wrong, never
 * their values.
 */
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
