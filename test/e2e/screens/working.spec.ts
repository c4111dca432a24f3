/**
 * Proves the behaviour of screens by themselves, with a made-up core: keys, undo, hostile notes,
 * thousands of rows.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

async function open(context: BrowserContext, page: Page, scene: Scene) {
  await served.setScene(context, scene);
  await page.goto(served.origin);
}
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a first start without an account leads to recording in one step', async ({
  context,
  page,
}) => {
  await open(context, page, {});
  await button(page, 'Try it without an account').click();
  await expect(title(page)).toHaveText('Today');
  await expect(page.getByText('Invented patients only')).toBeVisible();
});

test('a first start that works on this computer asks for no account, and goes by keyboard alone', async ({
  context,
  page,
}) => {
  await open(context, page, { account: 'signed-out' });
  await button(page, 'Work on this computer').press('Enter');
  await expect(title(page)).toHaveText('Where to keep the key');
  await button(page, 'Create the key').press('Enter');
  await page.getByRole('checkbox', { name: 'I have written it down' }).press('Space');
  await button(page, 'Continue').press('Enter');
  await expect(title(page)).toHaveText('Today');
  await expect(page.getByText('Working on this computer')).toBeVisible();
  await expect(page.getByText('Not signed in')).toHaveCount(0);
});

test('a whole visit goes by keyboard alone, from the name to the finish', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await expect(page.getByLabel('Patient', { exact: true })).toBeFocused();
  await page.keyboard.type('Asha Rao');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Pause')).toBeFocused();
  await expect(page.getByRole('timer')).toHaveText(/00:00:0[2-9]/);
  await page.keyboard.press('Space');
  await expect(button(page, 'Resume')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Finish this visit?' });
  await expect(dialog.getByText('Asha Rao')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  // Read out; to be seen is the visit itself.
  await expect(page.getByRole('status').filter({ hasText: 'You can close the lid' })).toHaveCount(
    1,
  );
  await expect(page.getByRole('article', { name: 'Asha Rao' })).toBeVisible();
});

test('Enter pressed twice starts a recording, and does not pause it', async ({ context, page }) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await expect(page.getByLabel('Patient', { exact: true })).toBeFocused();
  await page.keyboard.type('Asha Rao');
  await page.keyboard.press('Enter');
  // The second one falls when the recorder has just come.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const look = () =>
          document.activeElement?.textContent === 'Pause' ? done() : requestAnimationFrame(look);
        look();
      }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer')).toHaveText(/00:00:0[2-9]/);
  await expect(button(page, 'Pause')).toBeFocused();
});

test('keys lead to each screen, and typing is never a command', async ({ context, page }) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await page.getByLabel('Patient', { exact: true }).fill('n f ,');
  await expect(title(page)).toHaveText('Today');
  await page.keyboard.press('Control+f');
  await expect(page.getByLabel('Search visits')).toBeFocused();
  await page.keyboard.press('Control+,');
  await expect(title(page)).toHaveText('Settings');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a discarded visit can be brought back from the message and from the queue', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await page.getByRole('button', { name: /^Queue/ }).click();
  const visit = page.getByRole('article', { name: 'Salma Ali' });
  await visit.getByRole('button', { name: 'Delete' }).click();
  await expect(visit.getByText('You can restore it until')).toBeVisible();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(visit.locator('.chip')).toHaveText('Saved');
  await expect(visit.getByRole('button', { name: 'Delete' })).toBeVisible();
});

test('a visit that needs the doctor is tried again in the queue by keyboard; the focus stays in the list, and its words are true', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await page.getByRole('button', { name: /^Queue/ }).press('Enter');
  const visit = page.getByRole('article', { name: 'Kavya Nair' });
  await expect(visit.getByText('Needs attention')).toBeVisible();
  await visit.getByRole('button', { name: 'Retry: Kavya Nair' }).press('Enter');
  await expect(visit.getByText('Processing')).toBeVisible();
  await expect(visit.getByRole('button', { name: /Retry/ })).toBeHidden();
  // The visit moves to what is under way; the focus stays in the list that it left.
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('a visit that could not be made ready says so in words, with its next try; nothing of it is called under way', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every', retrying: true });
  const visit = page.getByRole('article', { name: 'Retried Patient' });
  await expect(visit.getByText('Trying again', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Queue/ }).click();
  await expect(visit.getByText('Trying again', { exact: true })).toBeVisible();
  await expect(
    visit.getByText('could not prepare the recording for sending', { exact: false }),
  ).toBeVisible();
  await expect(visit.getByText('Next try at', { exact: false })).toBeVisible();
  await expect(visit.getByText('Not sent yet')).toBeVisible();
  await expect(visit.getByRole('button', { name: 'Retry: Retried Patient' })).toBeVisible();
});

test('two recordings that were cut short are told apart by ear', async ({ context, page }) => {
  await open(context, page, { profile: 'clinic', visits: 'none', unfinished: 2 });
  const buttons = page.getByRole('button', { name: /^Continue recording/ });
  await expect(buttons).toHaveCount(2);
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')),
  );
  expect(new Set(names).size).toBe(2);
});

test('discarding is undone without the mouse: F6 leads to the message, wherever the focus is', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await page.getByRole('button', { name: /^Queue/ }).press('Enter');
  const visit = page.getByRole('article', { name: 'Salma Ali' });
  await visit.getByRole('button', { name: 'Delete: Salma Ali' }).press('Enter');
  await expect(visit.getByText('You can restore it until')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visit.getByRole('button', { name: 'Delete: Salma Ali' })).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
});

test('F6 leads through the parts of the window where there is no message, and back with Shift', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await expect(page.getByLabel('Patient', { exact: true })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(button(page, 'Today')).toBeFocused();
  await page.keyboard.press('F6');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(button(page, 'Today')).toBeFocused();
  await page
    .getByRole('article', { name: 'Farhan Shaikh' })
    .getByRole('button', { name: /Read note|Review/ })
    .press('Enter');
  await expect(title(page)).toHaveText('Farhan Shaikh');
  await expect(page.getByRole('region', { name: 'Beside the note' })).toBeVisible();
  await title(page).focus();
  await expect(page.getByRole('region', { name: 'Export the note' })).toBeVisible();
  for (const name of ['The note', 'Beside the note', 'Export the note']) {
    await page.keyboard.press('F6');
    const part = page.getByRole('region', { name, exact: true });
    expect(await part.evaluate((one) => one.contains(document.activeElement)), name).toBe(true);
  }
});

test('Enter in the search of the settings opens the first section that is found, or says that there is none', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await page.keyboard.press('Control+,');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('retention zzz');
  await search.press('Enter');
  await expect(
    page
      .getByRole('region', { name: 'Messages' })
      .getByText('No setting matches', { exact: false }),
  ).toBeVisible();
  await search.fill('microphone');
  await search.press('Enter');
  const first = page.getByRole('tab').first();
  await expect(first).toHaveText('Microphone');
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute('aria-selected', 'true');
});

test('a message that stands there speaks the language that the interface changes to', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await page.keyboard.press('Control+,');
  await page.getByRole('searchbox').fill('zzz');
  await page.getByRole('searchbox').press('Enter');
  const messages = page.locator('.messages .message');
  await expect(messages).toContainText('No setting matches');
  // It stays while the pointer is over it.
  await messages.hover();
  await page.getByRole('button', { name: /Language/ }).press('Enter');
  await page.getByRole('option', { name: /हिन्दी/ }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(messages).not.toContainText('No setting matches');
});

test('a hostile note shows as text: nothing runs, loads or leads away', async ({
  context,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await page
    .getByRole('article', { name: 'Farhan Shaikh' })
    .getByRole('button', { name: /Read note|Review/ })
    .click();
  const note = page.getByRole('tabpanel');
  await expect(note.getByText('<script>window.hostile = true</script>')).toBeVisible();
  await expect(note.getByText('https://example.invalid/steal')).toBeVisible();
  await expect(note.getByText('[Picture: picture]')).toBeVisible();
  await expect(note.locator('a, img, script, iframe')).toHaveCount(0);
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
  expect(asked.filter((url) => !url.startsWith(served.origin))).toEqual([]);
});

test('history holds one page of five thousand visits, and finds one of them at once', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 5000 });
  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  await expect(page.getByText('50 visits on this page')).toBeVisible();
  const rows = page.getByRole('row');
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);
  const newest = await rows.nth(1).textContent();
  await button(page, 'Older').click();
  await expect(rows.nth(1)).not.toHaveText(newest ?? '');
  await button(page, 'Newer').click();
  await expect(rows.nth(1)).toHaveText(newest ?? '');
  await page.getByLabel('Search visits').fill('u-5007');
  await expect(page.getByText('1 visit', { exact: true })).toBeVisible();
  await rows.filter({ hasText: 'U-5007' }).click();
  await expect(page.getByText('U-5007')).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Documents of this note' })).toBeVisible();
});

test('a wrong secret is told in words, and the field is empty again', async ({ context, page }) => {
  await open(context, page, { profile: 'clinic', visits: 'none', account: 'signed-out' });
  await page.getByRole('button', { name: 'Open account' }).click();
  await page.getByLabel('Client secret').fill('wrong');
  await button(page, 'Sign in').click();
  await expect(page.getByRole('alert')).toContainText('does not know this client id and secret');
  await expect(page.getByLabel('Client secret')).toHaveValue('');
  await page.getByLabel('Client secret').fill('right');
  await button(page, 'Sign in').click();
  await expect(button(page, 'Sign out')).toBeVisible();
});

test('the theme of the settings overrides that of the system', async ({ context, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await expect(title(page)).toHaveText('Today');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.keyboard.press('Control+,');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(ground).not.toBe(light);
});

test('the two languages at the limit keep the order in which they were chosen', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await page.getByRole('button', { name: /^Change documents/ }).click();
  await page.getByRole('button', { name: /Spoken/ }).click();
  const options = page.getByRole('listbox');
  await expect(options.getByRole('option', { name: /தமிழ்/ })).toBeDisabled();
  await options.getByRole('option', { name: /हिन्दी/ }).click();
  await options.getByRole('option', { name: /தமிழ்/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Spoken/ })).toContainText('English (India), தமிழ்');
});

test('a report is given in, read and removed by keyboard alone; what was refused stays with what was typed', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', documents: 'none' });
  await button(page, 'Clinic').press('Enter');
  await button(page, 'Documents').press('Enter');
  await expect(title(page)).toBeFocused();
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Choose a file').press('Enter'),
  ]);
  await chooser.setFiles([
    { name: 'blood.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') },
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await button(page, 'Send 2 documents').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'letter.txt was not sent. The file is not a PDF, JPEG or PNG. Choose another file.',
  );
  await expect(button(page, 'Send 1 document')).toBeVisible();
  await expect(page.getByLabel('Patient', { exact: true })).toHaveValue('Asha Rao');
  const card = page.getByRole('article', { name: 'Asha Rao' });
  await expect(card.getByText('Being read')).toBeVisible();
  await card.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(button(page, 'Keep it')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Sent' })).toBeFocused();
});

test('a file that is dropped is taken, and what was read shows what lies outside its range', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'practice' });
  await button(page, 'Clinic').click();
  await button(page, 'Documents').click();
  await button(page, 'Show results').click();
  const row = page.getByRole('row', { name: /Haemoglobin/ });
  await expect(row).toContainText('11.2 below');
  await expect(row).toContainText('718-7');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-drop-')), 'dropped.pdf');
  writeFileSync(file, '%PDF-1.7 x');
  const { x, y, width, height } = (await page.locator('.drop').boundingBox())!;
  const browser = await context.newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  }
  await expect(page.getByText('dropped.pdf', { exact: false })).toBeVisible();
  await button(page, 'Send 1 document').click();
  await expect(page.getByRole('article', { name: 'Asha Rao' }).first()).toBeVisible();
});
