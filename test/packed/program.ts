/**
 * The packed program as a process: started in a display and, where we are root, in a user
 * namespace, for Chromium's sandbox takes nobody who is root.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

export type Started = {
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Returns its output so far, on both streams. */
  said(): string;
  /** Waits for words of it. Rejects when it ends before, or after so many milliseconds. */
  says(words: RegExp, within?: number): Promise<RegExpExecArray>;
  /** `kill -9` for it and all that it started. */
  kill(): Promise<void>;
};

export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Started {
  const [command, ...rest] = [...(process.getuid?.() === 0 ? asUser : []), file, ...args];
  const child = spawn(command!, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  return {
    ended,
    said: () => text,
    async says(words, within = 60_000) {
      const until = Date.now() + within;
      let over = false;
      void ended.then(() => (over = true));
      for (;;) {
        const found = words.exec(text);
        if (found) return found;
        if (over || Date.now() > until)
          throw new Error(`It never said ${words}. It said:\n${text.slice(-2000)}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async kill() {
      killGroup(child);
      await ended;
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process is gone already.
  }
}

/** The display that we have, or one that nobody sees. Rejects where neither can be had. */
export async function openDisplay(): Promise<{ name: string; close(): void }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close: () => {} };
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const failed = once(server, 'exit').catch(() => {});
  const [line] = (await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    failed.then(() => Promise.reject(new Error('There is no display, and no Xvfb to make one.'))),
  ])) as [Buffer];
  return { name: `:${line.toString().trim()}`, close: () => void server.kill() };
}
