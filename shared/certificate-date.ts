/**
 * Whether a certificate was refused for its days: after years without a battery it is our date that
 * is wrong, and nothing else tells (P26).
 */

/** `error`: what Node says of a connection that did not come about. */
export const isOutOfDate = (error: unknown): boolean =>
  ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'].includes(
    (error as { code?: string } | undefined)?.code ?? '',
  );
