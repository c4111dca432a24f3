/**
 * Puts one file into a folder that an EMR watches: whole or not at all, and only once, whenever the
 * computer stops.
 *
 * The file is written as `.part` and forced to the disk, its row is stored with `placing`, then it
 * is renamed. After a crash a `.part` that is still there was never renamed; without a `.part` it
 * was renamed, and the EMR may have taken the file since.
 */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk } from '../../../infrastructure/ports.ts';
import { writeAll } from '../../../infrastructure/write-all.ts';

export type Drop = {
  /** Writes and forces to the disk, under a name that no EMR takes. */
  write(bytes: Uint8Array): void;
  /**
   * Renames; to be called after `placing` is stored. Returns false where it was renamed before.
   * `refused` is called where the system refused the rename for certain: `placing` is no longer
   * true, and what was written is removed.
   */
  place(refused: () => void): boolean;
  /** Removes what was written. Returns false where it was renamed before: then it stays. */
  withdraw(): boolean;
};
export type DropDeps = {
  readonly disk: Disk;
  readonly removePart: (file: string) => void;
  readonly folder: string;
  readonly file: string;
  /** Marks this computer's files: two computers may share a folder. */
  readonly tag: string;
};

/**
 * All throw Failure `busy` / `folder-missing`, `folder-read-only`, `folder-full`, `folder-failing`:
 * a later try may succeed.
 */
export function createDrop({ disk, removePart, folder, file, tag }: DropDeps): Drop {
  const part = path.join(folder, `${file}.${tag}.part`);
  return {
    write: (bytes) =>
      withFolderFailures(() => {
        if (!disk.exists(folder)) throw new Failure('busy', MISSING, { detail: 'folder-missing' });
        if (disk.exists(part)) removePart(part);
        // The folder's own permissions decide who may read it.
        const open = disk.create(part, 'shared');
        try {
          writeAll(disk, open, bytes);
          disk.datasync(open);
        } catch (error) {
          disk.close(open);
          removePart(part);
          throw error;
        }
        disk.close(open);
        disk.syncFolder(folder);
      }),
    place: (refused) =>
      withFolderFailures(() => {
        if (!disk.exists(folder)) throw new Failure('busy', MISSING, { detail: 'folder-missing' });
        if (!disk.exists(part)) return false;
        try {
          disk.rename(part, path.join(folder, file));
        } catch (error) {
          if (isRefusal(error) && disk.exists(part)) {
            refused();
            removePart(part);
          }
          throw error;
        }
        disk.syncFolder(folder);
        return true;
      }),
    withdraw: () =>
      withFolderFailures(() => {
        if (!disk.exists(folder)) throw new Failure('busy', MISSING, { detail: 'folder-missing' });
        if (!disk.exists(part)) return false;
        removePart(part);
        return true;
      }),
  };
}

/** Removes partial files of deleted visits; `keep`: files that are still to be placed. */
export function sweepParts({
  disk,
  removePart,
  folder,
  tag,
  keep,
}: Omit<DropDeps, 'file'> & { readonly keep: readonly string[] }): void {
  const ours = `.${tag}.part`;
  for (const name of disk.list(folder))
    if (name.endsWith(ours) && !keep.includes(name.slice(0, -ours.length)))
      removePart(path.join(folder, name));
}

/** Writes an empty file and removes it. Throws like `createDrop`. */
export function tryFolder({ disk, removePart, folder, tag }: Omit<DropDeps, 'file'>): void {
  createDrop({ disk, removePart, folder, tag, file: TRIAL }).write(new Uint8Array());
  removePart(path.join(folder, `${TRIAL}.${tag}.part`));
}
const TRIAL = 'scriba-trial';

const MISSING =
  'The drop folder is not there. Connect its disk, or choose another folder in Settings; it is tried again by itself.';
const failuresByCode: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['folder-missing', MISSING],
  ENOTDIR: ['folder-missing', MISSING],
  EACCES: [
    'folder-read-only',
    'Scriba may not write into the drop folder. Allow it, or choose another folder in Settings; it is tried again by itself.',
  ],
  EPERM: [
    'folder-read-only',
    'Scriba may not write into the drop folder. Allow it, or choose another folder in Settings; it is tried again by itself.',
  ],
  EROFS: [
    'folder-read-only',
    'The disk of the drop folder can only be read. It is tried again by itself.',
  ],
  ENOSPC: [
    'folder-full',
    'The disk of the drop folder is full. Make room there; it is tried again by itself.',
  ],
  EDQUOT: [
    'folder-full',
    'There is no room left for us on the disk of the drop folder. Make room there; it is tried again by itself.',
  ],
};

/** Not of a network that lost the answer: there the rename may still happen. */
const refusals = new Set('EACCES EBUSY EEXIST EISDIR ELOOP ENOTEMPTY EPERM EROFS'.split(' '));
const isRefusal = (error: unknown) => refusals.has(String((error as NodeJS.ErrnoException).code));

function withFolderFailures<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [detail, message] = failuresByCode[String((error as NodeJS.ErrnoException).code)] ?? [
      'folder-failing',
      'The drop folder could not be written to. It is tried again by itself.',
    ];
    throw new Failure('busy', message, { detail, cause: error });
  }
}
