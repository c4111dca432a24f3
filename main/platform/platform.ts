/** The platform's API as one part: who we are to it, and one chapter for each of its subjects. */
import type { Clock, KeyStore, Net, Random } from '../outside.ts';
import { checkAddress, type Address } from './address.ts';
import { createAuthentication, type Authentication } from './authentication.ts';
import { createClient, type Client } from './client.ts';
import type { EnvelopeFamily } from '../../shared/envelope.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createEnvelopeKeys, type EnvelopeKeys } from './envelope-keys.ts';
import { createRegistration, type Registration } from './registration.ts';
import { createSealing } from './sealing.ts';
import { createTokens, type TokenState } from './tokens.ts';
import { createTranscription, type Transcription } from './transcription.ts';
import { createServerTime } from './server-time.ts';
import { uploadFile } from './upload.ts';
import { whoami } from '../../shared/wire/authentication.ts';

export type PlatformNeeds = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  /** Where the platform is and who we are; read anew for each call. */
  readonly address: () => Address;
  /** For the client secret and the tokens. */
  readonly secrets: KeyStore;
  readonly tokensChanged: (state: TokenState) => void;
  /** Our clock is wrong by more than five minutes now (milliseconds ahead of the platform's), or right again (0). */
  readonly clockChanged?: (skew: number) => void;
  /** Which families go out in the envelope of contract 5; none unless said. */
  readonly sealedFamilies?: () => readonly EnvelopeFamily[];
  /** A sealed call was answered plainly, or sealed again after that. */
  readonly plainAnswers?: (plain: boolean) => void;
  /** See `SealingNeeds`. */
  readonly oddLength?: (member: 'iv' | 'tag', bytes: number) => void;
};

export type Account = {
  /** Reads the sign-in that is kept; call it once the vault is open. Throws `locked`. */
  open(): Promise<TokenState>;
  /** Forgets what is in memory. */
  close(): void;
  state(): TokenState;
  /** Answers the address tidied: keep that one. Throws `invalid`, `refused` / `credentials-refused` or `address-wrong`, `offline`, `busy`, `locked`. */
  signIn(address: Address, clientSecret: string): Promise<{ readonly address: Address; readonly state: TokenState }>;
  signOut(): Promise<TokenState>;
  /** Keeps a token for the doctor-tool paths (contract 1.7); the empty text forgets it. Throws `locked`. */
  setBusinessToken(token: string): Promise<void>;
  /** Whom the platform takes us for (contract 1.4). */
  whoAmI(): Promise<{ readonly userName: string | undefined; readonly workspace: string | undefined }>;
};

export type Platform = { readonly authentication: Authentication; readonly account: Account; readonly client: Client; readonly transcription: Transcription; readonly documents: Documents; readonly envelopeKeys: EnvelopeKeys; readonly registration: Registration; readonly skew: () => number; readonly offset: () => number | undefined };

export function createPlatform({ net: outside, clock, random, address, secrets, tokensChanged, clockChanged = () => {}, sealedFamilies = () => [], plainAnswers = () => {}, oddLength = () => {} }: PlatformNeeds): Platform {
  const { net, skew, offset } = createServerTime({ net: outside, clock, changed: clockChanged });
  const authentication = createAuthentication({ net, clock, random });
  const tokens = createTokens({ clock, secrets, authentication, address, changed: tokensChanged });
  const envelopeKeys = createEnvelopeKeys({ secrets, clock, address });
  const sealing = createSealing({ keys: envelopeKeys, random, address, families: sealedFamilies, plainAnswers, oddLength });
  const client = createClient({ net, clock, random, address, tokens, sealing });
  const needs = { net, clock, random, baseUrl: () => address().baseUrl };
  return {
    authentication,
    client,
    skew,
    offset,
    envelopeKeys,
    documents: createDocuments({ client, random }),
    registration: createRegistration({ client, keys: envelopeKeys }),
    transcription: createTranscription({ client, address, upload: (form, file) => uploadFile(needs, form, file) }),
    account: {
      open: tokens.open,
      close() {
        tokens.close();
        envelopeKeys.close();
      },
      state: tokens.state,
      async signIn(typed, clientSecret) {
        const checked = checkAddress(typed);
        return { address: checked, state: await tokens.signIn(checked, clientSecret) };
      },
      signOut: tokens.signOut,
      setBusinessToken: tokens.setBusiness,
      async whoAmI() {
        const { username, workspace_id } = await client.ask({ method: 'GET', path: '/connect-auth/v1/account/whoami' }, whoami);
        return { userName: username, workspace: workspace_id };
      },
    },
  };
}
