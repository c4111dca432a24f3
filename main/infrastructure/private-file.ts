/**
 * Keeps a database for its user alone: SQLite makes files that everybody on the computer may read,
 * and gives its log the rights of the database.
 */
import { chmodSync, closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';

const PRIVATE = 0o600;

/**
 * Makes an empty file where there is none, for SQLite to fill. A database of an earlier Scriba, its
 * log and the copies beside it are taken back from others. Windows gives rights by the folder.
 * Never throws: SQLite itself says what is wrong with a file or its disk.
 */
export function makePrivate(file: string): void {
  try {
    if (!existsSync(file)) closeSync(openSync(file, 'a', PRIVATE));
    if (process.platform === 'win32') return;
    const folder = path.dirname(file);
    const name = path.basename(file);
    for (const other of readdirSync(folder))
      if (other === name || other.startsWith(`${name}-`) || other.startsWith(`${name}.`))
        chmodSync(path.join(folder, other), PRIVATE);
  } catch {
    // Told in the comment above.
  }
}
