/**
 * Fixtures of every story: Scriba on a temporary folder, and its page with a microphone, on the
 * host of the Playwright project.
 */
import { rmSync } from 'node:fs';
import { test as base, type Page } from '@playwright/test';
import { browserHost } from './hosts/browser.ts';
import { type ElectronScriba, electronHost, electronMissing } from './hosts/electron.ts';
import type { Host, PageOptions, Scriba, ScribaOptions } from './hosts/host.ts';
import type { BrowserScriba } from './process.ts';

export { expect } from '@playwright/test';
export type { ElectronScriba } from './hosts/electron.ts';
export { newDataFolder } from './hosts/host.ts';
export type { BrowserScriba } from './process.ts';

/** Of a project in playwright.config.ts. */
export type HostOptions = { readonly hostName: 'browser' | 'electron' };

type WorkerFixtures<S extends Scriba> = HostOptions & { readonly host: Host<S> };

type Fixtures<S extends Scriba> = {
  /** Starts Scriba; ended, and its folder removed, after the test. */
  startScriba: (options?: ScribaOptions) => Promise<S>;
  /** Opens its page; closed after the test. */
  openPage: (scriba: S, options?: PageOptions) => Promise<Page>;
};

async function openHost(name: HostOptions['hostName'], headless: boolean) {
  if (name === 'browser') return browserHost();
  return electronMissing() === undefined ? electronHost({ seen: !headless }) : undefined;
}

const storiesOn = <S extends Scriba>() =>
  base.extend<Fixtures<S>, WorkerFixtures<S>>({
    hostName: ['browser', { option: true, scope: 'worker' }],
    host: [
      async ({ hostName, headless }, use) => {
        const host = await openHost(hostName, headless);
        // Without a host each test is skipped, with the reason.
        await use(host as Host as Host<S>);
        await host?.end();
      },
      { scope: 'worker' },
    ],
    startScriba: async ({ host }, use, info) => {
      info.skip(host === undefined, electronMissing());
      const started: S[] = [];
      await use(async (options) => {
        const scriba = await host.start(options);
        started.push(scriba);
        return scriba;
      });
      for (const scriba of started) await scriba.stop();
      for (const { dataFolder } of started) rmSync(dataFolder, { recursive: true, force: true });
    },
    openPage: async ({ host }, use) => {
      await use((scriba, options) => host.openPage(scriba, options));
      await host?.closePages();
    },
  });

/**
 * A story that is told on both hosts; one that belongs to a single host says so with the tag below.
 */
export const test = storiesOn<Scriba>();
/** For what the browser host alone has: addresses, downloads, a second page. */
export const browserTest = storiesOn<BrowserScriba>();
/**
 * For what Electron alone has: one window, questions before it closes, its sandbox. Files in
 * test/e2e/electron.
 */
export const electronTest = storiesOn<ElectronScriba>();

/**
 * The tag of a test in stories/ that the Electron project leaves out, because what it tells is of
 * the browser host alone.
 */
export const BROWSER_ONLY = { tag: '@browser' } as const;
