/**
 * Sign-in by OpenID Connect, loaded when it is first used: most clinics never do, and a start must
 * not wait for it.
 */
import type { OidcServer, OidcServerDeps } from './oidc-server.ts';
import type { OidcSignIn, OidcSignInDeps } from './oidc-sign-in.ts';

export function oidcServerOnDemand(deps: OidcServerDeps): OidcServer {
  let server: Promise<OidcServer> | undefined;
  const loaded = () => {
    server ??= import('./oidc-server.ts').then(({ createOidcServer }) => createOidcServer(deps));
    return server;
  };
  return {
    refresh: async (identity, refreshToken) => (await loaded()).refresh(identity, refreshToken),
    revoke: async (identity, tokens) => (await loaded()).revoke(identity, tokens),
  };
}

export function oidcSignInOnDemand(deps: OidcSignInDeps): OidcSignIn {
  let signIn: Promise<OidcSignIn> | undefined;
  const loaded = () => {
    signIn ??= import('./oidc-sign-in.ts').then(({ createOidcSignIn }) => createOidcSignIn(deps));
    return signIn;
  };
  return {
    begin: async (where, clientId) => (await loaded()).begin(where, clientId),
    step: async () => (await loaded()).step(),
    forget() {
      void signIn?.then((part) => part.forget());
    },
  };
}
