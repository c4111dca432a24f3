/**
 * Contract 5.3 to 5.6 on our side: calls that go out sealed, their key, and how their answers are
 * opened. A call that is to be sealed is sealed or not sent: no error here leads to a plain call.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import {
  ENVELOPE_SAMPLE,
  type EnvelopeFamily,
  familyOf,
} from '../../../../shared/model/account/envelope.ts';
import { readJsonWithin } from '../../../../shared/strict-json.ts';
import type { NetAnswer, Random } from '../../ports.ts';
import type { Address } from '../client/address.ts';
import { readJson, readServerError } from '../client/status-failure.ts';
import { type EnvelopeKey, isSealed, openBytes, sealJson } from './envelope.ts';
import type { EnvelopeKeys } from './envelope-keys.ts';

export type SealingDeps = {
  readonly keys: EnvelopeKeys;
  readonly random: Pick<Random, 'bytes'>;
  readonly address: () => Address;
  /** Families that are sealed in this profile; read anew for each call. */
  readonly families: () => readonly EnvelopeFamily[];
  /** A sealed call was answered plainly (true, told once), or sealed again after that. */
  readonly plainAnswers: (plain: boolean) => void;
  /**
   * An answer had an iv or a tag of another length, as one published sample has: refused, and worth
   * knowing (contract 5.5).
   */
  readonly oddLength: (member: 'iv' | 'tag', bytes: number) => void;
};

export type Sealing = {
  /**
   * The key that a call with a body must be sealed with; undefined where it goes plain. Throws
   * `refused` / `no-envelope-key` before anything is sent, and `locked`.
   */
  keyFor(path: string): Promise<EnvelopeKey | undefined>;
  /** Throws like `keyFor`. */
  inUse(): Promise<EnvelopeKey>;
  /** The body as it is sent, under a fresh IV. Throws like `sealJson`. */
  seal(body: unknown, key: EnvelopeKey): Promise<string>;
  /** The answer to a sealed call with its body opened. Throws `broken` with an `EnvelopeWord`. */
  open(answer: NetAnswer, key: EnvelopeKey): Promise<Opened>;
  /**
   * Whether the platform says that it does not know the key's name: then the key store is asked
   * once more (contract 5.6).
   */
  isKidRefusal(answer: NetAnswer): boolean;
  /** The key to repeat with after such a refusal; undefined where it is gone. */
  rereadKey(kid: string | undefined): Promise<EnvelopeKey | undefined>;
};

/** Bytes of an opened answer (P15). */
const LARGEST_OPENED = 32 * 1024 * 1024;

export type Opened = { readonly answer: NetAnswer; readonly sealed: boolean };

type SealingState = {
  readonly deps: SealingDeps;
  /** The last answer to a sealed call was plain. */
  plain: boolean;
};

export function createSealing(deps: SealingDeps): Sealing {
  const state: SealingState = { deps, plain: false };
  const { keys, random } = deps;
  return {
    inUse: () => keyInUse(keys),
    keyFor: (path) => keyFor(deps, path),
    async seal(body, key) {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new Failure('broken', 'Only an object can be sent sealed.', { detail: 'payload' });
      return JSON.stringify(await sealJson(body, key, random));
    },
    open: (answer, key) => open(state, answer, key),
    isKidRefusal: (answer) =>
      answer.status === 400 && readServerError(answer).code === 'encryption_kid',
    async rereadKey(kid) {
      keys.reread();
      return keys.find(kid);
    },
  };
}

async function keyInUse(keys: EnvelopeKeys): Promise<EnvelopeKey> {
  const key = await keys.find();
  if (key) return key;
  throw new Failure(
    'refused',
    'This is to be sent encrypted, and there is no key for it. Put the platform’s encryption key into Settings; nothing was sent.',
    { detail: 'no-envelope-key' },
  );
}

async function keyFor(
  { keys, address, families }: SealingDeps,
  path: string,
): Promise<EnvelopeKey | undefined> {
  const family = familyOf(path, address().brand);
  const mustSeal =
    path === ENVELOPE_SAMPLE || (family !== undefined && families().includes(family));
  return mustSeal ? keyInUse(keys) : undefined;
}

async function open(state: SealingState, answer: NetAnswer, key: EnvelopeKey): Promise<Opened> {
  const envelope = readJson(answer);
  if (!isSealed(answer.headers['x-encryption'], envelope)) {
    // An empty answer cannot be sealed.
    if (answer.status < 300 && answer.body.length > 0) notePlain(state, true);
    return { answer, sealed: false };
  }
  const body = Buffer.from(
    await openBytes(envelope, key).catch((error: unknown) => {
      reportOddLength(state.deps, error);
      throw error;
    }),
  );
  try {
    // Lists are answers too; anything that is no JSON, or means two things at once, is none.
    readJsonWithin(body, { size: LARGEST_OPENED, depth: 32, twice: 'refused' });
  } catch (cause) {
    throw failures.sealedAnswerUnreadable(cause);
  }
  notePlain(state, false);
  const { 'x-encryption': _, ...headers } = answer.headers;
  return {
    answer: { ...answer, headers: { ...headers, 'content-type': 'application/json' }, body },
    sealed: true,
  };
}

/** The error of `openBytes` names a member of foreign length in its cause. */
function reportOddLength({ oddLength }: SealingDeps, error: unknown): void {
  const cause = asFailure(error).cause as Error | undefined;
  const [, member, bytes] = /^envelope-(iv|tag)-of-(\d+)-bytes$/.exec(String(cause?.message)) ?? [];
  if (member) oddLength(member as 'iv' | 'tag', Number(bytes));
}

/** Tells each change once. */
function notePlain(state: SealingState, plain: boolean): void {
  if (plain === state.plain) return;
  state.plain = plain;
  state.deps.plainAnswers(plain);
}
