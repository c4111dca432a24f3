/** Runs other programs: shown, silent, or held on a leash until they are ended. */
import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/** Runs a program with our own output; answers its exit code, 127 where it could not be started. */
export function show(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      windowsHide: true,
      ...options,
    });
    child.once('error', () => resolve(127)).once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program silently; answers its exit code and all that it said. `within`: milliseconds after
 * which it is ended; `stop`: an AbortSignal that ends it.
 */
export function listen(command, args, { within, stop, ...options } = {}) {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      detached: process.platform !== 'win32',
      ...options,
    });
    const kill = () => signal(child, 'SIGKILL');
    const late = within === undefined ? undefined : setTimeout(kill, within);
    stop?.addEventListener('abort', kill, { once: true });
    child.stdout?.on('data', (piece) => (said += piece));
    child.stderr?.on('data', (piece) => (said += piece));
    const done = (code) => {
      clearTimeout(late);
      stop?.removeEventListener('abort', kill);
      resolve({ code, said });
    };
    child.once('error', () => done(127)).once('close', (code) => done(code ?? 1));
  });
}

/** Ends a process and what it started, kindly first; resolves when it is gone. */
export function end(child, { within = 5000 } = {}) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  return new Promise((resolve) => {
    const hard = setTimeout(() => signal(child, 'SIGKILL'), within);
    child.once('close', () => {
      clearTimeout(hard);
      resolve(undefined);
    });
    signal(child, 'SIGTERM');
  });
}

/**
 * Ends at once whatever a process that is gone itself has left behind; not on Windows, which has no
 * such groups.
 */
export function endRest({ pid }) {
  if (process.platform === 'win32' || pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group was left.
  }
}

/** A detached child leads a group of its own, so that its own children are reached too. */
function signal(child, name) {
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    child.kill(name);
  }
}

/**
 * Calls `finish` on a signal, and when our parent is gone: npm hands a SIGTERM to its shell, which
 * does not hand it on.
 */
export function endWithParent(finish) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => finish());
  const parent = process.ppid;
  if (process.platform !== 'win32')
    setInterval(() => process.ppid !== parent && finish(), 1000).unref();
}
