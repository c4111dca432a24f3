/**
 * Room on the disk: how much recording fits, and eight megabytes set aside to end one well when
 * nothing fits any more (P3).
 */
import path from 'node:path';
import type { Disk, Random } from '../../../infrastructure/ports.ts';
import { replaceFile } from '../../../infrastructure/vault/files.ts';
import { releaseReserve, removeLeftover } from '../../../infrastructure/vault/purge.ts';

const MEBI = 1024 * 1024;
const RESERVE_BYTES = 8 * MEBI;
/** Kept for the database and everybody else. */
const LEFT_ALONE = 32 * MEBI;
/** A second of sound (32,000 B), its seals, and the upload part made of it. */
const BYTES_PER_SECOND = 37_000;
/** Below this a new recording is refused; seconds. */
export const LEAST_ROOM = 5 * 60;

const fileIn = (folder: string) => path.join(folder, 'reserve');

/** Seconds of recording that fit on the disk of `folder`. */
export const roomOn = (disk: Disk, folder: string): number =>
  Math.max(0, Math.floor((disk.free(folder) - LEFT_ALONE) / BYTES_PER_SECOND));

/**
 * Random bytes: zeros may take no room on some disks. A disk that refuses leaves us without, not
 * without recording.
 */
export function keepReserve(disk: Disk, random: Random, folder: string): void {
  const file = fileIn(folder);
  if (disk.exists(file)) return;
  try {
    const block = random.bytes(MEBI);
    replaceFile(disk, file, (write) => {
      for (let left = RESERVE_BYTES; left > 0; left -= block.length) write(block);
    });
  } catch {
    removeLeftover(disk, `${file}.new`);
  }
}

export const freeReserve = (disk: Disk, folder: string): void =>
  releaseReserve(disk, fileIn(folder));
