/** Our identity on the platform, and the place of this computer's keys. */

/** Practice holds invented patients only and never meets a real account; clinic is the real one. */
export const profiles = ['practice', 'clinic'] as const;
export type Profile = (typeof profiles)[number];

export const keyStoreKinds = ['keychain', 'passphrase', 'practice'] as const;
export type KeyStoreKind = (typeof keyStoreKinds)[number];

export type VaultState = {
  /** `none`: no key was ever made here. `locked`: there is one, and it is not at hand. */
  readonly state: 'none' | 'open' | 'locked';
  readonly kind?: KeyStoreKind | undefined;
  /**
   * Why it is locked, as a Failure detail: `passphrase-needed`, `keychain-missing`, `key-missing`,
   * `key-wrong` …
   */
  readonly cause?: string | undefined;
};

export type AccountState = {
  readonly profile: Profile;
  readonly baseUrl: string;
  readonly brand: string;
  readonly clientId: string;
  /** `needs-sign-in`: there was a session and the platform refuses it; the queue waits. */
  readonly state: 'signed-out' | 'signed-in' | 'needs-sign-in';
  /** When the access token ends; milliseconds since 1970. The token itself never leaves main. */
  readonly expiresAt?: number | undefined;
  /**
   * Signed in with what nothing renews: a token from the platform's console, or access that a
   * sign-in server gave for once.
   */
  readonly by?: 'token' | 'oidc' | undefined;
  /** A business token is kept for the doctor-tool paths; the token itself never leaves main. */
  readonly business?: boolean | undefined;
};

/** A code that a person enters in a browser, signed in there, to sign this computer in. */
export type DeviceOffer = {
  readonly userCode: string;
  /** Page at which it is entered. */
  readonly address: string;
  /** Milliseconds until it runs out. */
  readonly expiresIn: number;
  /** Milliseconds until it is worth asking. */
  readonly wait: number;
};
/** A page at which a person signs in, in a browser on this computer. */
export type BrowserSignIn = {
  readonly address: string;
  /** The browser was opened on it; else a person opens it. */
  readonly opened: boolean;
  /** Milliseconds until it runs out. */
  readonly expiresIn: number;
  /** Milliseconds until it is worth asking. */
  readonly wait: number;
};
/** Of a sign-in that ends in a browser. */
export type SignInStep =
  | { readonly kind: 'waiting'; readonly wait: number }
  | { readonly kind: 'signed-in'; readonly state: AccountState };

/** Offer of the platform to this account (contract 3.8), or our defaults until it was asked. */
export type Offer = {
  readonly languages: readonly { readonly id: string; readonly name: string }[];
  readonly templates: readonly { readonly id: string; readonly name: string }[];
  readonly limits: { readonly templates: number; readonly inputLanguages: number };
  /** Written visits of the practice platform; empty elsewhere. */
  readonly practiceCases: readonly {
    readonly id: string;
    readonly title: string;
    readonly language: string;
    /** Whom its note is about; empty where the platform does not say. */
    readonly patientName: string;
    /** A line for each thing that is said in it. */
    readonly dialogue: readonly string[];
  }[];
};

export const TRANSCRIPT_TEMPLATE = 'transcript_template';

/**
 * Templates of a choice that can be asked for: up to the platform's limit, and no transcript where
 * it offers none. Other ids may be known to the platform without being in its list.
 */
export function templatesToAsk(
  chosen: readonly string[],
  offer?: Pick<Offer, 'templates' | 'limits'>,
): string[] {
  const offered = offer?.templates ?? [];
  const hasNoTranscript =
    offered.length > 0 && offered.every(({ id }) => id !== TRANSCRIPT_TEMPLATE);
  return chosen
    .filter((id) => !(hasNoTranscript && id === TRANSCRIPT_TEMPLATE))
    .slice(0, offer?.limits.templates);
}
