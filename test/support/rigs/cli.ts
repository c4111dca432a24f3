/** The command line as a process of its own, on a data folder that is named. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

export type CliAnswer = {
  readonly code: number | null;
  /** Lines of JSON on standard output. */
  readonly lines: Record<string, unknown>[];
  readonly out: string;
  /** Standard error. */
  readonly words: string;
};

export function runCli(data: string, args: readonly string[], input = ''): Promise<CliAnswer> {
  const child = spawn(process.execPath, ['main/cli/scriba.ts', '--data', data, ...args], {
    cwd: root,
    stdio: 'pipe',
  });
  let out = '';
  let words = '';
  child.stdout.on('data', (piece) => (out += String(piece)));
  child.stderr.on('data', (piece) => (words += String(piece)));
  // A command that wants no input may be gone before it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) =>
    child.once('close', (code) =>
      resolve({
        code,
        out,
        words,
        lines: out
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      }),
    ),
  );
}
