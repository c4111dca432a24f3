/**
 * The page's WebSocket: its first message must hold the token, then it is told every notice; its
 * end may mean that the page is gone.
 */
import { decode, encode } from '../../../shared/encoding.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import type { HostedCore } from './server.ts';

/** Members of a `ws` socket that are used here. */
type Socket = {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number): void;
  terminate(): void;
  on(event: 'message', listener: (data: unknown) => void): unknown;
  on(event: 'close' | 'error', listener: () => void): unknown;
};

const OPEN = 1;
/** Close code that tells the page that its token is not ours: it need not try again. */
const FORGOTTEN = 4401;
const TOKEN_WITHIN = 5_000;
/** A page that reconnects sooner was never away. */
const GONE_AFTER = 2_000;

export function serveNotices({
  core,
  clock,
  hasToken,
}: {
  core: HostedCore;
  clock: Clock;
  hasToken(given: unknown): boolean;
}) {
  let pages = 0;
  let stopWaiting: (() => void) | undefined;

  function arrived() {
    pages += 1;
    stopWaiting?.();
  }
  function left() {
    pages -= 1;
    if (pages > 0) return;
    stopWaiting = clock.after(GONE_AFTER, () => core.pageLost());
  }

  return (socket: Socket) => {
    let stopTelling: (() => void) | undefined;
    let isJudged = false;
    const tooLate = clock.after(TOKEN_WITHIN, () => socket.close(FORGOTTEN));
    socket.on('message', (data) => {
      // A page says nothing more here: requests have their own door. What follows a wrong token
      // still comes until the other side has closed, and is not read.
      if (isJudged) return;
      isJudged = true;
      tooLate();
      if (!hasToken(tokenIn(data))) return socket.close(FORGOTTEN);
      stopTelling = core.onNotice((name, payload) => {
        if (socket.readyState === OPEN) socket.send(encode({ name, payload }));
      });
      arrived();
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      tooLate();
      if (!stopTelling) return;
      stopTelling();
      left();
    });
  };
}

function tokenIn(data: unknown): unknown {
  try {
    const message = decode(String(data));
    return typeof message === 'object' && message !== null
      ? (message as { token?: unknown }).token
      : undefined;
  } catch {
    return undefined;
  }
}
