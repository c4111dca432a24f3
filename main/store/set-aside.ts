/**
 * Opens the store even where its file cannot be read: that file is set aside, never deleted, and an
 * empty one takes its place, to be filled again from the vault (promise P7).
 */
import path from 'node:path';
import { asFailure } from '../../shared/failure.ts';
import type { Clock, Disk } from '../outside.ts';
import { createStore, type Store, type StoreNeeds } from './store.ts';

export type Opened = {
  readonly store: Store;
  /** Why there is an empty one now, and the name of the old one in the same folder. */
  readonly setAside?: { readonly reason: 'damaged' | 'newer'; readonly name: string } | undefined;
};

export type SetAsideNeeds = StoreNeeds & { readonly clock: Clock; readonly disk: Pick<Disk, 'exists' | 'rename' | 'syncFolder' | 'list'> };

const reasons = { 'database-damaged': 'damaged', 'database-newer': 'newer' } as const;
/** SQLite finds a log by the name of its database: both go together. */
const LOGS = ['-wal', '-shm', '-journal'];

/** Throws Failure `busy` / `already-open`, `broken` / `disk-failing`, `refused` / `disk-full`: then nothing was moved. */
export function openStore({ disk, ...needs }: SetAsideNeeds): Opened {
  const { file, clock } = needs;
  const log = `${file}-wal`;
  if (!disk.exists(file) && disk.exists(log)) {
    // SQLite would empty a log whose database is gone; it may hold what was written last.
    const name = setAside(disk, file, clock.now(), 'damaged');
    return { store: createStore(needs), setAside: { reason: 'damaged', name } };
  }
  try {
    return { store: createStore(needs) };
  } catch (error) {
    const reason = reasons[asFailure(error).detail as keyof typeof reasons];
    if (!reason) throw error;
    const name = setAside(disk, file, clock.now(), reason);
    return { store: createStore(needs), setAside: { reason, name } };
  }
}

function setAside(disk: SetAsideNeeds['disk'], file: string, now: number, reason: 'damaged' | 'newer'): string {
  const folder = path.dirname(file);
  const taken = new Set(disk.list(folder));
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  let name = `${path.basename(file)}.${reason}-${stamp}`;
  for (let times = 2; [...taken].some((other) => other.startsWith(name)); times++) name = `${path.basename(file)}.${reason}-${stamp}-${times}`;
  // The logs first: a database without its log would be opened as if it were whole.
  for (const end of [...LOGS, '']) if (disk.exists(file + end)) disk.rename(file + end, path.join(folder, name + end));
  disk.syncFolder(folder);
  return name;
}
