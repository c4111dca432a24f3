/** The part of oidc-provider that the tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Found = { readonly accountId: string; destroy(): Promise<void> } | undefined;
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    readonly AccessToken: { find(token: string): Promise<Found> };
    readonly ClientCredentials: {
      find(
        token: string,
      ): Promise<{ readonly clientId: string; readonly scope: string } | undefined>;
    };
    readonly RefreshToken: { find(token: string): Promise<Found> };
  }
}
