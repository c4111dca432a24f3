/** A day by the keyboard alone: the list is brought in, Enter starts who is next, the day is closed. */
import type { Page } from '@playwright/test';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { practise, recordFor, visitCard } from '../support/visit.ts';

/** Walks with Tab to what has this name; a keyboard needs no more than a screen full of steps. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
  for (let steps = 0; steps < 60; steps++) {
    if (name.test(await focused())) return;
    await page.keyboard.press(key);
  }
  expect(await focused()).toMatch(name);
}

const list = (names: readonly string[]) =>
  ['Time,Patient name,MRN,DOB,Gender', ...names].join('\n');

test('the list of the day is brought in twice, its patients are recorded one after the other, and the day is closed', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);

  const bringIn = async (text: string, button: RegExp) => {
    await tabTo(page, /^Load the day/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'The day’s list' });
    await expect(dialog.getByLabel('List', { exact: true })).toBeFocused();
    await page.keyboard.insertText(text);
    await expect(dialog.getByText(/appointments? found/)).toBeVisible();
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  const days = list([
    '10:40,Ravi Das,U-2,02/03/1970,M',
    '10:15,Zarin Contractor,U-77,03/02/1988,F',
    '11:00,Nobody,U-3,31/02/1988,F',
  ]);
  await bringIn(days, /^Use this list/);
  await bringIn(days, /^Add to the list/);
  const board = page.getByRole('region', { name: 'Today' });
  await expect(board.getByRole('article')).toHaveCount(2);
  await expect(board.getByRole('article').first()).toContainText('Zarin Contractor');

  await tabTo(page, /^Start: Zarin/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Start: Ravi Das' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Recorder' })).toContainText('U-77');
  await recordFor(page, 3);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start: Zarin Contractor' })).toHaveCount(0);
  // Enter would start who is next.
  await expect(page.getByRole('button', { name: 'Start: Ravi Das' })).toBeFocused();
  await expect(
    visitCard(page, 'Zarin Contractor').getByRole('button', { name: /Read note|Review/ }),
  ).toBeVisible({ timeout: 120_000 });

  await tabTo(page, /^Close the day/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const close = page.getByRole('dialog', { name: 'Close the day' });
  const unsigned = close.getByRole('region', { name: 'Not signed' });
  await expect(unsigned).toContainText('Zarin Contractor');
  await expect(close.getByRole('region', { name: 'Codes not decided' })).toContainText(
    /\d+ codes? left/,
  );
  await tabTo(page, /Zarin Contractor/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zarin Contractor' })).toBeVisible();
  await platform.stop();
});
