/**
 * Which calls can be sent in the encrypted envelope (contract 5.3), and what a person sees of its
 * keys: never their text.
 */

/**
 * By chapter of the contract: codification (2), service users (6), EMR users (7), IPD orders and
 * admissions (8), documents (10).
 */
export const envelopeFamilies = [
  'codification',
  'users',
  'emr-users',
  'orders',
  'documents',
] as const;
export type EnvelopeFamily = (typeof envelopeFamilies)[number];

/**
 * The family of a path below the platform's address; undefined where the platform takes no
 * envelope.
 */
export function familyOf(path: string, brand: string): EnvelopeFamily | undefined {
  const begins = (...starts: string[]) =>
    starts.some((start) => path === start || path.startsWith(`${start}/`));
  if (begins('/med-link')) return 'codification';
  if (begins(`/cdr/v1/${brand}user`)) return 'users';
  if (begins('/profiles/v1/emr-user')) return 'emr-users';
  if (begins('/orders', '/appointments/v1/ipd')) return 'orders';
  if (begins('/mr/api')) return 'documents';
  return undefined;
}

/** The one address that the contract names as a sample of an encrypted call. */
export const ENVELOPE_SAMPLE = '/abdm/na/v1/registration/aadhaar/init';

/** Contract 5.2: the shared text is 16 bytes in UTF-8, no more and no fewer. */
export const isKeyText = (text: string) =>
  new TextEncoder().encode(text).length === 16 && text.isWellFormed();

/** One key of the account in use. */
export type EnvelopeKeyInfo = {
  readonly kid: string;
  /** Sealed calls go out under this one. */
  readonly inUse: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
};

export type EnvelopeState = {
  readonly keys: readonly EnvelopeKeyInfo[];
  readonly families: readonly EnvelopeFamily[];
};

/**
 * Results of trying a key. `opened`: the platform opened what was sealed, and its own answer opened
 * here. `plain`: it took the call and answered unsealed. `kid-unknown`, `key-wrong`: it does not
 * know the name, or another text belongs to it. `absent`: this platform has no such address.
 */
const keyTestOutcomes = [
  'opened',
  'plain',
  'kid-unknown',
  'key-wrong',
  'not-opened',
  'not-supported',
  'absent',
] as const;
export type KeyTest = { readonly outcome: (typeof keyTestOutcomes)[number] };
