/**
 * A display that nobody sees (Xvfb), so that windows of several workers do not take the focus and
 * the clipboard from one another.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export type Display = { readonly name: string; end(): Promise<void> };

/** Takes the first number that is free. Throws with the server's own words. */
export async function startDisplay(xvfb: string): Promise<Display> {
  const server = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  server.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
  const ended = once(server, 'close');
  const told = once(server.stdio[3] as Readable, 'data') as Promise<[Buffer]>;
  const number = await Promise.race([
    told.then(([line]) => line.toString().trim()),
    ended.then(() => Promise.reject(new Error(`Xvfb ended at once: ${said.slice(-500)}`))),
  ]);
  const kill = () => void server.kill();
  process.once('exit', kill);
  return {
    name: `:${number}`,
    async end() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}
