/**
 * Receives the files of a release from a page, piece by piece, into a folder of their own, under
 * safe names.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import { LARGEST_RELEASE, type ReleaseName } from '../../../../shared/model/coding/terminology.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { Clock, Disk, Random } from '../../../infrastructure/ports.ts';
import { writeAll } from '../../../infrastructure/write-all.ts';

export type Offered = { readonly name: string; readonly size: number };
/**
 * A received file. `chosen`: a person chose this file; else it came with a folder and may be
 * anything.
 */
export type Taken = {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly chosen: boolean;
};

export type FileReception = {
  /**
   * Writes nothing yet. Throws Failure `invalid` (`file-empty`, `release-too-large`), `refused` /
   * `disk-full`.
   */
  begin(release: ReleaseName, files: readonly Offered[]): { readonly takingId: string };
  /**
   * A repeated piece is not written twice. Throws Failure `missing` / `no-import`, `invalid`
   * (`piece-missing`, `file-changed`), `refused` / `disk-full`.
   */
  append(
    takingId: string,
    file: number,
    offset: number,
    bytes: Uint8Array,
  ): { readonly received: number };
  /**
   * Ends the reception and returns the files. Throws Failure `missing` / `no-import`, `refused` /
   * `pieces-missing`.
   */
  take(takingId: string): { readonly release: ReleaseName; readonly files: readonly Taken[] };
  /** Undefined while nothing is received; `share` 0 to 1. */
  progress(): ReceptionProgress | undefined;
  /**
   * Throws Failure `refused` / `disk-full` where so many bytes, and the index made of them, do not
   * fit.
   */
  checkRoom(bytes: number): void;
  /** A path in the folder for one more file; makes its folder. */
  newPath(name: string): string;
  /** Ends the reception and removes all files. */
  clear(): void;
};

type ReceptionProgress = {
  readonly release: ReleaseName;
  readonly share: number;
  readonly bytes: number;
};

export type ReceptionDeps = {
  readonly disk: Disk;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Pick<Clock, 'after'>;
  /** For this reception alone. */
  readonly folder: string;
  /** The page sends no more. */
  readonly abandoned: () => void;
};

/** A page that sends nothing for so long has been closed. */
const ABANDONED_AFTER = 5 * MINUTE;
/**
 * The new index is written beside the old one; an index is smaller than the files that it is made
 * of.
 */
const ROOM_BESIDE = 200 * 1024 * 1024;
const LONGEST_NAME = 120;

type Running = {
  readonly id: string;
  readonly release: ReleaseName;
  readonly files: readonly Offered[];
  /** Bytes, by file. */
  readonly received: number[];
  readonly paths: (string | undefined)[];
  /** Bytes of all files. */
  readonly all: number;
  open?: { readonly file: number; readonly handle: number } | undefined;
  stopWaiting(): void;
};
type ReceptionState = {
  readonly deps: ReceptionDeps;
  running: Running | undefined;
  /** Numbers the folders of the files. */
  places: number;
};

export function createFileReception(deps: ReceptionDeps): FileReception {
  const state: ReceptionState = { deps, running: undefined, places: 0 };
  return {
    begin: (release, files) => begin(state, release, files),
    append: (takingId, file, offset, bytes) =>
      append(state, runningWith(state, takingId), { file, offset, bytes }),
    take: (takingId) => take(state, runningWith(state, takingId)),
    progress: () => progressOf(state.running),
    checkRoom: (bytes) => checkRoom(deps, bytes),
    newPath: (name) => newPath(state, name),
    clear: () => clear(state),
  };
}

function runningWith({ running }: ReceptionState, takingId: string): Running {
  if (running?.id !== takingId)
    throw new Failure(
      'missing',
      'These files are not being taken in any more. Choose them again.',
      {
        detail: 'no-import',
      },
    );
  return running;
}

function begin(
  state: ReceptionState,
  release: ReleaseName,
  files: readonly Offered[],
): { readonly takingId: string } {
  const all = sum(files.map(({ size }) => size));
  if (all === 0) throw new Failure('invalid', 'These files are empty.', { detail: 'file-empty' });
  if (all > LARGEST_RELEASE)
    throw new Failure(
      'invalid',
      'These files are larger than 8 GiB together. Choose the release alone.',
      { detail: 'release-too-large' },
    );
  checkRoom(state.deps, all);
  const running: Running = {
    id: state.deps.random.uuid(),
    release,
    files,
    received: files.map(() => 0),
    paths: [],
    all,
    stopWaiting: () => {},
  };
  state.running = running;
  waitFor(state, running);
  return { takingId: running.id };
}

type Piece = { readonly file: number; readonly offset: number; readonly bytes: Uint8Array };

function append(
  state: ReceptionState,
  running: Running,
  { file, offset, bytes }: Piece,
): { readonly received: number } {
  const offered = running.files[file];
  const received = running.received[file] ?? 0;
  if (!offered || offset > received)
    throw new Failure('invalid', 'A piece of the file is missing before this one.', {
      detail: 'piece-missing',
    });
  const fresh = bytes.subarray(received - offset);
  if (received + fresh.length > offered.size)
    throw new Failure(
      'invalid',
      'The file is not what it was when it was chosen. Choose it again.',
      { detail: 'file-changed' },
    );
  waitFor(state, running);
  if (fresh.length === 0) return { received };
  try {
    const handle = openFile(state, running, file, offered.name);
    writeAll(state.deps.disk, handle, fresh, received);
  } catch (cause) {
    throw diskFailure(cause);
  }
  running.received[file] = received + fresh.length;
  return { received: received + fresh.length };
}

/** One file is open at a time. */
function openFile(state: ReceptionState, running: Running, file: number, name: string): number {
  if (running.open?.file === file) return running.open.handle;
  const { disk } = state.deps;
  closeFile(state, running);
  const known = running.paths[file];
  const place = known ?? newPath(state, name);
  running.paths[file] = place;
  const handle = known === undefined ? disk.create(place) : disk.openToChange(place);
  running.open = { file, handle };
  return handle;
}

function closeFile({ deps: { disk } }: ReceptionState, running: Running): void {
  if (running.open) disk.close(running.open.handle);
  running.open = undefined;
}

function take(
  state: ReceptionState,
  running: Running,
): { readonly release: ReleaseName; readonly files: readonly Taken[] } {
  if (running.files.some(({ size }, file) => (running.received[file] ?? 0) < size))
    throw new Failure('refused', 'Some of the files have not arrived yet.', {
      detail: 'pieces-missing',
    });
  closeFile(state, running);
  running.stopWaiting();
  state.running = undefined;
  const files = running.files.flatMap(({ name, size }, file) => {
    const place = running.paths[file];
    // A name with folders came with a whole folder; a bare name is a file that a person chose.
    return place ? [{ path: place, name, bytes: size, chosen: !/[\\/]/.test(name) }] : [];
  });
  return { release: running.release, files };
}

function progressOf(running: Running | undefined): ReceptionProgress | undefined {
  if (!running) return undefined;
  const bytes = sum(running.received);
  return { release: running.release, share: bytes / running.all, bytes };
}

function waitFor({ deps: { clock, abandoned } }: ReceptionState, running: Running): void {
  running.stopWaiting();
  running.stopWaiting = clock.after(ABANDONED_AFTER, abandoned);
}

function clear(state: ReceptionState): void {
  if (state.running) {
    state.running.stopWaiting();
    closeFile(state, state.running);
  }
  state.running = undefined;
  rmSync(state.deps.folder, { recursive: true, force: true });
}

function newPath(state: ReceptionState, name: string): string {
  const { disk, folder } = state.deps;
  const inside = path.join(folder, String(state.places));
  state.places += 1;
  disk.makeFolder(inside);
  return path.join(inside, safeName(name));
}

function checkRoom({ disk, folder }: ReceptionDeps, bytes: number): void {
  // On the disk of the installed lists; before the first import neither folder is there.
  const parent = path.dirname(folder);
  const near = [folder, parent, path.dirname(parent)].find((one) => disk.exists(one));
  if (near !== undefined && disk.free(near) < bytes * 1.5 + ROOM_BESIDE)
    throw new Failure(
      'refused',
      'There is not enough room on the disk for these files and the list made of them.',
      { detail: 'disk-full' },
    );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

export const diskFailure = (cause: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
    ? new Failure('refused', 'The disk is full. What was installed before is unchanged.', {
        detail: 'disk-full',
        cause,
      })
    : cause;

/**
 * The file's own name in characters that every system allows, without folders; importers read the
 * year from it.
 */
export function safeName(name: string): string {
  const bare = (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+|[._]+$/g, '')
    .slice(-LONGEST_NAME)
    .replace(/^[._]+/, '');
  return bare === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(bare)
    ? `file_${bare}`
    : bare;
}
