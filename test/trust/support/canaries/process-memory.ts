/**
 * Looks into the memory of another process of ours: what a debugger, or a core dump, would find.
 * Linux only.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

export const memoryIsReadable = (): boolean => process.platform === 'linux';

const CHUNK = 8 * 1024 * 1024;

/** How often each of these bytes lies in the process's writable memory. */
export function countInMemory(
  pid: number,
  needles: Readonly<Record<string, Buffer>>,
): Record<string, number> {
  const longest = Math.max(...Object.values(needles).map(({ length }) => length));
  const found = Object.fromEntries(Object.keys(needles).map((name) => [name, 0]));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const bytes = Buffer.alloc(CHUNK + longest);
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to, rights] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (!from || !rights?.startsWith('rw')) continue;
      const [start, end] = [Number(`0x${from}`), Number(`0x${to}`)];
      for (let at = start; at < end; at += CHUNK) {
        const got = read(memory, bytes, Math.min(CHUNK + longest - 1, end - at), at);
        for (const [name, needle] of Object.entries(needles))
          found[name]! += times(bytes.subarray(0, got), needle, CHUNK);
      }
    }
  } finally {
    closeSync(memory);
  }
  return found;
}

function read(memory: number, into: Buffer, length: number, at: number): number {
  try {
    return readSync(memory, into, 0, length, at);
  } catch {
    // Some places are mapped and hold nothing.
    return 0;
  }
}

/** Counts the needles that begin before `within`: the rest belongs to the next chunk. */
function times(bytes: Buffer, needle: Buffer, within: number): number {
  let count = 0;
  for (let at = bytes.indexOf(needle); at >= 0 && at < within; at = bytes.indexOf(needle, at + 1))
    count += 1;
  return count;
}
