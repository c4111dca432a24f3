/**
 * State of webhooks as a page sees it: registrations on the platform, the receiver on this
 * computer, and the deliveries that came through it. Never a key.
 */

/** The events that a person may subscribe to, and those alone make Scriba look (contract 4.5). */
export const actedEvents = [
  'v2rx.completed',
  'scribe.session.transcript.completed',
  'scribe.session.document.generated',
] as const;
export type ActedEvent = (typeof actedEvents)[number];

export type Subscription = {
  readonly id: string;
  readonly endpoint: string;
  readonly events: readonly string[];
  /**
   * Whether this computer has the key that its deliveries are signed with. `other`: somebody else
   * registered it; `none`: they come unsigned.
   */
  readonly key: 'ours' | 'other' | 'none';
};

/** Result of one delivery, or of several in a row with the same result. */
export const deliveryOutcomes = [
  'woke', // the platform was asked at once
  'already-here', // the note had come by asking
  'other-visit', // no visit on this computer
  'other-event', // acknowledged and dropped
  'repeated', // told before
  'bad_header',
  'too_large',
  'too_slow',
  'bad_signature',
  'stale',
  'bad_json', // refused
] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export type Delivered = {
  /** Milliseconds since 1970; of the last one. */
  readonly at: number;
  readonly outcome: DeliveryOutcome;
  /** How many in a row. */
  readonly times: number;
  /** Event name, if the delivery was signed: the platform's own word for it. */
  readonly event?: string | undefined;
  readonly transactionId?: string | undefined;
};

export type WebhookState = {
  /** Choice of the person. */
  readonly on: boolean;
  readonly port: number;
  /** `waiting`: the vault is locked. `failed`: see `trouble`. */
  readonly receiver: 'off' | 'listening' | 'waiting' | 'failed';
  /** A failure's detail, e.g. `port-busy`. */
  readonly trouble?: string | undefined;
  /** Address to which a relay on this computer or in this network passes deliveries on. */
  readonly relayTo: string;
  /** The header that the signature comes in; a relay must hand it on as it is. */
  readonly header: string;
  /** How many keys of registered addresses this computer has. */
  readonly keys: number;
  /** Newest first; since Scriba was started. */
  readonly delivered: readonly Delivered[];
};

/** Below 1024 a program needs the rights of an administrator. */
export const LOWEST_PORT = 1024;
export const HIGHEST_PORT = 65_535;
export const DEFAULT_PORT = 47_815;
