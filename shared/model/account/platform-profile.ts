/**
 * How a platform is reached, in one piece that can be handed on as a file: addresses, brand, paths,
 * transport. Never anything secret. The page reads this file: its schemas stand in
 * `platform-profile-schema.ts`.
 */
/**
 * The places in the platform's API that a deployment may serve elsewhere, as the contract has them.
 */
export const chapterPrefixes = {
  account: '/connect-auth/v1/account',
  upload: '/v1/file-upload',
  transcription: '/voice/api',
  sessions: '/voice/v1',
  codification: '/med-link',
  linking: '/{brand}-mcp',
  webhooks: '/notification/v1/connect/webhook',
  users: '/cdr/v1/{brand}user',
  emrUser: '/profiles/v1/emr-user',
  orders: '/orders',
  admissions: '/appointments/v1/ipd/admission',
  properties: '/v1/sym-and-diag',
  medical: '/medical-db/v1',
  documents: '/mr/api',
  health: '/health/api',
} as const;
export const chapters = Object.keys(chapterPrefixes) as Chapter[];
export type Chapter = keyof typeof chapterPrefixes;

export const transports = ['transactions', 'sessions', 'auto'] as const;
/**
 * `transactions`: contract 3. `sessions`: contract 11. `auto`: sessions where the platform says
 * that it has them.
 */
export type TransportChoice = (typeof transports)[number];

const environments = ['production', 'staging', 'practice'] as const;
type Environment = (typeof environments)[number];

/**
 * One or more steps; letters that mean themselves in a path. Nothing that leads upwards or
 * elsewhere.
 */
export const prefixPattern = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~{}-]{1,60}){1,10}$/;
export type PathOverrides = Readonly<Partial<Record<Chapter, string | undefined>>>;

export type PlatformProfile = {
  readonly environment: Environment;
  /** Base addresses; empty where none was told yet. */
  readonly production: string;
  readonly staging: string;
  readonly brand: string;
  readonly paths: PathOverrides;
  readonly transport: TransportChoice;
  readonly companionFile: boolean;
  /** Id of Scriba at the server that signs people in (OpenID Connect). */
  readonly oidcClientId?: string | undefined;
};

export const FILE_KIND = 'platform-profile';
export const FILE_VERSION = 1;
/** Characters; a profile is a page of text. */
export const LARGEST_FILE = 64 * 1024;

/**
 * What the platform says of its session protocol (session protocol 1); a member is undefined where
 * it says nothing.
 */
export type Discovery = {
  readonly offered: boolean;
  readonly version?: string | undefined;
  readonly uploadMethods?: readonly string[] | undefined;
  /** In the platform's own words: `en`, `en-IN`. */
  readonly languages?: readonly string[] | undefined;
  readonly autoDetection?: boolean | undefined;
  /** Seconds that one piece of a session in pieces may last. */
  readonly longestPiece?: number | undefined;
  /** Where people are signed in by OpenID Connect; absent where that is not offered. */
  readonly oidc?: OidcOffer | undefined;
};
export type OidcOffer = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly scopes: readonly string[];
};
