/** Scriba's browser host as a process of its own, so that a test can quit it, kill it and start it again on the same folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { PracticeAccess } from '../../../main/infrastructure/ports.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type Scriba = {
  readonly dataFolder: string;
  readonly pid: number;
  /** A fresh address to open a page with; good once, for 30 s. */
  address(): Promise<string>;
  /** Quits as Ctrl+C does. */
  stop(): Promise<void>;
  /** `kill -9`: no goodbye. */
  kill(): Promise<void>;
  /** Holds the whole process still (SIGSTOP) for so many milliseconds. */
  stall(ms: number): Promise<void>;
  readonly ended: Promise<number | null>;
  /** What it said on standard error so far. */
  said(): string;
};

export type ScribaOptions = {
  /** A new temporary folder, unless a test goes on with one. */
  readonly dataFolder?: string;
  /** `start`: it runs its own practice platform. Else where one answers (see test/support/rigs/sandbox.ts). */
  readonly practice?: 'start' | 'none' | PracticeAccess;
};

export const newDataFolder = () => mkdtempSync(path.join(tmpdir(), 'scriba-e2e-'));

/** Resolves when it serves. Rejects with what it said when it could not start. */
export async function startScriba({
  dataFolder = newDataFolder(),
  practice = 'start',
}: ScribaOptions = {}): Promise<Scriba> {
  const kind = typeof practice === 'string' ? practice : 'stdin';
  // A mutant's page lies elsewhere (test/mutants).
  const page = process.env.SCRIBA_PAGE ? ['--page', process.env.SCRIBA_PAGE] : [];
  const child = spawn(
    process.execPath,
    [
      'main/hosts/browser/run.ts',
      '--data',
      dataFolder,
      '--practice',
      kind,
      '--with-parent',
      ...page,
    ],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (typeof practice !== 'string') child.stdin.write(`${JSON.stringify(practice)}\n`);

  const waiting: ((address: string) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { address, reopen } = JSON.parse(line) as { address: string; reopen?: boolean };
    // An address that the page asked for is for the screen, not for the test.
    if (!reopen) waiting.shift()?.(address);
  });
  const nextAddress = () =>
    Promise.race([
      new Promise<string>((resolve) => waiting.push(resolve)),
      ended.then((code) =>
        Promise.reject(new Error(`Scriba ended with ${code}: ${said.slice(-2000)}`)),
      ),
    ]);
  await nextAddress();

  return {
    dataFolder,
    pid: child.pid!,
    ended,
    said: () => said,
    address() {
      child.stdin.write('address\n');
      return nextAddress();
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stall(ms) {
      child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      child.kill('SIGCONT');
    },
  };
}
