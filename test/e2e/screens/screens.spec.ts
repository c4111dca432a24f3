/**
 * Every screen, with a made-up core: nothing that axe finds wrong in light or dark, nothing that the
 * security policy had to stop, and no sideways scrolling at 320 px or at 200 % of a small window.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { views } from '../../support/views/index.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

// One view has nothing to do with another: all workers take of them.
test.describe.configure({ mode: 'parallel' });

async function wrong(page: Page, only?: string): Promise<string[]> {
  // The pages have no frames: what the other mode opens a window of its own for.
  // What is right needs no list of its elements: that is half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (only === undefined
    ? axe.withTags(rules)
    : axe.withRules(only)
  ).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
/** After every change of colour that comes to an end by itself. */
const faded = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ).then(() => undefined),
  );

/** Of the window, or of the part of the page that scrolls in it. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.getElementById('page')!.firstElementChild!].map(
        (one) => one.scrollWidth - one.clientWidth,
      ),
    ),
  );

for (const view of views) {
  test(`${view.name} is accessible in light and dark, reflows, and breaks no policy`, async ({
    context,
    page,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await served.setScene(context, view.scene);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(served.origin);
    await view.reach(page);
    expect(await wrong(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Colours fade over; what is measured in between belongs to neither.
    await faded(page);
    // All else is the same page.
    expect(await wrong(page, 'color-contrast'), 'dark').toEqual([]);
    for (const [width, height] of [
      [320, 640],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(100);
      expect(await overflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
    }
    expect(said).toEqual([]);
  });
}
