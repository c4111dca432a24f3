/** The command line on a data folder that is named: in this process, or as one of its own. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { startCommand } from '../../../main/cli/run-command.ts';
import { placeLists } from '../terminology/placed-lists.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type CliAnswer = {
  readonly code: number | null;
  /** Lines of JSON on standard output. */
  readonly lines: Record<string, unknown>[];
  readonly out: string;
  /** Standard error. */
  readonly words: string;
};

/** Runs a command in this process, where a start costs nothing. */
export async function runCli(
  data: string,
  args: readonly string[],
  input = '',
): Promise<CliAnswer> {
  placeLists(path.join(data, 'terminology'));
  const waiting = input.split('\n');
  if (waiting.at(-1) === '') waiting.pop();
  let out = '';
  let words = '';
  const code = await startCommand(['--data', data, ...args], {
    line: (value) => (out += `${JSON.stringify(value)}\n`),
    print: (text) => (out += `${text}\n`),
    word: (sentence) => (words += `${sentence}\n`),
    nextLine: async () => waiting.shift(),
  }).ended;
  return { code, out, words, lines: jsonLines(out) };
}

export function runCliProcess(
  data: string,
  args: readonly string[],
  input = '',
): Promise<CliAnswer> {
  placeLists(path.join(data, 'terminology'));
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
        lines: jsonLines(out),
      }),
    ),
  );
}

const jsonLines = (out: string) =>
  out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
