/** Electron's binary: whether it is here, and fetching it once without holding up a start for long. */
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

/** Tries to fetch it, once a week at most; answers whether it is here now. Says so in one line. */
export async function fetchElectron({ within = 20_000, again = false } = {}) {
  const { version } = JSON.parse(
    readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8'),
  );
  const before = recall('electron');
  if (!again && before.version === version && Date.now() - before.triedAt < 7 * DAY) return false;
  const { command } = needNode();
  await listen(command, [inProject('node_modules', 'electron', 'install.js')], { within });
  const here = findElectron(inProject()) !== undefined;
  remember('electron', { version, triedAt: Date.now() });
  console.log(
    here
      ? `Fetched Electron ${version}.`
      : `Electron ${version} could not be fetched${within === undefined ? '' : ` within ${within / 1000} s`}; Scriba opens in Chromium instead (npm run setup -- --electron tries again).`,
  );
  return here;
}
