/** Files of others that are no files, as a folder on a real disk may hold them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A pipe with a name; a folder where the system has none. */
export function makeFifo(file: string): void {
  const made = spawnSync('mkfifo', [file]);
  if (made.status !== 0) mkdirSync(file);
}
