/**
 * Makes a folder and those above it. Node's own `recursive` never returns where the system says that
 * nothing is there although the folder above is (as below /proc, and below some automatic mounts).
 */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Nothing is done where it is there already. Throws the error of the system. */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (isFolder(folder)) return;
    const above = path.dirname(folder);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || above === folder || isFolder(above)) throw error;
    makeFolder(above, mode);
    // Once more, and no further: the folder above is there now.
    makeFolder(folder, mode);
  }
}

const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
