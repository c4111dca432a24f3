/**
 * Serves on the port of last time where it is free, so that the browser still knows what this page
 * may use: it keeps the leave to use the microphone for an address with its port, and would ask
 * again at each start.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FREE = 0;
/** Below are the system's own. */
const [LEAST, MOST] = [1024, 65_535];
const taken = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL']);

/**
 * Calls `serve` with the port of last time, or with 0 (any free one) where there is none or it is
 * taken; remembers what it got.
 */
export async function serveOnKeptPort<T extends { readonly origin: string }>(
  folder: string,
  serve: (port: number) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, 'port.json');
  const last = recall(file);
  const host = await serve(last).catch((error: unknown) => {
    if (last === FREE || !taken.has(String((error as { code?: unknown }).code))) throw error;
    return serve(FREE);
  });
  const port = Number(new URL(host.origin).port);
  if (port !== last) remember(file, port);
  return host;
}

function recall(file: string): number {
  try {
    const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port?: unknown };
    return typeof port === 'number' && Number.isInteger(port) && port >= LEAST && port <= MOST
      ? port
      : FREE;
  } catch {
    return FREE;
  }
}

/** A port that cannot be kept costs a question of the browser, nothing else. */
function remember(file: string, port: number) {
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ port }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The disk is full or read-only: said where it matters.
  }
}
