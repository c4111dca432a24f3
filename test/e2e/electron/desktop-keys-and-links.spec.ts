/** Keys for all programs, and links of other programs, in a real Electron. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { practise, startButton, startVisit } from '../support/visit.ts';
import { type Launched, launch, whyNoElectron } from './launch.ts';

/** Folder for screenshots, if they are wanted. */
const pictures = process.env.SCRIBA_PICTURES;
const KEYS = 'Ctrl+Alt+Shift+R';

test.describe.configure({ mode: 'serial' });
test.skip(whyNoElectron !== undefined, whyNoElectron);

let scriba: Launched;
test.beforeAll(async () => {
  scriba = await launch();
  await practise(scriba.page);
});
test.afterAll(async () => scriba?.close());

const isRegistered = ({ app }: Launched) =>
  app.evaluate(({ globalShortcut }, keys) => globalShortcut.isRegistered(keys), KEYS);

async function wantKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Desktop' }).click();
  await page.getByText('Keyboard shortcut that works in every program').click();
}

test('the keys are off at first, work once they are wanted, and are given back', async () => {
  const { page } = scriba;
  expect(await isRegistered(scriba)).toBe(false);
  await wantKeys(page);
  await expect(page.getByText(`${KEYS} works in every program now.`)).toBeVisible();
  expect(await isRegistered(scriba)).toBe(true);
  await page.getByText('Keyboard shortcut that works in every program').click();
  await expect.poll(() => isRegistered(scriba)).toBe(false);
  await page.getByText('Keyboard shortcut that works in every program').click();
  await expect.poll(() => isRegistered(scriba)).toBe(true);
});

test('keys that another program has are said in words, where they are chosen', async () => {
  const other = await launch();
  try {
    await practise(other.page);
    await wantKeys(other.page);
    await expect(
      other.page.locator('.banner', { hasText: 'Another program may be using it' }),
    ).toBeVisible();
    await look(other.page, 'taken');
    expect(await isRegistered(other)).toBe(false);
  } finally {
    await other.close();
  }
});

test('its section looks right in light and dark, and narrow', async () => {
  const { page } = scriba;
  await look(page, 'settings-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await look(page, 'settings-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 400, height: 800 });
  await look(page, 'settings-narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  await page.setViewportSize({ width: 1100, height: 800 });
});

/** As another instance hands it over, on Windows and Linux. */
const openLink = (link: string) =>
  scriba.app.evaluate(
    ({ app }, given) => void app.emit('second-instance', {}, ['scriba', given], '/'),
    link,
  );

test('a link only asks: its text is shown as text, and nothing is filled in or recorded before a person says so', async () => {
  const { page } = scriba;
  const name = '<img src=x onerror=alert(1)> Asha';
  await openLink(`scriba://record?name=${encodeURIComponent(name)}&number=U-1&start=now`);
  const dialog = page.getByRole('dialog', { name: 'Use this patient for a new visit?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(name)).toBeVisible();
  expect(await dialog.locator('img').count()).toBe(0);
  await look(page, 'proposal');
  await dialog.getByRole('button', { name: 'Do not use' }).click();
  // Practice has filled in a patient of its own, and that one stays.
  const patient = page.getByRole('textbox', { name: 'Patient' });
  await expect(patient).toHaveValue(/^(?!<img)./);
  await expect(page.getByRole('textbox', { name: 'Record number' })).toHaveValue('');
  await openLink('scriba://record?name=Asha%20Rao&number=U-1001');
  await page.getByRole('button', { name: 'Use this patient', exact: true }).click();
  await expect(patient).toHaveValue('Asha Rao');
  await expect(page.getByRole('textbox', { name: 'Record number' })).toHaveValue('U-1001');
  await expect(startButton(page)).toBeVisible();
});

test('a link that comes while Scriba is locked shows nothing, and is asked about after the unlock', async () => {
  const { app, page } = scriba;
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  await openLink('scriba://record?name=Ravi%20Canary&number=U-1002');
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  expect(await page.content()).not.toContain('Canary');
  await page.getByRole('button', { name: 'Unlock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use this patient for a new visit?' });
  await expect(dialog.getByText('Ravi Canary')).toBeVisible();
  await dialog.getByRole('button', { name: 'Do not use' }).click();
});

test('a link that is not known does nothing, and one in the midst of a recording changes nothing', async () => {
  const { page } = scriba;
  await openLink('scriba://finish?name=A');
  await openLink('scriba://record/delete?name=A');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await startVisit(page, 'Asha Rao');
  await openLink('scriba://record?name=Somebody%20Else');
  await expect(page.getByText('A recording is running, so nothing was changed.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Asha Rao').first()).toBeVisible();
  await expect(page.getByText('Somebody Else')).toHaveCount(0);
});

async function look(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}
