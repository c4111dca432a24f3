/** Proves that a key is never lost while a screen is drawn piece by piece, with a made-up core. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { waitForHeading } from '../../support/views/view.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

declare global {
  interface Window {
    /** While true nothing is drawn but what must be drawn at once. */
    held: boolean;
    release(): void;
  }
}

/** React asks for its next piece of work by an empty message to itself: those are held here. */
function holdPieces() {
  const waiting: (() => void)[] = [];
  const post = MessagePort.prototype.postMessage as (message: unknown) => void;
  window.held = false;
  window.release = () => {
    window.held = false;
    for (const run of waiting.splice(0)) run();
  };
  MessagePort.prototype.postMessage = function held(this: MessagePort, ...all: unknown[]) {
    const send = () => Reflect.apply(post, this, all);
    if (window.held && all[0] === null) waiting.push(send);
    else send();
  };
}

async function open(context: BrowserContext, page: Page, scene: Scene) {
  await served.setScene(context, scene);
  await context.addInitScript(holdPieces);
  await page.goto(served.origin);
  await expect(page.getByLabel('Patient', { exact: true })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
}
const clinic: Scene = { profile: 'clinic', visits: 'every' };
const hold = (page: Page) =>
  page.evaluate(() => {
    window.held = true;
  });

/** Comes back to the first screen, of which only the beginning is drawn. */
async function beginHome(page: Page) {
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await hold(page);
  await page.getByRole('button', { name: 'Today' }).press('Enter');
  await waitForHeading(page, 'Today');
}

test('letters typed while the form is not drawn yet are in it, all of them', async ({
  context,
  page,
}) => {
  await open(context, page, clinic);
  await beginHome(page);
  const field = page.getByLabel('Patient', { exact: true });
  await expect(field).toHaveCount(0);
  await page.keyboard.type('Asha');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Asha');
});

test('Enter pressed while the form is not drawn yet starts the recording', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await beginHome(page);
  await page.keyboard.press('Enter');
  await page.evaluate(() => window.release());
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
});

test('a note that is not drawn yet hears the key to its codes', async ({ context, page }) => {
  await open(context, page, clinic);
  await hold(page);
  await page
    .getByRole('article', { name: 'Farhan Shaikh' })
    .getByRole('button', { name: 'Review' })
    .press('Enter');
  await waitForHeading(page, 'Farhan Shaikh');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Beside the note' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('region', { name: 'Beside the note' })).toBeVisible();
  await page.evaluate(() => window.release());
  const codes = page.getByRole('region', { name: 'Beside the note' });
  await expect(codes.getByRole('row').first()).toBeFocused();
});

test('somebody who is elsewhere already keeps the focus when the form is drawn', async ({
  context,
  page,
}) => {
  await open(context, page, clinic);
  await beginHome(page);
  const settings = page.getByRole('button', { name: 'Settings' });
  await settings.focus();
  await page.evaluate(() => window.release());
  await expect(page.getByLabel('Patient', { exact: true })).toBeVisible();
  await expect(settings).toBeFocused();
});

test('what few need of the form is drawn when it is opened, and what was entered there stays', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  const more = page.locator('.visit-more');
  await expect(more).toBeVisible();
  await expect(more.locator('input')).toHaveCount(0);
  await expect(page.locator('.consent-more input')).toHaveCount(0);
  await more.getByText('More about the patient').click();
  await more.getByLabel('Date of birth').fill('1990');
  await more.getByText('More about the patient').click();
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  await expect(more.getByLabel('Date of birth')).toHaveValue('1990');
});
