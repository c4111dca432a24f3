/** Contract 1: tokens for client id and secret. Keeps nothing; `tokens.ts` does. */
import { asFailure, Failure } from '../../../../shared/failure.ts';
import { SECOND } from '../../../../shared/time.ts';
import { tokens as tokensSchema, whoami } from '../../../../shared/wire/authentication.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { type Address, readUrl } from './address.ts';
import { readAnswer } from './client.ts';
import { captivePortalFailure, failureOf, isCaptivePortal } from './status-failure.ts';

/** Bytes; an answer holds four short words, or a page of error (P15). */
const LARGEST_ANSWER = 1024 * 1024;

/**
 * Result of a login or a renewal. `expiresAt`: by the platform's time, milliseconds since 1970;
 * `lifetime` in milliseconds.
 */
export type Grant = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly lifetime: number;
};

export type Authentication = {
  /**
   * Contract 1.1. Throws `refused` / `credentials-refused`, `refused` / `sharing-key-refused`,
   * `refused` / `address-wrong`, `offline`, `busy`.
   */
  login(address: Address, clientSecret: string, sharingKey?: string): Promise<Grant>;
  /**
   * Throws nothing where the platform accepts a token made in its console (contract 1.4); else
   * `refused` / `token-refused`, `refused` / `address-wrong`, `offline`, `busy`.
   */
  tryToken(address: Address, token: string): Promise<void>;
  /**
   * Contract 1.2, and 1.3 where that is absent. Throws `signed-out` / `refresh-refused`, `offline`,
   * `busy`.
   */
  refresh(address: Address, grant: Pick<Grant, 'accessToken' | 'refreshToken'>): Promise<Grant>;
  /** For a person's sign-in: the same call without a client; the tokens rotate. Throws the same. */
  refreshPerson(address: Address, refreshToken: string): Promise<Grant>;
  /** Contract 1.4; the answer does not matter. Throws `offline`. */
  logout(address: Address, refreshToken: string): Promise<void>;
};

export type AuthenticationDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  /** The platform's own time, as far as it is known; milliseconds since 1970. */
  readonly time?: () => number;
  readonly place?: (path: string, brand: string) => string;
};

export function createAuthentication(given: AuthenticationDeps): Authentication {
  const deps: Deps = { time: given.clock.now, place: (path) => path, ...given };
  return {
    login: (address, clientSecret, sharingKey) => login(deps, address, clientSecret, sharingKey),
    tryToken: (address, token) => tryToken(deps, address, token),
    refresh: (address, grant) => refresh(deps, address, grant),
    refreshPerson: (address, refreshToken) => refreshPerson(deps, address, refreshToken),
    async logout(address, refreshToken) {
      await ask(deps, address, {
        path: 'logout',
        body: { refresh_token: refreshToken },
        timeout: 5 * SECOND,
      });
    },
  };
}

type Deps = Required<AuthenticationDeps>;
type Request = {
  /** Below the account's address. */
  readonly path: string;
  /** Sent by POST as JSON; without it the request is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly accessToken?: string;
  /** Milliseconds; 30 s unless said. */
  readonly timeout?: number;
};

function ask(
  { net, random, place }: Deps,
  { baseUrl, brand, clientId }: Address,
  { path, body, accessToken, timeout = 30 * SECOND }: Request,
): Promise<NetAnswer> {
  const headers = {
    accept: 'application/json',
    'client-id': clientId,
    'x-request-id': random.uuid(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
  };
  return net({
    method: body === undefined ? 'GET' : 'POST',
    url: readUrl(baseUrl + place(`/connect-auth/v1/account/${path}`, brand)),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    timeout,
    maxBytes: LARGEST_ANSWER,
  });
}

function grantOf({ time }: Deps, answer: NetAnswer): Grant {
  const read = readAnswer(answer, tokensSchema);
  const lifetime = read.expires_in * SECOND;
  return {
    accessToken: read.access_token,
    refreshToken: read.refresh_token,
    lifetime,
    expiresAt: time() + lifetime,
  };
}

async function login(
  deps: Deps,
  address: Address,
  clientSecret: string,
  sharingKey: string | undefined,
): Promise<Grant> {
  const answer = await ask(deps, address, {
    path: 'login',
    body: {
      client_id: address.clientId,
      client_secret: clientSecret,
      ...(sharingKey !== undefined && { sharing_key: sharingKey }),
    },
  });
  if (answer.status === 403 && sharingKey !== undefined && !isCaptivePortal(answer)) {
    throw new Failure(
      'refused',
      'The platform knows this client, but not the sharing key. Look at it once more, or leave it empty for your own workspace.',
      { detail: 'sharing-key-refused' },
    );
  }
  if ([400, 401, 403, 422].includes(answer.status)) {
    throw new Failure(
      'refused',
      'The platform does not know this client id and secret. Look at both once more; the platform shows the secret only once, and makes a new one when it is lost.',
      { detail: 'credentials-refused' },
    );
  }
  checkIsPlatform(deps, answer);
  return grantOf(deps, answer);
}

async function tryToken(deps: Deps, address: Address, accessToken: string): Promise<void> {
  const answer = await ask(deps, address, { path: 'whoami', accessToken });
  if (answer.status === 401 || answer.status === 403) {
    throw new Failure(
      'refused',
      'The platform does not accept this token. Copy it from the platform’s console once more, or make a new one there.',
      { detail: 'token-refused' },
    );
  }
  checkIsPlatform(deps, answer);
  readAnswer(answer, whoami);
}

/**
 * Throws `refused` / `address-wrong` for an answer that no platform gives to a sign-in, and
 * `failureOf` for one that is no success.
 */
function checkIsPlatform({ clock }: Deps, answer: NetAnswer): void {
  if (isCaptivePortal(answer) || answer.status === 404 || answer.status === 405)
    throw new Failure(
      'refused',
      'At this address answers something, but not the platform. Look at the address once more.',
      { detail: 'address-wrong' },
    );
  if (answer.status >= 300) throw failureOf(answer, clock.now());
}

async function refresh(
  deps: Deps,
  address: Address,
  { accessToken, refreshToken }: Pick<Grant, 'accessToken' | 'refreshToken'>,
): Promise<Grant> {
  const body = { refresh_token: refreshToken, access_token: accessToken };
  const first = await ask(deps, address, { path: 'refresh-token', body, accessToken });
  const isAbsent = first.status === 404 || first.status === 405;
  return renewedBy(deps, isAbsent ? await ask(deps, address, { path: 'refresh', body }) : first);
}

/**
 * The old token is good for a minute after the new one was made, and its use after that ends every
 * sign-in of this person: an answer that was lost is asked for again at once, not at the next call.
 */
async function refreshPerson(deps: Deps, address: Address, refreshToken: string): Promise<Grant> {
  const renewal = () =>
    ask(deps, address, { path: 'refresh-token', body: { refresh_token: refreshToken } });
  const answer = await renewal().catch((error: unknown) => {
    const { code, detail } = asFailure(error);
    if (code !== 'offline' || detail === 'not-sent') throw error;
    return renewal();
  });
  return renewedBy(deps, answer);
}

function renewedBy(deps: Deps, answer: NetAnswer): Grant {
  if (isCaptivePortal(answer)) throw captivePortalFailure();
  if (isRefusal(answer.status)) {
    throw new Failure('signed-out', 'The platform no longer accepts this sign-in. Sign in again.', {
      detail: 'refresh-refused',
    });
  }
  if (answer.status >= 300) throw failureOf(answer, deps.clock.now());
  return grantOf(deps, answer);
}

/** The platform's decision; 408, 425 and 429 only ask for another time. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status);
