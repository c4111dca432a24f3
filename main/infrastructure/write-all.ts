import type { Disk } from './ports.ts';

/**
 * Writes all bytes, at `position` or behind what was written last, in as many calls as the disk
 * needs: it may write short without an error.
 */
export function writeAll(disk: Disk, file: number, bytes: Uint8Array, position?: number): void {
  let done = 0;
  while (done < bytes.length) {
    const at = position === undefined ? undefined : position + done;
    const wrote = disk.write(file, bytes, done, bytes.length - done, at);
    // Nothing written and no error is how a full disk can look; a loop would never end.
    if (wrote <= 0) throw Object.assign(new Error('The disk took no bytes.'), { code: 'ENOSPC' });
    done += wrote;
  }
}
