/** Who we are to the platform: keeps the access token fresh, logs in again when it can, says when a person must. */
import { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { KeyStore } from '../../ports.ts';
import type { Address } from './address.ts';
import type { Authentication } from './authentication.ts';
import { strangerFailure } from './status-failure.ts';

/** `expiresAt`: of the access token, by the platform's time; milliseconds since 1970. */
export type TokenState = {
  readonly state: 'signed-out' | 'signed-in' | 'needs-sign-in';
  readonly expiresAt?: number | undefined;
  /** A token from the platform's console, which nothing renews; absent for an ordinary sign-in. */
  readonly by?: 'token';
  /** A token for the doctor-tool paths is kept. */
  readonly business?: true;
};

export type Tokens = {
  state(): TokenState;
  /** Reads what the key store has; call it once the vault is open. Throws `locked`. */
  open(): Promise<TokenState>;
  /** Forgets what is in memory; the key store keeps it. */
  close(): void;
  /** Logs in at this address and keeps secret and tokens. Throws what `login` throws; then all stays as it was. */
  signIn(address: Address, clientSecret: string, sharingKey?: string): Promise<TokenState>;
  /** Keeps a token made in the platform's console, in place of secret and session, once the platform accepts it (contract 1.4). Throws what `tryToken` throws. */
  useToken(address: Address, token: string): Promise<TokenState>;
  /** Wipes everything kept, then tells the platform, whose answer does not matter. */
  signOut(): Promise<TokenState>;
  /** An access token that should be accepted. Throws `signed-out`, `offline`, `busy`, `locked`. */
  current(): Promise<string>;
  /** A token other than the refused one; one renewal serves all who wait. Throws like `current`. */
  renew(refused: string): Promise<string>;
  /** A fresh token was refused: a person has to sign in. */
  refused(token: string): void;
  /** The token for the doctor-tool paths where one was set (contract 1.7), else undefined: the access token serves there too. */
  business(): Promise<string | undefined>;
  /** Looks again whether there is one, as the address in use may be another; told by `state`. */
  lookForBusiness(): Promise<TokenState>;
  /** Keeps it in the key store beside the address that it belongs to; the empty text forgets it. Throws `locked`. */
  setBusiness(token: string): Promise<void>;
};

/** `time`: the platform's, as far as it is known. */
export type TokensDeps = {
  readonly time: () => number;
  readonly secrets: KeyStore;
  readonly authentication: Authentication;
  readonly address: () => Address;
  readonly changed: (state: TokenState) => void;
};

const SECOND = 1000;
const SESSION = 'session';
const SECRET = 'client-secret';
const BUSINESS = 'business-token';

/** Both name whom they belong to, so that neither is ever sent to another address. */
const owner = { baseUrl: z.string(), clientId: z.string() };
/** Without a refresh token it came from the console; its end is known only where the token tells. */
const sessionSchema = z.object({
  ...owner,
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number().optional(),
  lifetime: z.number().optional(),
});
const secretSchema = z.object({
  ...owner,
  clientSecret: z.string(),
  sharingKey: z.string().optional(),
});
const businessSchema = z.object({ ...owner, token: z.string().min(1) });
type Session = z.infer<typeof sessionSchema>;

export function createTokens({
  time,
  secrets,
  authentication,
  address,
  changed,
}: TokensDeps): Tokens {
  let session: Session | undefined;
  let refusedForGood = false;
  let withBusiness = false;
  let told = '';
  let renewing: Promise<string> | undefined;
  /** Counts sign-ins and sign-outs: a renewal begun before one of them must not overwrite it. */
  let turn = 0;
  let writing: Promise<unknown> = Promise.resolve();

  const state = (): TokenState => ({
    ...stateOfSession(),
    ...(withBusiness && { business: true as const }),
  });
  const stateOfSession = (): TokenState =>
    refusedForGood
      ? { state: 'needs-sign-in' }
      : session
        ? {
            state: 'signed-in',
            expiresAt: session.expiresAt,
            ...(session.refreshToken === undefined && { by: 'token' as const }),
          }
        : { state: 'signed-out' };

  function tell(): TokenState {
    const now = state();
    if (told !== JSON.stringify(now)) {
      told = JSON.stringify(now);
      changed(now);
    }
    return now;
  }

  /** One write after the other, so that what was wiped is not written again by an older task. */
  function inOrder<T>(task: () => Promise<T>): Promise<T> {
    const done = writing.then(task, task);
    writing = done.catch(() => {});
    return done;
  }

  async function read<T extends { baseUrl: string; clientId: string }>(
    name: string,
    schema: z.ZodType<T>,
  ): Promise<T | undefined> {
    const found = schema.safeParse(parsed(await secrets.get(name)));
    const { baseUrl, clientId } = address();
    return found.success && found.data.baseUrl === baseUrl && found.data.clientId === clientId
      ? found.data
      : undefined;
  }

  const mine = (kept: Session) =>
    kept.baseUrl === address().baseUrl && kept.clientId === address().clientId;

  async function load(): Promise<Session> {
    if (refusedForGood) throw signInNeeded();
    if (session && mine(session)) return session;
    const since = turn;
    // In order: a sign-out under way has not wiped it yet, and it must not come back to life.
    const found = await inOrder(() => read(SESSION, sessionSchema));
    if (!found || since !== turn)
      throw new Failure('signed-out', 'Sign in to the platform first.', {
        detail: 'not-signed-in',
      });
    return (session = found);
  }

  /** Stored before it is used (P24): a crash in between costs nothing but a renewal. */
  async function keep(
    grant: Omit<Session, 'baseUrl' | 'clientId'>,
    at: Address,
    since: number,
    secret?: { clientSecret: string; sharingKey?: string | undefined } | 'none',
  ): Promise<Session> {
    const { baseUrl, clientId } = at;
    const next: Session = { ...grant, baseUrl, clientId };
    return inOrder(async () => {
      if (since !== turn) throw signInNeeded();
      if (secret === 'none') await secrets.remove(SECRET);
      else if (secret !== undefined)
        await secrets.set(SECRET, JSON.stringify({ baseUrl, clientId, ...secret }));
      await secrets.set(SESSION, JSON.stringify(next));
      session = next;
      if (secret !== undefined) refusedForGood = false;
      tell();
      return next;
    });
  }

  async function exchange(refused: string): Promise<string> {
    // Before anything is waited for: a sign-out in between counts.
    const since = turn;
    const kept = await load();
    if (kept.accessToken !== refused) return kept.accessToken;
    const at = address();
    const { refreshToken } = kept;
    if (refreshToken === undefined) {
      refusedForGood = true;
      tell();
      throw signInNeeded();
    }
    try {
      return (
        await keep(
          await authentication.refresh(at, { accessToken: kept.accessToken, refreshToken }),
          at,
          since,
        )
      ).accessToken;
    } catch (error) {
      if (temporary(error) || since !== turn) throw error;
    }
    const secret = await read(SECRET, secretSchema);
    try {
      if (!secret) throw signInNeeded();
      return (
        await keep(
          await authentication.login(at, secret.clientSecret, secret.sharingKey),
          at,
          since,
        )
      ).accessToken;
    } catch (error) {
      // An address that was right before: somebody stands in between, and nobody has to sign in for that.
      if (asFailure(error).detail === 'address-wrong') throw strangerFailure();
      if (temporary(error) || since !== turn) throw error;
      refusedForGood = true;
      tell();
      throw signInNeeded();
    }
  }

  function renew(refused: string): Promise<string> {
    renewing ??= exchange(refused).finally(() => (renewing = undefined));
    return renewing;
  }

  async function begun(
    grant: Omit<Session, 'baseUrl' | 'clientId'>,
    at: Address,
    secret: { clientSecret: string; sharingKey?: string | undefined } | 'none',
  ): Promise<TokenState> {
    const since = ++turn;
    // Nobody goes on with the former one from here: renewed, it would overwrite this one.
    const former = session;
    session = undefined;
    await keep(grant, at, since, secret).catch((error: unknown) => {
      if (since === turn) session ??= former;
      throw error;
    });
    return state();
  }

  return {
    state,
    renew,
    async open() {
      refusedForGood = false;
      session = await inOrder(() => read(SESSION, sessionSchema));
      withBusiness = (await read(BUSINESS, businessSchema)) !== undefined;
      return tell();
    },
    close() {
      session = undefined;
    },
    async signIn(at, clientSecret, sharingKey) {
      return begun(await authentication.login(at, clientSecret, sharingKey), at, {
        clientSecret,
        sharingKey,
      });
    },
    async useToken(at, token) {
      await authentication.tryToken(at, token);
      // Whoever signs in by a token of the console wants to be asked when it ends: no secret may stand in for it.
      return begun({ accessToken: token, expiresAt: endOf(token) }, at, 'none');
    },
    async signOut() {
      turn++;
      const held = session;
      session = undefined;
      refusedForGood = false;
      // All of it in one turn of the queue: whoever asks from now on comes after it.
      const kept = await inOrder(async () => {
        const found = held ?? (await read(SESSION, sessionSchema).catch(() => undefined));
        await secrets.remove(SESSION);
        await secrets.remove(SECRET);
        await secrets.remove(BUSINESS);
        return found;
      });
      withBusiness = false;
      const now = tell();
      if (kept?.refreshToken !== undefined)
        await authentication.logout(address(), kept.refreshToken).catch(() => {});
      return now;
    },
    async current() {
      const kept = await load();
      if (
        kept.refreshToken === undefined ||
        kept.expiresAt === undefined ||
        kept.lifetime === undefined
      )
        return kept.accessToken;
      // 60 s or a tenth of its life, whichever is sooner (contract 1.6).
      const left = kept.expiresAt - time();
      if (left > Math.min(60 * SECOND, kept.lifetime / 10)) return kept.accessToken;
      try {
        return await renew(kept.accessToken);
      } catch (error) {
        // The last minute of a token is still good when only the renewal is out of reach.
        if (left > 0 && temporary(error)) return kept.accessToken;
        throw error;
      }
    },
    async lookForBusiness() {
      withBusiness = (await read(BUSINESS, businessSchema)) !== undefined;
      return tell();
    },
    business: async () => (await read(BUSINESS, businessSchema))?.token,
    async setBusiness(token) {
      const { baseUrl, clientId } = address();
      await inOrder(() =>
        token === ''
          ? secrets.remove(BUSINESS)
          : secrets.set(BUSINESS, JSON.stringify({ baseUrl, clientId, token })),
      );
      withBusiness = token !== '';
      tell();
    },
    refused(token) {
      if (session?.accessToken !== token) return;
      refusedForGood = true;
      tell();
    },
  };
}

/** Losing the network while renewing is `offline`, not `signed-out`; a locked key store says nothing about the account either. */
const temporary = (error: unknown) =>
  ['offline', 'busy', 'locked', 'broken'].includes(asFailure(error).code);
const signInNeeded = () =>
  new Failure(
    'signed-out',
    'The platform no longer accepts this sign-in. Sign in again; what waits goes on by itself.',
    { detail: 'sign-in-needed' },
  );

/** When a token says that it ends (contract 1.5: `exp` is all that is read of it); milliseconds since 1970. */
function endOf(token: string): number | undefined {
  const { exp } = (parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ??
    {}) as { exp?: unknown };
  return typeof exp === 'number' && exp > 0 && exp < 1e11 ? exp * SECOND : undefined;
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
