/** Tells a vault that was locked on purpose from one whose key is out of reach. */

/** Causes without trouble: the vault opens as always. */
const calmCauses = new Set(['passphrase-needed', 'vault-closed']);

/** A vault without a cause was locked on purpose, too: a key out of reach always has one. */
export const isCalm = (cause: string | undefined): boolean =>
  cause === undefined || calmCauses.has(cause);
