/** What every story begins with: Scriba running on a temporary folder, and pages of it in Chromium with a microphone. */
import { rmSync } from 'node:fs';
import { type Browser, test as base, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../../support/chromium.ts';
import { type Scriba, type ScribaOptions, startScriba } from './process.ts';

export { expect } from '@playwright/test';
export { newDataFolder, type Scriba, startScriba } from './process.ts';

export type PageOptions = {
  /** A WAV file that the microphone plays once; without it Chromium beeps. */
  readonly microphone?: string;
  /** `false`: the microphone is refused. */
  readonly allowMicrophone?: boolean;
  readonly flags?: readonly string[];
};

type Fixtures = {
  /** Starts Scriba; ended, and its folder removed, after the test. */
  startScriba: (options?: ScribaOptions) => Promise<Scriba>;
  /** Opens its page in a Chromium of its own; closed after the test. */
  openPage: (scriba: Scriba, options?: PageOptions) => Promise<Page>;
};

export const test = base.extend<Fixtures>({
  startScriba: async ({}, use) => {
    const started: Scriba[] = [];
    await use(async (options) => {
      const scriba = await startScriba(options);
      started.push(scriba);
      return scriba;
    });
    for (const scriba of started) await scriba.stop();
    for (const { dataFolder } of started) rmSync(dataFolder, { recursive: true, force: true });
  },
  openPage: async ({ viewport }, use) => {
    const browsers: Browser[] = [];
    await use(async (scriba, { microphone, allowMicrophone = true, flags = [] } = {}) => {
      const microphones = allowMicrophone
        ? microphoneFlags(microphone)
        : ['--use-fake-device-for-media-stream', '--deny-permission-prompts'];
      const browser = await chromium.launch({
        ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
        args: [...chromiumFlags, ...microphones, ...flags],
      });
      browsers.push(browser);
      const page = await browser.newPage({ viewport });
      await page.goto(await scriba.address());
      return page;
    });
    for (const browser of browsers) await browser.close();
  },
});
