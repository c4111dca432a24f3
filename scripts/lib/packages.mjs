/** The npm packages: whether what is installed is what the lockfile says, and installing it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { inProject, recall, remember, root } from './project.mjs';
import { show } from './run.mjs';

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex');

/**
 * Whether nothing is to be done. A hash of the lockfile answers quickly; else the two lists are
 * compared.
 */
export function packagesAreThere() {
  if (!existsSync(inProject('node_modules'))) return false;
  if (recall('packages').lock === lockHash()) return true;
  if (!sameAs(readJson('package-lock.json'), readJson('node_modules/.package-lock.json')))
    return false;
  remember('packages', { lock: lockHash() });
  return true;
}

/**
 * Whether every package of the lockfile that is not optional is installed in its version, and no
 * optional one in another.
 */
export function sameAs(lock, installed) {
  if (!lock?.packages || !installed?.packages) return false;
  return Object.entries(lock.packages).every(([place, { version, optional, peer }]) => {
    if (place === '') return true;
    const there = installed.packages[place];
    return there ? there.version === version : Boolean(optional || peer);
  });
}

/** `npm ci` with the project's own .npmrc. Throws a sentence when it fails. */
export async function installPackages() {
  await npmCi(root);
  remember('packages', { lock: lockHash() });
}

/** `npm ci` in a folder that has a lockfile and an .npmrc. Throws a sentence when it fails. */
export async function npmCi(cwd) {
  const npm = process.env.npm_execpath;
  // Not the Node inside node_modules: npm ci removes that folder first.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const beat = setInterval(() => console.log('  … still installing npm packages'), 20_000);
  const code = npm
    ? await show(node, [npm, 'ci', '--loglevel=error'], { cwd })
    : await show('npm', ['ci', '--loglevel=error'], { cwd, shell: process.platform === 'win32' });
  clearInterval(beat);
  if (code !== 0)
    throw new Error('npm ci failed; its own words stand above. Is the npm registry within reach?');
}

function readJson(name) {
  try {
    return JSON.parse(readFileSync(inProject(...name.split('/')), 'utf8'));
  } catch {
    return undefined;
  }
}
