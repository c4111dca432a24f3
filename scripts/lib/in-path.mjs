/** Looks for programs as a shell does. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** @returns {string | undefined} the file that a shell would start */
export function inPath(name, { env = process.env, exists = existsSync } = {}) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return (env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)))
    .find((file) => exists(file));
}
