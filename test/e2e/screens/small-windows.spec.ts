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

/**
 * Fails where an edge of it is outside of the window, or something else lies over its middle. Rows
 * come and go while codes are drawn, so it is asked until the window is at rest.
 */
async function expectInWindow(place: Locator) {
  await expect(place).toBeVisible();
  const seen = () =>
    place.evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return {
        inside: left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
        free: over !== null && (one.contains(over) || over.contains(one)),
      };
    });
  const message = await place.innerText();
  await expect.poll(seen, { message }).toEqual({ inside: true, free: true });
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

for (const width of [1180, 1280])
  test(`at ${width} × 800 the ways out of a draft are one line, and the first finding is in view with its buttons and its first code`, async ({
    context,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await reach(context, page, 'note-another');
    await page.keyboard.press('Escape');
    const out = page.getByRole('region', { name: 'Export the note' }).getByRole('button');
    const tops = await out.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(3);
    expect(Math.max(...tops) - Math.min(...tops), tops.join(' ')).toBeLessThan(8);
    // What is to be known of a draft stands beside them, or below them in one line.
    const foot = await page.getByRole('region', { name: 'Export the note' }).boundingBox();
    expect(foot?.height).toBeLessThan(80);
    const codes = page.getByRole('region', { name: 'Codes' });
    await codes
      .getByRole('row', { name: /^Fever/ })
      .first()
      .focus();
    for (const name of [/^Accept A?$|^Accept$/, /^Reject/, /^Change/])
      await expectInWindow(codes.getByRole('button', { name }).first());
  });

test('at 400 px one line of buttons leads to note, codes, check and transcript, and keeps the focus', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await reach(context, page, 'note-hindi');
  const ways = page.getByRole('group', { name: 'Beside the note' });
  const way = (name: string) => ways.getByRole('button', { name });
  await expect(way('Note')).toHaveAttribute('aria-expanded', 'true');
  await way('Transcript').click();
  await expect(way('Transcript')).toHaveAttribute('aria-expanded', 'true');
  await expect(way('Transcript')).toBeFocused();
  const side = page.getByRole('region', { name: 'Beside the note' });
  await expect(side.getByText('I have had fever and cough')).toBeVisible();
  // The tabs of a wider window would be the same again.
  await expect(side.getByRole('tab')).toHaveCount(0);
  await way('Note').press('Enter');
  await expect(side).toHaveCount(0);
  await expect(page.getByText('खूब पानी पिएँ')).toBeVisible();
});

test('what stands in a dialog keeps its own layout: the sign of a notice beside its words, a button beside its hint', async ({
  context,
  page,
}) => {
  await reach(context, page, 'record-close-day-nothing');
  const middleOf = async (place: Locator) => {
    const box = await place.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  const notice = page.getByRole('dialog').locator('.banner');
  const apart =
    (await middleOf(notice.locator('.banner-icon'))) -
    (await middleOf(notice.locator('.banner-title')));
  expect(Math.abs(apart)).toBeLessThan(6);
});

test('the line of the day takes one line where the page has room for it, beside no button', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1180, height: 800 });
  await reach(context, page, 'record');
  const line = page.locator('.lead').first();
  await expect(line).toContainText('need attention');
  const lines = await line.evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});

test('no sentence of the question before signing lies half below its buttons', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1180, height: 800 });
  await reach(context, page, 'note-sign');
  const dialog = page.getByRole('dialog');
  const top = (await dialog.locator('.dialog-body .dialog-actions').boundingBox())?.y ?? 0;
  const sentences = dialog.locator(
    'p:not(.dialog-actions *), .banner-text, .hint:not(.dialog-actions *)',
  );
  const cut = await sentences.evaluateAll(
    (all, edge) =>
      all
        .filter((one) => {
          const box = one.getBoundingClientRect();
          return box.top < edge && box.bottom > edge;
        })
        .map(({ textContent }) => textContent),
    top,
  );
  expect(cut).toEqual([]);
  await expectInWindow(dialog.getByText('The signed version is kept unchanged.', { exact: false }));
});

test('in a low window nothing of the question before signing shows below its buttons', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await reach(context, page, 'note-sign');
  const box = await page.getByRole('dialog').locator('.dialog-body .dialog-actions').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(600);
});

test('all of the question before signing is in the window at 1280 × 800, whatever it warns of', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await reach(context, page, 'note-sign');
  const box = await page.getByRole('dialog').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
});

/** Where the focus lies, beside the pane of the codes and its foot. */
const focusInPane = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (one: Element | null) => one!.getBoundingClientRect();
    const pane = document.querySelector('.workplace-panel:has(.code-pane)');
    const foot = boxOf(pane!.querySelector('.desk-foot'));
    const held = document.activeElement!;
    const box = boxOf(held);
    const ring = 4;
    return {
      isRow: held.matches('[data-entity]'),
      isCode: held.matches('.code-list *'),
      isBelowTop: box.top >= boxOf(pane).top,
      isAboveFoot: box.bottom + ring <= foot.top,
      isTall: box.height + foot.height > boxOf(pane).height,
      isFootAsWide: foot.left <= box.left - ring && foot.right >= box.right + ring,
    };
  });

test('a finding in focus is seen from its beginning, and its ring ends where the foot of the codes begins', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await reach(context, page, 'note');
  await page.locator('[data-entity]').first().focus();
  let tall = 0;
  for (let key = 0; key < 7; key++) {
    const seen = await focusInPane(page);
    expect(seen).toMatchObject({ isRow: true, isBelowTop: true, isFootAsWide: true });
    if (seen.isTall) tall += 1;
    else expect(seen.isAboveFoot).toBe(true);
    await page.keyboard.press(key === 3 ? 'Shift+L' : 'j');
    await page.waitForTimeout(100);
  }
  expect(tall).toBeGreaterThan(0);
});

test('what Tab reaches among the codes is not left behind their foot', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await reach(context, page, 'note');
  await page.locator('[data-entity]').first().focus();
  // Codes that have only just come are not taken.
  await expect(async () => {
    await page.keyboard.press('Shift+L');
    await expect(page.getByText(/accepted\. Press U to undo/)).toBeVisible({ timeout: 500 });
  }).toPass();
  let codes = 0;
  for (let key = 0; key < 40; key++) {
    await page.keyboard.press('Tab');
    const seen = await focusInPane(page);
    if (!seen.isCode || seen.isRow) continue;
    codes += 1;
    expect(seen.isAboveFoot).toBe(true);
  }
  expect(codes).toBeGreaterThan(3);
});

test('the table of events shows each id whole, with no scrolling sideways', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1180, height: 800 });
  await reach(context, page, 'settings-webhooks');
  const table = page.getByRole('region', { name: 'Recent events' });
  await expect(table.getByRole('cell', { name: /^txn-/ })).not.toHaveCount(0);
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});
