/** The end-to-end suite: Chromium on the browser host always, Electron where its binary is. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // Most of it waits for sound in real time; a file is told by one worker from its beginning to its end, but where it says otherwise.
  workers: 3,
  // Named in the closing lines of `npm test` when it was needed.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1100, height: 760 },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [...chromiumFlags, ...microphoneFlags()],
    },
  },
  projects: [
    { name: 'chromium', testIgnore: '**/electron/**' },
    { name: 'electron', testMatch: '**/electron/**/*.spec.ts' },
  ],
});
