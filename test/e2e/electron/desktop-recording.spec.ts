/**
 * Proves the parts of Scriba outside its page while a visit is recorded, in a real Electron: tray,
 * small window, sleep, notification.
 */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { PATIENT_FIELD, START_BUTTON } from '../../../renderer/common/field-ids.ts';
import { finishVisit, practise, recordFor, startButton, startVisit } from '../support/visit.ts';
import {
  clickNotification,
  clickTray,
  type Launched,
  launch,
  miniPage,
  notifications,
  trayMenu,
  watchDesktop,
  whyNoElectron,
} from './launch.ts';

/** Folder for screenshots, if they are wanted. */
const pictures = process.env.SCRIBA_PICTURES;
const PATIENT = 'Zenobia Quillfeather';

test.describe.configure({ mode: 'serial' });
test.skip(whyNoElectron !== undefined, whyNoElectron);

let scriba: Launched;
test.beforeAll(async () => {
  scriba = await launch();
  await watchDesktop(scriba.app);
  await practise(scriba.page);
});
test.afterAll(async () => scriba?.close());

const blockers = () =>
  scriba.app.evaluate(
    ({ powerSaveBlocker }) =>
      Array.from({ length: 20 }, (_, id) => id).filter((id) => powerSaveBlocker.isStarted(id))
        .length,
  );

test('the settings have a section for the desktop, where the small window is switched on', async () => {
  const { page } = scriba;
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Desktop' }).click();
  await page.getByText('Small window while recording').click();
  await expect(page.getByRole('switch', { name: /Small window while recording/ })).toBeChecked();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
});

test('the tray offers Start, which brings the form up and records nothing by itself', async () => {
  const { app, page } = scriba;
  // Any change of the state makes the menu anew.
  await page.getByRole('textbox', { name: 'Patient' }).fill(PATIENT);
  await startButton(page).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await recordFor(page, 1);
  await clickTray(app, 'Finish …');
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await expect(startButton(page)).toBeVisible();
  await expect
    .poll(() => trayMenu(app))
    .toEqual([
      '(not recording)',
      'Start a recording …',
      '(Pause)',
      '(Finish …)',
      'Open Scriba',
      'Quit Scriba',
    ]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await clickTray(app, 'Start a recording …');
  // Practice fills its patient in a moment later: then one press of Enter starts.
  await expect(page.locator(`#${PATIENT_FIELD}:focus, #${START_BUTTON}:focus`)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Patient' }).fill('Filled Already');
  await clickTray(app, 'Start a recording …');
  await expect(startButton(page)).toBeFocused();
  await expect(startButton(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'Patient' }).fill('');
});

test('while recording the computer stays awake; the tray pauses and resumes, with initials and no name', async () => {
  const { app, page } = scriba;
  expect(await blockers()).toBe(0);
  await startVisit(page, PATIENT);
  await expect.poll(blockers).toBe(1);
  await expect
    .poll(() => trayMenu(app))
    .toEqual([
      '(recording · ZQ)',
      '(Start a recording …)',
      'Pause',
      'Finish …',
      'Open Scriba',
      'Quit Scriba',
    ]);
  await clickTray(app, 'Pause');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect.poll(blockers).toBe(0);
  await expect.poll(() => trayMenu(app)).toContain('(paused · ZQ)');
  await clickTray(app, 'Resume');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(blockers).toBe(1);
});

test('the small window stands over all others, takes no focus, and shows time and initials but no name', async () => {
  const { app } = scriba;
  await expect.poll(() => miniPage(app) !== undefined).toBe(true);
  const mini = miniPage(app)!;
  await expect(mini.getByRole('status')).toHaveText('Recording');
  await expect(mini.getByText('ZQ')).toBeVisible();
  expect(await mini.content()).not.toMatch(/Zenobia|Quillfeather/);
  const before = await mini.getByRole('timer').textContent();
  await expect(mini.getByRole('timer')).not.toHaveText(before!);
  const drawn = () => mini.locator('.mini-level path').getAttribute('d');
  const level = await drawn();
  await expect.poll(drawn).not.toBe(level);
  const window = await app.evaluate(({ BrowserWindow }) => {
    const small = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().endsWith('/mini.html'),
    );
    return (
      small && {
        top: small.isAlwaysOnTop(),
        size: small.getContentSize(),
        focused: small.isFocused(),
        visible: small.isVisible(),
      }
    );
  });
  expect(window).toEqual({ top: true, size: [320, 88], focused: false, visible: true });
  // No part is cut off, whatever the state.
  expect(
    await mini.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]),
  ).toEqual([320, 88]);
});

test('its page may ask for nothing but what it draws and its buttons', async () => {
  const mini = miniPage(scriba.app)!;
  const ask = (name: string) =>
    mini.evaluate(
      (request) =>
        (
          globalThis as unknown as {
            scribeHost: { ask(name: string, input?: unknown): Promise<{ ok: boolean }> };
          }
        ).scribeHost.ask(request),
      name,
    );
  for (const name of ['visits.list', 'settings.get', 'vault.lock', 'recordings.unfinished'])
    expect(await ask(name), name).toMatchObject({ ok: false, detail: 'not-our-page' });
  expect(await ask('desktop.mini')).toMatchObject({ ok: true });
});

test('it pauses, resumes and finishes by its buttons, from the keyboard too; finishing asks in Scriba', async () => {
  const { app, page } = scriba;
  const mini = miniPage(app)!;
  for (const scheme of ['light', 'dark'] as const) {
    if (!pictures) continue;
    mkdirSync(pictures, { recursive: true });
    await mini.emulateMedia({ colorScheme: scheme });
    await mini.screenshot({ path: path.join(pictures, `mini-${scheme}.png`) });
  }
  await mini.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(mini.getByRole('status')).toHaveText('Paused');
  if (pictures) await mini.screenshot({ path: path.join(pictures, 'mini-paused.png') });
  await mini.getByRole('button', { name: 'Resume' }).focus();
  await mini.keyboard.press('Enter');
  await expect(mini.getByRole('status')).toHaveText('Recording');
  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  await mini.keyboard.press('Tab');
  await expect(mini.getByRole('button', { name: 'Finish' })).toBeFocused();
  await mini.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Finish this visit?' })).toBeVisible();
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await expect.poll(() => miniPage(app) === undefined).toBe(true);
  expect(await blockers()).toBe(0);
});

test('a note that came is told without a name while Scriba is not in front, and a click leads to it', async () => {
  const { app, page } = scriba;
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  // A display without a window manager always says that our window has the focus.
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
  });
  await startVisit(page, PATIENT);
  await recordFor(page, 3);
  await finishVisit(page);
  const ready = { title: 'A note is ready', body: 'Open Scriba to read and sign it.' };
  // The visits of the tests before may tell of themselves too: a second of beeps can be too little
  // for a note.
  await expect.poll(() => notifications(app), { timeout: 60_000 }).toContainEqual(ready);
  expect(JSON.stringify(await notifications(app))).not.toMatch(/Zenobia|Quillfeather|ZQ/);
  await clickNotification(app, ready.title);
  await expect(page.getByRole('heading', { name: PATIENT, level: 1 })).toBeVisible();
});

test('a lock takes the initials away, and the recording goes on', async () => {
  const { app, page } = scriba;
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await startVisit(page, PATIENT);
  await expect.poll(() => trayMenu(app)).toContain('(recording · ZQ)');
  const mini = await waitForMini();
  await expect(mini.getByText('ZQ')).toBeVisible();
  await page.keyboard.press('Control+l');
  await expect.poll(() => trayMenu(app)).toContain('(recording)');
  await expect(mini.getByText('ZQ')).toHaveCount(0);
  await expect(mini.getByRole('status')).toHaveText('Recording');
  expect(await mini.content()).not.toContain('ZQ');
});

async function waitForMini() {
  await expect.poll(() => miniPage(scriba.app) !== undefined).toBe(true);
  return miniPage(scriba.app)!;
}
