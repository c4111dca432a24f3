/**
 * One folder for all that a run of tests puts into the system's temporary folder; it goes with the
 * run, also where a test was ended before it could tidy up.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Short: a socket's path has 107 bytes at most. */
const PREFIX = 'scriba-run-';

export const isRunFolder = (folder: string): boolean => path.basename(folder).startsWith(PREFIX);

/** Called before the processes of the tests start, which inherit it. Returns what ends it. */
export default function openRunFolder(): () => void {
  // A run within a run, as a mutant's, stays in the folder of the outer one.
  if (isRunFolder(tmpdir())) return () => {};
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  // Linux and macOS read the first, Windows the others.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
