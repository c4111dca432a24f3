/**
 * Which user of this computer is at the other end of a loopback connection (promise P23).
 *
 * The address of a window stands in the process list, where every user may read it; whoever is
 * faster than a starting browser could use its code first. Linux tells who is asking. Windows shows
 * command lines to their owner alone; on macOS, which shows them and does not tell, the window is
 * Electron's and has no port.
 */
import { readFileSync } from 'node:fs';

export type Ends = {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localPort?: number | undefined;
};

type ReadTable = (file: string) => string;
const readTable: ReadTable = (file) => readFileSync(file, 'latin1');
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
const LOCAL = 1;
const REMOTE = 2;
const USER = 7;

/** The user's number; undefined where the system does not tell. */
export function userAtOtherEnd(
  { remoteAddress, remotePort, localPort }: Ends,
  read: ReadTable = readTable,
): number | undefined {
  const address = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(remoteAddress ?? '');
  if (!address || remotePort === undefined || localPort === undefined) return undefined;
  // The kernel writes the four numbers backwards, and after zeros where the socket is one of IPv6.
  const theirs = `${address
    .slice(1)
    .reverse()
    .map((part) => hex(Number(part), 2))
    .join('')}:${hex(remotePort, 4)}`;
  for (const table of tables) {
    for (const line of linesOf(table, read)) {
      const columns = line.trim().split(/\s+/);
      if (columns[LOCAL]?.endsWith(theirs) && columns[REMOTE]?.endsWith(`:${hex(localPort, 4)}`))
        return Number(columns[USER]);
    }
  }
  return undefined;
}

/** Whether another user than ours is known to be asking. */
export function isOtherUser(
  ends: Ends,
  ourUser: number | undefined = process.getuid?.(),
  read: ReadTable = readTable,
): boolean {
  const user = userAtOtherEnd(ends, read);
  return ourUser !== undefined && user !== undefined && user !== ourUser;
}

function linesOf(table: string, read: ReadTable): string[] {
  try {
    return read(table).split('\n').slice(1);
  } catch {
    return [];
  }
}

const hex = (value: number, digits: number) =>
  value.toString(16).toUpperCase().padStart(digits, '0');
