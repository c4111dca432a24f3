/**
 * Contract 5.3 to 5.6 on our side: which calls go out sealed, under which key, and how their answers are opened.
 * What is to be sealed is sealed or not sent: there is no way from here to a plain call.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
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
  /** Which families are sealed in this profile; read anew for each call. */
  readonly families: () => readonly EnvelopeFamily[];
  /** A sealed call was answered plainly (true, told once), or sealed again after that. */
  readonly plainAnswers: (plain: boolean) => void;
  /** An answer had an iv or a tag of another length, as one published sample has: refused, and worth knowing (contract 5.5). */
  readonly oddLength: (member: 'iv' | 'tag', bytes: number) => void;
};

export type Sealing = {
  /** The key that a call with a body must be sealed with; undefined where it goes plain. Throws `refused` / `no-envelope-key` before anything is sent, and `locked`. */
  keyFor(path: string): Promise<EnvelopeKey | undefined>;
  /** Throws like `keyFor`. */
  inUse(): Promise<EnvelopeKey>;
  /** The body as it is sent, under a fresh IV. Throws like `sealJson`. */
  seal(body: unknown, key: EnvelopeKey): Promise<string>;
  /** The answer to a sealed call with its body opened. Throws `broken` with an `EnvelopeWord`. */
  open(answer: NetAnswer, key: EnvelopeKey): Promise<Opened>;
  /** Whether the platform says that it does not know the key's name: then the key store is asked once more (contract 5.6). */
  isKidRefusal(answer: NetAnswer): boolean;
  /** The key to repeat with after such a refusal; undefined where it is gone. */
  rereadKey(kid: string | undefined): Promise<EnvelopeKey | undefined>;
};

export type Opened = { readonly answer: NetAnswer; readonly sealed: boolean };

export function createSealing({
  keys,
  random,
  address,
  families,
  plainAnswers,
  oddLength,
}: SealingDeps): Sealing {
  let warned = false;

  async function inUse(): Promise<EnvelopeKey> {
    const key = await keys.find();
    if (key) return key;
    throw new Failure(
      'refused',
      'This is to be sent encrypted, and there is no key for it. Put the platform’s encryption key into Settings; nothing was sent.',
      { detail: 'no-envelope-key' },
    );
  }

  return {
    inUse,
    async keyFor(path) {
      const family = familyOf(path, address().brand);
      return path === ENVELOPE_SAMPLE || (family !== undefined && families().includes(family))
        ? inUse()
        : undefined;
    },
    async seal(body, key) {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new Failure('broken', 'Only an object can be sent sealed.', { detail: 'payload' });
      return JSON.stringify(await sealJson(body, key, random));
    },
    async open(answer, key) {
      const envelope = readJson(answer);
      if (!isSealed(answer.headers['x-encryption'], envelope)) {
        // Nothing is nothing, sealed or not.
        if (answer.status < 300 && answer.body.length > 0) tell(true);
        return { answer, sealed: false };
      }
      const body = Buffer.from(
        await openBytes(envelope, key).catch((error: unknown) => {
          const [, member, bytes] =
            /^envelope-(iv|tag)-of-(\d+)-bytes$/.exec(
              String((asFailure(error).cause as Error | undefined)?.message),
            ) ?? [];
          if (member) oddLength(member as 'iv' | 'tag', Number(bytes));
          throw error;
        }),
      );
      try {
        // Lists are answers too; anything that is no JSON, or means two things at once, is none.
        readJsonWithin(body, { size: 32 * 1024 * 1024, depth: 32, twice: 'refused' });
      } catch (cause) {
        throw new Failure('broken', 'What the platform sealed is not what Scriba can read.', {
          detail: 'payload',
          cause,
        });
      }
      tell(false);
      const { 'x-encryption': _, ...headers } = answer.headers;
      return {
        answer: { ...answer, headers: { ...headers, 'content-type': 'application/json' }, body },
        sealed: true,
      };
    },
    isKidRefusal: (answer) =>
      answer.status === 400 && readServerError(answer).code === 'encryption_kid',
    async rereadKey(kid) {
      keys.reread();
      return keys.find(kid);
    },
  };

  function tell(plain: boolean) {
    if (plain === warned) return;
    warned = plain;
    plainAnswers(plain);
  }
}
