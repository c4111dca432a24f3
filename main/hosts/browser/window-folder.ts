/**
 * The folder in which our own browser window keeps what it was allowed (the microphone), and
 * nothing else.
 *
 * With the same port at each start (`remembered-port.ts`) anything that another program served
 * there meanwhile would be believed by the browser: a cached page, a service worker. So all but the
 * leave itself goes before each start (promise P23).
 */
import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/** By their place in the folder; a folder is kept for what is kept in it. */
const keeps = new Set([
  'Local State',
  'First Run',
  'Default',
  'Default/Preferences',
  'Default/Secure Preferences',
]);

/**
 * False where a browser still uses it, or something could not be taken away: then the port of last
 * time must not be used again.
 */
export function emptyWindowFolder(
  folder: string,
  isAlive: (process: number) => boolean = lives,
): boolean {
  if (isInUse(folder, isAlive)) return false;
  try {
    for (const place of ['', 'Default/']) {
      for (const name of namesIn(path.join(folder, place))) {
        if (!keeps.has(place + name))
          rmSync(path.join(folder, place, name), { recursive: true, force: true });
      }
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Chromium's own mark: a link to `COMPUTER-PROCESS`. On Windows its files cannot be removed while
 * it runs.
 */
function isInUse(folder: string, isAlive: (process: number) => boolean): boolean {
  try {
    const holder = Number(/-(\d+)$/.exec(readlinkSync(path.join(folder, 'SingletonLock')))?.[1]);
    return Number.isInteger(holder) && isAlive(holder);
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}

function lives(process: number): boolean {
  try {
    return globalThis.process.kill(process, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}
