/**
 * Carries the bridge over loopback HTTP and a WebSocket when Scriba runs in a plain browser (design P23).
 *
 * The address brings a single-use code in its fragment. It is taken out of the address at once and
 * exchanged for a token that lives in this closure only: never in the address, a cookie or storage.
 * A page that goes leaves the same kind of code behind for the page it may be reloaded as: it made the code
 * itself, told it to the core with its token, and it is good once and for 30 seconds like any other.
 */
import { decode, encode } from '../../shared/encoding.ts';
import type { Answer, Closed, Connection, Host, Reopened } from '../common/bridge.ts';

/** What of the page is needed; a test hands in its own. */
export type BrowserPage = {
  readonly origin: string;
  readonly fragment: string;
  /** The browser loaded this page again, by F5 or out of its history. */
  readonly reloaded: boolean;
  forgetFragment(): void;
  /** What the page before this one left in this tab; it is there once. */
  takeLeft(): string | undefined;
  leave(code: string): void;
  /** A new code: 256 bits, base64url. */
  newCode(): string;
  /** Called when the page goes for good. */
  onGoing(run: () => void): void;
  fetch(url: string, init: RequestInit): Promise<Response>;
  socket(url: string): WebSocket;
  after(ms: number, run: () => void): void;
};

export type BrowserHost = Host & {
  connection(listener: (state: Connection, why?: Closed) => void): void;
  /** Asks the core to show a new address, for a page that was reloaded and has no token any more. */
  reopen(): Promise<Reopened>;
  /** Tells who can say whether this page is recording; asked when the page goes. */
  recording(is: () => boolean): void;
};

const RECONNECT_AFTER = [250, 500, 1000, 2000, 5000];
const FORGOTTEN = 4401;
const TOO_SOON = 429;
const LEFT_TRIES = 4;
const LEFT_PAUSE = 150;
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

/**
 * Takes the code from the address and starts the exchange; requests made meanwhile wait for it.
 * Answers `refused` with detail `session-lost` when there is no code or it was used, `offline` with
 * detail `host-lost` when the core cannot be reached.
 */
export function openBrowserHost(page: BrowserPage = thisPage()): BrowserHost {
  const given = page.fragment.replace(/^#/, '');
  if (given !== '') page.forgetFragment();
  const left = page.takeLeft();
  const code = given !== '' ? given : (left ?? '');

  const noticed = new Set<(name: string, payload: unknown) => void>();
  const watching = new Set<(state: Connection, why?: Closed) => void>();
  let state: Connection | undefined;
  let closed: Closed | undefined;
  const session = exchange();
  let isRecording = () => false;
  void session.then((token) =>
    token === undefined
      ? tell('closed', page.reloaded ? 'reloaded' : 'used')
      : (page.onGoing(() => promiseToComeBack(token)), connect(token, 0)),
  );

  async function exchange(): Promise<string | undefined> {
    if (code === '') return undefined;
    // What the page before this one said on leaving may still be on its way.
    for (let tries = given === '' ? LEFT_TRIES : 1; tries > 0; tries--) {
      const token = await tokenFor(code);
      if (token !== undefined) return token;
      if (tries > 1) await new Promise<void>((resolve) => page.after(LEFT_PAUSE, resolve));
    }
    return undefined;
  }

  async function tokenFor(one: string): Promise<string | undefined> {
    try {
      const response = await post('/session', JSON.stringify({ code: one }));
      const { token } = (await response.json()) as { token?: unknown };
      return response.ok && typeof token === 'string' ? token : undefined;
    } catch {
      return undefined;
    }
  }

  function promiseToComeBack(token: string) {
    const next = page.newCode();
    page.leave(next);
    void post(
      '/leave',
      JSON.stringify({ code: next, recording: isRecording() }),
      { 'x-scriba-token': token },
      true,
    ).catch(() => {});
  }

  function connect(token: string, attempt: number) {
    const socket = page.socket(`${page.origin.replace(/^http/, 'ws')}/notices`);
    let tries = attempt;
    socket.onopen = () => {
      tries = 0;
      socket.send(encode({ token }));
      tell('connected');
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return;
      const { name, payload } = decode(data) as { name: string; payload: unknown };
      for (const listener of noticed) listener(name, payload);
    };
    socket.onclose = ({ code: why }) => {
      if (why === FORGOTTEN) return tell('closed', 'restarted');
      tell('lost');
      page.after(RECONNECT_AFTER[Math.min(tries, RECONNECT_AFTER.length - 1)] ?? 5000, () =>
        connect(token, tries + 1),
      );
    };
  }

  function tell(next: Connection, why?: Closed) {
    if (next === state) return;
    [state, closed] = [next, why];
    for (const listener of watching) listener(next, why);
  }

  // Hoisted: the exchange above calls it before this line is reached.
  function post(
    path: string,
    body: string,
    headers: Record<string, string> = {},
    keepalive = false,
  ) {
    return page.fetch(page.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      keepalive,
    });
  }

  return {
    async ask(name, input) {
      const token = await session;
      if (token === undefined) return noSession;
      try {
        const response = await post('/ask', encode({ name, input }), { 'x-scriba-token': token });
        if (response.status === 401 || response.status === 403) return noSession;
        return decode(await response.text()) as Answer;
      } catch {
        return unreachable;
      }
    },
    listen(listener) {
      noticed.add(listener);
    },
    connection(listener) {
      watching.add(listener);
      if (state !== undefined) listener(state, closed);
    },
    recording: (is) => void (isRecording = is),
    async reopen() {
      try {
        const { ok, status } = await post('/reopen', '{}');
        return ok ? 'opened' : status === TOO_SOON ? 'soon' : 'gone';
      } catch {
        return 'gone';
      }
    },
  };
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
    newCode: () =>
      btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(CODE_BYTES))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', ''),
    onGoing: (run) => addEventListener('pagehide', ({ persisted }) => !persisted && run()),
    forgetFragment: () => history.replaceState(null, '', location.pathname + location.search),
    fetch: (url, init) => fetch(url, init),
    socket: (url) => new WebSocket(url),
    after: (ms, run) => void setTimeout(run, ms),
  };
}
