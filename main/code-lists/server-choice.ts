/** Which terminology server is set, and its token: the address in the settings' clear values, the token in the key store, never told to a page. */
import { z } from 'zod';
import { ontologies, type Ontology } from '../../shared/codification.ts';
import { Failure } from '../../shared/failure.ts';
import { serverAnswers, type ServerTrial, type TerminologyServer } from '../../shared/terminology.ts';
import type { KeyStore } from '../outside.ts';
import type { ServerAddress } from '../terminology-server/terminology-server.ts';

const CHOICE = 'terminology.server';
const TOKEN = 'terminology-server-token';
const trialSchema = z.object({ software: z.string(), ontologies: z.array(z.object({ ontology: z.enum(ontologies), answer: z.enum(serverAnswers), version: z.string().optional(), said: z.string().optional() })) });
const choiceSchema = z.object({ address: z.string(), hasToken: z.boolean(), tried: trialSchema.optional() });
type Choice = z.infer<typeof choiceSchema>;
const none: Choice = { address: '', hasToken: false };

export type ServerChoice = {
  get(): TerminologyServer;
  /** Throws what `readAddress` throws, Failure `invalid` / `token-invalid`, and `locked` where a token must be kept or removed. */
  set(address: string, token: string | undefined): Promise<TerminologyServer>;
  /** For the calls. Throws Failure `missing` / `no-terminology-server`, `locked`. */
  address(): Promise<ServerAddress>;
  /** Remembers what it answered. */
  tried(trial: ServerTrial): void;
  /** Whether it had this list of codes, ready to be searched, when it was tried; undefined: it was not tried. */
  serves(ontology: Ontology): boolean | undefined;
};

export type ServerChoiceNeeds = {
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly secrets: Pick<KeyStore, 'get' | 'set' | 'remove'>;
  /** https, or http on this very machine. Throws Failure `invalid` (`address-invalid`, `address-insecure`). */
  readonly readAddress: (text: string) => URL;
};

export function createServerChoice({ values, secrets, readAddress }: ServerChoiceNeeds): ServerChoice {
  const choice = (): Choice => {
    try {
      return choiceSchema.parse(JSON.parse(values.get(CHOICE) ?? ''));
    } catch {
      return none;
    }
  };
  const put = (next: TerminologyServer) => values.set(CHOICE, JSON.stringify(next));

  return {
    get: choice,

    async set(text, token) {
      const before = choice();
      const address = text === '' ? '' : tidy(readAddress(text));
      if (token !== undefined && !/^[\x21-\x7e]*$/.test(token)) throw new Failure('invalid', 'A token has letters, digits and signs only.', { detail: 'token-invalid' });
      const same = address !== '' && address === before.address;
      const keeps = token === undefined ? same && before.hasToken : token !== '' && address !== '';
      // A token belongs to the server that it was entered for: whoever changes the address must not have it sent there.
      if (keeps && token !== undefined) await secrets.set(TOKEN, JSON.stringify({ address, token }));
      else if (!keeps && before.hasToken) await secrets.remove(TOKEN);
      put({ address, hasToken: keeps, ...(same && before.tried && { tried: before.tried }) });
      return choice();
    },

    async address() {
      const { address, hasToken } = choice();
      if (address === '') throw new Failure('missing', 'No terminology server is set.', { detail: 'no-terminology-server' });
      const token = hasToken ? tokenFor(address, await secrets.get(TOKEN)) : undefined;
      return { base: readAddress(address), ...(token !== undefined && { token }) };
    },

    tried(tried) {
      put({ ...choice(), tried });
    },

    serves: (ontology) => choice().tried?.ontologies.some((one) => one.ontology === ontology && one.answer === 'ready'),
  };
}

const kept = z.object({ address: z.string(), token: z.string() });
function tokenFor(address: string, text: string | undefined): string | undefined {
  try {
    const read = kept.parse(JSON.parse(text ?? ''));
    return read.address === address ? read.token : undefined;
  } catch {
    return undefined;
  }
}

function tidy(url: URL): string {
  if (url.search || url.hash) throw new Failure('invalid', 'The address of a terminology server has no ? and no #.', { detail: 'address-invalid' });
  return url.href.replace(/\/+$/, '');
}
