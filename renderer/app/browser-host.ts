/**
 * Carries the bridge over loopback HTTP and a WebSocket when Scriba runs in a plain browser
 * (promise P23).
 *
 * The address brings a single-use code in its fragment. It is taken out of the address at once and
 * exchanged for a token that lives in this module's closures only: never in the address, a cookie
 * or storage. A page that goes leaves a code of the same kind for the page that it may be reloaded
 * as: it makes the code itself and tells it to the core with its token. The code is good once and
 * for 30 seconds, like any other.
 */
import { decode, encode } from '../../shared/encoding.ts';
import type { Answer, Closed, Connection, Host, Reopened } from '../common/bridge.ts';

/** The parts of the page that the host uses; a test hands in its own. */
export type BrowserPage = {
  readonly origin: string;
  readonly fragment: string;
  /** The browser loaded this page again, by F5 or out of its history. */
  readonly reloaded: boolean;
  forgetFragment(): void;
  /** Returns the code that the page before this one left in this tab, and removes it. */
  takeLeft(): string | undefined;
  leave(code: string): void;
  /** A new code: 256 bits, base64url. */
  newCode(): string;
  /** HMAC-SHA-256 in base64url. */
  sign(key: string, text: string): Promise<string>;
  /** Called when the page goes for good. */
  onGoing(run: () => void): void;
  fetch(url: string, init: RequestInit): Promise<Response>;
  socket(url: string): WebSocket;
  after(ms: number, run: () => void): void;
};

export type BrowserHost = Host & {
  connection(listener: (state: Connection, why?: Closed) => void): void;
  /**
   * Asks the core to show a new address, for a page that was reloaded and has no token any more.
   */
  reopen(): Promise<Reopened>;
  /** Looks at once whether a lost core is there again. */
  reconnect(): void;
  /** `isRecording` is asked when the page goes. */
  recording(isRecording: () => boolean): void;
};

/** Milliseconds before each attempt to connect again; then always the last. */
const RECONNECT_AFTER = [250, 500, 1000, 2000];
const RECONNECT_AFTER_MANY = 5000;
/** Close code of the socket: the core does not know the token. */
const FORGOTTEN = 4401;
/** HTTP status: a window was asked for a moment ago. */
const TOO_SOON = 429;
const LEFT_TRIES = 4;
/** Milliseconds. */
const LEFT_PAUSE = 150;
/** Key in the tab's storage. */
const LEFT = 'scriba-reload';
const CODE_BYTES = 32;
const noSession: Answer = {
  ok: false,
  code: 'refused',
  message: 'This page is no longer connected to Scriba. Open Scriba again.',
  detail: 'session-lost',
};
const unreachable: Answer = {
  ok: false,
  code: 'offline',
  message: 'Scriba does not answer on this computer.',
  detail: 'host-lost',
};

type HostState = {
  readonly page: BrowserPage;
  readonly noticeListeners: Set<(name: string, payload: unknown) => void>;
  readonly connectionListeners: Set<(state: Connection, why?: Closed) => void>;
  connection: Connection | undefined;
  closed: Closed | undefined;
  isRecording: () => boolean;
  /** Of the process that answered last; another one has been started since. */
  instance: string | undefined;
  /** Tries now what waits for its next turn. */
  tryNow: (() => void) | undefined;
};

/** `fresh`: it came with the address; otherwise the page before this one left it. */
type Code = { readonly text: string; readonly fresh: boolean };

/**
 * Takes the code from the address and starts the exchange; requests made meanwhile wait for it.
 * Requests answer `refused` with detail `session-lost` when there is no code or it was used,
 * `offline` with detail `host-lost` when the core cannot be reached.
 */
export function openBrowserHost(page: BrowserPage = thisPage()): BrowserHost {
  const host: HostState = {
    page,
    noticeListeners: new Set(),
    connectionListeners: new Set(),
    connection: undefined,
    closed: undefined,
    isRecording: () => false,
    instance: undefined,
    tryNow: undefined,
  };
  const session = exchange(page, takeCode(page));
  void session.then((token) => beginSession(host, token));
  return {
    ask: async (name, input) => ask(host, await session, name, input),
    listen(listener) {
      host.noticeListeners.add(listener);
    },
    connection(listener) {
      host.connectionListeners.add(listener);
      if (host.connection !== undefined) listener(host.connection, host.closed);
    },
    recording(isRecording) {
      host.isRecording = isRecording;
    },
    reopen: () => reopen(page),
    reconnect: () => host.tryNow?.(),
  };
}

function takeCode(page: BrowserPage): Code {
  const fresh = page.fragment.replace(/^#/, '');
  if (fresh !== '') page.forgetFragment();
  // Removed in any case: it is good for one page.
  const left = page.takeLeft();
  return fresh === '' ? { text: left ?? '', fresh: false } : { text: fresh, fresh: true };
}

/** Returns the token, or undefined where the core gives none for this code. */
async function exchange(page: BrowserPage, { text, fresh }: Code): Promise<string | undefined> {
  if (text === '') return undefined;
  // The code of the page before this one may reach the core after this page.
  for (let tries = fresh ? 1 : LEFT_TRIES; tries > 0; tries--) {
    const token = await tokenFor(page, text);
    if (token !== undefined) return token;
    if (tries > 1) await new Promise<void>((resolve) => page.after(LEFT_PAUSE, resolve));
  }
  return undefined;
}

async function tokenFor(page: BrowserPage, code: string): Promise<string | undefined> {
  try {
    const response = await post(page, '/session', JSON.stringify({ code }));
    const { token } = (await response.json()) as { token?: unknown };
    return response.ok && typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

function beginSession(host: HostState, token: string | undefined): void {
  if (token === undefined) {
    setConnection(host, 'closed', host.page.reloaded ? 'reloaded' : 'used');
    return;
  }
  host.page.onGoing(() => leaveCode(host, token));
  void connect(host, token, 0);
}

/** Leaves a code for the page that this one may be reloaded as, and tells it to the core. */
function leaveCode({ page, isRecording }: HostState, token: string): void {
  const code = page.newCode();
  page.leave(code);
  const body = JSON.stringify({ code, recording: isRecording() });
  post(page, '/leave', body, { token, keepalive: true }).catch(() => {});
}

/** Opens the socket of the notices; again and again, less and less often, when it is lost. */
async function connect(host: HostState, token: string, attempt: number): Promise<void> {
  const { page } = host;
  const core = await whoAnswers(page, token);
  if (core === 'stranger') return setConnection(host, 'closed', 'restarted');
  if (core === 'nobody') return connectLater(host, token, attempt);
  const isAnother = host.instance !== undefined && host.instance !== core.instance;
  host.instance = core.instance;
  const socket = page.socket(`${page.origin.replace(/^http/, 'ws')}/notices`);
  let tries = attempt;
  socket.onopen = () => {
    tries = 0;
    socket.send(encode({ token }));
    setConnection(host, 'connected', isAnother ? 'restarted' : undefined);
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') return;
    const { name, payload } = decode(data) as { name: string; payload: unknown };
    for (const listener of host.noticeListeners) listener(name, payload);
  };
  socket.onclose = ({ code }) => {
    if (code === FORGOTTEN) setConnection(host, 'closed', 'restarted');
    else connectLater(host, token, tries);
  };
}

function connectLater(host: HostState, token: string, tries: number): void {
  setConnection(host, 'lost');
  const run = () => {
    if (host.tryNow !== run) return;
    host.tryNow = undefined;
    void connect(host, token, tries + 1);
  };
  host.tryNow = run;
  host.page.after(RECONNECT_AFTER[tries] ?? RECONNECT_AFTER_MANY, run);
}

/**
 * Asks whoever has the port for a proof that it knows our token: a core that died has left it to
 * any program of this computer. `stranger`: it answers as a core does and knows another one.
 */
async function whoAnswers(
  page: BrowserPage,
  token: string,
): Promise<{ readonly instance: string } | 'nobody' | 'stranger'> {
  try {
    const nonce = page.newCode();
    const response = await post(page, '/prove', JSON.stringify({ nonce }));
    if (!response.ok) return 'nobody';
    const { proof, instance } = (await response.json()) as { proof?: unknown; instance?: unknown };
    const good = await page.sign(token, `scriba core ${nonce}`);
    return proof === good && typeof instance === 'string' ? { instance } : 'stranger';
  } catch {
    return 'nobody';
  }
}

function setConnection(host: HostState, connection: Connection, closed?: Closed): void {
  if (connection === host.connection) return;
  host.connection = connection;
  host.closed = closed;
  for (const listener of host.connectionListeners) listener(connection, closed);
}

async function ask(
  { page, connection }: HostState,
  token: string | undefined,
  name: string,
  input: unknown,
): Promise<Answer> {
  if (token === undefined) return noSession;
  // Nobody knows who has the port now.
  if (connection === 'lost') return unreachable;
  try {
    const response = await post(page, '/ask', encode({ name, input }), { token });
    if (response.status === 401 || response.status === 403) return noSession;
    return decode(await response.text()) as Answer;
  } catch {
    return unreachable;
  }
}

async function reopen(page: BrowserPage): Promise<Reopened> {
  try {
    const { ok, status } = await post(page, '/reopen', '{}');
    if (ok) return 'opened';
    return status === TOO_SOON ? 'soon' : 'gone';
  } catch {
    return 'gone';
  }
}

/** `keepalive`: the request outlives the page. */
function post(
  page: BrowserPage,
  path: string,
  body: string,
  { token, keepalive = false }: { readonly token?: string; readonly keepalive?: boolean } = {},
): Promise<Response> {
  return page.fetch(page.origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { 'x-scriba-token': token }),
    },
    body,
    keepalive,
  });
}

function thisPage(): BrowserPage {
  return {
    origin: location.origin,
    fragment: location.hash,
    reloaded: performance
      .getEntriesByType('navigation')
      .some((entry) =>
        ['reload', 'back_forward'].includes((entry as PerformanceNavigationTiming).type),
      ),
    takeLeft() {
      const code = sessionStorage.getItem(LEFT) ?? undefined;
      sessionStorage.removeItem(LEFT);
      return code;
    },
    leave: (code) => sessionStorage.setItem(LEFT, code),
    newCode: () => base64url(crypto.getRandomValues(new Uint8Array(CODE_BYTES))),
    sign,
    onGoing: (run) => addEventListener('pagehide', ({ persisted }) => !persisted && run()),
    forgetFragment: () => history.replaceState(null, '', location.pathname + location.search),
    fetch: (url, init) => fetch(url, init),
    socket: (url) => new WebSocket(url),
    after: (ms, run) => void setTimeout(run, ms),
  };
}

async function sign(key: string, text: string): Promise<string> {
  const bytes = (words: string) => new TextEncoder().encode(words);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign']);
  return base64url(new Uint8Array(await crypto.subtle.sign(algorithm, secret, bytes(text))));
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
