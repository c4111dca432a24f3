/** The page's only door to the core. */
import type { Bridge } from '../../shared/contract/contract.ts';
import { Failure, type FailureCode } from '../../shared/failure.ts';

/** A host's answer to one request: the value, or the Failure spelled out. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: FailureCode;
      readonly message: string;
      readonly detail?: string | undefined;
      readonly retryAfter?: number | undefined;
    };

/**
 * Carries requests and notices: the preload script under Electron, or `openBrowserHost` in a plain
 * browser.
 */
export interface Host {
  /**
   * Never rejects for a Failure of the core; a host that cannot reach the core answers `offline`
   * with detail `host-lost`.
   */
  ask(name: string, input: unknown): Promise<Answer>;
  listen(listener: (name: string, payload: unknown) => void): void;
  /**
   * Tells `lost` when the core is gone and `connected` when it is back. Hosts that cannot lose it
   * leave this out.
   */
  connection?(listener: (state: Connection, why?: Closed) => void): void;
  /** Has a lost core looked for, or started, at once; only some hosts can. */
  reconnect?(): void;
}

export type Connection = 'connected' | 'lost' | 'closed';
/**
 * Cause of a page being cut off for good: it was reloaded, its address was used before or too late,
 * or the core was started anew and does not know it. With `connected`, `restarted` says that another
 * process of the core answers than before. With `lost`, `failing` says that it ended again and again
 * and is started only after a pause.
 */
export type Closed = 'reloaded' | 'used' | 'restarted' | 'failing';
/** Outcome of asking for a new window; `soon`: one was asked for a moment ago. */
export type Reopened = 'opened' | 'soon' | 'gone';

/**
 * Makes typed requests and notices out of a host.
 *
 * `request` throws the Failure that the core threw, with its code, detail and `retryAfter` (ms).
 */
export function openBridge(host: Host): Bridge {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  host.listen((name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never);
  });

  return {
    async request(name, ...input) {
      const answer = await host.ask(name, input[0]);
      if (!answer.ok) throw failureOf(answer);
      return answer.value as never;
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}

function failureOf({ code, message, detail, retryAfter }: Extract<Answer, { ok: false }>) {
  return new Failure(code, message, {
    ...(detail !== undefined && { detail }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}
