/** Looks at a file that was named on the command line before anything is begun with it. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../shared/failure.ts';
import { failures } from '../../shared/failures.ts';

/**
 * Returns its size in bytes. Throws Failure `missing` / `no-file`, `invalid` / `file-is-folder`,
 * `file-empty`, `refused` / `file-unreadable`.
 */
export async function readableFile(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isDirectory())
      throw new Failure('invalid', 'This is a folder. Name the files in it, one by one.', {
        detail: 'file-is-folder',
      });
    if (!found.isFile())
      throw new Failure('invalid', 'This is no ordinary file. Name a file on a disk.', {
        detail: 'file-is-folder',
      });
    if (found.size === 0) throw failures.importEmpty();
    await access(file, constants.R_OK);
    return found.size;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new Failure('missing', 'There is no such file. Check its name and folder.', {
        detail: 'no-file',
      });
    throw new Failure('refused', `This file cannot be read: ${whyUnreadable(code)}.`, {
      detail: 'file-unreadable',
      cause: error,
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file, check its name and folder',
  ENOTDIR: 'there is no such file, check its name and folder',
  EISDIR: 'it is a folder',
  EACCES: 'this login may not read it',
  EPERM: 'this login may not read it',
};
/** In words; `code`: of the system. */
export const whyUnreadable = (code = 'unknown'): string =>
  reasons[code] ?? `the system refuses it with ${code}`;

/** Of a sound file that says it is longer than what it holds. */
export const cutShort = (file: string, missing: number): string =>
  `${path.basename(file)} says that it is ${missing} s longer than what it holds: it was cut, perhaps while it was copied.`;
