/**
 * The sign-in to the platform: keeps the access token fresh, logs in again when it can, says when a
 * person must.
 */
import type { z } from 'zod';
import { asFailure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import type { KeyStore } from '../../ports.ts';
import type { OidcIdentity, OidcServer, OidcTokens } from '../oidc/oidc-server.ts';
import type { Address } from './address.ts';
import type { Authentication, Grant } from './authentication.ts';
import {
  businessSchema,
  expiryOf,
  type Owner,
  parseJson,
  type Session,
  secretSchema,
  sessionSchema,
} from './kept-session.ts';
import { captivePortalFailure } from './status-failure.ts';

/**
 * `expiresAt`: of the access token, by the platform's time; milliseconds since 1970, in whole
 * seconds: its own time is no more exact.
 */
export type TokenState = {
  readonly state: 'signed-out' | 'signed-in' | 'needs-sign-in';
  readonly expiresAt?: number | undefined;
  /**
   * Nothing renews it: a token from the platform's console, or access that a sign-in server gave
   * for once. Absent for an ordinary sign-in.
   */
  readonly by?: 'token' | 'oidc';
  /** A token for the doctor-tool paths is kept. */
  readonly business?: true;
};

export type Tokens = {
  state(): TokenState;
  /** Reads what the key store has; call it once the vault is open. Throws `locked`. */
  open(): Promise<TokenState>;
  /** Forgets what is in memory; the key store keeps it. */
  close(): void;
  /**
   * Logs in at this address and keeps secret and tokens. Throws what `login` throws; then all stays
   * as it was.
   */
  signIn(address: Address, clientSecret: string, sharingKey?: string): Promise<TokenState>;
  /**
   * Keeps a token made in the platform's console, in place of secret and session, once the platform
   * accepts it (contract 1.4). Throws what `tryToken` throws.
   */
  useToken(address: Address, token: string): Promise<TokenState>;
  /** Keeps the sign-in of a person, in place of secret and session. Throws `locked`. */
  keepGrant(address: Address, grant: Grant): Promise<TokenState>;
  /** The same for one that a sign-in server gave. */
  keepOidc(address: Address, tokens: OidcTokens, identity: OidcIdentity): Promise<TokenState>;
  /** Wipes everything kept, then tells the platform, whose answer does not matter. */
  signOut(): Promise<TokenState>;
  /** An access token that should be accepted. Throws `signed-out`, `offline`, `busy`, `locked`. */
  current(): Promise<string>;
  /** The access token in memory, however old; undefined where none is. Renews nothing. */
  held(): string | undefined;
  /** A token other than the refused one; one renewal serves all who wait. Throws like `current`. */
  renew(refused: string): Promise<string>;
  /** A fresh token was refused: a person has to sign in. */
  refused(token: string): void;
  /**
   * The token for the doctor-tool paths where one was set (contract 1.7), else undefined: the
   * access token serves there too.
   */
  business(): Promise<string | undefined>;
  /** Looks again whether there is one, as the address in use may be another; told by `state`. */
  lookForBusiness(): Promise<TokenState>;
  /**
   * Keeps it in the key store beside the address that it belongs to; the empty text forgets it.
   * Throws `locked`.
   */
  setBusiness(token: string): Promise<void>;
};

/** `time`: the platform's, as far as it is known. */
export type TokensDeps = {
  readonly time: () => number;
  readonly secrets: KeyStore;
  readonly authentication: Authentication;
  readonly oidc: OidcServer;
  readonly address: () => Address;
  readonly changed: (state: TokenState) => void;
};

const SESSION = 'session';
const SECRET = 'client-secret';
const BUSINESS = 'business-token';

/** What is kept in memory of the sign-in. */
type TokenMemory = {
  readonly deps: TokensDeps;
  session: Session | undefined;
  /** The platform took neither renewal nor secret: a person has to sign in. */
  refusedForGood: boolean;
  hasBusinessToken: boolean;
  /** The last state that `changed` was told, as JSON. */
  lastReported: string;
  renewal: Promise<string> | undefined;
  /** Counts sign-ins and sign-outs: a renewal begun before one of them must not overwrite it. */
  generation: number;
  /** The last write to the key store. */
  writing: Promise<unknown>;
};

/** The client secret of a new session; `none` where a console token came in its place. */
type NewSecret =
  | { readonly clientSecret: string; readonly sharingKey?: string | undefined }
  | 'none';

export function createTokens(deps: TokensDeps): Tokens {
  const memory: TokenMemory = {
    deps,
    session: undefined,
    refusedForGood: false,
    hasBusinessToken: false,
    lastReported: '',
    renewal: undefined,
    generation: 0,
    writing: Promise.resolve(),
  };
  return {
    state: () => stateOf(memory),
    open: () => open(memory),
    close() {
      memory.session = undefined;
    },
    signIn: (at, clientSecret, sharingKey) => signIn(memory, at, clientSecret, sharingKey),
    useToken: (at, token) => useToken(memory, at, token),
    keepGrant: (at, grant) => startSession(memory, { ...grant, person: true }, at, 'none'),
    keepOidc: (at, tokens, identity) =>
      startSession(memory, { ...tokens, oidc: identity }, at, 'none'),
    signOut: () => signOut(memory),
    current: () => current(memory),
    held: () => memory.session?.accessToken,
    renew: (refused) => renew(memory, refused),
    refused(token) {
      if (memory.session?.accessToken === token) refuseForGood(memory);
    },
    business: () => businessToken(memory),
    lookForBusiness: () => lookForBusiness(memory),
    setBusiness: (token) => setBusiness(memory, token),
  };
}

function stateOf(memory: TokenMemory): TokenState {
  return {
    ...sessionState(memory),
    ...(memory.hasBusinessToken && { business: true as const }),
  };
}

function sessionState({ refusedForGood, session }: TokenMemory): TokenState {
  if (refusedForGood) return { state: 'needs-sign-in' };
  if (!session) return { state: 'signed-out' };
  return {
    state: 'signed-in',
    ...(session.expiresAt !== undefined && {
      expiresAt: Math.floor(session.expiresAt / SECOND) * SECOND,
    }),
    ...(session.refreshToken === undefined && { by: session.oidc ? 'oidc' : 'token' }),
  };
}

/** Tells `changed` where the state is another than it was told last. */
function report(memory: TokenMemory): TokenState {
  const state = stateOf(memory);
  const text = JSON.stringify(state);
  if (memory.lastReported !== text) {
    memory.lastReported = text;
    memory.deps.changed(state);
  }
  return state;
}

function refuseForGood(memory: TokenMemory): void {
  memory.refusedForGood = true;
  report(memory);
}

/** One write after the other, so that what was wiped is not written again by an older task. */
function inOrder<T>(memory: TokenMemory, task: () => Promise<T>): Promise<T> {
  const done = memory.writing.then(task, task);
  memory.writing = done.catch(() => {});
  return done;
}

/** What the key store has under this name, where it belongs to the address in use. */
async function read<T extends Owner>(
  { deps: { secrets, address } }: TokenMemory,
  name: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const found = schema.safeParse(parseJson(await secrets.get(name)));
  return found.success && isOwnedBy(found.data, address()) ? found.data : undefined;
}

async function open(memory: TokenMemory): Promise<TokenState> {
  memory.refusedForGood = false;
  memory.session = await inOrder(memory, () => read(memory, SESSION, sessionSchema));
  return lookForBusiness(memory);
}

async function load(memory: TokenMemory): Promise<Session> {
  if (memory.refusedForGood) throw signInNeeded();
  const { session, generation } = memory;
  if (session && isOwnedBy(session, memory.deps.address())) return session;
  // In order: a sign-out under way has not wiped it yet, and it must not come back to life.
  const found = await inOrder(memory, () => read(memory, SESSION, sessionSchema));
  if (!found || generation !== memory.generation) throw failures.notSignedIn();
  memory.session = found;
  return found;
}

/**
 * Stored before it is used (P24): a crash in between costs nothing but a renewal. `secret`: of a
 * new sign-in.
 */
function keep(
  memory: TokenMemory,
  grant: Omit<Session, keyof Owner>,
  { baseUrl, clientId }: Address,
  generation: number,
  secret?: NewSecret,
): Promise<Session> {
  const { secrets } = memory.deps;
  const next: Session = { ...grant, baseUrl, clientId };
  return inOrder(memory, async () => {
    if (generation !== memory.generation) throw signInNeeded();
    if (secret === 'none') await secrets.remove(SECRET);
    else if (secret !== undefined)
      await secrets.set(SECRET, JSON.stringify({ baseUrl, clientId, ...secret }));
    await secrets.set(SESSION, JSON.stringify(next));
    memory.session = next;
    if (secret !== undefined) memory.refusedForGood = false;
    report(memory);
    return next;
  });
}

async function current(memory: TokenMemory): Promise<string> {
  const { accessToken, refreshToken, expiresAt, lifetime } = await load(memory);
  if (refreshToken === undefined || expiresAt === undefined || lifetime === undefined)
    return accessToken;
  // 60 s or a tenth of its life, whichever is sooner (contract 1.6).
  const left = expiresAt - memory.deps.time();
  if (left > Math.min(MINUTE, lifetime / 10)) return accessToken;
  try {
    return await renew(memory, accessToken);
  } catch (error) {
    // The last minute of a token is still good when only the renewal is out of reach.
    if (left > 0 && isTemporary(error)) return accessToken;
    throw error;
  }
}

function renew(memory: TokenMemory, refused: string): Promise<string> {
  memory.renewal ??= exchange(memory, refused).finally(() => {
    memory.renewal = undefined;
  });
  return memory.renewal;
}

/**
 * A token in place of the refused one: the one that is there already, or by the refresh token, or
 * by the kept secret.
 */
async function exchange(memory: TokenMemory, refused: string): Promise<string> {
  // Before anything is waited for: a sign-out in between counts.
  const { generation } = memory;
  const kept = await load(memory);
  if (kept.accessToken !== refused) return kept.accessToken;
  const at = memory.deps.address();
  const { refreshToken } = kept;
  if (refreshToken === undefined) {
    refuseForGood(memory);
    throw signInNeeded();
  }
  try {
    const grant = await renewed(memory.deps, at, { ...kept, refreshToken });
    return (await keep(memory, grant, at, generation)).accessToken;
  } catch (error) {
    if (isTemporary(error) || generation !== memory.generation) throw error;
  }
  return signInAgain(memory, at, generation);
}

/** By the server that gave the session. */
async function renewed(
  { authentication, oidc }: TokensDeps,
  at: Address,
  { oidc: identity, person, accessToken, refreshToken }: Session & { refreshToken: string },
): Promise<Omit<Session, keyof Owner>> {
  if (identity) return { ...(await oidc.refresh(identity, refreshToken)), oidc: identity };
  if (person) return { ...(await authentication.refreshPerson(at, refreshToken)), person };
  return authentication.refresh(at, { accessToken, refreshToken });
}

/** Signs in with the kept secret, after the refresh token was refused. */
async function signInAgain(memory: TokenMemory, at: Address, generation: number): Promise<string> {
  const secret = await read(memory, SECRET, secretSchema);
  try {
    if (!secret) throw signInNeeded();
    const { clientSecret, sharingKey } = secret;
    const grant = await memory.deps.authentication.login(at, clientSecret, sharingKey);
    return (await keep(memory, grant, at, generation)).accessToken;
  } catch (error) {
    // The address was right before, so another server answers in between, and a sign-in would not
    // help.
    if (asFailure(error).detail === 'address-wrong') throw captivePortalFailure();
    if (isTemporary(error) || generation !== memory.generation) throw error;
    refuseForGood(memory);
    throw signInNeeded();
  }
}

async function signIn(
  memory: TokenMemory,
  at: Address,
  clientSecret: string,
  sharingKey: string | undefined,
): Promise<TokenState> {
  const grant = await memory.deps.authentication.login(at, clientSecret, sharingKey);
  return startSession(memory, grant, at, { clientSecret, sharingKey });
}

async function useToken(memory: TokenMemory, at: Address, token: string): Promise<TokenState> {
  await memory.deps.authentication.tryToken(at, token);
  // A person who signs in by a console token wants to be asked when it ends: no secret may stand in
  // for it.
  return startSession(memory, { accessToken: token, expiresAt: expiryOf(token) }, at, 'none');
}

async function startSession(
  memory: TokenMemory,
  grant: Omit<Session, keyof Owner>,
  at: Address,
  secret: NewSecret,
): Promise<TokenState> {
  memory.generation += 1;
  const { generation, session: former } = memory;
  // The former session serves no call from here: renewed, it would overwrite this one.
  memory.session = undefined;
  await keep(memory, grant, at, generation, secret).catch((error: unknown) => {
    if (generation === memory.generation) memory.session ??= former;
    throw error;
  });
  return stateOf(memory);
}

async function signOut(memory: TokenMemory): Promise<TokenState> {
  const { secrets, authentication, oidc, address } = memory.deps;
  memory.generation += 1;
  const { session } = memory;
  memory.session = undefined;
  memory.refusedForGood = false;
  // All of it in one turn of the queue: every later call comes after it.
  const kept = await inOrder(memory, async () => {
    const found = session ?? (await read(memory, SESSION, sessionSchema).catch(() => undefined));
    await secrets.remove(SESSION);
    await secrets.remove(SECRET);
    await secrets.remove(BUSINESS);
    return found;
  });
  memory.hasBusinessToken = false;
  const state = report(memory);
  if (kept?.oidc) await oidc.revoke(kept.oidc, kept).catch(() => {});
  else if (kept?.refreshToken !== undefined)
    await authentication.logout(address(), kept.refreshToken).catch(() => {});
  return state;
}

const businessToken = async (memory: TokenMemory): Promise<string | undefined> =>
  (await read(memory, BUSINESS, businessSchema))?.token;

async function lookForBusiness(memory: TokenMemory): Promise<TokenState> {
  memory.hasBusinessToken = (await businessToken(memory)) !== undefined;
  return report(memory);
}

async function setBusiness(memory: TokenMemory, token: string): Promise<void> {
  const { secrets, address } = memory.deps;
  const { baseUrl, clientId } = address();
  await inOrder(memory, () =>
    token === ''
      ? secrets.remove(BUSINESS)
      : secrets.set(BUSINESS, JSON.stringify({ baseUrl, clientId, token })),
  );
  memory.hasBusinessToken = token !== '';
  report(memory);
}

const isOwnedBy = (owner: Owner, { baseUrl, clientId }: Address) =>
  owner.baseUrl === baseUrl && owner.clientId === clientId;

/**
 * Losing the network while renewing is `offline`, not `signed-out`; a locked key store says nothing
 * about the account either.
 */
const isTemporary = (error: unknown) =>
  ['offline', 'busy', 'locked', 'broken'].includes(asFailure(error).code);

const signInNeeded = () => failures.signInRefused('sign-in-needed');
