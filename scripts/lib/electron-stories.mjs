/**
 * Finds what the Electron stories need on this computer: its binary, a display, and Chromium's
 * sandbox.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { findElectron } from './electron.mjs';
import { inPath } from './in-path.mjs';
import { root } from './project.mjs';
import { hasDisplay } from './window.mjs';

/**
 * Electron refuses to be root in its sandbox; in a user namespace it is somebody else. Followed by
 * the program.
 */
const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * @returns the binary, the Xvfb that gives each worker a display of its own, and what the binary is
 *   started with; or `why`: the reason that stands beside what is skipped
 */
export function electronStories({
  platform = process.platform,
  env = process.env,
  isRoot = process.getuid?.() === 0,
  electron = findElectron(root),
  succeeds = quietly,
} = {}) {
  if (!electron)
    return {
      why: 'no Electron binary: npm run setup -- --electron fetches it, or set ELECTRON_OVERRIDE_DIST_PATH',
    };
  if (platform !== 'linux') return { file: electron, xvfb: undefined, prefix: [] };
  const xvfb = inPath('Xvfb', { env });
  if (xvfb === undefined && !hasDisplay({ platform, env }))
    return { why: 'no display, and no Xvfb to make one' };
  if (sandboxBy({ electron, isRoot, succeeds }) === undefined)
    return { why: 'this system allows no user namespaces, so Chromium has no sandbox' };
  return { file: electron, xvfb, prefix: isRoot ? asUser : [] };
}

/**
 * @returns {string | undefined} what Chromium's sandbox is made of on this Linux; undefined where
 * it cannot be made
 */
export function sandboxBy({
  electron = findElectron(root),
  isRoot = process.getuid?.() === 0,
  succeeds = quietly,
} = {}) {
  const namespace = isRoot ? asUser : ['unshare', '--user', '--map-root-user'];
  if (succeeds([...namespace, 'true'])) return 'user namespaces';
  return !isRoot && electron !== undefined && hasSuidHelper(electron)
    ? "Electron's helper, which is root (SUID)"
    : undefined;
}

function hasSuidHelper(electron) {
  const file = statSync(path.join(path.dirname(electron), 'chrome-sandbox'), {
    throwIfNoEntry: false,
  });
  return file !== undefined && file.uid === 0 && (file.mode & 0o4000) !== 0;
}

const quietly = ([command, ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
