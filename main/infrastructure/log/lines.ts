/** Lines of the log in files of one megabyte; the oldest of five gives way. */
import path from 'node:path';
import type { Disk, LogLines } from '../ports.ts';

const LARGEST = 1024 * 1024;
const MOST = 5;

const nameOf = (folder: string, age: number) =>
  path.join(folder, age === 0 ? 'scriba.log' : `scriba.${age}.log`);

/** Makes room for a new file: each gets the next age, the oldest is written over. */
export function rotate(disk: Pick<Disk, 'exists' | 'rename'>, folder: string): void {
  for (let age = MOST - 2; age >= 0; age--)
    if (disk.exists(nameOf(folder, age))) disk.rename(nameOf(folder, age), nameOf(folder, age + 1));
}

/**
 * `folder` is made when the first line is written. A disk that refuses costs the line, nothing
 * else.
 */
export function fileLines({
  disk,
  folder,
  largest = LARGEST,
}: {
  disk: Disk;
  folder: string;
  largest?: number;
}): LogLines {
  const name = (age: number) => nameOf(folder, age);

  function append(bytes: Buffer) {
    disk.makeFolder(folder);
    if (disk.exists(name(0)) && disk.size(name(0)) + bytes.length > largest) rotate(disk, folder);
    const there = disk.exists(name(0));
    const end = there ? disk.size(name(0)) : 0;
    const file = there ? disk.openToChange(name(0)) : disk.create(name(0));
    try {
      for (let done = 0; done < bytes.length; ) {
        const wrote = disk.write(file, bytes, done, bytes.length - done, end + done);
        if (wrote <= 0) return;
        done += wrote;
      }
    } finally {
      disk.close(file);
    }
  }

  function read(age: number): string[] {
    if (!disk.exists(name(age))) return [];
    const file = disk.openToRead(name(age));
    try {
      // Somewhat more: other writers turn to a new file only after the line that was too long.
      const bytes = Buffer.alloc(Math.min(disk.size(name(age)), 2 * largest));
      const got = disk.read(file, bytes, 0, bytes.length, 0);
      return bytes.subarray(0, got).toString('utf8').split('\n').filter(Boolean);
    } finally {
      disk.close(file);
    }
  }

  return {
    write(line) {
      try {
        append(Buffer.from(`${line}\n`, 'utf8'));
      } catch {
        // There is nobody to tell.
      }
    },
    recent(count) {
      try {
        const now = read(0);
        return (now.length < count ? [...read(1), ...now] : now).slice(-count);
      } catch {
        return [];
      }
    },
  };
}
