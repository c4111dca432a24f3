/**
 * Small whole files of the vault: read at once, replaced so that a crash leaves the old one or the
 * new one.
 */
import path from 'node:path';
import type { Disk } from '../ports.ts';
import { writeAll } from '../write-all.ts';
import { removeLeftover } from './purge.ts';

/** Reads up to `length` bytes from `position`; fewer only at the end of the file. */
export function readAt(disk: Disk, file: number, position: number, length: number): Buffer {
  return readInto(disk, file, position, Buffer.alloc(length));
}

/** Fills `into` from `position`; returns the part of it that was filled. */
export function readInto(disk: Disk, file: number, position: number, into: Buffer): Buffer {
  const { length } = into;
  let done = 0;
  while (done < length) {
    const got = disk.read(file, into, done, length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return into.subarray(0, done);
}

export function readWhole(disk: Disk, name: string): Buffer {
  const file = disk.openToRead(name);
  try {
    return readAt(disk, file, 0, disk.size(name));
  } finally {
    disk.close(file);
  }
}

/** `.new`, synced, renamed, folder synced: the content is on the disk when this returns. */
export function replaceFile(
  disk: Disk,
  name: string,
  content: Uint8Array | ((write: (bytes: Uint8Array) => void) => void),
): void {
  const fresh = `${name}.new`;
  disk.makeFolder(path.dirname(name));
  if (disk.exists(fresh)) removeLeftover(disk, fresh);
  const file = disk.create(fresh);
  try {
    let position = 0;
    const write = (bytes: Uint8Array) => {
      writeAll(disk, file, bytes, position);
      position += bytes.length;
    };
    if (typeof content === 'function') content(write);
    else write(content);
    disk.datasync(file);
  } finally {
    disk.close(file);
  }
  disk.rename(fresh, name);
  disk.syncFolder(path.dirname(name));
}

/**
 * Forces onto the disk what a process that ended had handed to the operating system. Writes
 * nothing. Where the file may not be opened for writing (another owner, a read-only disk) it is
 * left as it is. Throws the disk's error.
 */
export function forceOntoDisk(disk: Disk, name: string): void {
  let file: number;
  try {
    // Not opened for reading alone: Windows syncs nothing through such a handle.
    file = disk.openToChange(name);
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) return;
    throw error;
  }
  try {
    disk.datasync(file);
  } finally {
    disk.close(file);
  }
}

/** The `code` of a Node system error, e.g. `ENOSPC`. */
export const systemCode = (error: unknown): string | undefined => {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
};
