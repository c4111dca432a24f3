/** The child of one door, watched from outside: it is ended where it hangs or takes too much. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment } from '../children/child-environment.ts';
import type { Case, Verdict } from './door.ts';
import type { FromDoor, ToDoor } from './door-child.ts';
import type { DoorName } from './doors.ts';

/** What P31 allows one bad input. */
export const MOST_MS = 2000;
export const MOST_MB = 300;
/** A process that has neither had nor wanted the processor for so long waits for nothing. */
const ASLEEP_FOR = 15_000;
const LOOK_EVERY = 250;
/** Where the system does not tell what a process does. */
const LONGEST = 300_000;
const CHILD = path.join(import.meta.dirname, 'door-child.ts');

export type RunningDoor = {
  make(seed: number): Promise<Case>;
  /** A door that hung or took too much is ended; the next call begins another. */
  run(one: Case): Promise<Verdict>;
  close(): Promise<void>;
};

type State = {
  readonly name: DoorName;
  child: ChildProcess | undefined;
  base: string;
  /** Written by the child on its standard error. */
  complaint: string;
};

export function runDoor(name: DoorName): RunningDoor {
  const state: State = { name, child: undefined, base: '', complaint: '' };
  return {
    async make(seed) {
      const told = await ask(state, { ask: 'make', seed });
      if ('told' in told && told.told === 'made') return told.case;
      throw new Error(
        `${name} made no case of the seed ${seed}: ${state.complaint || JSON.stringify(told)}`,
      );
    },
    async run(one) {
      const told = await ask(state, { ask: 'run', case: one });
      return 'told' in told && told.told === 'ran' ? told.verdict : (told as Verdict);
    },
    close: () => end(state),
  };
}

async function ask(state: State, message: ToDoor): Promise<FromDoor | Verdict> {
  const child = state.child ?? (await start(state));
  return exchange(state, child, message);
}

async function start(state: State): Promise<ChildProcess> {
  state.base = mkdtempSync(path.join(tmpdir(), `scriba-door-${state.name}-`));
  const temporary = path.join(state.base, 'tmp');
  mkdirSync(temporary);
  const child = fork(CHILD, [state.name, state.base], {
    cwd: state.base,
    env: { ...childEnvironment(), TMPDIR: temporary },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  state.child = child;
  state.complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    state.complaint += bytes.toString();
  });
  const told = await exchange(state, child, undefined);
  if (!('told' in told)) throw new Error(`The door ${state.name} did not open: ${state.complaint}`);
  return child;
}

/** Sends a message and waits for the answer, for the end of the child, or until it is given up. */
function exchange(
  state: State,
  child: ChildProcess,
  message: ToDoor | undefined,
): Promise<FromDoor | Verdict> {
  return new Promise((resolve) => {
    const watch = watcher(child.pid ?? 0);
    const settle = (told: FromDoor | Verdict) => {
      clearInterval(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(told);
    };
    const give = (problem: string) => {
      settle({ outcome: 'no answer', problems: [problem], ms: 0, mb: 0 });
      void end(state);
    };
    const timer = setInterval(() => {
      const found = message?.ask === 'run' ? watch() : undefined;
      if (found !== undefined) give(found);
    }, LOOK_EVERY);
    child.on('message', (told) => settle(told as FromDoor));
    child.on('exit', (code, signal) => give(`crash: it ended with ${signal ?? code}`));
    if (message) child.send(message);
  });
}

/** Tells why the process is to be given up; undefined while it may go on. */
function watcher(pid: number): () => string | undefined {
  const began = performance.now();
  const first = usedBy(pid);
  let last = first;
  let asleepSince = began;
  return () => {
    const now = usedBy(pid);
    if (!now || !first)
      return performance.now() - began > LONGEST ? 'hang: no answer in minutes' : undefined;
    // Twice the limit: within it the child tells its time itself, and more exactly.
    if (now.ms - first.ms > MOST_MS * 2) return `slow: more than ${MOST_MS * 2} ms of work`;
    if (now.mb > MOST_MB * 5) return `memory: it has ${Math.round(now.mb)} MB`;
    if (now.ms !== last?.ms || now.isRunning) asleepSince = performance.now();
    last = now;
    return performance.now() - asleepSince > ASLEEP_FOR ? 'hang: it waits for nothing' : undefined;
  };
}

type Used = { readonly ms: number; readonly mb: number; readonly isRunning: boolean };

/** By /proc, in ticks of 10 ms; undefined on other systems. */
function usedBy(pid: number): Used | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    const [state, ticks] = [fields[0], Number(fields[11]) + Number(fields[12])];
    return { ms: ticks * 10, mb: (Number(fields[21]) * 4096) / 2 ** 20, isRunning: state === 'R' };
  } catch {
    return undefined;
  }
}

async function end(state: State): Promise<void> {
  const { child, base } = state;
  state.child = undefined;
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  if (base !== '') rmSync(base, { recursive: true, force: true });
}
