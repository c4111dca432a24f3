/** Contents of a folder as one text that changes with every write, for a comparison. */
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Names of all that lies below; links are not followed, as a recursive list of Node would. */
export const namesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => [
      entry.name,
      ...(entry.isDirectory()
        ? namesBelow(path.join(folder, entry.name)).map((name) => path.join(entry.name, name))
        : []),
    ])
    .sort();

/**
 * Kinds, sizes, times of change and targets of links of all that lies below, but for names that
 * `passed` fits.
 */
export const traces = (folder: string, passed = /(?!)/): string =>
  namesBelow(folder)
    .filter((name) => !passed.test(name))
    .map((name) => {
      const file = path.join(folder, name);
      const found = lstatSync(file, { bigint: true });
      if (found.isSymbolicLink()) return `${name} -> ${readlinkSync(file)}`;
      // The times of a folder change with the reserve that comes and goes in it.
      if (found.isDirectory()) return `${name}/`;
      return `${name} ${found.mode} ${found.size} ${found.mtimeNs} ${found.ino}`;
    })
    .join('\n');
