/** The real clock, randomness and disk under Node: what every host hands to the core. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { makeFolder } from '../../infrastructure/make-folder.ts';
import type { Clock, Disk, Random } from '../../infrastructure/ports.ts';

/** Node answers a longer timer at once instead of late. */
const LONGEST_TIMER = 2 ** 31 - 1;
const PRIVATE_FILE = 0o600;
/** An EMR often runs as another user of the same group. */
const SHARED_FILE = 0o660;
const PRIVATE_FOLDER = 0o700;

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    let timer: NodeJS.Timeout;
    const arm = (left: number) => {
      const now = Math.min(left, LONGEST_TIMER);
      timer = setTimeout(() => (left > now ? arm(left - now) : run()), now);
      timer.unref();
    };
    arm(Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};

export const nodeRandom: Random = {
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
  fraction: () => randomInt(2 ** 48 - 1) / (2 ** 48 - 1),
};

export const nodeDisk: Disk = {
  create: (path, shared) => fs.openSync(path, 'wx', shared ? SHARED_FILE : PRIVATE_FILE),
  openToRead: (path) => fs.openSync(path, 'r'),
  openToChange: (path) => fs.openSync(path, 'r+'),
  write: (file, bytes, offset, length, position) =>
    fs.writeSync(file, bytes, offset, length, position ?? null),
  read: (file, into, offset, length, position) => fs.readSync(file, into, offset, length, position),
  // On macOS Node turns this into F_FULLFSYNC, which a plain fdatasync there is not.
  datasync: (file) => fs.fdatasyncSync(file),
  close: (file) => fs.closeSync(file),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  makeFolder: (path) => makeFolder(path, PRIVATE_FOLDER),
  syncFolder,
  list(path) {
    try {
      return fs.readdirSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  },
  exists: (path) => fs.existsSync(path),
  size: (path) => fs.statSync(path).size,
  free(path) {
    const { bavail, bsize } = fs.statfsSync(path);
    return bavail * bsize;
  },
};

function syncFolder(path: string) {
  // Windows has no handle to flush for a folder; NTFS journals renames by itself.
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}
