/**
 * Access tokens of SMART backend services (HL7 SMART App Launch 2.2): the server says where tokens
 * are given out, and gets an assertion that is signed with our key. A token stays in memory until it
 * runs out, and is never logged.
 */
import { SignJWT } from 'jose';
import { z } from 'zod';
import { Failure } from '../../../../../shared/failure.ts';
import { answerLimits, readJsonWithin } from '../../../../../shared/strict-json.ts';
import { MINUTE, SECOND } from '../../../../../shared/time.ts';
import type {
  Clock,
  Net,
  NetAnswer,
  NetRequest,
  Random,
} from '../../../../infrastructure/ports.ts';
import { networkFailure } from '../emr-call.ts';
import type { ClientKey } from './client-key.ts';

/** What is registered with the server. */
type SmartClient = {
  readonly address: string;
  readonly clientId: string;
  readonly scope: string;
  /** Certificates (PEM) of the clinic's own authority; empty: none. */
  readonly authority: string;
};
export type AccessTokens = {
  /**
   * The token for this client; asked for anew once it is about to run out. Throws Failure `offline`
   * / `emr-unreachable`, `emr-no-answer`; `busy` / `emr-error`; `refused` / `smart-discovery`,
   * `smart-refused`, `smart-key`; `locked`.
   */
  get(client: SmartClient): Promise<string>;
  /** The server no longer takes the token. */
  forget(): void;
};
export type AccessTokensDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly net: Net;
  readonly key: (address: string) => Promise<ClientKey>;
  /** https, or http on this very machine. Throws Failure `invalid`. */
  readonly readAddress: (text: string) => URL;
};

const configuration = z.object({
  token_endpoint: z.string().max(2_000),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
  token_endpoint_auth_signing_alg_values_supported: z.array(z.string()).optional().catch(undefined),
});
const granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  token_type: z.string(),
  expires_in: z.number().positive().optional().catch(undefined),
});
const refused = z.object({
  error: z.string().max(200),
  error_description: z.string().max(2_000).optional().catch(undefined),
});

/** At most five minutes (SMART App Launch 2.2, client-confidential-asymmetric). */
const ASSERTION_LIFE = 4 * MINUTE;
/** Of a token whose life is not told (the specification recommends at most this). */
const TOKEN_LIFE = 5 * MINUTE;
/** Time that a call with the token may take, so that it does not run out on the way. */
const MARGIN = 30 * SECOND;
const LIMIT = 20 * SECOND;
const LARGEST = 256 * 1024;

type Held = { readonly client: string; readonly token: string; readonly until: number };
type State = {
  readonly deps: AccessTokensDeps;
  /** By client: those who ask at the same time wait for one answer. */
  readonly underWay: Map<string, Promise<string>>;
  held: Held | undefined;
};

export function createAccessTokens(deps: AccessTokensDeps): AccessTokens {
  const state: State = { deps, underWay: new Map(), held: undefined };
  return {
    get: (client) => tokenFor(state, client),
    forget() {
      state.held = undefined;
    },
  };
}

function tokenFor(state: State, client: SmartClient): Promise<string> {
  const { held, underWay, deps } = state;
  const name = JSON.stringify(client);
  if (held?.client === name && deps.clock.now() < held.until) return Promise.resolve(held.token);
  const known = underWay.get(name);
  if (known) return known;
  const asked = request(deps, client)
    .then(({ token, until }) => {
      state.held = { client: name, token, until };
      return token;
    })
    .finally(() => underWay.delete(name));
  underWay.set(name, asked);
  return asked;
}

async function request(
  deps: AccessTokensDeps,
  client: SmartClient,
): Promise<{ readonly token: string; readonly until: number }> {
  const key = await deps.key(client.address);
  const { endpoint, audience } = await discover(deps, client, key.alg);
  const asked = deps.clock.now();
  const { authority } = client;
  const answer = await call(deps, {
    method: 'POST',
    authority,
    url: endpoint,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(client.scope !== '' && { scope: client.scope }),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion(deps, client.clientId, audience, key),
    }).toString(),
  });
  if (answer.status >= 500 || answer.status === 429) throw serverTrouble();
  if (answer.status !== 200) throw notGranted(answer);
  const { success, data } = granted.safeParse(jsonOf(answer));
  if (!success || data.token_type.toLowerCase() !== 'bearer') throw notGranted(answer);
  const life = data.expires_in === undefined ? TOKEN_LIFE : data.expires_in * SECOND;
  return { token: data.access_token, until: asked + life - Math.min(MARGIN, life / 10) };
}

/** Each assertion has a number of its own, so that a server can refuse a second use. */
const assertion = (
  { clock, random }: AccessTokensDeps,
  clientId: string,
  audience: string,
  { alg, kid, key }: ClientKey,
): Promise<string> => {
  const now = Math.floor(clock.now() / SECOND);
  return new SignJWT()
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(random.uuid())
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_LIFE / SECOND)
    .sign(key);
};

/** The audience of an assertion is the address as the server writes it. */
async function discover(
  deps: AccessTokensDeps,
  { address, authority }: SmartClient,
  alg: string,
): Promise<{ readonly endpoint: URL; readonly audience: string }> {
  const answer = await call(deps, {
    method: 'GET',
    authority,
    url: new URL(`${address.replace(/\/+$/, '')}/.well-known/smart-configuration`),
    headers: { accept: 'application/json' },
  });
  if (answer.status >= 500 || answer.status === 429) throw serverTrouble();
  const { success, data } = configuration.safeParse(
    answer.status === 200 ? jsonOf(answer) : undefined,
  );
  if (!success)
    throw discoveryFailure(
      'The FHIR server does not say where it gives out tokens (.well-known/smart-configuration).',
    );
  const methods = data.token_endpoint_auth_methods_supported;
  if (methods && !methods.includes('private_key_jwt'))
    throw discoveryFailure('The FHIR server says that it takes no key (private_key_jwt).');
  const algorithms = data.token_endpoint_auth_signing_alg_values_supported;
  if (algorithms && !algorithms.includes(alg))
    throw discoveryFailure(
      `The FHIR server says that it takes no ${alg} signatures. Make a key of the other kind in Settings.`,
    );
  try {
    return {
      endpoint: deps.readAddress(data.token_endpoint),
      audience: data.token_endpoint,
    };
  } catch (cause) {
    throw discoveryFailure('The FHIR server names an address for tokens that is not https.', cause);
  }
}

const discoveryFailure = (message: string, cause?: unknown) =>
  new Failure('refused', message, { detail: 'smart-discovery', cause });

const serverTrouble = () =>
  new Failure('busy', 'The FHIR server had an internal error. Scriba tries again automatically.', {
    detail: 'emr-error',
  });

function notGranted(answer: NetAnswer): Failure {
  const { data } = refused.safeParse(jsonOf(answer));
  const said = [data?.error, data?.error_description]
    .filter(Boolean)
    .join(': ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
  return new Failure(
    'refused',
    `The FHIR server gives Scriba no token. Look whether its key and its client id are registered there.${said === '' ? '' : ` It said: “${said}”`}`,
    { detail: 'smart-refused' },
  );
}

async function call(
  { net }: AccessTokensDeps,
  request: Omit<NetRequest, 'timeout' | 'maxBytes'>,
): Promise<NetAnswer> {
  try {
    return await net({ ...request, timeout: LIMIT, maxBytes: LARGEST });
  } catch (cause) {
    throw networkFailure(cause);
  }
}

function jsonOf({ body }: NetAnswer): unknown {
  try {
    return readJsonWithin(body, answerLimits);
  } catch {
    return undefined;
  }
}
