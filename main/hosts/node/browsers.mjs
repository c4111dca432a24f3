/** Finds a Chromium-like browser on this computer. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const onLinux = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
];
const onMac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/**
 * The path of the first one there is, or undefined.
 * @returns {string | undefined}
 */
export function findBrowser({
  platform = process.platform,
  env = process.env,
  exists = existsSync,
} = {}) {
  if (env.SCRIBA_BROWSER) return env.SCRIBA_BROWSER;
  return placesOn(platform, env).find((place) => exists(place));
}

/**
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
function placesOn(platform, env) {
  if (platform === 'darwin') return onMac;
  return platform === 'win32' ? onWindows(env) : onLinux;
}

/** @param {NodeJS.ProcessEnv} env */
function onWindows(env) {
  const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
    (root) => root !== undefined,
  );
  return [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ].flatMap((place) => roots.map((root) => path.win32.join(root, ...place.split('/'))));
}

/**
 * Playwright's own Chromium, where it was installed; undefined also where Playwright itself is not.
 */
export async function playwrightBrowser() {
  try {
    const { chromium } = await import('playwright-core');
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
  } catch {
    return undefined;
  }
}
