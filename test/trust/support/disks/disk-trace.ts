/**
 * Records what a process did to the files of one folder, call by call, as strace saw it. Played
 * onto a disk in memory up to any call, it shows what `kill -9` or a power cut at that moment would
 * have left (P10).
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MemoryDisk, memoryDisk } from '../../../support/ports/disk.ts';

type Call =
  | { readonly call: 'create' | 'unlink' | 'sync'; readonly name: string }
  | { readonly call: 'write'; readonly name: string; readonly at: number; readonly bytes: Buffer }
  | { readonly call: 'resize'; readonly name: string; readonly size: number }
  | { readonly call: 'rename'; readonly name: string; readonly to: string };

export type DiskTrace = {
  readonly folder: string;
  readonly before: ReadonlyMap<string, Buffer>;
  readonly calls: readonly Call[];
};

const calls =
  'openat,pwrite64,write,writev,pwritev,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,copy_file_range,sendfile';

export const hasStrace = (): boolean =>
  process.platform === 'linux' && spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;

/** The files right in the folder. */
export const contentOf = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [path.join(folder, name), readFileSync(path.join(folder, name))]),
  );

/**
 * Runs node with these arguments under strace. Throws when it did something to the folder that is
 * not modelled here.
 */
export function traceDisk(folder: string, args: readonly string[]): DiskTrace {
  const before = contentOf(folder);
  const log = path.join(tmpdir(), `scriba-trace-${path.basename(folder)}`);
  try {
    const ran = spawnSync(
      'strace',
      [
        '-f',
        '-y',
        '-xx',
        '-s',
        '100000000',
        '-e',
        `trace=${calls}`,
        '-o',
        log,
        process.execPath,
        ...args,
      ],
      { encoding: 'utf8' },
    );
    if (ran.status !== 0)
      throw new Error(
        `The traced process ended with ${ran.status ?? ran.signal}: ${ran.stderr.slice(-1000)}`,
      );
    return { folder, before, calls: readLog(readFileSync(log, 'latin1'), folder) };
  } finally {
    rmSync(log, { force: true });
  }
}

const text = (hex: string) => unhex(hex).toString('utf8');
const unhex = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

/** A line of strace, with a call that another thread interrupted put together again. */
function readLog(log: string, folder: string): Call[] {
  const waiting = new Map<string, string>();
  const found: Call[] = [];
  for (const line of log.split('\n')) {
    const [, pid, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (pid === undefined || rest === undefined) continue;
    if (rest.endsWith('<unfinished ...>'))
      waiting.set(pid, rest.slice(0, -'<unfinished ...>'.length));
    else {
      const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
      const call = readCall(resumed ? `${waiting.get(pid)}${resumed[1]}` : rest, folder);
      if (call) found.push(call);
    }
  }
  return found;
}

function readCall(line: string, folder: string): Call | undefined {
  const [, name, rest] = /^(\w+)\((.*)$/.exec(line) ?? [];
  if (!name || !rest || / = -1 /.test(rest)) return undefined;
  const inside = (file: string) => path.dirname(file) === folder;
  const strings = () => [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => hex!);
  const held = /^\d+<([^>]*)>/.exec(rest)?.[1];
  const file = held === undefined ? undefined : text(held);
  switch (name) {
    case 'openat': {
      const opened = text(strings()[0]!);
      if (!inside(opened) || !rest.includes('O_CREAT')) return undefined;
      if (rest.includes('O_TRUNC')) break;
      return { call: 'create', name: opened };
    }
    case 'pwrite64': {
      if (!file || !inside(file)) return undefined;
      const [, at, wrote] = /, (\d+)\) += (\d+)$/.exec(rest) ?? [];
      return {
        call: 'write',
        name: file,
        at: Number(at),
        bytes: unhex(strings()[0]!).subarray(0, Number(wrote)),
      };
    }
    case 'ftruncate':
      return file && inside(file)
        ? { call: 'resize', name: file, size: Number(/, (\d+)\) += 0$/.exec(rest)![1]) }
        : undefined;
    case 'fsync':
    case 'fdatasync':
      return file !== undefined && (file === folder || inside(file))
        ? { call: 'sync', name: file }
        : undefined;
    case 'rename': {
      const [from, to] = strings().map(text);
      if (!inside(from!)) return undefined;
      return { call: 'rename', name: from!, to: to! };
    }
    case 'unlink': {
      const gone = text(strings()[0]!);
      return inside(gone) ? { call: 'unlink', name: gone } : undefined;
    }
    default:
      if (!(file && inside(file)) && !strings().some((hex) => inside(text(hex)))) return undefined;
  }
  throw new Error(
    `This call is not modelled: ${line.slice(0, 80).replace(/(\\x..)+/g, (hex) => text(hex))}`,
  );
}

/**
 * The disk after so many calls: `left()` of it is what a killed process leaves, `cut()` what a
 * power cut does.
 */
export function diskAfter({ before, folder, calls: all }: DiskTrace, count: number): MemoryDisk {
  const disk = memoryDisk(before);
  for (const call of all.slice(0, count)) {
    // Shared memory of SQLite is made anew out of the log at each open: nothing that must survive
    // lies there.
    if (call.name.endsWith('-shm')) continue;
    if (call.call === 'create') {
      if (!disk.exists(call.name)) disk.close(disk.create(call.name));
    } else if (call.call === 'unlink') disk.unlink(call.name);
    else if (call.call === 'rename') disk.rename(call.name, call.to);
    else if (call.call === 'sync' && call.name === folder) disk.syncFolder(folder);
    else if (call.call === 'resize') {
      // SQLite does it when it plays a WAL back, to the size that the file has.
      if (disk.size(call.name) !== call.size)
        throw new Error(`A file that changes its size is not modelled: ${call.name}`);
    } else {
      const file = disk.openToChange(call.name);
      if (call.call === 'write') disk.write(file, call.bytes, 0, call.bytes.length, call.at);
      else disk.datasync(file);
      disk.close(file);
    }
  }
  return disk;
}
