/** Takes the files of a release from a page, piece by piece, into a folder of its own, under names of our own making. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import { LARGEST_RELEASE, type ReleaseName } from '../../../../shared/model/coding/terminology.ts';
import type { Clock, Disk, Random } from '../../../infrastructure/ports.ts';

export type Offered = { readonly name: string; readonly size: number };
/** A file that is here. `chosen`: a person meant this very file; else it lay in a folder and may be anything. */
export type Taken = {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly chosen: boolean;
};

export type Taking = {
  /** Nothing is written yet. Throws Failure `invalid` (`file-empty`, `release-too-large`), `refused` / `disk-full`. */
  begin(release: ReleaseName, files: readonly Offered[]): { readonly takingId: string };
  /** What comes again is not taken twice. Throws Failure `missing` / `no-import`, `invalid` (`piece-missing`, `file-changed`), `refused` / `disk-full`. */
  append(
    takingId: string,
    file: number,
    offset: number,
    bytes: Uint8Array,
  ): { readonly received: number };
  /** Hands the files over. Throws Failure `missing` / `no-import`, `refused` / `pieces-missing`. */
  take(takingId: string): { readonly release: ReleaseName; readonly files: readonly Taken[] };
  /** What is being taken; `share` 0 to 1. */
  under():
    | { readonly release: ReleaseName; readonly share: number; readonly bytes: number }
    | undefined;
  /** Throws Failure `refused` / `disk-full` where so many bytes, and what an index takes beside them, do not fit. */
  checkRoom(bytes: number): void;
  /** A name in the folder for one more file; the folder is there then. */
  place(name: string): string;
  /** Nothing of it is kept. */
  clear(): void;
};

/** A page that sends nothing for so long is gone. */
const GIVEN_UP_AFTER = 5 * 60_000;
/** The new index is written beside the old one; an index is smaller than the files that it is made of. */
const ROOM_BESIDE = 200 * 1024 * 1024;
const LONGEST_NAME = 120;

/** `folder`: our own, for nothing else. `gone`: nobody sends any more. */
export function createTaking({
  disk,
  random,
  clock,
  folder,
  gone,
}: {
  disk: Disk;
  random: Pick<Random, 'uuid'>;
  clock: Pick<Clock, 'after'>;
  folder: string;
  gone(): void;
}): Taking {
  type Running = {
    readonly id: string;
    readonly release: ReleaseName;
    readonly files: readonly Offered[];
    readonly received: number[];
    readonly paths: (string | undefined)[];
    readonly all: number;
    open?: { file: number; handle: number } | undefined;
    stopWaiting(): void;
  };
  let running: Running | undefined;
  let places = 0;

  function known(takingId: string): Running {
    if (running?.id !== takingId)
      throw new Failure(
        'missing',
        'These files are not being taken in any more. Choose them again.',
        { detail: 'no-import' },
      );
    return running;
  }
  function shut(one: Running) {
    if (one.open) disk.close(one.open.handle);
    one.open = undefined;
  }
  function waitFor(one: Running) {
    one.stopWaiting();
    one.stopWaiting = clock.after(GIVEN_UP_AFTER, gone);
  }
  function clear() {
    if (running) {
      running.stopWaiting();
      shut(running);
    }
    running = undefined;
    rmSync(folder, { recursive: true, force: true });
  }
  function place(name: string): string {
    const inside = path.join(folder, String(places++));
    disk.makeFolder(inside);
    return path.join(inside, safeName(name));
  }
  function checkRoom(bytes: number) {
    // It lies beside what is installed; before the first import neither folder is there.
    const near = [folder, path.dirname(folder), path.dirname(path.dirname(folder))].find((one) =>
      disk.exists(one),
    );
    if (near !== undefined && disk.free(near) < bytes * 1.5 + ROOM_BESIDE)
      throw new Failure(
        'refused',
        'There is not enough room on the disk for these files and the list made of them.',
        { detail: 'disk-full' },
      );
  }

  return {
    begin(release, files) {
      const all = files.reduce((sum, { size }) => sum + size, 0);
      if (all === 0)
        throw new Failure('invalid', 'These files are empty.', { detail: 'file-empty' });
      if (all > LARGEST_RELEASE)
        throw new Failure(
          'invalid',
          'These files are larger than 8 GiB together. Choose the release alone.',
          { detail: 'release-too-large' },
        );
      checkRoom(all);
      running = {
        id: random.uuid(),
        release,
        files,
        received: files.map(() => 0),
        paths: [],
        all,
        stopWaiting: () => {},
      };
      waitFor(running);
      return { takingId: running.id };
    },

    append(takingId, file, offset, bytes) {
      const one = known(takingId);
      const offered = one.files[file];
      const received = one.received[file] ?? 0;
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
      waitFor(one);
      if (fresh.length === 0) return { received };
      try {
        if (one.open?.file !== file) {
          shut(one);
          const at = one.paths[file];
          one.open = {
            file,
            handle:
              at === undefined
                ? disk.create((one.paths[file] = place(offered.name)))
                : disk.openToChange(at),
          };
        }
        for (let done = 0; done < fresh.length; )
          done += disk.write(one.open.handle, fresh, done, fresh.length - done, received + done);
      } catch (cause) {
        throw diskFailure(cause);
      }
      one.received[file] = received + fresh.length;
      return { received: received + fresh.length };
    },

    take(takingId) {
      const one = known(takingId);
      if (one.files.some(({ size }, file) => one.received[file]! < size))
        throw new Failure('refused', 'Some of the files have not arrived yet.', {
          detail: 'pieces-missing',
        });
      shut(one);
      one.stopWaiting();
      running = undefined;
      const files = one.files.flatMap(({ name, size }, file) =>
        one.paths[file] === undefined
          ? []
          : [{ path: one.paths[file], name, bytes: size, chosen: !/[\\/]/.test(name) }],
      );
      return { release: one.release, files };
    },

    under: () =>
      running && {
        release: running.release,
        share: sum(running.received) / running.all,
        bytes: sum(running.received),
      },
    checkRoom,
    place,
    clear,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

export const diskFailure = (cause: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')
    ? new Failure('refused', 'The disk is full. What was installed before is unchanged.', {
        detail: 'disk-full',
        cause,
      })
    : cause;

/** The file's own name, as far as every system takes it: importers tell years by it. Its folders are left behind. */
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
