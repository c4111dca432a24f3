/** Runs the browser host (which runs the practice platform) and reads the addresses it prints. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inProject, needNode, root } from './project.mjs';
import { end } from './run.mjs';

/**
 * Resolves when it serves; throws when it ends before. `reopen(address)` is called when a page asks
 * for a new window. `window`: it is opened in a window of our own, whose folder is `window` in the
 * data folder. `page` and `port`: another folder of the page than the built one, and a port of its
 * own. Answers `{ address, dataFolder, pid, nextAddress(), ended, stop() }`.
 */
export async function startCore({ data, window = false, reopen = () => {}, page, port }) {
  const { command, flags } = needNode();
  const args = [
    ...flags,
    inProject('main', 'hosts', 'browser', 'run.ts'),
    '--with-parent',
    ...(window ? ['--window'] : []),
    ...(data === undefined ? [] : ['--data', data]),
    ...(page === undefined ? [] : ['--page', page]),
    ...(port === undefined ? [] : ['--port', String(port)]),
  ];
  // Apart from our own group: Ctrl+C is for us, and we end it in good order. If we are killed, its
  // standard input closes.
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = JSON.parse(line);
    if (told.reopen) reopen(told.address);
    else waiting.shift()?.(told);
  });
  const next = () =>
    Promise.race([
      new Promise((resolve) => waiting.push(resolve)),
      // Its own words about why stand on standard error already.
      ended.then(() => Promise.reject(new Error('Scriba did not start.'))),
    ]);
  const { address, data: dataFolder } = await next();
  return {
    address,
    dataFolder,
    pid: child.pid,
    ended,
    nextAddress() {
      child.stdin.write('address\n');
      return next().then((told) => told.address);
    },
    stop: () => end(child),
  };
}
