/**
 * Removes the copies that migrations leave of the database (P10) once they are thirty days old: what was erased
 * since then would still stand in them (P27). Databases that were set aside as damaged stay; a person decides.
 */
import path from 'node:path';
import type { Disk } from './outside.ts';
import type { Values } from './store/values.ts';
import { removeOldCopy } from './vault/purge.ts';

const KEPT = 30 * 24 * 3600 * 1000;

/** `now`: a time that can be trusted. A copy's days count from when it was first seen here. */
export function removeOldCopies({ disk, folder, values, now }: { disk: Disk; folder: string; values: Values; now: number }): void {
  for (const name of disk.list(folder).filter((each) => /^scriba\.db\.v\d+$/.test(each))) {
    const key = `copy.${name}`;
    const seen = Number(values.get(key)) || undefined;
    if (seen === undefined || seen > now) values.set(key, String(Math.floor(now / 60_000) * 60_000));
    else if (now - seen > KEPT) removeOldCopy(disk, path.join(folder, name));
  }
}
