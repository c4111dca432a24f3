/** Electron's binary: whether it is here, and fetching it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, needNode, recall, remember } from './project.mjs';
import { listen } from './run.mjs';

const DAY = 24 * 3_600_000;
const usual = {
  linux: 'electron',
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * The path of the binary, or undefined. Never by `require('electron')`: that starts a download.
 * @param {string} root
 * @returns {string | undefined}
 */
export function findElectron(root) {
  const folder = path.join(root, 'node_modules', 'electron');
  // The package writes path.txt last, so a half unpacked one is not taken.
  if (!existsSync(path.join(folder, 'path.txt')) && !process.env.ELECTRON_OVERRIDE_DIST_PATH)
    return undefined;
  const name = existsSync(path.join(folder, 'path.txt'))
    ? readFileSync(path.join(folder, 'path.txt'), 'utf8').trim()
    : (usual[process.platform] ?? 'electron');
  const file = path.join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(folder, 'dist'),
    name,
  );
  return existsSync(file) ? file : undefined;
}

/**
 * Milliseconds. A slow line gets its time where somebody can press Enter; elsewhere nobody can end
 * the waiting.
 */
const longest = () => (process.stdin.isTTY ? 600_000 : 120_000);

/**
 * Tries to fetch it, once a day at most; answers whether it is here now. Says how long it takes,
 * and how it ended. Enter ends the waiting without harm: what was fetched in part is never taken
 * for Electron. `installer`: the program that fetches; `stop`: an AbortSignal that ends it.
 */
export async function fetchElectron({
  within = longest(),
  again = false,
  installer = inProject('node_modules', 'electron', 'install.js'),
  find = () => findElectron(inProject()),
  stop,
} = {}) {
  const { version } = JSON.parse(
    readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8'),
  );
  if (!again && !mayTry(version, recall('electron'))) return false;
  const { command } = needNode();
  const enter = enterPressed();
  const line = progressLine(
    (seconds) => `Fetching Electron ${version} … ${seconds} s${enter.hint}`,
  );
  const { code } = await listen(command, [installer], {
    within,
    stop: AbortSignal.any([enter.signal, ...(stop ? [stop] : [])]),
  }).finally(() => {
    line.end();
    enter.end();
  });
  const here = find() !== undefined;
  remember('electron', { version, triedAt: Date.now() });
  if (!stop?.aborted)
    console.log(here ? `Fetched Electron ${version}.` : notFetched(version, { code, enter }));
  return here;
}

/** `before`: what is remembered of the last try. */
export const mayTry = (version, before, now = Date.now()) =>
  before.version !== version || now - before.triedAt >= DAY;

function notFetched(version, { code, enter }) {
  const why = enter.signal.aborted
    ? 'was not fetched'
    : `could not be fetched (${code === 1 ? 'the download failed or took too long' : `exit code ${code}`})`;
  return `Electron ${version} ${why}. Scriba opens in Chromium instead, and tries again tomorrow; npm run setup -- --electron tries again at once.`;
}

/** On a terminal Enter is listened for until `end()`. */
function enterPressed() {
  const pressed = new AbortController();
  if (!process.stdin.isTTY) return { signal: pressed.signal, hint: '', end: () => {} };
  const press = () => pressed.abort();
  process.stdin.once('data', press);
  return {
    signal: pressed.signal,
    hint: ' (press Enter to go on without it)',
    end() {
      process.stdin.off('data', press);
      process.stdin.pause();
    },
  };
}

/**
 * Tells the seconds that went by: on a terminal in one line that changes, elsewhere in a new line
 * every ten seconds.
 */
export function progressLine(text, { out = process.stdout, now = Date.now } = {}) {
  const began = now();
  const tell = () => {
    const line = text(Math.round((now() - began) / 1000));
    out.write(out.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  };
  tell();
  const timer = setInterval(tell, out.isTTY ? 1000 : 10_000);
  return {
    end() {
      clearInterval(timer);
      if (out.isTTY) out.write('\r\u001b[2K');
    },
  };
}
