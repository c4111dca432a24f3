/**
 * Clock, disk, network, randomness and window, as a host or a test hands them to the core. No other
 * file in main reaches for them (docs/safekeeping.md, D1): this makes the promises testable.
 */
import type { KeyStoreKind, Profile } from '../../shared/model/account/account.ts';
import type {
  DesktopCommand,
  DesktopNotification,
  DesktopPlace,
  DesktopState,
  DesktopView,
} from '../../shared/model/desktop.ts';
import type { Saved } from '../../shared/model/export/saving.ts';
import type { Policy } from '../../shared/model/policy.ts';

export type Clock = {
  /** Wall clock; milliseconds since 1970. */
  now(): number;
  /** Never jumps; milliseconds from an unknown beginning. */
  monotonic(): number;
  /** Calls back once after `ms`; the answer cancels it. Must not keep the process alive. */
  after(ms: number, run: () => void): () => void;
};

export type Random = {
  bytes(count: number): Buffer;
  uuid(): string;
  /** 0 up to, not including, 1. */
  fraction(): number;
};

/**
 * The calls on files that safekeeping rests on; each may throw a Node system error (`code` ENOSPC,
 * EIO …).
 */
export type Disk = {
  /**
   * Creates the file (mode 0600; `shared`: also for the group, as far as the system's mask allows)
   * and opens it for writing; EEXIST if it is there.
   */
  create(path: string, shared?: 'shared'): number;
  openToRead(path: string): number;
  /** Opens an existing file for changing bytes in place (purge only). */
  openToChange(path: string): number;
  /** Writes some or all of the bytes and answers how many: it may be fewer without an error. */
  write(file: number, bytes: Uint8Array, offset: number, length: number, position?: number): number;
  /** Returns the number of bytes read; 0 at the end. */
  read(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
  datasync(file: number): void;
  close(file: number): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  /** Creates the folder (mode 0700) and those above it. */
  makeFolder(path: string): void;
  /** Makes renames and creations in the folder durable. */
  syncFolder(path: string): void;
  /** Names in the folder, or none when it is not there. */
  list(path: string): string[];
  exists(path: string): boolean;
  /** Bytes. */
  size(path: string): number;
  /** Bytes free to us on the disk of this path. */
  free(path: string): number;
};

export type NetRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A stream needs a `content-length` header; its pieces are the net's from then on, which may take
   * their memory.
   */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Milliseconds for the whole call. */
  readonly timeout: number;
  /** Larger answers are refused; bytes, default 32 MiB. */
  readonly maxBytes?: number;
  /** Certificates (PEM) that this call trusts besides the public ones; empty: none. */
  readonly authority?: string | undefined;
  /** Ends the call: Failure `refused` / `cancelled`. */
  readonly cancel?: AbortSignal;
  /**
   * Hears how much of the answer is here, and how much is announced (undefined: nothing is); bytes.
   */
  readonly received?: (bytes: number, announced: number | undefined) => void;
};
export type NetAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};
/**
 * Sends one request; never follows a redirect. Throws Failure `offline` with detail `not-sent`
 * (nothing reached the other side) or `unclear` (it may have), or `broken` / `answer-too-large`.
 */
export type Net = (request: NetRequest) => Promise<NetAnswer>;

export type TcpRequest = {
  readonly host: string;
  readonly port: number;
  /** TLS, with a certificate that verifies. */
  readonly secure: boolean;
  /** Certificates (PEM) that this connection trusts besides the public ones; empty: none. */
  readonly authority?: string | undefined;
  /** Empty: the connection is tried, and nothing is sent. */
  readonly bytes: Uint8Array;
  /** Milliseconds until there is a connection. */
  readonly connectWithin: number;
  /** Milliseconds from then on. */
  readonly within: number;
  /** Larger answers are refused; bytes. */
  readonly maxBytes: number;
  /** Returns whether these bytes are the answer; asked at each piece that comes. */
  readonly isWhole: (received: Buffer) => boolean;
  /** Ends the call: Failure `refused` / `cancelled`. */
  readonly cancel?: AbortSignal;
};
/**
 * Opens a connection, sends the bytes and returns what came back. Throws Failure `offline` with
 * detail `not-sent` or `unclear`, or `broken` / `answer-too-large`.
 */
export type Tcp = (request: TcpRequest) => Promise<Buffer>;

type SoundLineRequest = {
  /** `ws:` or `wss:`. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until there is a connection. */
  readonly connectWithin: number;
};
/** A WebSocket that only sends. What the other side says is not read. */
export type SoundLine = {
  /** Done when the bytes have left our memory. Throws Failure `offline` / `unclear`. */
  send(bytes: Uint8Array): Promise<void>;
  /**
   * Done when the other side has said that it read everything, and both sides have closed, we
   * first. Throws Failure `offline` / `unclear` for every other end. `within`: milliseconds for all
   * of that, by the bytes that the other side is not known to have read.
   */
  close(within: (unread: number) => number): Promise<void>;
  /** Gives it up at once; what waits for it throws. */
  drop(): void;
};
/**
 * Opens a WebSocket, or returns the answer that came in place of one; never follows a redirect.
 * Throws Failure `offline` / `not-sent`.
 */
export type OpenSoundLine = (
  request: SoundLineRequest,
) => Promise<{ readonly line: SoundLine } | { readonly answer: NetAnswer }>;

export type OpenLink = (url: URL, origin: string) => Promise<void>;

/** A page for the browser that asked; `text` becomes its only words. */
export type LoopbackPage = { readonly status: number; readonly text: string };
/**
 * Listens for a browser on this computer (127.0.0.1, a free port) until it is closed. `answer` is
 * asked for each GET whose Host is that address. Throws Failure `broken` / `cannot-listen`.
 */
export type Loopback = (
  answer: (url: URL) => LoopbackPage,
) => Promise<{ readonly origin: string; close(): void }>;

/**
 * A place for short secrets (D2): three calls, each may throw Failure `locked` with a `detail` that
 * says why.
 */
export type KeyStore = {
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
  /**
   * Moves a key in and out as bytes, in stores that can: text cannot be overwritten in memory. The
   * caller overwrites the returned bytes.
   */
  getBytes?(name: string): Promise<Buffer | undefined>;
  setBytes?(name: string, secret: Uint8Array): Promise<void>;
  /** Overwrites what it holds in memory; every later call fails. */
  forget?(): void;
};
/**
 * Opens a key store of that kind for this profile's folder. The passphrase serves that kind only.
 */
export type OpenKeyStore = (
  kind: KeyStoreKind,
  folder: string,
  passphrase: Uint8Array | undefined,
) => Promise<KeyStore>;

/**
 * Hands a file over to the person: a dialog that asks where, or a download. `name` is proposed,
 * never a path. Where it answers `download`, the bytes are read when they are fetched. Throws
 * Failure `refused` / `save-failed` (it says why), and what reading the bytes throws; nothing
 * half-written then lies under that name.
 */
export type Save = (
  name: string,
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
) => Promise<Saved>;

/** Address of the practice platform, and its invented account. */
export type PracticeAccess = {
  readonly url: string;
  readonly brand: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly envelopeKeys?: readonly { readonly kid: string; readonly text: string }[] | undefined;
};

/** Power events of the computer: screen locked, about to sleep, awake again. */
export type Power = { on(event: 'lock' | 'suspend' | 'resume', listener: () => void): () => void };

/** Part that ended unexpectedly: the page, or all of Scriba before this start. */
export type Crash = 'page' | 'app';
/** Tells each crash, also those from before it was asked. */
export type Crashes = { on(listener: (crash: Crash) => void): () => void };
/**
 * Parts that a window has around its page: tray, small window, hot key, notifications, and keeping
 * the computer awake.
 */
export type Desktop = {
  /** Shows the whole view anew at each change; undefined: nothing is shown any more. */
  show(view: DesktopView | undefined): void;
  /**
   * Tells the person in the system's own way, unless Scriba is in front already. A click on it asks
   * to open `place`.
   */
  notify(what: DesktopNotification, place: DesktopPlace): void;
  bringToFront(): void;
  state(): DesktopState;
  /**
   * Hears what the person asked for outside the page, also what was asked before anybody listened.
   * One listener at a time.
   */
  listen(listener: DesktopListener): () => void;
};
export type DesktopListener = {
  command(command: DesktopCommand | { readonly command: 'hotkey' }): void;
  changed(state: DesktopState): void;
};

/** Destination of the lines of the log; they are clean by then (`main/infrastructure/log`). */
export type LogLines = {
  /** Must not throw: a log that cannot be written is no reason for anything else to fail. */
  write(line: string): void;
  /** The last lines written, also by an earlier run; oldest first. */
  recent(count: number): string[];
};

export type Ports = {
  readonly host: 'electron' | 'browser' | 'headless';
  readonly version: string;
  readonly profile: Profile;
  /** Folder of this profile alone; made if it does not exist. */
  readonly folder: string;
  /**
   * Of the lists of codes: they hold no patient and serve both profiles. Absent: inside the
   * profile's own.
   */
  readonly terminologyFolder?: string | undefined;
  /** Where a user puts models of speech, for both profiles. Absent: inside the profile's own. */
  readonly modelsFolder?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
  readonly net: Net;
  /** Absent where the host opens no connection but HTTP. */
  readonly tcp?: Tcp | undefined;
  /** Absent where the host opens no WebSocket. */
  readonly soundLine?: OpenSoundLine | undefined;
  /** Absent where the host listens to nobody. */
  readonly loopback?: Loopback | undefined;
  /**
   * Present where Scriba has a window of its own: opens a page of this origin alone in the browser
   * of the system. Throws Failure `refused` / `link-refused` for another, and for one that is
   * neither https nor this computer; `broken` / `browser-not-opened`.
   */
  readonly openLink?: OpenLink | undefined;
  readonly openKeyStore: OpenKeyStore;
  /** Absent where the host cannot know. */
  readonly power?: Power | undefined;
  /** Absent where the host cannot know. */
  readonly crashes?: Crashes | undefined;
  /** Absent where nothing is logged. */
  readonly log?: LogLines | undefined;
  /** Present where the practice platform runs beside us; a promise while it starts. */
  readonly practice?: PracticeAccess | Promise<PracticeAccess> | undefined;
  /** Present where a file can be handed to a person. */
  readonly save?: Save | undefined;
  /**
   * Present where the host may write the clipboard: rich and plain together. Elsewhere the page
   * does.
   */
  readonly clipboard?:
    | { write(content: { readonly html: string; readonly text: string }): Promise<void> }
    | undefined;
  /**
   * Present where a page of ours can be printed: `html` fetches nothing. @returns the PDF. Throws
   * Failure `broken` / `print-failed`, `missing` / `no-browser`.
   */
  readonly print?: ((html: string) => Promise<Uint8Array>) | undefined;
  /** Present where a person can be asked for a folder; undefined when they thought better of it. */
  readonly chooseFolder?: (() => Promise<string | undefined>) | undefined;
  /** Present where Scriba has a window of its own. */
  readonly desktop?: Desktop | undefined;
  /** Folder from which an EMR takes notes, named when Scriba was started. */
  readonly dropFolder?: string | undefined;
  /** Policy of the organisation for this computer, read once at start; absent: there is none. */
  readonly policy?: Policy | undefined;
};
