/**
 * The terminology server that is set: the address in the clear settings values, the token in the
 * key store; a page never gets the token.
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { type Ontology, ontologies } from '../../../../shared/model/coding/codification.ts';
import {
  type ServerTrial,
  serverAnswers,
  type TerminologyServer,
} from '../../../../shared/model/coding/terminology.ts';
import type { KeyStore } from '../../../infrastructure/ports.ts';
import { createServerAccess } from '../../../infrastructure/server-access.ts';
import type { ServerAddress } from '../../../infrastructure/terminology/server/terminology-server.ts';

const CHOICE = 'terminology.server';
const TOKEN = 'terminology-server-token';
const trialSchema = z.object({
  software: z.string(),
  ontologies: z.array(
    z.object({
      ontology: z.enum(ontologies),
      answer: z.enum(serverAnswers),
      version: z.string().optional(),
      said: z.string().optional(),
    }),
  ),
});
const choiceSchema = z.object({
  address: z.string(),
  hasToken: z.boolean(),
  tried: trialSchema.optional(),
});
type Choice = z.infer<typeof choiceSchema>;
const none: Choice = { address: '', hasToken: false };

export type ServerChoice = {
  get(): TerminologyServer;
  /**
   * Throws what `readAddress` throws, Failure `invalid` / `token-invalid`, and `locked` where a
   * token must be kept or removed.
   */
  set(address: string, token: string | undefined): Promise<TerminologyServer>;
  /** For the calls. Throws Failure `missing` / `no-terminology-server`, `locked`. */
  address(): Promise<ServerAddress>;
  /** Stores the result of a test. */
  tried(trial: ServerTrial): void;
  /**
   * Returns whether the server had this list ready when it was tested; undefined: it was not
   * tested.
   */
  serves(ontology: Ontology): boolean | undefined;
};

export type ServerChoiceDeps = {
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly secrets: Pick<KeyStore, 'get' | 'set' | 'remove'>;
  /**
   * https, or http on this very machine. Throws Failure `invalid` (`address-invalid`,
   * `address-insecure`).
   */
  readonly readAddress: (text: string) => URL;
};

export function createServerChoice({
  values,
  secrets,
  readAddress,
}: ServerChoiceDeps): ServerChoice {
  const choice = (): Choice => {
    try {
      return choiceSchema.parse(JSON.parse(values.get(CHOICE) ?? ''));
    } catch {
      return none;
    }
  };
  const access = createServerAccess({ secrets, name: TOKEN, readAddress });
  const put = (next: TerminologyServer) => values.set(CHOICE, JSON.stringify(next));

  return {
    get: choice,

    async set(text, token) {
      const before = choice();
      const entered = await access.enter(before, text, token);
      put({
        ...entered,
        ...(entered.address !== '' &&
          entered.address === before.address &&
          before.tried && { tried: before.tried }),
      });
      return choice();
    },

    async address() {
      const entered = choice();
      if (entered.address === '')
        throw new Failure('missing', 'No terminology server is set.', {
          detail: 'no-terminology-server',
        });
      return access.open(entered);
    },

    tried(tried) {
      put({ ...choice(), tried });
    },

    serves: (ontology) =>
      choice().tried?.ontologies.some((one) => one.ontology === ontology && one.answer === 'ready'),
  };
}
