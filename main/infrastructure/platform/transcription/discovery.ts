/**
 * Discovery (session protocol 1): whether this platform has the session protocol, and what it takes.
 * Asked without a token, remembered for three hours.
 */

import type { z } from 'zod';
import type { Discovery, OidcOffer } from '../../../../shared/model/account/platform-profile.ts';
import { HOUR, SECOND } from '../../../../shared/time.ts';
import {
  discoveryAnswer,
  PROTOCOL,
  uploadTypes,
} from '../../../../shared/wire/session-protocol.ts';
import type { Clock, Net, NetAnswer, NetRequest, Random } from '../../ports.ts';
import { type Address, readUrl } from '../client/address.ts';
import {
  captivePortalFailure,
  failureOf,
  isCaptivePortal,
  readJson,
} from '../client/status-failure.ts';

const GOOD_FOR = 3 * HOUR;
/** Bytes. */
const LARGEST = 1024 * 1024;
/** Seconds; a platform that names less for a piece has meant another unit. */
const SHORTEST_PIECE = 1;
const QUESTION_WITHIN = 4 * SECOND;

export type DiscoveryDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  readonly address: () => Address;
  readonly place: (path: string) => string;
};
export type Discover = {
  /**
   * The platform's discovery document; a 404 or another protocol means that it has none. Throws
   * `offline`, `busy` where it is not known, not even from an earlier answer.
   */
  ask(): Promise<Discovery>;
  /** The last result, within three hours; undefined where there is none. */
  known(): Discovery | undefined;
  /** The smallest question that every platform answers somehow: nobody signs in for it. */
  question(): NetRequest;
};

type DiscoveryState = {
  readonly deps: DiscoveryDeps;
  /** `at`: monotonic; `of`: the address that was asked. */
  last: { readonly at: number; readonly of: string; readonly found: Discovery } | undefined;
  asking: Promise<Discovery> | undefined;
};

export function createDiscovery(deps: DiscoveryDeps): Discover {
  const state: DiscoveryState = { deps, last: undefined, asking: undefined };
  return {
    known: () => known(state),
    ask: () => ask(state),
    question: () => ({ ...documentRequest(deps, urlOf(deps)), timeout: QUESTION_WITHIN }),
  };
}

const PATH = '/.well-known/medscribealliance';
const urlOf = ({ address, place }: DiscoveryDeps) =>
  readUrl(address().baseUrl + place(`/voice/v1${PATH}`));
/** The protocol's own text has the document here. */
const rootUrlOf = ({ address }: DiscoveryDeps) => readUrl(address().baseUrl + PATH);

function known({ deps, last }: DiscoveryState): Discovery | undefined {
  if (!last || last.of !== urlOf(deps).href) return undefined;
  return deps.clock.monotonic() - last.at < GOOD_FOR ? last.found : undefined;
}

function ask(state: DiscoveryState): Promise<Discovery> {
  const found = known(state);
  if (found) return Promise.resolve(found);
  state.asking ??= fetchDiscovery(state)
    .catch((error: unknown) => outlived(state, error))
    .finally(() => {
      state.asking = undefined;
    });
  return state.asking;
}

/** What was found there earlier is better than nothing while the platform cannot be asked. */
function outlived({ deps, last }: DiscoveryState, error: unknown): Discovery {
  if (last?.of === urlOf(deps).href) return last.found;
  throw error;
}

async function fetchDiscovery(state: DiscoveryState): Promise<Discovery> {
  const { deps } = state;
  const url = urlOf(deps);
  const first = await fetchDocument(deps, url);
  const answer = first.status === 404 ? await fetchDocument(deps, rootUrlOf(deps)) : first;
  const found = answer.status < 300 ? discoveryOf(answer) : { offered: false };
  state.last = { at: deps.clock.monotonic(), of: url.href, found };
  return found;
}

const documentRequest = ({ random }: DiscoveryDeps, url: URL): NetRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json', 'x-request-id': random.uuid() },
  timeout: 10 * SECOND,
  maxBytes: LARGEST,
});

async function fetchDocument(deps: DiscoveryDeps, url: URL): Promise<NetAnswer> {
  const { clock } = deps;
  const answer = await deps.net(documentRequest(deps, url));
  if (isCaptivePortal(answer)) throw captivePortalFailure();
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw failureOf(answer, clock.now());
  return answer;
}

/**
 * A page of something else at this address is no such protocol, and no reason to send nothing at
 * all.
 */
function discoveryOf(answer: NetAnswer): Discovery {
  const read = discoveryAnswer.safeParse(readJson(answer)).data;
  if (!read) return { offered: false };
  const { languages, capabilities } = read;
  const oidc = oidcOf(read.authentication ?? undefined);
  const methods = capabilities?.upload_methods ?? [];
  const longestPiece = capabilities?.max_chunk_duration_seconds ?? 0;
  const takesSound =
    methods.length === 0 || methods.some((method) => uploadTypes.some((known) => known === method));
  return {
    offered: read.protocol === PROTOCOL && takesSound,
    version: read.protocol_version?.slice(0, 20),
    ...(methods.length > 0 && { uploadMethods: methods }),
    ...(longestPiece >= SHORTEST_PIECE && { longestPiece }),
    ...(languages && languages.supported.length > 0 && { languages: languages.supported }),
    ...(languages?.auto_detection !== undefined && { autoDetection: languages.auto_detection }),
    ...(oidc && { oidc }),
  };
}

function oidcOf(
  authentication: z.infer<typeof discoveryAnswer>['authentication'],
): OidcOffer | undefined {
  const { supported_methods: methods, oidc } = authentication ?? {};
  if (!oidc || !methods?.includes('oidc')) return undefined;
  return {
    issuer: oidc.issuer,
    authorizationEndpoint: oidc.authorization_endpoint,
    tokenEndpoint: oidc.token_endpoint,
    scopes: oidc.scopes_supported,
  };
}
