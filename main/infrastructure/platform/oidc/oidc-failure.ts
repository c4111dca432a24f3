/** Failures of a sign-in by OpenID Connect, in place of the library's errors. */
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { Failure } from '../../../../shared/failure.ts';

const JWT_TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
/** Words of RFC 6749 (5.2, 4.1.2.1) for a client that the server does not take. */
const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client']);

const refused = (detail: string, message: string, cause?: unknown) =>
  new Failure('refused', message, { detail, ...(cause !== undefined && { cause }) });

export const oidcFailures = {
  notOffered: () =>
    refused(
      'not-offered',
      'The platform at this address does not sign people in this way. Look at the address, or choose another way.',
    ),
  /** `cause`: why the server's own document is not to be used. */
  serverDiffers: (cause?: unknown) =>
    refused(
      'oidc-server-differs',
      'The platform names a sign-in server that does not say the same of itself. Scriba does not open it. Tell whoever runs the platform.',
      cause,
    ),
  unsafe: () =>
    refused(
      'oidc-unsafe',
      'The sign-in server does not offer what a safe sign-in needs (code with PKCE S256, signed answers). Tell whoever runs it.',
    ),
  notBegun: () => new Failure('missing', 'Begin the sign-in first.', { detail: 'no-oidc-sign-in' }),
  expired: () =>
    refused(
      'oidc-expired',
      'The browser brought no answer within five minutes. If it showed an error, have the client ID and Scriba’s return address checked at the sign-in server. Then begin again.',
    ),
};

/** Failure for whatever went wrong at the server or at the check of its answer. */
export function oidcFailure(error: unknown): Failure {
  const inner = error instanceof ClientError ? error.cause : undefined;
  if (error instanceof Failure) return error;
  if (inner instanceof Failure) return inner;
  if (error instanceof AuthorizationResponseError) return answered(error.error, error);
  if (error instanceof ResponseBodyError) return answered(error.error, error);
  if (error instanceof ClientError && error.code === JWT_TIME)
    return refused(
      'oidc-clock',
      'The sign-in server’s answer is not valid at this time. The clock of this computer, or of the server, is wrong. Set it, then begin again.',
      error,
    );
  return refused(
    'oidc-answer-refused',
    'The answer to the sign-in is not one that the sign-in server gave to Scriba. Nobody was signed in. Begin again; if it happens twice, tell whoever runs the server.',
    error,
  );
}

function answered(word: string, cause: unknown): Failure {
  if (word === 'access_denied')
    return refused('oidc-denied', 'The sign-in was refused in the browser.', cause);
  if (CLIENT_REFUSED.has(word))
    return refused(
      'oidc-client-refused',
      'The sign-in server does not accept this client ID. Look at it once more, and have it registered as a public (native) client.',
      cause,
    );
  if (word === 'invalid_grant')
    return refused(
      'oidc-code-refused',
      'The sign-in server no longer accepts this sign-in: it took too long, or was used before. Begin again.',
      cause,
    );
  return refused(
    'oidc-failed',
    'The sign-in server could not finish the sign-in. Try again later, or tell whoever runs it.',
    cause,
  );
}
