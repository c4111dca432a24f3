/** Runs the built app in Electron, as a process that we end by its id. */
import { spawn } from 'node:child_process';
import { root } from './project.mjs';
import { end } from './run.mjs';

export function runElectron({ file, data }) {
  const env = { ...process.env, ...(data === undefined ? {} : { SCRIBA_DATA: data }) };
  // These would change what Electron is; see safekeeping, P22.
  for (const name of ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS']) delete env[name];
  const args = [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const child = spawn(file, args, {
    stdio: 'inherit',
    env,
    detached: process.platform !== 'win32',
  });
  const closed = new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  return { closed, close: () => end(child) };
}
