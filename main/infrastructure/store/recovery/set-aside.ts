/**
 * Opens the store even where its file cannot be read: that file is set aside as it is, never
 * deleted, and an empty one takes its place, to be filled again from the vault (promise P7).
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { asFailure } from '../../../../shared/failure.ts';
import type { Clock } from '../../ports.ts';
import { createStore, type Store, type StoreDeps } from '../store.ts';

export type Opened = {
  readonly store: Store;
  /** Why there is an empty one now, and the name of the old one in the same folder. */
  readonly setAside?: { readonly reason: Reason; readonly name: string } | undefined;
  /** There was no database, or an empty file. */
  readonly anew: boolean;
};
type Reason = 'damaged' | 'newer';

const reasons: Readonly<Record<string, Reason>> = {
  'database-damaged': 'damaged',
  'database-newer': 'newer',
};

/**
 * Throws Failure `busy` / `already-open`, `broken` / `disk-failing` or `database-migration`,
 * `refused` / `disk-full`: then nothing was moved.
 */
export function openStore({ clock, ...deps }: StoreDeps & { readonly clock: Clock }): Opened {
  const { file } = deps;
  const folder = path.dirname(file);
  const log = `${file}-wal`;
  const copy = freeName(file, clock.now());
  let copied = false;
  const refused = () => {
    copied = succeeds(() => {
      for (const end of ['', '-wal']) if (existsSync(file + end)) copyWhole(file + end, copy + end);
    });
  };

  // SQLite would remove a log whose database is gone or empty; it may hold what was written last.
  const there = existsSync(file) && statSync(file).size > 0;
  const orphan = !there && existsSync(log);
  if (orphan) renameSync(log, `${nameFor(copy, 'damaged')}-wal`);
  try {
    const store = createStore({ ...deps, refused });
    return {
      store,
      anew: !there,
      ...(orphan && {
        setAside: { reason: 'damaged' as const, name: path.basename(nameFor(copy, 'damaged')) },
      }),
    };
  } catch (error) {
    const reason = reasons[asFailure(error).detail ?? ''];
    if (!reason) throw error;
    const kept = nameFor(copy, reason);
    for (const end of ['', '-wal']) {
      if (copied && existsSync(copy + end)) renameSync(copy + end, kept + end);
      // Without room for a copy the file itself goes, as closing it left it.
      else if (!copied && existsSync(file + end)) renameSync(file + end, kept + end);
    }
    syncFolder(folder);
    if (copied) truncateSync(file);
    return {
      store: createStore(deps),
      anew: true,
      setAside: { reason, name: path.basename(kept) },
    };
  }
}

/** Returns a name for the copy while it is not known yet why it is made. */
function freeName(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const taken = existsSync(path.dirname(file)) ? readdirSync(path.dirname(file)) : [];
  let name = `${file}.aside-${stamp}`;
  for (
    let times = 2;
    taken.some(
      (other) =>
        other.startsWith(path.basename(nameFor(name, 'damaged'))) ||
        other.startsWith(path.basename(nameFor(name, 'newer'))),
    );
    times++
  )
    name = `${file}.aside-${stamp}-${times}`;
  return name;
}
const nameFor = (copy: string, reason: Reason) => copy.replace(/\.aside-([^.]*)$/, `.${reason}-$1`);

function succeeds(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

function copyWhole(from: string, to: string): void {
  copyFileSync(from, to);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(folder: string): void {
  // Windows has no such thing as syncing a folder.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
