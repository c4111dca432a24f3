/**
 * The sample of an encrypted call (contract 5.3), and what it is good for here: finding out whether
 * a key works.
 */
import { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import { ENVELOPE_SAMPLE, type KeyTest } from '../../../../shared/model/account/envelope.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { readServerError } from '../client/status-failure.ts';
import type { EnvelopeKeys } from './envelope-keys.ts';

export type Registration = {
  /** Begins a registration; always sealed. Throws what `client.encrypted` and `failureOf` throw. */
  begin(body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  /**
   * Sends a sealed call that begins nothing, under the key of this name. Throws `missing` /
   * `no-envelope-key`, `signed-out`, `offline`, `busy`, `locked`.
   */
  testKey(kid: string): Promise<KeyTest>;
};

const answerSchema = z.record(z.string(), z.unknown());
/**
 * Without any number of a person: a real platform has to refuse it, and a refusal that opens proves
 * the key as well.
 */
const HARMLESS = { key_test: true };

export function createRegistration({
  client,
  keys,
}: {
  readonly client: Client;
  readonly keys: EnvelopeKeys;
}): Registration {
  return {
    async begin(body) {
      const { answer } = await client.encrypted({
        method: 'POST',
        path: ENVELOPE_SAMPLE,
        body,
        retry: 'post',
      });
      if (answer.status >= 300) throw client.failureOf(answer);
      return readAnswer(answer, answerSchema);
    },
    async testKey(kid) {
      const key = await keys.find(kid);
      if (!key)
        throw new Failure('missing', 'There is no key of this name.', {
          detail: 'no-envelope-key',
        });
      try {
        const { answer, sealed } = await client.encrypted(
          { method: 'POST', path: ENVELOPE_SAMPLE, body: HARMLESS, retry: 'safe' },
          key,
        );
        if (sealed) return { outcome: 'opened' };
        if (answer.status < 300) return { outcome: 'plain' };
        const { code } = readServerError(answer);
        if (code === 'encryption_kid') return { outcome: 'kid-unknown' };
        if (code === 'encryption_failed') return { outcome: 'key-wrong' };
        if (answer.status === 415 || code?.startsWith('encryption_'))
          return { outcome: 'not-supported' };
        if (answer.status === 404 || answer.status === 405) return { outcome: 'absent' };
        throw client.failureOf(answer);
      } catch (error) {
        // It was taken and answered; only we cannot read the answer.
        const { code, detail = '' } = asFailure(error);
        if (code === 'broken' && unopened.has(detail)) return { outcome: 'not-opened' };
        throw error;
      }
    },
  };
}
const unopened: ReadonlySet<string> = new Set([
  'malformed',
  'header',
  'kid',
  'failed',
  'payload',
  'too-large',
]);
