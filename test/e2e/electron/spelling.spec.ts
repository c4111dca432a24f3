/**
 * The spelling of a note in a real Electron: Chromium asks our provider through the sandboxed
 * preload, the menu suggests, own words outlive a restart, and nothing is fetched from anywhere.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';
import { filesBelow, test } from './launch-window.ts';

const PATIENT = 'Venkataraghavan Rao';

/**
 * Catches each menu under the pointer instead of showing it, and counts what the session asks of
 * dictionaries.
 */
const watch = (app: ElectronApplication) =>
  app.evaluate(({ Menu, BrowserWindow }) => {
    const seen = { menu: undefined as Electron.Menu | undefined, downloads: [] as string[] };
    Object.assign(globalThis, { seen });
    Menu.prototype.popup = function (this: Electron.Menu) {
      seen.menu = this;
    };
    const { session } = BrowserWindow.getAllWindows()[0]!.webContents;
    const note = (name: string) => () => void seen.downloads.push(name);
    session.on('spellcheck-dictionary-download-begin', note('begin'));
    session.on('spellcheck-dictionary-download-failure', note('failure'));
    session.on('spellcheck-dictionary-initialized', note('initialized'));
  });

type Seen = { menu?: Electron.Menu | undefined; downloads: string[] };
const labels = (app: ElectronApplication) =>
  app.evaluate(() =>
    (globalThis as unknown as { seen: Seen }).seen.menu?.items
      .filter(({ type, visible }) => visible && type !== 'separator')
      .map(({ label }) => label),
  );
const choose = (app: ElectronApplication, label: string) =>
  app.evaluate(({ BrowserWindow }, chosen) => {
    const { seen } = globalThis as unknown as { seen: Seen };
    const [window] = BrowserWindow.getAllWindows();
    const item = seen.menu!.items.find((one) => one.label === chosen)!;
    item.click({} as Electron.KeyboardEvent, window, window!.webContents);
    seen.menu = undefined;
  }, label);

/** Types the text alone into the first section of the note; returns its line. */
async function write(page: Page, text: string): Promise<Locator> {
  const field = page.locator('.sheet-line').first();
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text, { delay: 10 });
  return field;
}

/** Opens the menu over the first word of the field, again and again until it begins so. */
async function menuOverFirstWord(
  app: ElectronApplication,
  field: Locator,
  first: string | RegExp,
  timeout = 30_000,
) {
  await expect(async () => {
    await field.click({ button: 'right', position: { x: 44, y: 12 } });
    await expect.poll(async () => (await labels(app))?.[0], { timeout: 2_000 }).toMatch(first);
  }).toPass({ timeout });
  return (await labels(app))!;
}

/**
 * Types the text until its first word is marked. Chromium checks the text once after it changed,
 * and drops what it found if the text changed meanwhile: on a busy machine that happens.
 */
async function writeUntilMarked(
  app: ElectronApplication,
  page: Page,
  { text, menu }: { text: string; menu: string | RegExp },
) {
  await expect(async () => {
    const field = await write(page, text);
    await menuOverFirstWord(app, field, menu, 8_000);
  }).toPass({ timeout: 90_000 });
  return (await labels(app))!;
}

async function openEditor(page: Page) {
  // The heading comes before the note, whose key it is.
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.keyboard.press('Control+e');
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeVisible();
}

test('a misspelt word is marked, put right by the menu, or made one’s own: sealed, beyond a restart, and never with a request', async ({
  openWindow,
}, info) => {
  test.setTimeout(240_000);
  const netLog = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-net-')), 'net.json');
  const { app, page, data } = await openWindow({ args: [`--log-net-log=${netLog}`] });
  await watch(app);
  await practise(page);
  await startVisit(page, PATIENT);
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, PATIENT);
  await openEditor(page);
  const field = page.locator('.sheet-line').first();
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toHaveAttribute(
    'spellcheck',
    'true',
  );

  const items = await writeUntilMarked(app, page, {
    text: 'Feaver for three days. ',
    menu: 'Fever',
  });
  expect(items).toContain('Add to my words');
  await info.attach('a marked word', { body: await page.screenshot(), contentType: 'image/png' });
  await choose(app, 'Fever');
  await expect(field).toHaveText('Fever for three days. ');
  // It is right now, and the menu has nothing to say of it.
  await menuOverFirstWord(app, field, 'Undo');

  // The patient's own name is right, and a medicine of the lists.
  for (const right of ['Venkataraghavan was seen. ', 'Metformin was given. ']) {
    await write(page, right);
    await menuOverFirstWord(app, field, 'Undo');
  }

  await writeUntilMarked(app, page, { text: 'Zostrixo was given. ', menu: /^(?!Undo)/ });
  await choose(app, 'Add to my words');
  await menuOverFirstWord(app, field, 'Undo');
  expect(await field.textContent()).toBe('Zostrixo was given. ');

  // A field that is not note text is not checked.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+n');
  const patient = page.getByRole('textbox', { name: 'Patient' });
  await patient.fill('Feaver');
  await menuOverFirstWord(app, patient, 'Undo');

  // Nowhere on the disk as it was written.
  const holding = filesBelow(data).filter(({ bytes }) =>
    /zostrixo/i.test(bytes.toString('latin1')),
  );
  expect(holding.map(({ name }) => name)).toEqual([]);

  const downloads = await app.evaluate(
    () => (globalThis as unknown as { seen: Seen }).seen.downloads,
  );
  await app.close();
  expect(downloads).toEqual([]);
  const requests = readFileSync(netLog, 'utf8');
  rmSync(path.dirname(netLog), { recursive: true });
  expect(requests.length).toBeGreaterThan(1000);
  expect(requests).not.toMatch(/bdic|no-dictionaries/);
  expect([...requests.matchAll(/https?:\/\/([^/"\\]+)/g)].map(([, host]) => host)).toEqual([]);

  const again = await openWindow({ data });
  await watch(again.app);
  await openNote(again.page, PATIENT);
  await openEditor(again.page);
  const other = await write(again.page, 'Zostrixo was given. ');
  await menuOverFirstWord(again.app, other, 'Undo');
  await again.page.keyboard.press('Control+l');
  await expect(again.page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  expect(await again.page.content()).not.toMatch(/zostrixo/i);
  await again.page.getByRole('button', { name: 'Unlock' }).click();

  // Listed in the settings, and removed there; then it is misspelt again.
  await again.page.keyboard.press('Control+,');
  await again.page.getByRole('tab', { name: 'Doctor' }).click();
  await expect(again.page.getByText('Zostrixo', { exact: true })).toBeVisible();
  await again.page.getByRole('button', { name: 'Remove Zostrixo' }).click();
  await expect(again.page.getByText('You have not added any words yet.')).toBeVisible();
});
