/** The draft of what is said, while a visit is recorded: hidden by a button, folded in small windows. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { startRecording } from '../../support/views/view.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

async function record(context: BrowserContext, page: Page, liveDraft?: number) {
  await served.setScene(context, {
    profile: 'clinic',
    visits: 'none',
    ...(liveDraft !== undefined && { liveDraft }),
  });
  await page.goto(served.origin);
  await startRecording(page);
  return page.getByRole('region', { name: 'Draft' });
}
const words = 'I am allergic to penicillin.';

test('the words so far are named a draft, are no live region, and a button hides them for later visits too', async ({
  context,
  page,
}) => {
  const draft = await record(context, page, 9);
  await expect(draft.getByText(words)).toBeVisible();
  await expect(draft.getByText('words may be wrong')).toBeVisible();
  const spoken = await draft
    .getByText(words)
    .evaluate((one) => one.closest('[aria-live]')?.getAttribute('aria-live'));
  expect(spoken).toBe('off');
  await draft.getByRole('button', { name: 'Hide draft' }).click();
  await expect(draft.getByText(words)).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'New visit' }).first().click();
  await startRecording(page);
  await draft.getByRole('button', { name: 'Show draft' }).click();
  await expect(draft.getByText(words)).toBeVisible();
});

test('a visit that a platform hears has no draft', async ({ context, page }) => {
  await expect(await record(context, page)).toHaveCount(0);
});

test.describe('at 400 × 800', () => {
  test.use({ viewport: { width: 400, height: 800 } });

  test('it is folded, and opens by its button', async ({ context, page }) => {
    const draft = await record(context, page, 9);
    await expect(draft.getByText(words)).toBeHidden();
    await draft.getByRole('button', { name: 'Show draft' }).click();
    await expect(draft.getByText(words)).toBeVisible();
  });
});
