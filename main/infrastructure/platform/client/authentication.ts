/** Contract 1: client id and secret for tokens, and back. Keeps nothing; `tokens.ts` does. */
import { Failure } from '../../../../shared/failure.ts';
import { tokens as tokensSchema, whoami } from '../../../../shared/wire/authentication.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { type Address, readUrl } from './address.ts';
import { readAnswer } from './client.ts';
import { captivePortalFailure, failureOf, isCaptivePortal } from './status-failure.ts';

const SECOND = 1000;
/** Bytes; four short words and a page of error at most (P15). */
const LARGEST_ANSWER = 1024 * 1024;

/** What a login or a renewal yields. `expiresAt`: by the platform's time, milliseconds since 1970; `lifetime` in milliseconds. */
export type Grant = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly lifetime: number;
};

export type Authentication = {
  /** Contract 1.1. Throws `refused` / `credentials-refused`, `refused` / `sharing-key-refused`, `refused` / `address-wrong`, `offline`, `busy`. */
  login(address: Address, clientSecret: string, sharingKey?: string): Promise<Grant>;
  /**
   * Whether a token made in the platform's console is accepted there (contract 1.4).
   * Throws `refused` / `token-refused`, `refused` / `address-wrong`, `offline`, `busy`.
   */
  tryToken(address: Address, token: string): Promise<void>;
  /** Contract 1.2, and 1.3 where that is absent. Throws `signed-out` / `refresh-refused`, `offline`, `busy`. */
  refresh(address: Address, grant: Pick<Grant, 'accessToken' | 'refreshToken'>): Promise<Grant>;
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

export function createAuthentication({
  net,
  clock,
  random,
  time = clock.now,
  place = (path) => path,
}: AuthenticationDeps): Authentication {
  async function ask(
    method: 'GET' | 'POST',
    { baseUrl, brand, clientId }: Address,
    path: string,
    {
      body,
      accessToken,
      timeout = 30 * SECOND,
    }: { body?: unknown; accessToken?: string; timeout?: number },
  ): Promise<NetAnswer> {
    const headers = {
      accept: 'application/json',
      'client-id': clientId,
      'x-request-id': random.uuid(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    };
    const url = readUrl(baseUrl + place(`/connect-auth/v1/account/${path}`, brand));
    return net({
      method,
      url,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeout,
      maxBytes: LARGEST_ANSWER,
    });
  }
  const post = (
    address: Address,
    path: string,
    body: unknown,
    accessToken?: string,
    timeout = 30 * SECOND,
  ) =>
    ask('POST', address, path, {
      body,
      timeout,
      ...(accessToken !== undefined && { accessToken }),
    });

  function granted(answer: NetAnswer): Grant {
    const read = readAnswer(answer, tokensSchema);
    const lifetime = read.expires_in * SECOND;
    return {
      accessToken: read.access_token,
      refreshToken: read.refresh_token,
      lifetime,
      expiresAt: time() + lifetime,
    };
  }

  return {
    async login(address, clientSecret, sharingKey) {
      const answer = await post(address, 'login', {
        client_id: address.clientId,
        client_secret: clientSecret,
        ...(sharingKey !== undefined && { sharing_key: sharingKey }),
      });
      if (answer.status === 403 && sharingKey !== undefined && !isCaptivePortal(answer)) {
        throw new Failure(
          'refused',
          'The platform knows this client, but not the sharing key. Look at it once more, or leave it empty for your own workspace.',
          { detail: 'sharing-key-refused' },
        );
      }
      if (
        answer.status === 400 ||
        answer.status === 401 ||
        answer.status === 403 ||
        answer.status === 422
      ) {
        throw new Failure(
          'refused',
          'The platform does not know this client id and secret. Look at both once more; the platform shows the secret only once, and makes a new one when it is lost.',
          { detail: 'credentials-refused' },
        );
      }
      if (isCaptivePortal(answer) || answer.status === 404 || answer.status === 405)
        throw addressWrong();
      if (answer.status >= 300) throw failureOf(answer, clock.now());
      return granted(answer);
    },

    async tryToken(address, token) {
      const answer = await ask('GET', address, 'whoami', { accessToken: token });
      if (answer.status === 401 || answer.status === 403) {
        throw new Failure(
          'refused',
          'The platform does not accept this token. Copy it from the platform’s console once more, or make a new one there.',
          { detail: 'token-refused' },
        );
      }
      if (isCaptivePortal(answer) || answer.status === 404 || answer.status === 405)
        throw addressWrong();
      if (answer.status >= 300) throw failureOf(answer, clock.now());
      readAnswer(answer, whoami);
    },

    async refresh(address, { accessToken, refreshToken }) {
      const body = { refresh_token: refreshToken, access_token: accessToken };
      let answer = await post(address, 'refresh-token', body, accessToken);
      if (answer.status === 404 || answer.status === 405)
        answer = await post(address, 'refresh', body);
      if (isCaptivePortal(answer)) throw captivePortalFailure();
      if (
        answer.status >= 400 &&
        answer.status < 500 &&
        answer.status !== 408 &&
        answer.status !== 425 &&
        answer.status !== 429
      ) {
        throw new Failure(
          'signed-out',
          'The platform no longer accepts this sign-in. Sign in again.',
          { detail: 'refresh-refused' },
        );
      }
      if (answer.status >= 300) throw failureOf(answer, clock.now());
      return granted(answer);
    },

    async logout(address, refreshToken) {
      await post(address, 'logout', { refresh_token: refreshToken }, undefined, 5 * SECOND);
    },
  };
}

const addressWrong = () =>
  new Failure(
    'refused',
    'At this address answers something, but not the platform. Look at the address once more.',
    { detail: 'address-wrong' },
  );
