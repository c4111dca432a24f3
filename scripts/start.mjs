/**
 * `npm start`: brings everything up and opens Scriba.
 *
 *   npm start [-- --browser] [--data FOLDER] [--drop-folder FOLDER] [--smoke]
 *
 * Electron where it is; else Chromium's app window; without a screen it prints the address and
 * serves.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, playwrightBrowser } from '../main/hosts/node/browsers.mjs';
import { buildCore, buildElectron, buildPage } from './lib/build.mjs';
import { startCore } from './lib/core.mjs';
import { fetchElectron, findElectron } from './lib/electron.mjs';
import { runElectron } from './lib/electron-run.mjs';
import { root } from './lib/project.mjs';
import { endWithParent } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { smoke } from './lib/smoke.mjs';
import { hasDisplay, openWindow } from './lib/window.mjs';

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const closing = [];
let ending;
/** Ends all that was started, newest first, once; then ourselves. */
function finish(code) {
  ending ??= (async () => {
    for (const close of closing.reverse()) await close().catch(() => {});
    process.exit(code);
  })();
  return ending;
}
endWithParent(() => void finish(0));

async function start() {
  const { values: asked } = parseArgs({
    options: {
      browser: { type: 'boolean' },
      data: { type: 'string' },
      'drop-folder': { type: 'string' },
      smoke: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (asked.help)
    return console.log('npm start [-- --browser] [--data FOLDER] [--drop-folder FOLDER] [--smoke]');
  await setUp();
  if (asked.smoke) return smoke({ closing, started, finish });

  const named = (folder) =>
    folder === undefined ? undefined : path.resolve(process.env.INIT_CWD ?? root, folder);
  const data = named(asked.data);
  // Both hosts read it there.
  const drop = named(asked['drop-folder']);
  if (drop !== undefined) process.env.SCRIBA_DROP_FOLDER = drop;
  const window = !asked.browser && hasDisplay() && (findElectron(root) || (await fetched()));
  if (window && (await startElectron(data))) return;
  if (!ending) await startBrowser(data);
}

/** Ctrl+C ends the download too. */
async function fetched() {
  const stop = new AbortController();
  closing.push(async () => stop.abort());
  return fetchElectron({ stop: stop.signal });
}

/**
 * False where Electron does not show the window: it says why, and has gone from the data folder.
 */
async function startElectron(data) {
  await buildElectron();
  const app = runElectron({ file: findElectron(root), data });
  closing.push(app.close);
  const { shown, why } = await app.opened;
  if (ending) return true;
  if (why) {
    console.error(`${why}\nScriba opens in Chromium instead.`);
    return false;
  }
  if (!shown) {
    console.log('Scriba is open already; its window is in front now.');
    return finish(0);
  }
  console.log(`Scriba is open in Electron (${seconds()}). Closing its window or Ctrl+C ends it.`);
  const bad = await app.ended;
  if (ending) return true;
  if (bad) console.error(bad);
  return finish(bad ? 1 : 0);
}

async function startBrowser(data) {
  await Promise.all([buildPage(), buildCore()]);
  const browser = hasDisplay() ? (findBrowser() ?? (await playwrightBrowser())) : undefined;
  const show = (address) =>
    browser ? window(address) : console.log(`Open within 30 seconds, on this computer: ${address}`);
  const core = await startCore({ built: true, data, window: browser !== undefined, reopen: show });
  closing.push(core.stop);
  // The page is shown before the core is open; one that does not open has said why.
  void core.opened
    .then(() => core.ended)
    .then(
      () => 'Scriba ended unexpectedly. What was recorded is kept; start it again.',
      () => undefined,
    )
    .then((sentence) => {
      if (ending) return undefined;
      if (sentence) console.error(sentence);
      return finish(1);
    });

  const window = (address) =>
    openWindow({ browser, address, folder: path.join(core.dataFolder, 'window') });
  if (browser) {
    const first = window(core.address);
    closing.push(first.close);
    console.log(
      `Scriba is open in ${path.basename(browser)} (${seconds()}). Closing its window or Ctrl+C ends it.`,
    );
    await first.closed;
    return finish(0);
  }
  console.log(
    `Scriba is running (${seconds()}), without a window of its own: ${hasDisplay() ? 'no Chromium was found' : 'there is no display'}. Ctrl+C ends it.`,
  );
  show(core.address);
  if (!process.stdin.isTTY)
    return console.log(
      'An address is good once; the page itself asks for another where it needs one, and it is printed here.',
    );
  console.log('An address is good once. Press Enter for another.');
  return void process.stdin.on('data', () =>
    core.nextAddress().then(show, (error) => console.error(error.message)),
  );
}

start().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return finish(1);
});
