/**
 * Every screen, with a made-up core: nothing that axe finds wrong in light or dark, nothing that
 * the security policy had to stop, and no sideways scrolling at 320 px or at 200 % of a small
 * window.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import type { DesktopRecorder } from '../../../shared/model/desktop.ts';
import { casesOfToday } from '../../support/portion.ts';
import { type ScreensPage, type Stage, serveScreens } from '../../support/rigs/screens-page.ts';
import { views } from '../../support/views/index.ts';
import { clinic, settled } from '../../support/views/view.ts';
import { englishSpoken } from './spoken-words.ts';

/** One served page, and one page in it, for all views that a worker takes. */
const test = base.extend<object, { readonly served: ScreensPage; readonly stage: Stage }>({
  served: [
    async ({ browserName: _ }, use) => {
      const served = await serveScreens();
      await use(served);
      served.close();
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ browser, served }, use) => {
      const context = await browser.newContext();
      // Before the page, whose policy would not let it in afterwards.
      const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
      await use(await served.openStage(context, readFileSync(axe, 'utf8')));
      await context.close();
    },
    { scope: 'worker' },
  ],
});

// One view has nothing to do with another: all workers take of them.
test.describe.configure({ mode: 'parallel' });

const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const contrast: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Returns the errors that axe finds in the page: the rule and the place of each. */
const wrong = (page: Page, rules: RunOptions): Promise<string[]> =>
  page.evaluate(async (options) => {
    // Passed rules need no list of their elements: leaving it out halves the time.
    const { violations } = await window.axe.run(document, {
      ...options,
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, rules);

/** Of the window, or of the part of the page that scrolls in it. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.getElementById('page')!.firstElementChild!].map(
        (one) => one.scrollWidth - one.clientWidth,
      ),
    ),
  );

/**
 * Pixels by which the document is taller than its window: it could be scrolled out of sight. An
 * open list of choices holds it still.
 */
const tooTall = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const held = getComputedStyle(document.documentElement).overflow === 'hidden';
    return held ? 0 : scrollHeight - clientHeight;
  });

/**
 * Complaints of the page from now on: errors it logs, among them each breach of its policy, and
 * errors it throws.
 */
function complaintsOf(page: Page): { readonly all: string[]; stop(): void } {
  const all: string[] = [];
  const logged = (message: ConsoleMessage) => {
    if (message.type() === 'error') all.push(message.text());
  };
  const thrown = (error: Error) => void all.push(error.message);
  page.on('console', logged).on('pageerror', thrown);
  return {
    all,
    stop: () => void page.off('console', logged).off('pageerror', thrown),
  };
}

// At a desk a part of them, each day another one; all of them in CI.
for (const view of casesOfToday(views, 3)) {
  test(`${view.name} is accessible in light and dark, reflows, and breaks no policy`, async ({
    stage: { page, show },
    viewport,
  }) => {
    const complaints = complaintsOf(page);
    await page.setViewportSize(viewport ?? { width: 1100, height: 760 });
    await page.emulateMedia({ colorScheme: 'light' });
    await show(view.scene);
    await view.reach(page);
    await settled(page);
    expect(await wrong(page, everyRule), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Colours fade over; what is measured in between belongs to neither.
    await settled(page);
    // All else is the same page.
    expect(await wrong(page, contrast), 'dark').toEqual([]);
    for (const [width, height] of [
      [320, 640],
      [640, 400],
      [1024, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await settled(page);
      expect(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
      expect(await tooTall(page), `at ${width} x ${height}`).toBeLessThanOrEqual(0);
    }
    if (!withoutCore.has(view.name)) {
      await speakHindi(page);
      await settled(page);
      expect(await englishSpoken(page), 'spoken in Hindi').toEqual([]);
      for (const [width, height] of [
        [640, 400],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        await settled(page);
        expect(await overflow(page), `in Hindi at ${width} px`).toBeLessThanOrEqual(0);
        expect(await tooTall(page), `in Hindi at ${width} x ${height}`).toBeLessThanOrEqual(0);
      }
      await lengthen(page);
      expect(await overflow(page), 'with longer words at 320 px').toBeLessThanOrEqual(0);
    }
    complaints.stop();
    expect(complaints.all).toEqual([]);
  });
}

/** Views of a page that has nobody to ask. */
const withoutCore: ReadonlySet<string> = new Set(['lost', 'closed', 'reloaded']);

async function speakHindi(page: Page): Promise<void> {
  await page.evaluate(() =>
    (window as unknown as { scribeHost: Asks }).scribeHost.ask('settings.change', {
      uiLanguage: 'hi',
    }),
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
}
type Asks = { ask(name: string, input: unknown): Promise<unknown> };

/** Stands for a language whose words are 40 % longer: the catalogue's, not those of a patient. */
async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent ?? '';
      const isOurs =
        /\p{Script=Devanagari}/u.test(text) && !node.parentElement?.closest('.document');
      if (isOurs) node.textContent = `${text} ${text.slice(0, Math.ceil(text.length * 0.4))}`;
    }
  });
  await settled(page);
}

const recorded = { status: 'recording', initials: 'AR', elapsed: 65_000, silent: false } as const;
const miniScenes: readonly DesktopRecorder[] = [
  recorded,
  { ...recorded, silent: true },
  { ...recorded, status: 'paused' },
  { ...recorded, status: 'finishing' },
];
for (const mini of miniScenes) {
  test(`the small window, ${mini.status}${mini.silent ? ' and silent' : ''}, is accessible in light and dark, and breaks no policy`, async ({
    stage: { page, show },
  }) => {
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width: 320, height: 88 });
    await page.emulateMedia({ colorScheme: 'light' });
    await show({ ...clinic, mini }, '/mini.html');
    await page.getByRole('main').waitFor();
    await settled(page);
    expect(await wrong(page, everyRule), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    expect(await wrong(page, contrast), 'dark').toEqual([]);
    // It cannot be made larger: everything is within it.
    expect(
      await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      }),
    ).toEqual([0, 0]);
    complaints.stop();
    expect(complaints.all).toEqual([]);
  });
}
