/**
 * Sign-in of a person in the browser of this computer (OpenID Connect, code with PKCE; RFC 8252):
 * one sign-in at a time, one answer, within five minutes.
 */
import * as oidc from 'openid-client';
import type { BrowserSignIn } from '../../../../shared/model/account/account.ts';
import type { OidcOffer } from '../../../../shared/model/account/platform-profile.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import type { Loopback, LoopbackPage, OpenLink, Random } from '../../ports.ts';
import { type Address, checkAddress } from '../client/address.ts';
import { oidcFailure, oidcFailures } from './oidc-failure.ts';
import {
  givenUrl,
  type OidcIdentity,
  type OidcServerDeps,
  type OidcTokens,
  openForSignIn,
  tokensOf,
} from './oidc-server.ts';

const WITHIN = 5 * MINUTE;
const ASK_EVERY = SECOND;
/** Registered at the sign-in server as http://127.0.0.1/oidc/callback; the port is any. */
export const RETURN_PATH = '/oidc/callback';
/** Scopes that tell of a person more than a sign-in needs. */
const CLAIM_SCOPES = new Set(['email', 'address', 'phone']);
const RANDOM_BYTES = 32;

type Where = Pick<Address, 'baseUrl' | 'brand'>;
type OidcGrant = {
  readonly address: Address;
  readonly tokens: OidcTokens;
  readonly identity: OidcIdentity;
};
type Step =
  | { readonly kind: 'waiting'; readonly wait: number }
  | ({ readonly kind: 'granted' } & OidcGrant);

export type OidcSignIn = {
  /**
   * Replaces a sign-in that was begun before. Throws `refused` / `not-offered`,
   * `oidc-server-differs`, `oidc-unsafe`; `invalid`, `offline`, `busy`, `broken` / `cannot-listen`.
   */
  begin(where: Where, clientId: string): Promise<BrowserSignIn>;
  /** Throws `missing` / `no-oidc-sign-in`, `refused` / `oidc-…`, `offline`, `busy`: it is over. */
  step(): Promise<Step>;
  /** Closes the address at which the browser's answer would come. */
  forget(): void;
};

export type OidcSignInDeps = OidcServerDeps & {
  readonly random: Random;
  readonly loopback: Loopback;
  /** Opens a page in the browser of the system; absent where the page shows it as a link. */
  readonly openLink?: OpenLink | undefined;
  /** Offer of the platform at this address. Throws `offline`, `busy`. */
  readonly offer: (where: Where) => Promise<OidcOffer | undefined>;
};

type Pending = {
  readonly where: Where;
  readonly clientId: string;
  readonly config: oidc.Configuration;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** Monotonic. */
  readonly endsAt: number;
  readonly close: () => void;
  /** The browser's answer: the return address with its parameters. */
  answer: URL | undefined;
};
type State = {
  readonly deps: OidcSignInDeps;
  pending: Pending | undefined;
  /** Counts what was begun and forgotten: what was begun before closes its address itself. */
  turn: number;
};

export function createOidcSignIn(deps: OidcSignInDeps): OidcSignIn {
  const state: State = { deps, pending: undefined, turn: 0 };
  return {
    begin: (where, clientId) => begin(state, where, clientId),
    step: () => step(state),
    forget: () => forget(state),
  };
}

function forget(state: State): void {
  state.turn += 1;
  state.pending?.close();
  state.pending = undefined;
}

async function begin(state: State, typed: Where, typedId: string): Promise<BrowserSignIn> {
  const { deps } = state;
  const { baseUrl, brand, clientId } = checkAddress({ ...typed, clientId: typedId });
  const where = { baseUrl, brand };
  forget(state);
  const { turn } = state;
  const offer = await deps.offer(where);
  if (!offer) throw oidcFailures.notOffered();
  const issuer = givenUrl(offer.issuer, baseUrl);
  const config = await openForSignIn(deps, issuer, clientId);
  checkServer(config.serverMetadata(), offer, issuer);
  const secret = () => deps.random.bytes(RANDOM_BYTES).toString('base64url');
  const secrets = { verifier: secret(), state: secret(), nonce: secret() };
  const { origin, close } = await listen(state, secrets.state);
  if (turn !== state.turn) {
    close();
    throw oidcFailures.notBegun();
  }
  const endsAt = deps.clock.monotonic() + WITHIN;
  state.pending = { where, clientId, config, ...secrets, endsAt, close, answer: undefined };
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: origin + RETURN_PATH,
    ...scopesOf(offer),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  await deps.openLink?.(address, issuer.origin).catch((error: unknown) => {
    forget(state);
    throw error;
  });
  const isOpened = deps.openLink !== undefined;
  return { address: address.href, opened: isOpened, expiresIn: WITHIN, wait: ASK_EVERY };
}

/**
 * The server's own document must name what the platform names, and the page that a person opens
 * stands at the issuer itself.
 */
function checkServer(
  server: ReturnType<oidc.Configuration['serverMetadata']>,
  offer: OidcOffer,
  issuer: URL,
): void {
  const { authorization_endpoint: page, token_endpoint: tokens, jwks_uri: keys } = server;
  if (page === undefined || tokens === undefined || keys === undefined) throw oidcFailures.unsafe();
  const [pageUrl, tokensUrl] = [page, tokens].map((text) => givenUrl(text, issuer.href));
  const isSame =
    pageUrl?.href === givenUrl(offer.authorizationEndpoint, issuer.href).href &&
    tokensUrl?.href === givenUrl(offer.tokenEndpoint, issuer.href).href;
  if (!isSame || pageUrl?.origin !== issuer.origin) throw oidcFailures.serverDiffers();
  // Some servers take S256 and do not say so; one that lists others only does not take it.
  const { code_challenge_methods_supported: methods } = server;
  if (methods !== undefined && !methods.includes('S256')) throw oidcFailures.unsafe();
}

/**
 * The platform's own scopes are asked for, for its calls may need them. A refresh token needs the
 * person's consent (OpenID Connect Core 11).
 */
function scopesOf({ scopes }: OidcOffer): Record<string, string> {
  const wanted = new Set(['openid', ...scopes.filter((scope) => !CLAIM_SCOPES.has(scope))]);
  const scope = [...wanted].filter((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)).join(' ');
  return { scope, ...(wanted.has('offline_access') && { prompt: 'consent' }) };
}

/** Open until the answer is here, or five minutes. */
async function listen(state: State, expected: string) {
  const { loopback, clock } = state.deps;
  const listening = await loopback((url) => take(state, url, expected));
  const cancel = clock.after(WITHIN, listening.close);
  const close = () => {
    cancel();
    listening.close();
  };
  return { origin: listening.origin, close };
}

/** An answer with another state was not asked for here: it is neither taken nor ends anything. */
function take(state: State, url: URL, expected: string): LoopbackPage {
  const { pending } = state;
  if (url.pathname !== RETURN_PATH) return { status: 404, text: 'Not found.' };
  const states = url.searchParams.getAll('state');
  if (pending?.state !== expected || states.length !== 1 || states[0] !== expected)
    return { status: 400, text: 'This answer is not for the sign-in that was begun in Scriba.' };
  if (pending.answer) return { status: 400, text: 'This answer was brought already.' };
  pending.answer = url;
  pending.close();
  return { status: 200, text: 'Close this page and go back to Scriba.' };
}

async function step(state: State): Promise<Step> {
  const { deps, pending } = state;
  if (!pending) throw oidcFailures.notBegun();
  if (!pending.answer) {
    if (deps.clock.monotonic() < pending.endsAt) return { kind: 'waiting', wait: ASK_EVERY };
    forget(state);
    throw oidcFailures.expired();
  }
  // A code is good once, whatever comes of it.
  state.pending = undefined;
  const { turn } = state;
  const grant = await exchange(deps, pending, pending.answer).catch((error: unknown) => {
    throw oidcFailure(error);
  });
  // Locked or given up meanwhile.
  if (turn !== state.turn) throw oidcFailures.notBegun();
  return { kind: 'granted', ...grant };
}

async function exchange(
  deps: OidcSignInDeps,
  { config, verifier, state, nonce, clientId, where }: Pending,
  answer: URL,
): Promise<OidcGrant> {
  const read = await oidc.authorizationCodeGrant(config, answer, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const tokens = tokensOf(deps, read);
  const claims = read.claims();
  if (!claims) throw oidcFailures.unsafe();
  const { issuer } = config.serverMetadata();
  const identity = { issuer, clientId, subject: claims.sub };
  const name = await nameOf(config, tokens.accessToken, claims);
  return { address: checkAddress({ ...where, clientId: name }), tokens, identity };
}

/** Name under which a person signs in there; the server's id of the person where it tells none. */
async function nameOf(
  config: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<string> {
  const told = usableName(claims.preferred_username);
  if (told !== undefined) return told;
  if (config.serverMetadata().userinfo_endpoint !== undefined) {
    const info = await oidc.fetchUserInfo(config, accessToken, claims.sub).catch(() => undefined);
    const name = usableName(info?.preferred_username);
    if (name !== undefined) return name;
  }
  return usableName(claims.sub) ?? Buffer.from(claims.sub).toString('base64url');
}

/** It stands in a header and in the audit log. */
const usableName = (name: unknown): string | undefined =>
  typeof name === 'string' && /^[\x21-\x7e]{1,200}$/.test(name) ? name : undefined;
