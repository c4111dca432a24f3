/**
 * Runs the browser host (which runs the practice platform), reads the addresses it prints, and is
 * the parent that starts it again when it dies (decision 0163): on the same port and with the same
 * token, so that the window stays and hands over what it still holds.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepRunning } from '../../main/hosts/common/keep-running.mjs';
import { compiled, inProject, needNode, root } from './project.mjs';
import { end } from './run.mjs';

const TOKEN_BYTES = 32;

/**
 * Resolves when it serves the page, which is before the core is open (`opened`); throws when it
 * ends before. `reopen(address)` is called when a page asks for a new window. `window`: it is opened
 * in a window of our own, whose folder is `window` in the data folder. `page` and `port`: another
 * folder of the page than the built one, and a port of its own. `keep: false`: it is not started
 * again. `built`: what `buildCore` has made of it runs, else its sources. `say` is told in a sentence what happened; `pause` waits before a start that comes too soon.
 * Answers `{ address, dataFolder, pid, opened, nextAddress(), ended, stop() }`; `pid` is undefined
 * while none runs; `opened` rejects where the core ends instead, and that one is not started again.
 */
export async function startCore(options = {}) {
  const { keep = true } = options;
  const state = {
    options,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    current: undefined,
    isStopping: false,
  };
  const served = run(state, options.window ? ['--window'] : []);
  const { ended: firstEnded, opened } = state.current;
  const { address, data: dataFolder } = await served;
  const port = new URL(address).port;
  const ended = keep
    ? opened.then(
        () => follow(state, port, firstEnded),
        () => firstEnded,
      )
    : firstEnded;
  return {
    address,
    dataFolder,
    opened,
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
  const { built, data, page, port, practice, reopen = () => {} } = state.options;
  const { command, flags } = needNode();
  const args = [
    ...flags,
    built ? inProject('out', 'core', 'run.js') : inProject('main', 'hosts', 'browser', 'run.ts'),
    '--with-parent',
    '--session-by-stdin',
    '--page-first',
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
    // Beside the program and never in the data folder: it is code (decision 0268).
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
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
  void ended.then(() => {
    if (state.current?.child === child) state.current = undefined;
  });
  const waiting = [];
  let open;
  const isOpen = new Promise((resolve) => (open = resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = JSON.parse(line);
    if (told.reopen) reopen(told.address);
    else if (told.open) open();
    else waiting.shift()?.(told);
  });
  // Its own words about why stand on standard error already.
  const gone = ended.then(() => Promise.reject(new Error('Scriba did not start.')));
  const next = () => Promise.race([new Promise((resolve) => waiting.push(resolve)), gone]);
  const opened = Promise.race([isOpen, gone]);
  // Whoever waits for it hears of it.
  opened.catch(() => {});
  state.current = { child, ended, next, opened };
  return next();
}

/** Starts the core again whenever it ends without being told to; resolves when it is over. */
function follow(state, port, firstEnded) {
  const { say = console.error, pause = sleep } = state.options;
  return keepRunning({
    running: { ended: firstEnded },
    start() {
      // The window is open: its folder is not emptied, and its port is the one it knows.
      const served = run(state, ['--port', port]);
      const { child, ended } = state.current;
      served.then(
        () => state.isStopping && end(child),
        () => {}, // it ended, and says itself why
      );
      return { ended };
    },
    isOver: (how) => state.isStopping || how === 0,
    tell: ({ how, pause: wait }) => say(wait === 0 ? startedAgain(how) : waits),
    pause,
  });
}

const startedAgain = (how) =>
  `The core of Scriba ended unexpectedly (${how}) and is started again. Nothing recorded is lost.`;
const waits =
  'The core of Scriba ended four times within a minute. It is started again in a minute; leave the window open: it keeps what was said meanwhile.';
