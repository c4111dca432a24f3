/**
 * A window of Chromium or Electron that a bench looks into through its debugging port, over
 * loopback; far lighter than a test driver.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { end } from '../../lib/run.mjs';

const STARTS_WITHIN = 120_000;

export type DrivenWindow = {
  readonly pid: number;
  /** Milliseconds since 1970: just before the process was made. */
  readonly startedAt: number;
  /** Evaluates an expression, which may be a promise, in the page; with the rights of a click. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

export type WindowOptions = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The page is known by the beginning of its address. */
  readonly address: string;
};

const debugged = ['--remote-debugging-port=0', '--remote-debugging-address=127.0.0.1'];

export async function openWindow({
  program,
  args,
  env,
  address,
}: WindowOptions): Promise<DrivenWindow> {
  const startedAt = Date.now();
  const [command, ...words] = [...unprivileged, program, ...args, ...debugged] as [string];
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  });
  const close = () => end(child);
  try {
    const port = await portOf(child);
    return {
      pid: child.pid as number,
      startedAt,
      evaluate: (expression) => evaluateOnce(port, address, expression),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A sandbox needs a person who is not root; a user namespace makes one of root, and everything runs
 * sandboxed.
 */
const unprivileged: readonly string[] =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => fail(), STARTS_WITHIN);
    const fail = () => {
      clearTimeout(late);
      reject(new Error(`The window did not open: ${said.slice(-1000)}`));
    };
    child.once('error', fail).once('close', fail);
    child.stderr?.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-10_000);
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(Number(port));
    });
  });
}

/**
 * Looks for the page until it is there, and again when it was loaded anew meanwhile. Nothing stays
 * connected.
 */
async function evaluateOnce(port: number, address: string, expression: string): Promise<unknown> {
  const until = Date.now() + STARTS_WITHIN;
  for (;;) {
    try {
      const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        type: string;
        url: string;
        webSocketDebuggerUrl: string;
      }[];
      const page = pages.find(({ type, url }) => type === 'page' && url.startsWith(address));
      if (page) return await ask(page.webSocketDebuggerUrl, expression);
    } catch (error) {
      if (Date.now() > until || error instanceof ThrownInPage) throw error;
    }
    if (Date.now() > until) throw new Error(`There is no page ${address}.`);
    await sleep(15);
  }
}

class ThrownInPage extends Error {}

type Reply = {
  id?: number;
  error?: { message: string };
  result?: {
    result?: { value?: unknown };
    exceptionDetails?: { exception?: { description?: string } };
  };
};

function ask(address: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(address);
  return new Promise<unknown>((resolve, reject) => {
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          id: 1,
          method: 'Runtime.evaluate',
          params: { expression, awaitPromise: true, returnByValue: true, userGesture: true },
        }),
      );
    socket.onmessage = ({ data }) => {
      const { id, error, result } = JSON.parse(String(data)) as Reply;
      if (id !== 1) return;
      const thrown = result?.exceptionDetails;
      if (error) reject(new Error(error.message));
      else if (thrown) reject(new ThrownInPage(thrown.exception?.description ?? 'it threw'));
      else resolve(result?.result?.value);
    };
    socket.onclose = () => reject(new Error('The page is gone.'));
    socket.onerror = () => reject(new Error('The page does not answer.'));
  }).finally(() => socket.close());
}
