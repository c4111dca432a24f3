/**
 * Runs the brief recorder (support/record-briefly.ts) under strace: to count its calls, to kill it
 * at one of them, or to let one fail.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { heldClock } from '../../../support/ports/clocks.ts';
import { openRecorder } from '../../../support/rigs/recorder.ts';
import { temporaryFolder } from '../../../support/rows.ts';
import { childEnvironment } from '../children/child-environment.ts';

export const hasStrace = (): boolean =>
  process.platform === 'linux' && spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;
export const noStrace = 'strace is not installed, or this is not Linux';

/** Every call by which something reaches the disk: of the recorder and of SQLite. */
const diskCalls = ['pwrite64', 'fdatasync', 'fsync', 'rename', 'unlink', 'ftruncate'] as const;
export type Moment = {
  readonly call: (typeof diskCalls)[number];
  /** From 1. */
  readonly number: number;
};

type Said = {
  ready?: true;
  id?: string;
  written?: number;
  synced?: number;
  state?: string;
  samples?: number;
  trouble?: string;
  refused?: string;
  failed?: string;
  detail?: string;
};
export type Ran = {
  readonly folder: string;
  readonly said: readonly Said[];
  readonly killed: boolean;
  readonly complained: string;
  readonly calls: readonly Moment[];
};

const child = path.join(import.meta.dirname, '../../../support/rigs/record-briefly.ts');

/**
 * A data folder with its key and its empty database, to be copied: their making has proofs of its
 * own (P2, P10).
 */
export async function freshFolder(): Promise<string> {
  const folder = temporaryFolder();
  (await openRecorder(folder, heldClock())).close();
  return folder;
}

/**
 * `inject` is strace's: `pwrite64:signal=SIGKILL:when=3`. Tracing begins when the process has
 * started, and follows the one thread that writes: of a start alone it would see thousands of
 * calls.
 */
export async function recordUnderStrace(
  template: string,
  pieces: number,
  inject?: string,
): Promise<Ran> {
  const folder = temporaryFolder();
  cpSync(template, folder, { recursive: true });
  const recorder = spawn(process.execPath, [child, folder, String(pieces)], {
    stdio: 'pipe',
    env: childEnvironment(),
  });
  const said = listen(recorder.stdout);
  const complained = listen(recorder.stderr);
  const closed = new Promise((resolve) => recorder.once('close', resolve));
  await Promise.race([said.until('"ready"'), closed]);

  const log = `${folder}.calls`;
  const strace = spawn(
    'strace',
    [
      '-e',
      `trace=${diskCalls.join(',')}`,
      ...(inject ? [`--inject=${inject}`] : []),
      '-o',
      log,
      '-p',
      String(recorder.pid),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = new Promise((resolve) => strace.once('close', resolve));
  const attached = listen(strace.stderr);
  await Promise.race([attached.until('attached'), gone]);
  recorder.stdin.end('\n');
  await Promise.all([closed, gone]);

  const counts = new Map<string, number>();
  const calls = readFileSync(log, 'latin1')
    .split('\n')
    .flatMap((line): Moment[] => {
      const name = /^(\w+)\(/.exec(line)?.[1] as Moment['call'] | undefined;
      if (!name || !diskCalls.includes(name)) return [];
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return [{ call: name, number: counts.get(name)! }];
    });
  rmSync(log);
  const lines = said
    .text()
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Said);
  return {
    folder,
    calls,
    killed: recorder.signalCode === 'SIGKILL',
    complained: complained.text() + attached.text(),
    said: lines.filter(({ ready }) => !ready),
  };
}

function listen(stream: Readable) {
  let all = '';
  let check = () => {};
  stream.on('data', (data: Buffer) => {
    all += data;
    check();
  });
  return {
    text: () => all,
    until: (word: string) =>
      new Promise<void>((resolve) => {
        check = () => {
          if (all.includes(word)) resolve();
        };
        check();
      }),
  };
}

/** Two at a time; most of each is a process that starts. */
export async function inPairs<T>(
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    [0, 1].map(async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
    }),
  );
}
