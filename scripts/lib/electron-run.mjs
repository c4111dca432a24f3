/**
 * Runs the built app in Electron, as a process that we end by its id, and tells how its start went.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { explainEnd } from './electron-end.mjs';
import { root } from './project.mjs';
import { end, endRest } from './run.mjs';

/** Milliseconds without a window, after which nobody waits for it any longer. */
const SHOWN_WITHIN = 20_000;
/**
 * Milliseconds for the last words of a process that is gone; one of its children may hold the pipe
 * open.
 */
const LAST_WORDS = 500;
/** Characters of what it said that are kept to explain a bad end. */
const KEPT = 20_000;

/**
 * Starts it. `file`: Electron's binary; `data`: the data folder, when one was asked for.
 *
 * `opened` resolves with `{ shown: true }` when the window shows its page; with `{ shown: false,
 * why }` when it will not, once all of its processes are gone and the data folder is free; without
 * `why` it ended as it should, unshown. `ended` resolves with undefined, or with the sentence of a
 * bad end.
 */
export function runElectron({ file, data, within = SHOWN_WITHIN }) {
  const child = spawn(file, [root], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(data),
    detached: process.platform !== 'win32',
  });
  const words = listenTo(child);
  const gone = goneOf(child);
  const opened = waitForWindow({ child, file, words, gone, within });
  // Its processes are gone then, and their numbers may soon be somebody else's.
  let over = false;
  void opened.then(({ shown }) => (over = !shown));
  return {
    opened,
    ended: gone.then((how) => explainEnd({ ...how, file, said: '', shown: true })),
    async close() {
      if (over) return;
      await end(child);
      endRest(child);
    },
  };
}

function environment(data) {
  const env = { ...process.env, ...(data === undefined ? {} : { SCRIBA_DATA: data }) };
  // Variables that would change what Electron is; see safekeeping, P22.
  for (const name of ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS']) delete env[name];
  return env;
}

async function waitForWindow({ child, file, words, gone, within }) {
  let late;
  const silence = new Promise((resolve) => {
    late = setTimeout(() => resolve({ silentFor: within }), within);
  });
  const first = await Promise.race([words.shown, gone, silence]);
  clearTimeout(late);
  if (first.shown) {
    words.pass();
    return first;
  }
  await end(child);
  endRest(child);
  return { shown: false, why: explainEnd({ ...first, file, said: words.said(), shown: false }) };
}

/** Resolves with `{ code, signal }`, or with `{ error }` where it could not be started. */
function goneOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('exit', (code, signal) => {
      const tell = () => resolve({ code, signal });
      child.once('close', tell);
      setTimeout(tell, LAST_WORDS);
    });
  });
}

/**
 * Reads what it says: the window's own message is for us; the rest is held back until the window is
 * there, and then passed on.
 */
function listenTo(child) {
  let said = '';
  let passing = false;
  const hear = (text) => {
    if (passing) process.stderr.write(text);
    else said = (said + text).slice(-KEPT);
  };
  child.stderr.on('data', (piece) => hear(piece.toString()));
  const shown = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isShown(line)) resolve({ shown: true });
      else hear(`${line}\n`);
    });
  });
  return {
    shown,
    said: () => said,
    pass() {
      passing = true;
      process.stderr.write(said);
    },
  };
}

function isShown(line) {
  try {
    return JSON.parse(line).shown === true;
  } catch {
    return false;
  }
}
