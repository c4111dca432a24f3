/**
 * Carries the bridge over loopback HTTP and a WebSocket when Scriba runs in a plain browser (design P23).
 *
 * The address brings a single-use code in its fragment. It is taken out of the address at once and
 * exchanged for a token that lives in this closure only: never in the address, a cookie or storage.
 */
import { decode, encode } from '../shared/encoding.ts';
import type { Answer, Connection, Host } from './bridge.ts';

/** What of the page is needed; a test hands in its own. */
export type BrowserPage = {
  readonly origin: string;
  readonly fragment: string;
  forgetFragment(): void;
  fetch(url: string, init: RequestInit): Promise<Response>;
  socket(url: string): WebSocket;
  after(ms: number, run: () => void): void;
};

export type BrowserHost = Host & {
  connection(listener: (state: Connection) => void): void;
  /** Asks the core to show a new address, for a page that was reloaded and has no token any more. */
  reopen(): Promise<boolean>;
};

const RECONNECT_AFTER = [250, 500, 1000, 2000, 5000];
const FORGOTTEN = 4401;
const noSession: Answer = { ok: false, code: 'refused', message: 'This page is no longer connected to Scriba. Open Scriba again.', detail: 'session-lost' };
const unreachable: Answer = { ok: false, code: 'offline', message: 'Scriba does not answer on this computer.', detail: 'host-lost' };

/**
 * Takes the code from the address and starts the exchange; requests made meanwhile wait for it.
 * Answers `refused` with detail `session-lost` when there is no code or it was used, `offline` with
 * detail `host-lost` when the core cannot be reached.
 */
export function openBrowserHost(page: BrowserPage = thisPage()): BrowserHost {
  const code = page.fragment.replace(/^#/, '');
  if (code !== '') page.forgetFragment();

  const noticed = new Set<(name: string, payload: unknown) => void>();
  const watching = new Set<(state: Connection) => void>();
  let state: Connection | undefined;
  const session = exchange();
  void session.then((token) => (token === undefined ? tell('closed') : connect(token, 0)));

  async function exchange(): Promise<string | undefined> {
    if (code === '') return undefined;
    try {
      const response = await post('/session', JSON.stringify({ code }));
      const { token } = (await response.json()) as { token?: unknown };
      return response.ok && typeof token === 'string' ? token : undefined;
    } catch {
      return undefined;
    }
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
      if (why === FORGOTTEN) return tell('closed');
      tell('lost');
      page.after(RECONNECT_AFTER[Math.min(tries, RECONNECT_AFTER.length - 1)] ?? 5000, () => connect(token, tries + 1));
    };
  }

  function tell(next: Connection) {
    if (next === state) return;
    state = next;
    for (const listener of watching) listener(next);
  }

  // Hoisted: the exchange above calls it before this line is reached.
  function post(path: string, body: string, headers: Record<string, string> = {}) {
    return page.fetch(page.origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
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
      if (state !== undefined) listener(state);
    },
    async reopen() {
      try {
        return (await post('/reopen', '{}')).ok;
      } catch {
        return false;
      }
    },
  };
}

function thisPage(): BrowserPage {
  return {
    origin: location.origin,
    fragment: location.hash,
    forgetFragment: () => history.replaceState(null, '', location.pathname + location.search),
    fetch: (url, init) => fetch(url, init),
    socket: (url) => new WebSocket(url),
    after: (ms, run) => void setTimeout(run, ms),
  };
}
