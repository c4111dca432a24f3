/**
 * One file into a folder that an EMR watches: whole or not at all, and once, whenever the computer stops.
 *
 * It is written beside its place as `.part`, forced to the disk, and put down as "only the rename is left"; then renamed. After a
 * crash a `.part` that is still there was never renamed, and one that is gone was: the EMR may have taken the file away since.
 */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk } from '../../../infrastructure/ports.ts';

export type Drop = {
  /** Forced to the disk, under a name that no EMR takes. */
  write(bytes: Uint8Array): void;
  /** To be called once what was written is put down as such. True: it lies in its place now; false: it had been taken there before. */
  place(): boolean;
};
export type DropDeps = {
  readonly disk: Disk;
  readonly removePart: (file: string) => void;
  readonly folder: string;
  readonly file: string /** Of this computer's files alone: two may share a folder. */;
  readonly tag: string;
};

/** All throw Failure `busy` / `folder-missing`, `folder-read-only`, `folder-full`, `folder-failing`: they end by themselves. */
export function createDrop({ disk, removePart, folder, file, tag }: DropDeps): Drop {
  const part = path.join(folder, `${file}.${tag}.part`);
  return {
    write: (bytes) =>
      inWords(() => {
        if (!disk.exists(folder)) throw new Failure('busy', gone, { detail: 'folder-missing' });
        if (disk.exists(part)) removePart(part);
        // The folder's own rights say who gets at it.
        const open = disk.create(part, 'shared');
        try {
          let written = 0;
          while (written < bytes.length)
            written += disk.write(open, bytes, written, bytes.length - written);
          disk.datasync(open);
        } catch (error) {
          disk.close(open);
          removePart(part);
          throw error;
        }
        disk.close(open);
        disk.syncFolder(folder);
      }),
    place: () =>
      inWords(() => {
        if (!disk.exists(folder)) throw new Failure('busy', gone, { detail: 'folder-missing' });
        if (!disk.exists(part)) return false;
        disk.rename(part, path.join(folder, file));
        disk.syncFolder(folder);
        return true;
      }),
  };
}

/** Removes what a visit that is gone left half-way; `keep`: files that are still to be placed. */
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

/** Writes an empty file and takes it away again. Throws like `createDrop`. */
export function tryFolder({ disk, removePart, folder, tag }: Omit<DropDeps, 'file'>): void {
  createDrop({ disk, removePart, folder, tag, file: TRIAL }).write(new Uint8Array());
  removePart(path.join(folder, `${TRIAL}.${tag}.part`));
}
const TRIAL = 'scriba-trial';

const gone =
  'The drop folder is not there. Connect its disk, or choose another folder in Settings; it is tried again by itself.';
const words: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['folder-missing', gone],
  ENOTDIR: ['folder-missing', gone],
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

function inWords<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [detail, message] = words[String((error as NodeJS.ErrnoException).code)] ?? [
      'folder-failing',
      'The drop folder could not be written to. It is tried again by itself.',
    ];
    throw new Failure('busy', message, { detail, cause: error });
  }
}
