/**
 * The window as the desktop sees it, in a real Electron: its place, zoom, menus, sign-in entry, and
 * coming to the front.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { practise, startButton } from '../support/visit.ts';
import { executable, root, test } from './launch-window.ts';

test.describe.configure({ mode: 'parallel' });

const boundsOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds());
const workArea = (app: ElectronApplication) =>
  app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
const zoomOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    Math.round(BrowserWindow.getAllWindows()[0]!.webContents.getZoomFactor() * 100),
  );

test('the window fits the screen at the first start, and opens again where it was left', async ({
  openWindow,
}) => {
  const first = await openWindow();
  await expect(first.page).toHaveTitle(/Scriba/);
  const area = await workArea(first.app);
  const size = await boundsOf(first.app);
  expect(size.width).toBeLessThanOrEqual(area.width);
  expect(size.height).toBeLessThanOrEqual(area.height);
  const left = { x: 60, y: 40, width: 800, height: 640 };
  await first.app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]!.setBounds(bounds),
    left,
  );
  await first.app.close();
  const second = await openWindow({ data: first.data });
  expect(await boundsOf(second.app)).toEqual(left);
  await second.app.close();

  // The screen it was on is gone.
  const file = path.join(first.data, 'window', 'scriba-window.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ bounds: left });
  writeFileSync(file, JSON.stringify({ bounds: { ...left, x: 9000, width: 5000 } }));
  const third = await openWindow({ data: first.data });
  const back = await boundsOf(third.app);
  expect(back.x).toBeGreaterThanOrEqual(area.x);
  expect(back.x + back.width).toBeLessThanOrEqual(area.x + area.width);
});

/** As a keyboard does it: what the test's driver presses reaches the page only. */
const pressKey = (app: ElectronApplication, keyCode: string) =>
  app.evaluate(({ BrowserWindow }, code) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!;
    webContents.focus();
    for (const type of ['keyDown', 'keyUp'] as const)
      webContents.sendInputEvent({ type, keyCode: code, modifiers: ['control'] });
  }, keyCode);

/** Whether anything of the page lies beyond its right edge. */
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('keys and the wheel zoom the page, which flows anew; the next start has the same zoom', async ({
  openWindow,
}, info) => {
  const { app, page, data } = await openWindow();
  await practise(page);
  const wide = await page.evaluate(() => innerWidth);
  await pressKey(app, '=');
  await expect.poll(() => zoomOf(app)).toBe(110);
  for (const percent of [125, 150, 175, 200]) {
    await pressKey(app, '=');
    await expect.poll(() => zoomOf(app)).toBe(percent);
  }
  await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(wide * 0.55);
  expect(await overflows(page)).toBe(false);
  // The way to every screen is still there.
  await expect(page.getByRole('navigation').getByText('Settings')).toBeInViewport();
  await info.attach('zoomed to 200 %', { body: await page.screenshot(), contentType: 'image/png' });
  await pressKey(app, '0');
  await expect.poll(() => zoomOf(app)).toBe(100);
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.sendInputEvent({
      type: 'mouseWheel',
      x: 300,
      y: 300,
      deltaY: -120,
      wheelTicksY: -1,
      modifiers: ['control'],
    }),
  );
  await expect.poll(() => zoomOf(app)).toBeLessThan(100);
  for (let i = 0; i < 6; i += 1) await pressKey(app, '-');
  await expect.poll(() => zoomOf(app)).toBe(50);
  expect(await overflows(page)).toBe(false);
  await page.reload();
  await expect(startButton(page)).toBeVisible();
  expect(await zoomOf(app)).toBe(50);
  await app.close();
  const again = await openWindow({ data });
  await expect(startButton(again.page)).toBeVisible();
  expect(await zoomOf(again.app)).toBe(50);
});

/**
 * Catches the next menu under the pointer instead of showing it: a native menu holds up everything
 * else.
 */
const catchMenu = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (this: Electron.Menu) {
      (globalThis as unknown as { caught: Electron.Menu }).caught = this;
    };
  });
const caughtMenu = (app: ElectronApplication) =>
  app.evaluate(() => {
    const { caught } = globalThis as unknown as { caught?: Electron.Menu };
    return caught?.items
      .filter(({ visible, type }) => visible && type !== 'separator')
      .map(({ label, enabled }) => ({ label, enabled }));
  });
const chooseCaught = (app: ElectronApplication, label: string) =>
  app.evaluate(({ BrowserWindow }, chosen) => {
    const { caught } = globalThis as unknown as { caught: Electron.Menu };
    const [window] = BrowserWindow.getAllWindows();
    const item = caught.items.find((one) => one.label === chosen)!;
    item.click({} as Electron.KeyboardEvent, window, window!.webContents);
  }, label);

test('the menu under the right mouse button does what can be done with the text there', async ({
  openWindow,
}) => {
  const { app, page } = await openWindow();
  await practise(page);
  await catchMenu(app);
  const patient = page.getByRole('textbox', { name: 'Patient' });
  await patient.fill('Asha Rao');
  await patient.click({ button: 'right' });
  await expect.poll(() => caughtMenu(app)).toContainEqual({ label: 'Select all', enabled: true });
  expect((await caughtMenu(app))!.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Undo', 'Cut', 'Copy', 'Paste', 'Inspect']),
  );
  await chooseCaught(app, 'Select all');
  await patient.click({ button: 'right' });
  await expect.poll(() => caughtMenu(app)).toContainEqual({ label: 'Cut', enabled: true });
  await chooseCaught(app, 'Cut');
  await expect(patient).toHaveValue('');
  await patient.click({ button: 'right' });
  await expect.poll(() => caughtMenu(app)).toContainEqual({ label: 'Paste', enabled: true });
  await chooseCaught(app, 'Paste');
  await expect(patient).toHaveValue('Asha Rao');
});

const chooseItem = (app: ElectronApplication, menu: string, label: string) =>
  app.evaluate(
    ({ Menu, BrowserWindow }, chosen) => {
      const [window] = BrowserWindow.getAllWindows();
      const items = Menu.getApplicationMenu()!.items.find((one) => one.label === chosen.menu)!;
      const item = items.submenu!.items.find((one) => one.label === chosen.label)!;
      item.click({} as Electron.KeyboardEvent, window, window!.webContents);
    },
    { menu, label },
  );

test('the items of the app’s menu do in the page what its keys do', async ({ openWindow }) => {
  test.skip(process.platform === 'darwin', 'another menu');
  const { app, page } = await openWindow();
  await practise(page);
  await chooseItem(app, '&Help', 'Keyboard shortcuts');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseItem(app, '&File', 'Settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await chooseItem(app, '&File', 'New visit');
  await expect(page.getByRole('textbox', { name: 'Patient' })).toBeFocused();
  await chooseItem(app, '&View', 'Larger');
  await expect.poll(() => zoomOf(app)).toBe(110);
  await chooseItem(app, '&File', 'Lock');
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  // Keys beside the items are the page's: the menu takes none of them.
  const taken = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()!
      .items.flatMap(({ submenu }) => submenu!.items)
      .filter((item) => item.registerAccelerator && item.accelerator)
      .map(({ label }) => label),
  );
  for (const label of [
    'New visit',
    'Settings',
    'Lock',
    'Keyboard shortcuts',
    'Copy',
    'Paste',
    'Larger',
  ])
    expect(taken).not.toContain(label);
});

test('opening at sign-in is off, and the setting writes and removes the entry', async ({
  openWindow,
}) => {
  test.skip(process.platform !== 'linux', 'the system keeps the list itself');
  const config = mkdtempSync(path.join(tmpdir(), 'scriba-config-'));
  const { page } = await openWindow({ env: { XDG_CONFIG_HOME: config } });
  const file = path.join(config, 'autostart', 'scriba.desktop');
  await practise(page);
  await page.keyboard.press('Control+,');
  const toggle = page.getByRole('switch', { name: /Open Scriba when you sign in/ });
  await expect(toggle).not.toBeChecked();
  expect(existsSync(file)).toBe(false);
  await page.getByText('Open Scriba when you sign in').click();
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/^Exec=".*electron" ".*"$/m);
  await page.getByText('Open Scriba when you sign in').click();
  await expect.poll(() => existsSync(file)).toBe(false);
});

/** A second Scriba on the same folder; resolves when it has gone. */
async function secondProcess(data: string): Promise<number | null> {
  const child = spawn(await executable(), [root], {
    env: { ...process.env, SCRIBA_DATA: data },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

test('a second start brings the window back, hidden or minimised, and ends itself', async ({
  openWindow,
}) => {
  const { app, page, data } = await openWindow();
  await expect(page).toHaveTitle(/Scriba/);
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible());
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.hide());
  await expect.poll(isVisible).toBe(false);
  expect(await secondProcess(data)).toBe(0);
  await expect.poll(isVisible).toBe(true);
  // A bare X server has nobody to minimise a window: it says that it is, and whether it was
  // restored.
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]!;
    window.isMinimized = () => true;
    window.restore = () => {
      window.isMinimized = () => false;
    };
  });
  expect(await secondProcess(data)).toBe(0);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMinimized()),
    )
    .toBe(false);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
