/** Builds the page, the core, and the Electron bundle, when what they are made of has changed. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inProject, needNode } from './project.mjs';
import { listen } from './run.mjs';

const page = {
  name: 'page',
  says: 'Building the page …',
  sources: ['renderer', 'shared', 'renderer.vite.config.ts', 'package-lock.json'],
  made: 'out/renderer/index.html',
  run: ['vite/bin/vite.js', 'build', '--config', 'renderer.vite.config.ts'],
};
const core = {
  name: 'core',
  says: 'Building the core …',
  sources: ['main', 'shared', 'core.vite.config.ts', 'package-lock.json'],
  made: 'out/core/run.js',
  run: ['vite/bin/vite.js', 'build', '--config', 'core.vite.config.ts'],
  keeps: true,
};
const electron = {
  name: 'electron',
  says: 'Building for Electron …',
  sources: [
    'main',
    'sandbox',
    'preload',
    'renderer',
    'shared',
    'electron.vite.config.ts',
    'renderer.vite.config.ts',
    'package-lock.json',
  ],
  made: 'out/main/electron.js',
  run: ['electron-vite/bin/electron-vite.js', 'build'],
};

export const buildPage = () => build(page);
/** Of the browser host; whoever changes it runs its sources instead. */
export const buildCore = () => build(core);
export const buildElectron = () => build(electron);

/**
 * Throws with the builder's own words when it fails. `keeps`: a program that runs may still need what
 * an earlier build made.
 */
async function build({ name, says, sources, made, run: [tool, ...args], keeps }) {
  const stamp = inProject('out', `.${name}.stamp`);
  const print = fingerprint(sources.map((source) => inProject(source)));
  if (existsSync(inProject(made)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print)
    return;
  console.log(says);
  const { command } = needNode();
  const sweep = keeps && sweepAfter(inProject(made));
  const { code, said } = await listen(command, [
    inProject('node_modules', ...tool.split('/')),
    ...args,
  ]);
  if (code !== 0) throw new Error(`The build failed:\n${said}`);
  if (sweep) sweep();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}

const WEEK = 7 * 24 * 60 * 60 * 1000;
/** A bundle is written within it. */
const ONE_BUNDLE = 60 * 1000;

/**
 * Call it before a build of `made`. A core that runs may have begun a moment ago with the bundle that
 * is there, however old that is: its pieces count as written just before the new ones. The function
 * that it returns removes, after the build, what is older than a week.
 */
export function sweepAfter(made, now = Date.now()) {
  const pieces = (fits) =>
    filesOf(path.dirname(made)).filter((file) => {
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return at !== undefined && fits(at);
    });
  const written = statSync(made, { throwIfNoEntry: false })?.mtimeMs;
  const justBefore = (now - 2 * ONE_BUNDLE) / 1000;
  if (written !== undefined)
    for (const file of pieces((at) => at >= written - ONE_BUNDLE))
      utimesSync(file, justBefore, justBefore);
  return () => {
    for (const file of pieces((at) => at < now - WEEK)) rmSync(file, { force: true });
  };
}

/** Changes when a file is added, removed, or written to. */
export function fingerprint(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of filesOf(place)) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesOf(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
