/** What every story begins with: Scriba running on a temporary folder, and pages of it in Chromium with a microphone. */
import { rmSync } from 'node:fs';
import { type Browser, test as base, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../../support/chromium.ts';
import { type Scriba, type ScribaOptions, startScriba } from './process.ts';

export { expect } from '@playwright/test';
export { newDataFolder, type Scriba } from './process.ts';

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
  /** Opens its page in a context of its own, and in a Chromium of its own where it needs one; closed after the test. */
  openPage: (scriba: Scriba, options?: PageOptions) => Promise<Page>;
};

/** The worker's Chromium beeps into a microphone that is allowed; anything else is a matter of flags, and so of a launch. */
const needsOwnBrowser = ({ microphone, allowMicrophone = true, flags = [] }: PageOptions) =>
  microphone !== undefined || !allowMicrophone || flags.length > 0;

function launch({ microphone, allowMicrophone = true, flags = [] }: PageOptions): Promise<Browser> {
  const microphones = allowMicrophone
    ? microphoneFlags(microphone)
    : ['--use-fake-device-for-media-stream', '--deny-permission-prompts'];
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [...chromiumFlags, ...microphones, ...flags],
  });
}

export const test = base.extend<Fixtures>({
  startScriba: async ({ browserName: _ }, use) => {
    const started: Scriba[] = [];
    await use(async (options) => {
      const scriba = await startScriba(options);
      started.push(scriba);
      return scriba;
    });
    for (const scriba of started) await scriba.stop();
    for (const { dataFolder } of started) rmSync(dataFolder, { recursive: true, force: true });
  },
  openPage: async ({ browser, viewport }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (scriba, options = {}) => {
      const own = needsOwnBrowser(options) ? await launch(options) : undefined;
      const context = await (own ?? browser).newContext({ viewport });
      opened.push(own ?? context);
      const page = await context.newPage();
      await page.goto(await scriba.address());
      return page;
    });
    for (const one of opened) await one.close();
  },
});
