/**
 * Proves the safety measures that the screens take by themselves, with a made-up core: locked,
 * recovered, said in time, and never in the way.
 */
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
const CODE = 'MFRG-GZDF-MZTW-Q2LK-NNWG-23TP-OBYX-E43U-OV3H-O6DZ-PIYT-EMZU-GU3D-PY4A';

async function record(page: Page, patient: string) {
  await page.getByLabel('Patient', { exact: true }).fill(patient);
  await button(page, 'Start recording').click();
  await expect(button(page, 'Pause')).toBeVisible();
}

for (const [width, height] of [
  [1100, 760],
  [1280, 720],
] as const) {
  test(`at ${width} × ${height} recording starts without scrolling, whatever there is to be said before`, async ({
    context,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(context, page, {
      profile: 'clinic',
      visits: 'every',
      unfinished: true,
      health: ['database-rebuilt', 'rows-damaged', 'clock-wrong'],
      room: 3600,
      account: 'needs-sign-in',
      keysMissing: true,
    });
    await expect(page.getByText('Some visits cannot be read')).toBeVisible();
    await expect(button(page, 'Start recording')).toBeInViewport({ ratio: 1 });
    await button(page, 'Show all 6').click();
    await expect(page.getByText('The disk is getting full')).toBeVisible();
  });
}

for (const [width, height] of [
  [1100, 760],
  [1280, 720],
] as const) {
  test(`at ${width} × ${height} the visit just finished, its state and the next start are in view together, and it is listed once`, async ({
    context,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(context, page, {
      profile: 'practice',
      visits: 'every',
      health: ['clock-wrong', 'database-rebuilt'],
    });
    await record(page, 'Zarin Contractor');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    const visit = page
      .getByRole('region', { name: 'Just finished' })
      .getByRole('article', { name: 'Zarin Contractor' });
    await expect(visit.getByText('Safe to walk away', { exact: false })).toBeInViewport({
      ratio: 1,
    });
    await expect(visit.locator('.chip')).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Start recording')).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Patient', { exact: true })).toBeFocused();
    await expect(page.getByRole('article', { name: 'Zarin Contractor' })).toHaveCount(1);
    // The next visit takes its place; it goes to the list of today.
    await record(page, 'Somebody Else');
    await expect(
      page
        .getByRole('region', { name: 'Today' })
        .getByRole('article', { name: 'Zarin Contractor' }),
    ).toBeVisible();
  });
}

test('while it is paused nothing says that it records; what happens meanwhile moves no control', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await record(page, 'Asha Rao');
  await button(page, 'Pause').click();
  await expect(page.getByText('Paused: nothing is recorded now', { exact: false })).toBeVisible();
  const finish = await button(page, 'Finish').boundingBox();
  await page.evaluate(() =>
    (
      window as unknown as { scribeHost: { tell(name: string, payload: unknown): void } }
    ).scribeHost.tell('recordings.trouble', {
      id: '',
      code: 'disk-failing',
      message: 'The disk is slow.',
    }),
  );
  expect(await button(page, 'Finish').boundingBox()).toEqual(finish);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The recording stays paused', { exact: false })).toBeVisible();
  expect(
    (await page.locator('body').innerText()).match(/still recording|goes on recording/i),
  ).toBeNull();
});

test('earlier patients are offered without moving the button that one is about to press', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  const start = button(page, 'Start recording');
  const before = (await start.boundingBox())!;
  await page.getByLabel('Patient', { exact: true }).fill('Rahul Das');
  await expect(page.getByText('with this name', { exact: false })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Earlier patients' })).toBeVisible();
  expect(Math.abs((await start.boundingBox())!.y - before.y)).toBeLessThan(1);
});

test('consent that was not noted is asked for at the finish, once, and by keyboard', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await record(page, 'Asha Rao');
  // No animation while paused: easier on a busy computer.
  await button(page, 'Pause').click();
  await expect(button(page, 'Resume')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Finish this visit?' });
  await expect(dialog.getByText('The patient’s consent is not recorded.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Patient agreed to recording' }).press('Space');
  await expect(dialog.getByText('The patient’s consent is not recorded.')).toBeHidden();
  await expect(dialog.getByText(/at \d\d:\d\d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
});

test('what is said after a visit stands below the page: it covers no control', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await record(page, 'Asha Rao');
  await page.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  const message = page.getByText('You can undo this for 24 hours', { exact: false });
  await expect(message).toBeVisible();
  const said = (await message.boundingBox())!;
  for (const control of [
    button(page, 'Shortcuts'),
    button(page, 'Choose a file'),
    button(page, 'Start recording'),
  ]) {
    await control.scrollIntoViewIfNeeded();
    const box = (await control.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(said.y);
  }
  // To the very last control: by keyboard it comes into view above what is said.
  const last = page.getByRole('article').last().getByRole('button').last();
  await last.focus();
  const box = (await last.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual((await message.boundingBox())!.y);
});

test('locked in the middle of a recording: it goes on, no name is left in the page, and unlocked it is all back', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await record(page, 'Canary Winterbottom');
  await page.keyboard.press('Control+l');
  await expect(title(page)).toHaveText('Scriba is locked');
  const html = await page.content();
  expect(['Canary', 'Salma Ali', 'U-100'].filter((word) => html.includes(word))).toEqual([]);
  const face = page.getByRole('timer');
  const before = await face.textContent();
  await expect(face).not.toHaveText(before!, { timeout: 5000 });
  await button(page, 'Pause').click();
  await button(page, 'Resume').click();
  await button(page, 'Unlock').click();
  await expect(
    page.getByRole('region', { name: 'Recorder' }).getByText('Canary Winterbottom'),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByRole('dialog', { name: 'Finish this visit?' }).getByText('Canary Winterbottom'),
  ).toBeVisible();
});

test('the network comes back: what waits is sent at once; a person at work is told to the core', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await expect(title(page)).toHaveText('Today');
  const asked = (name: string) =>
    page.evaluate(
      (one) =>
        (window as unknown as { scribeHost: { asked(): string[] } }).scribeHost
          .asked()
          .filter((each) => each === one).length,
      name,
    );
  expect(await asked('outbox.sendNow')).toBe(0);
  if (await page.evaluate(() => navigator.onLine)) {
    await context.setOffline(true);
    await context.setOffline(false);
  } else {
    // A computer that has loopback alone is always offline to Chromium, so its network cannot come
    // back.
    await page.evaluate(() => dispatchEvent(new Event('online')));
  }
  await expect.poll(() => asked('outbox.sendNow')).toBe(1);
  await page.keyboard.type('Asha');
  await page.keyboard.type(' Rao');
  expect(await asked('vault.awake')).toBe(1);
});

test('the window never names a patient', async ({ context, page }) => {
  await open(context, page, { profile: 'clinic', visits: 'every' });
  await page
    .getByRole('article', { name: 'Farhan Shaikh' })
    .getByRole('button', { name: /Read note|Review/ })
    .click();
  await expect(title(page)).toHaveText('Farhan Shaikh');
  expect(await page.title()).toBe('A visit – Scriba');
});

test('the recovery code is not left before it is written down, by keyboard alone', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', vault: { state: 'none' }, account: 'signed-out' });
  await button(page, 'Create the key').press('Enter');
  await expect(title(page)).toHaveText('Write down the recovery code');
  await expect(
    page.getByRole('region', { name: 'Recovery code' }).getByRole('listitem'),
  ).toHaveText(CODE.split('-'));
  await expect(button(page, 'Continue')).toBeDisabled();
  await page.getByLabel('I have written it down').press('Space');
  await button(page, 'Continue').press('Enter');
  await expect(title(page)).toHaveText('Connect to your platform');
  expect(await page.content()).not.toContain('GZDF');
});

test('printed, the code stands alone on the paper', async ({ context, page }) => {
  await open(context, page, { profile: 'clinic', vault: { state: 'none' } });
  await button(page, 'Create the key').click();
  await expect(title(page)).toHaveText('Write down the recovery code');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Recovery code' })).toBeVisible();
  await expect(button(page, 'Print')).toBeHidden();
  await expect(button(page, 'Continue')).toBeHidden();
});

test('with a lost key: a mistyped recovery code changes nothing, the right one opens everything', async ({
  context,
  page,
}) => {
  await open(context, page, {
    profile: 'clinic',
    vault: { state: 'locked', kind: 'keychain', cause: 'key-missing' },
    visits: 'every',
  });
  await button(page, 'Use the recovery code').press('Enter');
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await expect(field).toBeFocused();
  await page.keyboard.type(CODE.replace(/A$/, 'B'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Nothing was changed');
  await field.fill(CODE.toLowerCase().replaceAll('-', ' '));
  await button(page, 'Restore the key').click();
  await expect(title(page)).toHaveText('Today');
  await expect(page.getByRole('article', { name: 'Salma Ali' })).toBeVisible();
});

test('with a lost key: going on with a new one is explained first, and shows its own code', async ({
  context,
  page,
}) => {
  await open(context, page, {
    profile: 'clinic',
    vault: { state: 'locked', kind: 'keychain', cause: 'keychain-denied' },
  });
  await button(page, 'Continue with a new key').click();
  await expect(page.getByText('Nothing is deleted', { exact: false })).toBeVisible();
  await button(page, 'Create a new key').click();
  await expect(title(page)).toHaveText('Write down the recovery code');
});

test('diagnostics show exactly what is copied', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(context, page, { profile: 'clinic', visits: 'none' });
  // A key pressed before the page stands is nobody's.
  await expect(title(page)).toHaveText('Today');
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'About' }).click();
  await button(page, 'Show what will be copied').click();
  const shown = await page.getByRole('region', { name: 'What will be copied' }).textContent();
  await button(page, 'Copy').click();
  await expect(page.getByText('exactly as shown above', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});

test('where the clipboard may not be asked for, it is copied the older way', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read']);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await open(context, page, { profile: 'clinic', vault: { state: 'none' } });
  await button(page, 'Create the key').click();
  await button(page, 'Copy').click();
  await expect(page.getByText('Paste it in a safe place', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
});

test('a file that is no recording is told in words; a file dropped beside its place does not take the page away', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'letter.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('%PDF-1.7 no sound at all'),
  });
  await expect(page.getByRole('alert')).toContainText('Scriba cannot send this kind of recording');
  // Its unseen button for keyboards must not stretch the window, which would move everything in it.
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => [
      document.documentElement.scrollTop,
      document.documentElement.scrollHeight - innerHeight,
    ]),
  ).toEqual([0, 0]);
  const stopped = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['ID3'], 'a.mp3'));
    const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(drop);
  });
  expect(stopped).toBe(true);
});

test('a recording that exists already is dropped, taken in for the patient of the form, and listed', async ({
  context,
  page,
}) => {
  await open(context, page, { profile: 'clinic', visits: 'none' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'monday.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('ID3 and some sound'),
  });
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  await button(page, 'Import and send').click();
  await expect(page.getByRole('article', { name: 'Asha Rao' })).toBeVisible();
  await expect(page.getByLabel('Patient', { exact: true })).toHaveValue('');
});
