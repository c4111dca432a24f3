/**
 * The platform's API as one part: the account, the way of a recording, and one member for each
 * further chapter of the contract.
 */
import { Failure } from '../../../shared/failure.ts';
import type { BrowserSignIn, DeviceOffer } from '../../../shared/model/account/account.ts';
import type { EnvelopeFamily } from '../../../shared/model/account/envelope.ts';
import type {
  PathOverrides,
  TransportChoice,
} from '../../../shared/model/account/platform-profile.ts';
import type { Skew } from '../../../shared/model/health.ts';
import { whoami } from '../../../shared/wire/authentication.ts';
import type { Clock, KeyStore, Loopback, Net, OpenLink, OpenSoundLine, Random } from '../ports.ts';
import { type Codification, createCodification } from './api/codification.ts';
import { createDocuments, type Documents } from './api/documents.ts';
import { createEmrUsers, type EmrUsers } from './api/emr-user.ts';
import { createHistory, type PlatformHistory } from './api/history.ts';
import { createIpd, type Ipd } from './api/ipd.ts';
import { createSessionDocuments, type SessionDocuments } from './api/session-documents.ts';
import { createSymptoms, type Symptoms } from './api/symptoms.ts';
import { createTemplates, type Templates } from './api/templates.ts';
import { createUsers, type Users } from './api/users.ts';
import { createPlatformWebhooks, type Webhooks } from './api/webhooks.ts';
import { type Address, checkAddress } from './client/address.ts';
import { type Authentication, createAuthentication } from './client/authentication.ts';
import { type Client, createClient } from './client/client.ts';
import { applyPathOverrides } from './client/paths.ts';
import {
  createPersonSignIn,
  type PersonGrant,
  type PersonSignIn,
} from './client/person-sign-in.ts';
import { createServerTime } from './client/server-time.ts';
import { createTokens, type TokenState, type Tokens } from './client/tokens.ts';
import { createEnvelopeKeys, type EnvelopeKeys } from './envelope/envelope-keys.ts';
import { createRegistration, type Registration } from './envelope/registration.ts';
import { createSealing } from './envelope/sealing.ts';
import { oidcServerOnDemand, oidcSignInOnDemand } from './oidc/oidc.ts';
import type { OidcSignIn } from './oidc/oidc-sign-in.ts';
import { createDiscovery, type Discover } from './transcription/discovery.ts';
import { createSessions } from './transcription/sessions.ts';
import { createSoundStreams, type SoundStreams } from './transcription/sound-streams.ts';
import { createTranscription } from './transcription/transcription.ts';
import { uploadFile } from './transcription/upload.ts';
import { createUploadProtocol, type UploadProtocol } from './transcription/upload-protocol.ts';

export type PlatformDeps = {
  readonly net: Net;
  /** Absent where the host opens no WebSocket. */
  readonly soundLine?: OpenSoundLine | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Address and client id; read anew for each call. */
  readonly address: () => Address;
  /** For the client secret and the tokens. */
  readonly secrets: KeyStore;
  readonly tokensChanged: (state: TokenState) => void;
  /**
   * How this platform differs from the contract's usual one; as the contract has it where absent.
   */
  readonly profile?: () => { readonly paths: PathOverrides; readonly transport: TransportChoice };
  /** See `UploadProtocolDeps`. Kept in memory only where absent. */
  readonly sessionsUsed?: { get(): boolean; set(): void };
  /** Which families go out in the envelope of contract 5; none unless said. */
  readonly sealedFamilies?: () => readonly EnvelopeFamily[];
  /** A sealed call was answered plainly, or sealed again after that. */
  readonly plainAnswers?: (plain: boolean) => void;
  /** See `SealingDeps`. */
  readonly oddLength?: (member: 'iv' | 'tag', bytes: number) => void;
  /**
   * Our clock is wrong by more than five minutes now (milliseconds ahead of the platform's, or out
   * of date altogether), or right again (0).
   */
  readonly clockChanged?: (skew: Skew) => void;
  /** For sign-in in a browser; not offered where absent. */
  readonly browser?: BrowserDeps | undefined;
};

/** `net`: to the server that signs people in, which is another than the platform. */
type BrowserDeps = {
  readonly net: Net;
  readonly loopback: Loopback;
  readonly openLink?: OpenLink | undefined;
};

type Step =
  | { readonly kind: 'waiting'; readonly wait: number }
  | {
      readonly kind: 'signed-in';
      readonly address: Address;
      readonly state: TokenState;
      /** Id of Scriba at the sign-in server. */
      readonly oidcClientId?: string;
    };

type Account = {
  /** Reads the sign-in that is kept; call it once the vault is open. Throws `locked`. */
  open(): Promise<TokenState>;
  /** Forgets what is in memory. */
  close(): void;
  state(): TokenState;
  /**
   * Returns the address tidied: keep that one. Throws `invalid`, `refused` / `credentials-refused`
   * or `address-wrong`, `offline`, `busy`, `locked`.
   */
  signIn(
    address: Address,
    clientSecret: string,
    sharingKey?: string,
  ): Promise<{ readonly address: Address; readonly state: TokenState }>;
  /**
   * The same with a token from the platform's console (contract 1.4). Throws `invalid` /
   * `token-invalid`, `refused` / `token-refused`.
   */
  useToken(
    address: Address,
    token: string,
  ): Promise<{ readonly address: Address; readonly state: TokenState }>;
  /** By name and password; the account's id is the name. Throws what `PersonSignIn` throws. */
  signInPerson(
    where: Pick<Address, 'baseUrl' | 'brand'>,
    userName: string,
    password: string,
  ): Promise<{ readonly address: Address; readonly state: TokenState }>;
  /** A code to be approved in a browser; `stepDevice` asks whether it was. */
  beginDevice(where: Pick<Address, 'baseUrl' | 'brand'>): Promise<DeviceOffer>;
  stepDevice(): Promise<Step>;
  /** In the browser of this computer (OpenID Connect); `stepBrowser` asks whether it is done. */
  beginBrowser(
    where: Pick<Address, 'baseUrl' | 'brand'>,
    oidcClientId: string,
  ): Promise<BrowserSignIn>;
  stepBrowser(): Promise<Step>;
  stopBrowser(): void;
  signOut(): Promise<TokenState>;
  /**
   * Keeps a token for the doctor-tool paths (contract 1.7); the empty text forgets it. Throws
   * `locked`.
   */
  setBusinessToken(token: string): Promise<void>;
  /** Looks again for one that is kept for the address in use; `state` tells. */
  lookForBusinessToken(): Promise<TokenState>;
  /** The user as the platform knows it (contract 1.4). */
  whoAmI(): Promise<{
    readonly userName: string | undefined;
    readonly workspace: string | undefined;
  }>;
};

export type Platform = {
  readonly authentication: Authentication;
  readonly account: Account;
  readonly client: Client;
  readonly transcription: UploadProtocol;
  /** Absent where the host opens no WebSocket. */
  readonly soundStreams?: SoundStreams | undefined;
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
  readonly sessionDocuments: SessionDocuments;
  readonly envelopeKeys: EnvelopeKeys;
  readonly registration: Registration;
  readonly skew: () => number;
  readonly offset: () => number | undefined;
};

export function createPlatform(deps: PlatformDeps): Platform {
  const { clock, random, address, secrets, sealedFamilies = () => [] } = deps;
  const { plainAnswers = () => {}, oddLength = () => {} } = deps;
  const profile = deps.profile ?? (() => ({ paths: {}, transport: 'transactions' as const }));
  const { net, skew, offset } = createServerTime({
    net: deps.net,
    clock,
    changed: deps.clockChanged ?? (() => {}),
  });
  /** A token ends by the platform's clock, whatever ours says (P26). */
  const time = () => clock.now() - (offset() ?? 0);
  const place = (path: string, brand = address().brand) =>
    applyPathOverrides(path, profile().paths, brand);
  const authentication = createAuthentication({ net, clock, random, time, place });
  const changed = deps.tokensChanged;
  const oidc = oidcServerOnDemand({ net: deps.browser?.net ?? net, clock, time });
  const tokens = createTokens({ time, secrets, authentication, oidc, address, changed });
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
  const streams =
    deps.soundLine &&
    createSoundStreams({ openLine: deps.soundLine, tokens, address, clock, random });
  const uploadDeps = { net, clock, random, tokens, baseUrl: () => address().baseUrl };
  const transcription = createUploadProtocol({
    transactions: createTranscription({
      client,
      address,
      upload: (form, file) => uploadFile(uploadDeps, form, file),
    }),
    sessions: createSessions({
      client,
      random,
      streams,
    }),
    discovery,
    choice: () => profile().transport,
    sessionsUsed: deps.sessionsUsed ?? flagInMemory(),
  });
  return {
    authentication,
    account: createAccount({
      tokens,
      envelopeKeys,
      client,
      streams,
      person: createPersonSignIn({ net, clock, random, time }),
      browser: deps.browser && browserSignIn(deps.browser, { net, clock, random, time, place }),
    }),
    client,
    skew,
    offset,
    discovery,
    transcription,
    soundStreams: streams,
    envelopeKeys,
    registration: createRegistration({ client, keys: envelopeKeys }),
    ...createChapters({ client, net, clock, random, address }),
  };
}

type BrowserSignInDeps = Pick<PlatformDeps, 'net' | 'clock' | 'random'> & {
  readonly time: () => number;
  readonly place: (path: string, brand: string) => string;
};

function browserSignIn(
  browser: BrowserDeps,
  { net, clock, random, time, place }: BrowserSignInDeps,
): OidcSignIn {
  return oidcSignInOnDemand({
    ...browser,
    clock,
    random,
    time,
    // Asked anew each time: it may be another address than the one in use.
    offer: async (where) =>
      (
        await createDiscovery({
          net,
          clock,
          random,
          address: () => ({ ...where, clientId: '' }),
          place: (path) => place(path, where.brand),
        }).ask()
      ).oidc,
  });
}

type ChapterDeps = Pick<PlatformDeps, 'net' | 'clock' | 'random' | 'address'> & {
  readonly client: Client;
};

/** The chapters of the contract that are calls of the client and nothing else. */
function createChapters({ client, net, clock, random, address }: ChapterDeps) {
  return {
    templates: createTemplates({ client }),
    history: createHistory({ client, net, address }),
    users: createUsers({ client, clock, address }),
    emrUsers: createEmrUsers({ client }),
    ipd: createIpd({ client }),
    codification: createCodification({ client, clock, address }),
    symptoms: createSymptoms({ client, address }),
    webhooks: createPlatformWebhooks({ client, address }),
    documents: createDocuments({ client, random }),
    sessionDocuments: createSessionDocuments({ client, net, address }),
  };
}

type AccountParts = {
  readonly tokens: Tokens;
  readonly envelopeKeys: EnvelopeKeys;
  readonly client: Client;
  readonly streams: SoundStreams | undefined;
  readonly person: PersonSignIn;
  readonly browser: OidcSignIn | undefined;
};

function createAccount({
  tokens,
  envelopeKeys,
  client,
  streams,
  person,
  browser,
}: AccountParts): Account {
  const begin = async ({ address, grant }: PersonGrant) => ({
    address,
    state: await tokens.keepGrant(address, grant),
  });
  return {
    open: tokens.open,
    close() {
      tokens.close();
      envelopeKeys.close();
      person.forgetDevice();
      browser?.forget();
    },
    state: tokens.state,
    async signIn(typed, clientSecret, sharingKey) {
      const address = checkAddress(typed);
      return { address, state: await tokens.signIn(address, clientSecret, sharingKey) };
    },
    async useToken(typed, token) {
      const address = checkAddress(typed);
      return { address, state: await tokens.useToken(address, checkToken(token)) };
    },
    signInPerson: async (where, userName, password) =>
      begin(await person.byPassword(where, userName, password)),
    beginDevice: person.beginDevice,
    async stepDevice() {
      const step = await person.stepDevice();
      return step.kind === 'waiting' ? step : { kind: 'signed-in', ...(await begin(step)) };
    },
    ...inBrowser(browser, tokens),
    signOut() {
      // They were opened under this sign-in.
      streams?.close();
      return tokens.signOut();
    },
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
  };
}

function inBrowser(
  browser: OidcSignIn | undefined,
  tokens: Tokens,
): Pick<Account, 'beginBrowser' | 'stepBrowser' | 'stopBrowser'> {
  const offered = () => {
    if (browser) return browser;
    throw new Failure('refused', 'Scriba cannot wait for a browser here. Choose another way.', {
      detail: 'no-browser-sign-in',
    });
  };
  return {
    beginBrowser: async (where, oidcClientId) => offered().begin(where, oidcClientId),
    async stepBrowser() {
      const step = await offered().step();
      if (step.kind === 'waiting') return step;
      const { address, tokens: granted, identity } = step;
      const state = await tokens.keepOidc(address, granted, identity);
      return { kind: 'signed-in', address, state, oidcClientId: identity.clientId };
    },
    stopBrowser: () => browser?.forget(),
  };
}

/** It is sent as a header, so it may hold only what a header may hold. */
function checkToken(token: string): string {
  const tidy = token.trim().replace(/^Bearer\s+/i, '');
  if (/^[\x21-\x7e]+$/.test(tidy)) return tidy;
  throw new Failure(
    'invalid',
    'This is not a token: it has letters, digits and signs only, and no spaces. Copy it from the platform’s console as it is.',
    { detail: 'token-invalid' },
  );
}

/** For a platform whose host keeps no such flag. */
function flagInMemory() {
  let used = false;
  return {
    get: () => used,
    set() {
      used = true;
    },
  };
}
