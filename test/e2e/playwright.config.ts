/**
 * The end-to-end suite: Chromium on the browser host always; the stories once more in Electron,
 * where its binary is.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../support/chromium.ts';
import { waitingToday } from '../support/portion.ts';
import type { HostOptions } from './support/scriba.ts';

const proofs = readdirSync(path.join(import.meta.dirname, 'trust'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `trust/${name}`);
/** Long ones, in an order that makes the twelve parts take about the same time. */
const long = [
  'stories/crash',
  'stories/desk',
  'stories/locked',
  'screens/small-windows',
  'capture/capture',
  'stories/outage',
  'stories/consent',
  'stories/export',
  'stories/take-along',
  'screens/working',
  'stories/microphone',
  'screens/listen',
  'stories/while-recording',
  'stories/policy',
  'stories/history',
  'stories/forget',
  'stories/code-lists',
  'stories/practice',
  'stories/platform',
  'stories/core-restart',
  'stories/sign',
  'stories/day',
  'stories/language',
  'stories/reload',
  'stories/documents',
  'stories/hospital-account',
  'stories/clinic',
  'stories/codes',
  'stories/work-here',
  'stories/fallback',
  'stories/doubted-words',
  'stories/speakers',
  'screens/safety',
  'screens/answered-keys',
  'stories/record',
  'screens/dialogs',
  'stories/listen-imported',
  'screens/drafts-and-queue',
  'screens/who-spoke',
  'screens/early-keys',
  'screens/pieces',
  'screens/live-draft',
].map((name) => `${name}.spec.ts`);
/** They take turns at a desk; `.ci/run` runs all, and so does whoever names one. */
const waiting = [...waitingToday(proofs, proofs.length), ...waitingToday(long, 12)].map(
  (name) => `**/${name}`,
);

export default defineConfig<object, HostOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './setup.ts',
  // Most of it waits for sound in real time; a file is told by one worker from its beginning to its
  // end, but where it says otherwise.
  workers: 5,
  // Named in the closing lines of `npm test` when it was needed.
  retries: 1,
  // Long enough for a busy computer; nothing here waits for it to pass.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1100, height: 760 },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [...chromiumFlags, ...microphoneFlags()],
    },
  },
  projects: [
    { name: 'chromium', testIgnore: ['**/electron/**', ...waiting] },
    {
      name: 'electron',
      // Each has a whole Electron and a display of its own: more of them, and Chromium's microphone
      // stands still too often.
      workers: 3,
      testMatch: ['**/electron/**/*.spec.ts', '**/stories/**/*.spec.ts'],
      testIgnore: waiting,
      // Stories of what a browser alone has: addresses, a second page.
      grepInvert: /@browser/,
      use: { hostName: 'electron' },
    },
  ],
});
