/**
 * Runs the browser host (which runs the practice platform), reads the addresses it prints, and is
 * the parent that starts it again when it dies (decision 0163): on the same port and with the same
 * token, so that the window stays and hands over what it still holds.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject, needNode, root } from './project.mjs';
import { end } from './run.mjs';

const TOKEN_BYTES = 32;
/** More ends than this within a minute are a fault that starting again does not mend. */
const MOST_RESTARTS = 3;
const MINUTE = 60_000;

/**
 * Resolves when it serves; throws when it ends before. `reopen(address)` is called when a page asks
 * for a new window. `window`: it is opened in a window of our own, whose folder is `window` in the
 * data folder. `page` and `port`: another folder of the page than the built one, and a port of its
 * own. `keep: false`: it is not started again. `say` is told in a sentence what happened; `pause`
 * waits before a start that comes too soon. Answers `{ address, dataFolder, pid, nextAddress(),
 * ended, stop() }`; `pid` is undefined while none runs.
 */
export async function startCore(options = {}) {
  const { keep = true } = options;
  const state = {
    options,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    current: undefined,
    isStopping: false,
    /** Times of the unexpected ends within the last minute; monotonic. */
    ends: [],
  };
  const { address, data: dataFolder } = await run(state, options.window ? ['--window'] : []);
  const port = new URL(address).port;
  const ended = keep ? follow(state, port) : state.current.ended;
  return {
    address,
    dataFolder,
    get pid() {
      return state.current?.child.pid;
    },
    ended,
    async nextAddress() {
      const { child, next } = state.current ?? {};
      if (!child) throw new Error('Scriba is being started again.');
      child.stdin.write('address\n');
      return (await next()).address;
    },
    async stop() {
      state.isStopping = true;
      if (state.current) await end(state.current.child);
    },
  };
}

/** Starts one core; answers the first line that it prints. */
async function run(state, more) {
  const { data, page, port, practice, reopen = () => {} } = state.options;
  const { command, flags } = needNode();
  const args = [
    ...flags,
    inProject('main', 'hosts', 'browser', 'run.ts'),
    '--with-parent',
    '--session-by-stdin',
    ...(data === undefined ? [] : ['--data', data]),
    ...(page === undefined ? [] : ['--page', page]),
    ...(practice === undefined ? [] : ['--practice', practice]),
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...more,
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
  // Not on the command line, and not in the environment: others can read those.
  child.stdin.write(`${JSON.stringify({ token: state.token })}\n`);
  const ended = new Promise((resolve) =>
    child.once('error', resolve).once('close', (code, signal) => resolve(signal ?? code)),
  );
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
  state.current = { child, ended, next };
  return next();
}

/** Starts the core again whenever it ends without being told to; resolves when it is over. */
async function follow(state, port) {
  const { say = console.error, pause = sleep } = state.options;
  for (;;) {
    const how = await state.current.ended;
    state.current = undefined;
    if (state.isStopping || how === 0) return;
    await waitForTurn(state, how, { say, pause });
    if (state.isStopping) return;
    // The window is open: its folder is not emptied, and its port is the one it knows.
    await run(state, ['--port', port]).catch(() => {});
    if (state.isStopping && state.current) await end(state.current.child);
  }
}

/** Says what happened; waits where it happens too often. */
async function waitForTurn(state, how, { say, pause }) {
  const now = performance.now();
  state.ends = [...state.ends.filter((at) => now - at < MINUTE), now];
  if (state.ends.length <= MOST_RESTARTS)
    return say(
      `The core of Scriba ended unexpectedly (${how}) and is started again. Nothing recorded is lost.`,
    );
  say(
    'The core of Scriba ended four times within a minute. It is started again in a minute; leave the window open: it keeps what was said meanwhile.',
  );
  await pause(MINUTE);
  state.ends = [];
}
