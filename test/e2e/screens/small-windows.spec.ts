/**
 * In small windows too, what must be pressed and what came of it are in view: the question before
 * signing, outcomes of copying and sending, and tables.
 */
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { views } from '../../support/views/index.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

const sizes = [
  [1280, 800],
  [1024, 600],
  [800, 600],
  [400, 800],
] as const;

async function reach(context: BrowserContext, page: Page, name: string) {
  const view = views.find((one) => one.name === name);
  if (!view) throw new Error(`there is no view ${name}`);
  await served.setScene(context, view.scene);
  await page.goto(served.origin);
  await view.reach(page);
}

/** Fails where an edge of it is outside of the window, or something else lies over its middle. */
async function expectInWindow(place: Locator) {
  await expect(place).toBeVisible();
  const seen = await place.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      inside: left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
      free: over !== null && (one.contains(over) || over.contains(one)),
    };
  });
  expect(seen, await place.innerText()).toEqual({ inside: true, free: true });
}

for (const [width, height] of sizes) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('both answers to the question before signing are in the window', async ({
      context,
      page,
    }) => {
      await reach(context, page, 'note-sign');
      const answers = page.getByRole('dialog').locator('.dialog-actions').getByRole('button');
      expect(await answers.count()).toBeGreaterThan(1);
      for (const answer of await answers.all()) await expectInWindow(answer);
    });

    test('why a note cannot be sent yet is said in the window, and so is the way to go on', async ({
      context,
      page,
    }) => {
      await reach(context, page, 'note-export-draft');
      await page.keyboard.press('Escape');
      await expectInWindow(page.getByText('Sign the note first.').first());
      await expectInWindow(page.getByRole('button', { name: 'Go to signing' }));
    });

    test('what came of copying is said in the window', async ({ context, page }) => {
      await reach(context, page, 'note-export-draft');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Shift+C');
      const said = page.getByRole('region', { name: 'Export the note' }).getByRole('status');
      await expect(said).toContainText(/copied|clipboard/i);
      await expectInWindow(said);
    });

    test('a table of the note scrolls in a box of its own, never the page', async ({
      context,
      page,
    }) => {
      await reach(context, page, 'note');
      const box = page.getByRole('region', { name: 'Table' }).first();
      const { scrolls, pageScrolls } = await box.evaluate((one) => {
        for (const row of one.querySelectorAll('tr'))
          for (let more = 0; more < 12; more++) {
            const cell = document.createElement('td');
            cell.textContent = 'Haemoglobin';
            row.append(cell);
          }
        return {
          scrolls: one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto',
          pageScrolls: document.documentElement.scrollWidth > innerWidth,
        };
      });
      expect({ scrolls, pageScrolls }).toEqual({ scrolls: true, pageScrolls: false });
    });
  });
}
