/** An opened profile of the tests as the core that Electron's main process talks to. */

import { answer } from '../../../../main/hosts/common/answer.ts';
import type { Handlers } from '../../../../shared/contract/contract.ts';

type Connection = { readonly state: 'connected' | 'lost'; readonly why?: 'restarted' | 'failing' };

export function hostedCore<T extends { readonly handlers: Handlers }>(profile: T) {
  const listeners = new Set<(connection: Connection) => void>();
  let connection: Connection = { state: 'connected' };
  let reconnects = 0;
  return {
    ...profile,
    ask: (name: unknown, input: unknown) => answer(profile.handlers, name, input),
    connection: () => connection,
    onConnection: (listener: (told: Connection) => void) => void listeners.add(listener),
    reconnect() {
      reconnects += 1;
    },
    reconnects: () => reconnects,
    /** The core dies, or is there again. */
    connect(next: Connection) {
      connection = next;
      for (const listener of listeners) listener(next);
    },
  };
}
