/** The platform's API as one part: who we are to it, and one chapter for each of its subjects. */

import { Failure } from '../../../shared/failure.ts';
import type { EnvelopeFamily } from '../../../shared/model/account/envelope.ts';
import type {
  PathOverrides,
  TransportChoice,
} from '../../../shared/model/account/platform-profile.ts';
import type { Skew } from '../../../shared/model/health.ts';
import { whoami } from '../../../shared/wire/authentication.ts';
import type { Clock, KeyStore, Net, Random } from '../ports.ts';
import { type Codification, createCodification } from './api/codification.ts';
import { createDocuments, type Documents } from './api/documents.ts';
import { createEmrUsers, type EmrUsers } from './api/emr-user.ts';
import { createHistory, type PlatformHistory } from './api/history.ts';
import { createIpd, type Ipd } from './api/ipd.ts';
import { createSymptoms, type Symptoms } from './api/symptoms.ts';
import { createTemplates, type Templates } from './api/templates.ts';
import { createUsers, type Users } from './api/users.ts';
import { createPlatformWebhooks, type Webhooks } from './api/webhooks.ts';
import { type Address, checkAddress } from './client/address.ts';
import { type Authentication, createAuthentication } from './client/authentication.ts';
import { type Client, createClient } from './client/client.ts';
import { applyPathOverrides } from './client/paths.ts';
import { createServerTime } from './client/server-time.ts';
import { createTokens, type TokenState } from './client/tokens.ts';
import { createEnvelopeKeys, type EnvelopeKeys } from './envelope/envelope-keys.ts';
import { createRegistration, type Registration } from './envelope/registration.ts';
import { createSealing } from './envelope/sealing.ts';
import { createDiscovery, type Discover } from './transcription/discovery.ts';
import { createSessions } from './transcription/sessions.ts';
import { createTranscription, type Transcription } from './transcription/transcription.ts';
import { uploadFile } from './transcription/upload.ts';
import { createTransport } from './transcription/upload-protocol.ts';

export type PlatformDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  /** Where the platform is and who we are; read anew for each call. */
  readonly address: () => Address;
  /** For the client secret and the tokens. */
  readonly secrets: KeyStore;
  readonly tokensChanged: (state: TokenState) => void;
  /** How this platform differs from the contract's usual one; as the contract has it where absent. */
  readonly profile?: () => { readonly paths: PathOverrides; readonly transport: TransportChoice };
  /** See `transport.ts`. Remembered by nobody where absent. */
  readonly sessionsUsed?: { get(): boolean; set(): void };
  /** Which families go out in the envelope of contract 5; none unless said. */
  readonly sealedFamilies?: () => readonly EnvelopeFamily[];
  /** A sealed call was answered plainly, or sealed again after that. */
  readonly plainAnswers?: (plain: boolean) => void;
  /** See `SealingNeeds`. */
  readonly oddLength?: (member: 'iv' | 'tag', bytes: number) => void;
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
  signIn(
    address: Address,
    clientSecret: string,
    sharingKey?: string,
  ): Promise<{ readonly address: Address; readonly state: TokenState }>;
  /** The same with a token from the platform's console (contract 1.4). Throws `invalid` / `token-invalid`, `refused` / `token-refused`. */
  useToken(
    address: Address,
    token: string,
  ): Promise<{ readonly address: Address; readonly state: TokenState }>;
  signOut(): Promise<TokenState>;
  /** Keeps a token for the doctor-tool paths (contract 1.7); the empty text forgets it. Throws `locked`. */
  setBusinessToken(token: string): Promise<void>;
  /** Looks again whether one is kept for the address in use; `state` tells. */
  lookForBusinessToken(): Promise<TokenState>;
  /** Whom the platform takes us for (contract 1.4). */
  whoAmI(): Promise<{
    readonly userName: string | undefined;
    readonly workspace: string | undefined;
  }>;
};

export type Platform = {
  readonly authentication: Authentication;
  readonly account: Account;
  readonly client: Client;
  readonly transcription: Transcription;
  readonly templates: Templates;
  readonly history: PlatformHistory;
  readonly discovery: Discover;
  readonly users: Users;
  readonly emrUsers: EmrUsers;
  readonly ipd: Ipd;
  readonly codification: Codification;
  readonly symptoms: Symptoms;
  readonly webhooks: Webhooks;
  readonly documents: Documents;
  readonly envelopeKeys: EnvelopeKeys;
  readonly registration: Registration;
  readonly skew: () => number;
  readonly offset: () => number | undefined;
};

export function createPlatform({
  net: ports,
  clock,
  random,
  address,
  secrets,
  tokensChanged,
  clockChanged = () => {},
  profile = () => ({ paths: {}, transport: 'transactions' }),
  sessionsUsed = forgetful(),
  sealedFamilies = () => [],
  plainAnswers = () => {},
  oddLength = () => {},
}: PlatformDeps): Platform {
  const { net, skew, offset } = createServerTime({ net: ports, clock, changed: clockChanged });
  /** A token ends by the platform's clock, whatever ours says (P26). */
  const time = () => clock.now() - (offset() ?? 0);
  const place = (path: string, brand = address().brand) =>
    applyPathOverrides(path, profile().paths, brand);
  const authentication = createAuthentication({ net, clock, random, time, place });
  const tokens = createTokens({ time, secrets, authentication, address, changed: tokensChanged });
  const envelopeKeys = createEnvelopeKeys({ secrets, clock, address });
  const sealing = createSealing({
    keys: envelopeKeys,
    random,
    address,
    families: sealedFamilies,
    plainAnswers,
    oddLength,
  });
  const client = createClient({ net, clock, random, address, tokens, place, sealing });
  const discovery = createDiscovery({ net, clock, random, address, place });
  const deps = { net, clock, random, tokens, baseUrl: () => address().baseUrl };
  const transactions = createTranscription({
    client,
    address,
    upload: (form, file) => uploadFile(deps, form, file),
  });
  const sessions = createSessions({ client, random });
  return {
    authentication,
    client,
    skew,
    offset,
    discovery,
    transcription: createTransport({
      transactions,
      sessions,
      discovery,
      choice: () => profile().transport,
      sessionsUsed,
    }),
    templates: createTemplates({ client }),
    history: createHistory({ client, net, address }),
    users: createUsers({ client, clock, address }),
    emrUsers: createEmrUsers({ client }),
    ipd: createIpd({ client }),
    codification: createCodification({ client, clock, address }),
    symptoms: createSymptoms({ client, address }),
    webhooks: createPlatformWebhooks({ client, address }),
    envelopeKeys,
    documents: createDocuments({ client, random }),
    registration: createRegistration({ client, keys: envelopeKeys }),
    account: {
      open: tokens.open,
      close() {
        tokens.close();
        envelopeKeys.close();
      },
      state: tokens.state,
      async signIn(typed, clientSecret, sharingKey) {
        const checked = checkAddress(typed);
        return { address: checked, state: await tokens.signIn(checked, clientSecret, sharingKey) };
      },
      async useToken(typed, token) {
        const checked = checkAddress(typed);
        return { address: checked, state: await tokens.useToken(checked, checkToken(token)) };
      },
      signOut: tokens.signOut,
      setBusinessToken: async (token) =>
        tokens.setBusiness(token.trim() === '' ? '' : checkToken(token)),
      lookForBusinessToken: tokens.lookForBusiness,
      async whoAmI() {
        const { username, workspace_id } = await client.ask(
          { method: 'GET', path: '/connect-auth/v1/account/whoami' },
          whoami,
        );
        return { userName: username, workspace: workspace_id };
      },
    },
  };
}

/** It is sent as a header, so it may hold what a header may hold. */
function checkToken(token: string): string {
  const tidy = token.trim().replace(/^Bearer\s+/i, '');
  if (/^[\x21-\x7e]+$/.test(tidy)) return tidy;
  throw new Failure(
    'invalid',
    'This is not a token: it has letters, digits and signs only, and no spaces. Copy it from the platform’s console as it is.',
    { detail: 'token-invalid' },
  );
}

function forgetful() {
  let used = false;
  return { get: () => used, set: () => void (used = true) };
}
