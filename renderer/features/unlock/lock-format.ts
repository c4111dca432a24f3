/** Why a vault is locked: on purpose, or because its key cannot be had. */

/** Causes that are nobody's trouble: it opens the way it always does. */
const calm = new Set(['passphrase-needed', 'vault-closed']);

/** Without a cause it was locked on purpose too: a key that cannot be had always says why. */
export const isCalm = (cause: string | undefined): boolean =>
  cause === undefined || calm.has(cause);
