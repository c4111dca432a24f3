/** Erases files of the vault. The only file in main that may call `disk.unlink` (promise P9). */
import path from 'node:path';
import type { Disk } from '../ports.ts';
import { writeAll } from '../write-all.ts';

/** Offsets of the wrapped key in a container's header (safekeeping, SCRB1). */
const KEY_FROM = 36;
const KEY_TO = 96;

/**
 * Erases one container: its wrapped key is overwritten first, so that what the disk may keep of
 * the rest stays unreadable. A disk that does not take the zeros throws, and the file stays for a
 * later try. Doing it again is harmless. The caller decided that it may go.
 */
export function purgeContainer(disk: Disk, name: string): void {
  if (!disk.exists(name)) return;
  const file = disk.openToChange(name);
  try {
    writeAll(disk, file, Buffer.alloc(KEY_TO - KEY_FROM), KEY_FROM);
    disk.datasync(file);
  } finally {
    disk.close(file);
  }
  disk.unlink(name);
  disk.syncFolder(path.dirname(name));
}

/**
 * Removes a `.new` file: one that a crash or an error kept from ever becoming a file of its own.
 */
export function removeLeftover(disk: Disk, name: string): void {
  if (!name.endsWith('.new')) return;
  // A database that was looked at may have left a log.
  for (const end of ['-wal', '-shm', '-journal', ''])
    if (disk.exists(name + end)) disk.unlink(name + end);
}

/** Removes a visit's tombstone: it is no longer discarded, or nothing of it is left. */
export function unlinkTombstone(disk: Disk, name: string): void {
  if (!name.endsWith('.discarded') || !disk.exists(name)) return;
  disk.unlink(name);
  disk.syncFolder(path.dirname(name));
}

/** Removes a visit's session mark: its sound is gone, so nothing of it can be sent again. */
export function unlinkSessionMark(disk: Disk, name: string): void {
  if (!name.endsWith('.session') || !disk.exists(name)) return;
  disk.unlink(name);
  disk.syncFolder(path.dirname(name));
}

/**
 * Gives the reserve back to the disk, so that a recording can still be ended on a full one (P3).
 */
export function releaseReserve(disk: Disk, name: string): void {
  if (disk.exists(name)) disk.unlink(name);
}

/** Of every flavour of FHIR (`main/features/delivery/queue/source.ts`). */
const OWN_PART =
  /^(\d{8}-\d{4}_[0-9a-f]{8}(-nrces(?:-prescription)?)?\.(json|hl7|pdf)|scriba-trial)\.[0-9a-f]{8}\.part$/;

/**
 * Removes what was written half-way beside its place in a drop folder: only files of our own
 * making, which an EMR never takes.
 */
export function removePart(disk: Disk, name: string): void {
  if (OWN_PART.test(path.basename(name)) && disk.exists(name)) disk.unlink(name);
}

/**
 * Removes a database beside the present one, and its log: a copy that a migration left, or one that
 * was set aside. The caller decided that it may go.
 */
export function removeOldCopy(disk: Disk, name: string): void {
  if (!/\.db\.(v\d+|(damaged|newer)-\w+(-\d+)?)$/.test(name)) return;
  for (const end of ['-wal', '-shm', '-journal', ''])
    if (disk.exists(name + end)) disk.unlink(name + end);
  disk.syncFolder(path.dirname(name));
}
