/** Options of the practice platform, and the parts that its chapters share. */

import type { Tokens } from './accounts/tokens.ts';
import type { Faults } from './faults/faults.ts';
import type { Processing } from './scribe/processing.ts';
import type { StateStore } from './state/state-store.ts';
import type { Policies } from './transactions/policy.ts';
import type { Deliveries } from './webhooks/deliveries.ts';
import type { Subscriptions } from './webhooks/subscriptions.ts';

/** Handed in by a process or a test: the sandbox itself uses no clock and no randomness. */
export type Ports = {
  /** Wall clock; milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
  bytes(count: number): Buffer;
};

export type SandboxOptions = {
  /** Folder of all data: clients, transactions, audio, results. */
  readonly folder: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly brand: string;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** Milliseconds that writing a note takes. */
  readonly delay: number;
  /** Milliseconds that a status call may be held open while there is no result. */
  readonly hold: number;
  /** Life of an access token in seconds. */
  readonly accessSeconds: number;
  /** Largest upload in bytes. */
  readonly maxUpload: number;
  /** Base address of a server that speaks `/v1/audio/transcriptions`. */
  readonly speechUrl?: string | undefined;
  /**
   * Removes what was uploaded as soon as its note is written: beside the app, somebody may have
   * tried it on a real visit.
   */
  readonly forgetSound?: boolean | undefined;
  /** Refuses orders of admissions that it does not know (contract 8.1). */
  readonly strict?: boolean | undefined;
  /** The command that decodes what we cannot decode ourselves. */
  readonly ffmpeg: string;
};

export type Sandbox = {
  readonly options: SandboxOptions;
  readonly ports: Ports;
  /** The platform's own clock: wall clock and the skew that a fault may have given it. */
  now(): number;
  /** Sets how far the platform's clock is off; milliseconds. */
  skew(ms: number): void;
  readonly store: StateStore;
  readonly tokens: Tokens;
  readonly policies: Policies;
  readonly faults: Faults;
  readonly processing: Processing;
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  /** Our own address without a trailing slash; known once the server listens. */
  url(): string;
  /** The last requests, oldest first. */
  readonly asked: Asked[];
};

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly requestId: string;
  readonly at: number;
};
