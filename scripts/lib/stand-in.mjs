/**
 * A folder that looks like an unpacked Electron, for packing where the real one cannot be had. What
 * is packed with it does not run.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * @param {string} version Electron's @returns {Promise<string>} the folder, to be removed
 * afterwards
 */
export async function makeStandIn(version) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-electron-'));
  const put = (name, text) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  put(
    'electron',
    '#!/bin/sh\necho "This is a stand-in for Electron; it cannot run." >&2\nexit 1\n',
  );
  chmodSync(path.join(folder, 'electron'), 0o755);
  put('version', version);
  put('LICENSE', 'stand-in');
  put('LICENSES.chromium.html', 'stand-in');
  put('locales/en-US.pak', 'stand-in');
  put('default_app/package.json', '{"name":"default","main":"main.js"}');
  put('default_app/main.js', '');
  const { createPackage } = await import('@electron/asar');
  mkdirSync(path.join(folder, 'resources'));
  await createPackage(
    path.join(folder, 'default_app'),
    path.join(folder, 'resources', 'default_app.asar'),
  );
  rmSync(path.join(folder, 'default_app'), { recursive: true });
  return folder;
}
