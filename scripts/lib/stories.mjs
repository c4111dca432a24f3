/**
 * The end-to-end suite on one of its hosts: what it needs, and how Playwright is started for it.
 */
import { findBrowser, playwrightBrowser } from '../../main/hosts/node/browsers.mjs';
import { buildElectron, buildPage } from './build.mjs';
import { electronStories } from './electron-stories.mjs';
import { setUp } from './set-up.mjs';
import { tool } from './tool.mjs';

/** Hosts by the names of their Playwright projects. */
const projects = { browser: 'chromium', electron: 'electron' };

/**
 * Takes `--host NAME` out of the words; the browser host where nothing is said. Throws a sentence
 * for another name.
 */
export function chooseHost(words) {
  const at = words.findIndex((word) => word === '--host' || word.startsWith('--host='));
  if (at < 0) return { host: 'browser', words };
  const apart = words[at] === '--host';
  const host = apart ? words[at + 1] : words[at].slice('--host='.length);
  if (!Object.hasOwn(projects, host ?? ''))
    throw new Error(`There is no host ${host ?? 'without a name'}: say browser or electron.`);
  return { host, words: words.toSpliced(at, apart ? 2 : 1) };
}

/** Sets up and builds what the host needs. Throws a sentence where it cannot be had here. */
export async function prepareStories(host) {
  if (host === 'electron') {
    const { why } = electronStories();
    if (why !== undefined) throw new Error(`Nothing can be told in Electron here: ${why}.`);
    return buildElectron();
  }
  if (!findBrowser() && !(await playwrightBrowser())) await setUp();
  return buildPage();
}

/** @returns {Promise<number>} the exit code of Playwright */
export const runStories = (host, words, env) =>
  tool(
    '@playwright/test/cli.js',
    ['test', '--config', 'test/e2e/playwright.config.ts', `--project=${projects[host]}`, ...words],
    env,
  );
