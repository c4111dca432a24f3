/**
 * An application window of Chromium around an address: no tabs, no address bar, a folder of its
 * own.
 */
import { spawn } from 'node:child_process';
import { end } from './run.mjs';

/** Flags for every Chromium that we open: no calls home, and no questions of its own. */
export const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-features=Translate',
];

/** Windows and macOS always have a screen; on Linux somebody must have said where it is. */
export const hasDisplay = ({ platform = process.platform, env = process.env } = {}) =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/**
 * Opens one. A second one with the same folder joins the first process. Answers `{ closed, close()
 * }`.
 */
export function openWindow({ browser, address, folder }) {
  const args = [
    `--app=${address}`,
    `--user-data-dir=${folder}`,
    '--window-size=1100,800',
    ...quiet,
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
  ];
  const child = spawn(browser, args, { stdio: 'ignore', detached: process.platform !== 'win32' });
  const closed = new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  return { closed, close: () => end(child) };
}
