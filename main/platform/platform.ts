/** The platform's API as one part: who we are to it, and one chapter for each of its subjects. */
import type { Skew } from '../../shared/health.ts';
import type { Clock, KeyStore, Net, Random } from '../outside.ts';
import { checkAddress, type Address } from './address.ts';
import { createAuthentication, type Authentication } from './authentication.ts';
import { createClient, type Client } from './client.ts';
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
  /** Our clock is wrong by more than five minutes now (milliseconds ahead of the platform's, or out of date altogether), or right again (0). */
  readonly clockChanged?: (skew: Skew) => void;
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
  /** Whom the platform takes us for (contract 1.4). */
  whoAmI(): Promise<{ readonly userName: string | undefined; readonly workspace: string | undefined }>;
};

export type Platform = { readonly authentication: Authentication; readonly account: Account; readonly client: Client; readonly transcription: Transcription; readonly skew: () => number; readonly offset: () => number | undefined };

export function createPlatform({ net: outside, clock, random, address, secrets, tokensChanged, clockChanged = () => {} }: PlatformNeeds): Platform {
  const { net, skew, offset } = createServerTime({ net: outside, clock, changed: clockChanged });
  /** A token ends by the platform's clock, whatever ours says (P26). */
  const time = () => clock.now() - (offset() ?? 0);
  const authentication = createAuthentication({ net, clock, random, time });
  const tokens = createTokens({ time, secrets, authentication, address, changed: tokensChanged });
  const client = createClient({ net, clock, random, address, tokens });
  const needs = { net, clock, random, baseUrl: () => address().baseUrl };
  return {
    authentication,
    client,
    skew,
    offset,
    transcription: createTranscription({ client, address, upload: (form, file) => uploadFile(needs, form, file) }),
    account: {
      open: tokens.open,
      close: tokens.close,
      state: tokens.state,
      async signIn(typed, clientSecret) {
        const checked = checkAddress(typed);
        return { address: checked, state: await tokens.signIn(checked, clientSecret) };
      },
      signOut: tokens.signOut,
      async whoAmI() {
        const { username, workspace_id } = await client.ask({ method: 'GET', path: '/connect-auth/v1/account/whoami' }, whoami);
        return { userName: username, workspace: workspace_id };
      },
    },
  };
}
