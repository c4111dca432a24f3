/**
 * The server that signs people in by OpenID Connect: its own document, its tokens renewed and
 * revoked. Every request goes out by the app's own HTTP client and its rules.
 */
import * as oidc from 'openid-client';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import type { Clock, Net, NetAnswer } from '../../ports.ts';
import { readGivenUrl, readUrl } from '../client/address.ts';
import {
  captivePortalFailure,
  failureOf,
  isCaptivePortal,
  readJson,
} from '../client/status-failure.ts';
import { oidcFailure, oidcFailures } from './oidc-failure.ts';

/** Bytes: documents, keys and tokens are a few thousand. */
const LARGEST_ANSWER = 256 * 1024;
const WITHIN = 20 * SECOND;
const REVOKE_WITHIN = 5 * SECOND;
/** Of two clocks that are both right; seconds. */
const TOLERANCE = MINUTE / SECOND;
/** The id token of a renewal opens nothing, and a clock must not end a sign-in; seconds. */
const RENEWAL_TOLERANCE = (24 * 60 * MINUTE) / SECOND;

/** Kept with the tokens. */
export type OidcIdentity = {
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: string;
};
/** A server may give no refresh token, and need not say how long the access lasts. */
export type OidcTokens = {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** As in `Grant`. */
  readonly lifetime?: number | undefined;
  readonly expiresAt?: number | undefined;
};

export type OidcServerDeps = {
  readonly net: Net;
  readonly clock: Clock;
  /** Time by which tokens are judged; milliseconds since 1970. */
  readonly time: () => number;
};

export type OidcServer = {
  /** Throws `signed-out` / `refresh-refused`, `offline`, `busy`, `broken`. */
  refresh(identity: OidcIdentity, refreshToken: string): Promise<OidcTokens>;
  /** RFC 7009, where the server offers it. */
  revoke(identity: OidcIdentity, tokens: OidcTokens): Promise<void>;
};

export function createOidcServer(deps: OidcServerDeps): OidcServer {
  return {
    refresh: (identity, refreshToken) => refresh(deps, identity, refreshToken),
    revoke: (identity, tokens) => revoke(deps, identity, tokens),
  };
}

type Opening = {
  readonly issuer: URL;
  readonly clientId: string;
  /** Seconds. */
  readonly tolerance: number;
  readonly within: number;
};

/** Reads the server's own document. Throws `oidc-server-differs`, `offline`, `busy`. */
async function openServer(deps: OidcServerDeps, opening: Opening): Promise<oidc.Configuration> {
  const { issuer, clientId, tolerance } = opening;
  const config = await oidc
    .discovery(
      issuer,
      clientId,
      {
        [oidc.clockSkew]: Math.round((deps.time() - Date.now()) / SECOND),
        [oidc.clockTolerance]: tolerance,
      },
      oidc.None(),
      {
        [oidc.customFetch]: fetchOver(deps, opening),
        // Only for a server on this computer: `readUrl` takes no other http.
        ...(issuer.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
      },
    )
    .catch((error: unknown) => {
      const failure = oidcFailure(error);
      throw failure.code === 'refused' ? oidcFailures.serverDiffers(error) : failure;
    });
  return config;
}

/** For a sign-in: the signature of the id token is checked with the server's keys. */
export async function openForSignIn(
  deps: OidcServerDeps,
  issuer: URL,
  clientId: string,
): Promise<oidc.Configuration> {
  const config = await openServer(deps, { issuer, clientId, tolerance: TOLERANCE, within: WITHIN });
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/** The library's requests over the app's HTTP client: https or this computer, small, in time. */
function fetchOver({ net, clock }: OidcServerDeps, { issuer, within }: Opening): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await net({
      method: method === 'POST' ? 'POST' : 'GET',
      url: givenUrl(url, issuer.href),
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeout: within,
      maxBytes: LARGEST_ANSWER,
      ...(signal && { cancel: signal }),
    });
    if (isCaptivePortal(answer)) throw captivePortalFailure();
    if (answer.status >= 500 || [408, 425, 429].includes(answer.status))
      throw failureOf(answer, clock.now());
    checkReadable(answer);
    const { status } = answer;
    const isEmpty = status === 204 || answer.body.length === 0;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status,
      headers: { ...answer.headers },
    });
  };
}

/** The library reads what is JSON without a limit of its own: what is too deep stops here. */
function checkReadable(answer: NetAnswer): void {
  const isJson = /\bjson\b/i.test(answer.headers['content-type'] ?? '');
  if (isJson && answer.body.length > 0 && readJson(answer) === undefined)
    throw new Failure('broken', 'The sign-in server’s answer cannot be read.', {
      detail: 'answer-unreadable',
    });
}

/** An address that another server named. A server elsewhere may not name this computer. */
export function givenUrl(text: string, from: string): URL {
  try {
    return readGivenUrl(text, from);
  } catch (error) {
    throw oidcFailures.serverDiffers(error);
  }
}

export function tokensOf(
  { time }: Pick<OidcServerDeps, 'time'>,
  answer: oidc.TokenEndpointResponse,
): OidcTokens {
  // Another kind is bound to a key of its own, and the calls send a Bearer.
  if (answer.token_type !== 'bearer') throw oidcFailures.unsafe();
  const lifetime = answer.expires_in === undefined ? undefined : answer.expires_in * SECOND;
  return {
    accessToken: answer.access_token,
    ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
    ...(lifetime !== undefined && { lifetime, expiresAt: time() + lifetime }),
  };
}

async function refresh(
  deps: OidcServerDeps,
  { issuer, clientId, subject }: OidcIdentity,
  refreshToken: string,
): Promise<OidcTokens> {
  const config = await openServer(deps, {
    issuer: readUrl(issuer),
    clientId,
    tolerance: RENEWAL_TOLERANCE,
    within: WITHIN,
  }).catch(temporary);
  const renewal = () => oidc.refreshTokenGrant(config, refreshToken).catch(asRenewal);
  // An answer that was lost is asked for again at once: a server that rotates its tokens may still
  // take the old one now, and later takes it for a theft.
  const answer = await renewal().catch((error: unknown) => {
    const { code, detail } = asFailure(error);
    if (code !== 'offline' || detail === 'not-sent') throw error;
    return renewal();
  });
  const named = answer.claims()?.sub;
  if (named !== undefined && named !== subject) throw signedOut();
  // A server that does not rotate sends none: the old one stays.
  return { refreshToken, ...tokensOf(deps, answer) };
}

/** The server refused the token: signed out. Anything else says nothing about the sign-in. */
function asRenewal(error: unknown): never {
  if (error instanceof oidc.ResponseBodyError) throw signedOut(error);
  return temporary(error);
}

function temporary(error: unknown): never {
  const failure = oidcFailure(error);
  if (failure.code !== 'refused') throw failure;
  throw new Failure('broken', 'The sign-in server’s answer cannot be read.', {
    detail: 'answer-unreadable',
    cause: error,
  });
}

const signedOut = (cause?: unknown) =>
  new Failure('signed-out', 'The platform no longer accepts this sign-in. Sign in again.', {
    detail: 'refresh-refused',
    ...(cause !== undefined && { cause }),
  });

async function revoke(
  deps: OidcServerDeps,
  { issuer, clientId }: OidcIdentity,
  { accessToken, refreshToken }: OidcTokens,
): Promise<void> {
  const config = await openServer(deps, {
    issuer: readUrl(issuer),
    clientId,
    tolerance: TOLERANCE,
    within: REVOKE_WITHIN,
  });
  if (config.serverMetadata().revocation_endpoint === undefined) return;
  if (refreshToken !== undefined)
    await oidc
      .tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
      .catch(() => {});
  await oidc.tokenRevocation(config, accessToken, { token_type_hint: 'access_token' });
}
