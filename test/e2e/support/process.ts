/**
 * Scriba's browser host as a process of its own, so that a test can quit it, kill it and start it
 * again on the same folder.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { newDataFolder, type Scriba, type ScribaOptions } from './hosts/host.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Its end is what Ctrl+C does. */
export type BrowserScriba = Scriba & {
  readonly pid: number;
  /** A fresh address to open a page with; good once, for 30 s. */
  address(): Promise<string>;
};

/** Resolves when it serves. Rejects with what it said when it could not start. */
export async function startScriba({
  dataFolder = newDataFolder(),
  practice = 'start',
  env = {},
  page,
}: ScribaOptions & { readonly page?: string } = {}): Promise<BrowserScriba> {
  const kind = typeof practice === 'string' ? practice : 'stdin';
  // A mutant's page lies elsewhere (test/mutants).
  const built = page ?? process.env.SCRIBA_PAGE;
  const child = spawn(
    process.execPath,
    [
      'main/hosts/browser/run.ts',
      '--data',
      dataFolder,
      '--practice',
      kind,
      '--with-parent',
      ...(built ? ['--page', built] : []),
    ],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } },
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
