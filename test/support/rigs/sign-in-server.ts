/**
 * A hospital for tests: a sign-in server that others wrote (oidc-provider, with its own pages), and
 * a platform that names it in its discovery and takes its tokens.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const SCRIBA_ID = 'scriba-desktop';
export const DOCTOR = 'dr.iyer';

type IssuerOptions = {
  /** Seconds. */
  readonly ttl?: Readonly<Record<string, number>>;
  readonly pkceRequired?: boolean;
  readonly revocation?: boolean;
  /** Where given: stands before the server, and returns whether it has answered. */
  readonly before?: (...args: Parameters<RequestListener>) => boolean;
};

const listening = (server: Server) =>
  new Promise<string>((done) => {
    server.listen(0, '127.0.0.1', () =>
      done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

export type RunningIssuer = Awaited<ReturnType<typeof startIssuer>>;

export async function startIssuer(options: IssuerOptions = {}) {
  const calls: string[] = [];
  let answer: RequestListener = () => {};
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (!options.before?.(request, response)) answer(request, response);
  });
  const issuer = await listening(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: SCRIBA_ID,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/oidc/callback'],
      },
    ],
    cookies: { keys: ['for tests alone'] },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    scopes: ['openid', 'profile', 'offline_access'],
    pkce: { required: () => options.pkceRequired ?? true },
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: options.revocation ?? true },
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id }),
    }),
    ttl: { AccessToken: 600, IdToken: 600, RefreshToken: 86_400, Grant: 86_400, ...options.ttl },
  });
  answer = provider.callback();
  return { issuer, provider, calls, close: () => closed(server) };
}

type Offer = Readonly<Record<string, unknown>>;

export const usualOffer = (issuer: string): Offer => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  scopes_supported: ['openid', 'profile', 'offline_access', 'email'],
});

type HospitalOptions = {
  /** Of the discovery document; undefined: it does not name the member. */
  readonly oidc: Offer | undefined;
  /** False: its answers do not tell the time. */
  readonly tellsTime?: boolean;
};

export async function startHospital(
  { provider }: Pick<RunningIssuer, 'provider'>,
  { oidc, tellsTime = true }: HospitalOptions,
) {
  const bearers: string[] = [];
  const server = createServer(async (request, response) => {
    response.sendDate = tellsTime;
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/voice/v1/.well-known/medscribealliance')
      return say(200, discoveryOf(oidc));
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined) bearers.push(token);
    const found = token === undefined ? undefined : await provider.AccessToken.find(token);
    if (!found) return say(401, { detail: 'invalid_token' });
    if (request.url === '/connect-auth/v1/account/whoami')
      return say(200, { username: found.accountId });
    return say(404, { detail: 'not found' });
  });
  const url = await listening(server);
  return { url, bearers, close: () => closed(server) };
}

/** As the session protocol has it (docs/platform/session-protocol.md, section 1). */
const discoveryOf = (oidc: Offer | undefined) => ({
  protocol: 'medscribealliance',
  protocol_version: '0.1',
  supported_versions: ['0.1'],
  endpoints: { base_url: 'http://127.0.0.1/voice/v1' },
  authentication: { supported_methods: ['oidc'], ...(oidc && { oidc }) },
  capabilities: { audio_formats: ['audio/wav'], max_chunk_duration_seconds: 20 },
});

/**
 * Goes through the server's pages as a browser does: name, password, consent (or Cancel). Returns
 * the address of Scriba to which the server sends the browser, unopened.
 */
export async function walkPages(
  address: string,
  { deny = false, name = DOCTOR }: { readonly deny?: boolean; readonly name?: string } = {},
): Promise<string> {
  const jar = new Map<string, string>();
  let next: { url: string; body?: URLSearchParams } = { url: address };
  for (let pages = 0; pages < 12; pages += 1) {
    const response = await fetch(next.url, {
      method: next.body ? 'POST' : 'GET',
      ...(next.body && { body: next.body }),
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (key) jar.set(key, value ?? '');
    }
    const location = response.headers.get('location');
    if (location) {
      const url = new URL(location, next.url).href;
      if (url.includes('/oidc/callback')) return url;
      next = { url };
      continue;
    }
    next = filled(await response.text(), next.url, deny ? undefined : name);
  }
  throw new Error(`the pages of the sign-in server do not end: ${next.url}`);
}

/** `name` undefined: Cancel. */
function filled(html: string, url: string, name: string | undefined) {
  const part = (pattern: RegExp) => {
    const found = pattern.exec(html)?.[1];
    if (found === undefined) throw new Error(`a page without ${pattern}: ${html}`);
    return found;
  };
  if (name === undefined) return { url: new URL(part(/href="([^"]*abort)"/), url).href };
  const prompt = part(/name="prompt" value="([^"]+)"/);
  return {
    url: new URL(part(/action="([^"]+)"/), url).href,
    body: new URLSearchParams({
      prompt,
      ...(prompt === 'login' && { login: name, password: 'any' }),
    }),
  };
}
