/**
 * A disk in memory that can be cut off at any moment: what was not forced onto it is then lost,
 * torn or kept at random, and renames whose folder was not synced are undone (promises P2, P3).
 */
import path from 'node:path';
import type { Disk } from '../../../main/infrastructure/ports.ts';

type Write = { at: number; bytes: Buffer };
type Inode = { data: Buffer; size: number; synced: Buffer; unsynced: Write[] };

type Operation = {
  readonly name: keyof Disk;
  readonly path: string;
  /** From 1, over all that change the disk. */
  readonly count: number;
};

export type MemoryDisk = Disk & {
  /**
   * Called before every operation that changes the disk: it may throw, or return how many bytes a
   * write takes.
   */
  fault:
    | ((operation: Operation) => number | undefined)
    | ((operation: Operation) => void)
    | undefined;
  /** How many operations changed the disk so far. */
  operations(): number;
  /**
   * The disk as a power cut leaves it. `fraction` decides how large its sectors are, and what
   * becomes of each unsynced one.
   */
  cut(fraction: () => number): MemoryDisk;
  /**
   * Simulates a disk that failed to sync: it reports the error once, and afterwards takes for
   * written what never reached it.
   */
  forget(path: string): void;
  /** The disk as a killed process leaves it: everything that was handed over is there. */
  left(): MemoryDisk;
  /** The bytes of a file, for a test to look at or to change (`put`). */
  bytes(path: string): Buffer;
  put(path: string, bytes: Buffer): void;
  /** All files. */
  names(): string[];
};

/** Disks tear writes at their sectors: old ones and new ones. */
const SECTORS = [512, 4096] as const;

export const systemError = (code: string) => Object.assign(new Error(code), { code });

export function memoryDisk(
  begin: ReadonlyMap<string, Buffer> = new Map(),
  { free = 100 * 2 ** 30 } = {},
): MemoryDisk {
  const made = (content: Buffer): Inode => ({
    data: Buffer.from(content),
    size: content.length,
    synced: Buffer.from(content),
    unsynced: [],
  });
  const names = new Map([...begin].map(([name, content]) => [name, made(content)]));
  let durable = new Map(names);
  const open = new Map<number, { name: string; inode: Inode }>();
  let nextFile = 3;
  let count = 0;

  const changing = (name: keyof Disk, of: string) =>
    self.fault?.({ name, path: of, count: ++count });
  const inodeOf = (name: string) => names.get(name) ?? fail('ENOENT');
  const held = (file: number) => open.get(file) ?? fail('EBADF');
  const fail = (code: string): never => {
    throw systemError(code);
  };
  const handle = (name: string, inode: Inode) => {
    open.set(nextFile, { name, inode });
    return nextFile++;
  };
  const content = (inode: Inode) => inode.data.subarray(0, inode.size);

  const self: MemoryDisk = {
    fault: undefined,
    operations: () => count,
    create(name) {
      changing('create', name);
      if (names.has(name)) fail('EEXIST');
      const inode = made(Buffer.alloc(0));
      names.set(name, inode);
      return handle(name, inode);
    },
    openToRead: (name) => handle(name, inodeOf(name)),
    openToChange: (name) => handle(name, inodeOf(name)),
    write(file, bytes, offset, length, position) {
      const { name, inode } = held(file);
      const at = position ?? inode.size;
      const take = Math.min(length, changing('write', name) ?? length);
      const chunk = Buffer.from(bytes.subarray(offset, offset + take));
      if (at + take > inode.data.length) {
        const larger = Buffer.alloc(Math.max(at + take, inode.data.length * 2, 4096));
        content(inode).copy(larger);
        inode.data = larger;
      }
      chunk.copy(inode.data, at);
      inode.size = Math.max(inode.size, at + take);
      inode.unsynced.push({ at, bytes: chunk });
      return take;
    },
    read(file, into, offset, length, position) {
      const { inode } = held(file);
      return content(inode).copy(into, offset, position, Math.min(inode.size, position + length));
    },
    datasync(file) {
      const { name, inode } = held(file);
      changing('datasync', name);
      // Only what is not on it yet: after `forget`, a second try is answered, and writes nothing.
      inode.synced = withWrites(inode.synced, inode.unsynced);
      inode.unsynced = [];
    },
    forget: (name) => {
      inodeOf(name).unsynced = [];
    },
    close: (file) => void open.delete(file),
    rename(from, to) {
      changing('rename', from);
      names.set(to, inodeOf(from));
      names.delete(from);
    },
    unlink(name) {
      changing('unlink', name);
      inodeOf(name);
      names.delete(name);
    },
    makeFolder: () => undefined,
    syncFolder(folder) {
      changing('syncFolder', folder);
      durable = new Map([...durable].filter(([name]) => path.dirname(name) !== folder));
      for (const [name, inode] of names)
        if (path.dirname(name) === folder) durable.set(name, inode);
    },
    // As the real one: folders, too.
    list: (folder) => [
      ...new Set(
        [...names.keys()]
          .filter((name) => name.startsWith(`${folder}/`))
          .map((name) => name.slice(folder.length + 1).split('/')[0]!),
      ),
    ],
    exists: (name) =>
      names.has(name) || [...names.keys()].some((other) => other.startsWith(`${name}/`)),
    size: (name) => inodeOf(name).size,
    free: () => free,
    cut(fraction) {
      return memoryDisk(
        new Map([...durable].map(([name, inode]) => [name, surviving(inode, fraction)])),
      );
    },
    left: () =>
      memoryDisk(new Map([...names].map(([name, inode]) => [name, Buffer.from(content(inode))]))),
    bytes: (name) => Buffer.from(content(inodeOf(name))),
    put: (name, bytes) => void names.set(name, made(bytes)),
    names: () => [...names.keys()],
  };
  return self;
}

/**
 * Each unsynced sector made it, or did not, in any order; the file may be longer than what made it.
 */
function surviving({ synced, unsynced }: Inode, fraction: () => number): Buffer {
  const sector = SECTORS[fraction() < 0.5 ? 0 : 1];
  const kept: Write[] = [];
  for (const { at, bytes } of unsynced) {
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + sector - ((at + from) % sector));
      if (fraction() < 0.5) kept.push({ at: at + from, bytes: bytes.subarray(from, to) });
      from = to;
    }
  }
  return withWrites(synced, kept);
}

function withWrites(before: Buffer, writes: readonly Write[]): Buffer {
  const result = Buffer.alloc(
    Math.max(before.length, ...writes.map(({ at, bytes }) => at + bytes.length)),
  );
  before.copy(result);
  for (const { at, bytes } of writes) bytes.copy(result, at);
  return result;
}
