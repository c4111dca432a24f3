/** Sign-in servers and platforms that are refused before a browser is opened. */
import { afterEach, expect, test } from 'vitest';
import type { Failure } from '../../../../../shared/failure.ts';
import {
  closeServers,
  browserSignInRig as rig,
} from '../../../../support/rigs/browser-sign-in-rig.ts';
import { usualOffer } from '../../../../support/rigs/sign-in-server.ts';

afterEach(closeServers);

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Failure,
  );

test.each<[string, (issuer: string) => Record<string, unknown> | undefined, string]>([
  ['no server at all', () => undefined, 'not-offered'],
  ['half a server', (issuer) => ({ issuer }), 'not-offered'],
  ['another path of the issuer', (issuer) => usualOffer(`${issuer}/`), 'oidc-server-differs'],
  ['an issuer without a document', (issuer) => usualOffer(`${issuer}/none`), 'oidc-server-differs'],
  [
    'a page elsewhere',
    (issuer) => ({ ...usualOffer(issuer), authorization_endpoint: 'https://evil.example/auth' }),
    'oidc-server-differs',
  ],
  [
    'tokens from elsewhere',
    (issuer) => ({ ...usualOffer(issuer), token_endpoint: 'https://evil.example/token' }),
    'oidc-server-differs',
  ],
  ['an issuer without https', () => usualOffer('http://evil.example'), 'oidc-server-differs'],
  ['a program as issuer', () => usualOffer('file:///bin/sh'), 'oidc-server-differs'],
])(
  'a platform that names %s is refused before a browser is opened',
  async (_name, offer, detail) => {
    const { begin, issuer } = await rig({ offer });
    expect(await caught(begin())).toMatchObject({ code: 'refused', detail });
    expect(issuer.calls.some((call) => call.includes('/auth'))).toBe(false);
  },
);

test.each([
  ['another issuer', { issuer: 'https://evil.example' }, 'oidc-server-differs'],
  ['PKCE by plain text alone', { code_challenge_methods_supported: ['plain'] }, 'oidc-unsafe'],
  ['no keys', { jwks_uri: undefined }, 'oidc-unsafe'],
])('a server whose own document names %s is refused', async (_name, change, detail) => {
  const { begin } = await rig({
    issuer: {
      before(request, response) {
        if (!request.url?.startsWith('/.well-known/')) return false;
        const issuer = `http://${request.headers.host}`;
        const document = { ...usualOffer(issuer), jwks_uri: `${issuer}/jwks`, ...change };
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(document));
        return true;
      },
    },
  });
  expect(await caught(begin())).toMatchObject({ detail });
});

test('a server whose document is nested without end is refused unread', async () => {
  const { begin } = await rig({
    issuer: {
      before(_request, response) {
        const deep = '['.repeat(50_000) + ']'.repeat(50_000);
        response.writeHead(200, { 'content-type': 'application/json' }).end(deep);
        return true;
      },
    },
  });
  expect(await caught(begin())).toMatchObject({ code: 'broken', detail: 'answer-unreadable' });
});
