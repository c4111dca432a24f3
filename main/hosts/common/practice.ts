/**
 * The practice platform beside us, as a process of its own: started, listened to for its address,
 * ended.
 */
import { spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Failure } from '../../../shared/failure.ts';
import type { Clock, PracticeAccess } from '../../infrastructure/ports.ts';

export type Practice = {
  /**
   * Rejects with Failure `offline` / `practice-not-started` when it says nothing we understand
   * within 20 s.
   */
  readonly access: Promise<PracticeAccess>;
  stop(): Promise<void>;
};

/** A started process, whichever way the host starts one. `words` is its standard output. */
type PracticeProcess = {
  readonly words: AsyncIterable<Uint8Array>;
  readonly ended: Promise<unknown>;
  end(): void;
  kill(): void;
};
export type StartProcess = (file: string, args: readonly string[]) => PracticeProcess;

export const accessSchema = z.object({
  url: z.url(),
  brand: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  envelopeKeys: z
    .array(z.object({ kid: z.string().min(1), text: z.string().min(1) }).readonly())
    .readonly()
    .optional(),
});

/**
 * Reads SCRIBA_PRACTICE, by which a test chooses the practice platform, in the words of the browser
 * host's `--practice`: `start`, `none`, or the address of a running one, as JSON. A packaged app
 * never asks. Throws on other JSON.
 */
export function practiceAsked(
  word: string | undefined = process.env.SCRIBA_PRACTICE,
): 'start' | 'none' | PracticeAccess {
  if (word === undefined || word === '' || word === 'start') return 'start';
  return word === 'none' ? 'none' : accessSchema.parse(parsed(word));
}

/**
 * Milliseconds between the page and the start of the practice platform: it would take the processor
 * from the core and from the first screen.
 */
export const PRACTICE_AFTER = 1_000;
const STARTS_WITHIN = 20_000;
const ENDS_WITHIN = 3_000;

/**
 * Folder in which the practice platform keeps what it was sent, so that it goes on after a restart.
 */
const practiceFolder = (dataFolder: string) => path.join(dataFolder, 'practice-platform');

/** The program lies beside us under another name when we are bundled (electron.vite.config.ts). */
const programFile = () =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../../sandbox/run.ts' : './practice-platform.js',
      import.meta.url,
    ),
  );

/** Starts it and returns at once: a window must not wait for it. */
export function startPractice({
  dataFolder,
  start,
  clock,
}: {
  dataFolder: string;
  start: StartProcess;
  clock: Pick<Clock, 'after'>;
}): Practice {
  const started = start(programFile(), ['--data', practiceFolder(dataFolder), '--forget-sound']);
  const stop = async () => {
    started.end();
    const cancel = clock.after(ENDS_WITHIN, () => started.kill());
    await started.ended;
    cancel();
  };
  const access = readAccess(started, clock);
  // Callers that await `access` hear of a failure; a clinic never asks.
  access.catch(() => stop());
  return { access, stop };
}

async function readAccess(started: PracticeProcess, clock: Pick<Clock, 'after'>) {
  const cancel = clock.after(STARTS_WITHIN, () => started.kill());
  const line = await firstLine(started.words);
  cancel();
  const read = accessSchema.safeParse(parsed(line));
  if (read.success) return read.data;
  throw new Failure(
    'offline',
    'The practice platform did not start. Close Scriba and start it again.',
    {
      detail: 'practice-not-started',
    },
  );
}

/**
 * Starts it with the Node that runs us; it ends by itself when our end of its standard input
 * closes.
 */
export const nodeProcess: StartProcess = (file, args) => {
  const child = spawn(process.execPath, [...process.execArgv, file, ...args, '--with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    windowsHide: true,
  });
  child.stdin.on('error', () => {}); // it may be gone already
  const ended = new Promise((resolve) =>
    (child as EventEmitter).once('close', resolve).once('error', resolve),
  );
  return {
    words: child.stdout,
    ended,
    end: () => child.stdin.end(),
    kill: () => void child.kill('SIGKILL'),
  };
};

/** The first line; what follows is read and dropped, so that the pipe never fills. */
function firstLine(words: AsyncIterable<Uint8Array>): Promise<string> {
  return new Promise((resolve) => {
    const read = async () => {
      let text = '';
      let found = false;
      for await (const piece of words) {
        if (found) continue;
        text += Buffer.from(piece).toString('utf8');
        found = text.includes('\n');
        if (found) resolve(text.slice(0, text.indexOf('\n')));
      }
      resolve(text);
    };
    read().catch(() => resolve(''));
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
