/**
 * A clinic manager adds a colleague without touching the mouse, and a ward's order is made once
 * although its answer was lost; against the real core and the practice platform.
 */
import type { Page } from '@playwright/test';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { practise } from '../support/visit.ts';

/** Tabs on until the thing of this name has the focus. */
async function tabTo(page: Page, name: RegExp, most = 60) {
  for (let step = 0; step < most; step += 1) {
    const words = await page.evaluate(() => {
      const here = document.activeElement as HTMLElement & {
        labels?: NodeListOf<HTMLLabelElement>;
      };
      const by = here
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ');
      return (
        here.getAttribute('aria-label') ??
        by ??
        here.labels?.[0]?.textContent ??
        here.textContent ??
        ''
      );
    });
    if (name.test(words)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${name}`);
}

test('people and orders, by keyboard', async ({ startScriba, openPage }) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  const { keyboard } = page;
  await practise(page);

  await tabTo(page, /^Clinic$/);
  await keyboard.press('Enter');
  await tabTo(page, /^Team$/);
  await keyboard.press('Enter');
  await expect(page.getByText('The team is empty', { exact: false })).toBeVisible();
  await tabTo(page, /^Add a person$/);
  await keyboard.press('Enter');
  await tabTo(page, /^First name/);
  await keyboard.type('Meena');
  await keyboard.press('Enter');
  // All missing values are told at once, and the focus is on the first of them.
  await expect(page.getByText('4 fields need to be corrected')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await keyboard.type('Iyer');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked();
  await page.getByLabel('Date of birth').focus();
  await page.getByLabel('Date of birth').fill('1988-02-29');
  await expect(page.getByText('29 February 1988')).toBeVisible();
  await tabTo(page, /^Mobile/);
  await keyboard.type('9000000017');
  await tabTo(page, /^Doctors they work with/);
  await keyboard.type('d-1');
  await keyboard.press('Enter');
  await keyboard.type('d-2,d-3');
  await keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'd-2' })).toBeVisible();
  await keyboard.press('Backspace');
  // Typed text is still there after a look at another screen.
  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  await page.getByRole('button', { name: 'Clinic', exact: true }).click();
  await page.getByRole('button', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Continue adding' }).click();
  await expect(page.getByLabel('Mobile')).toHaveValue('9000000017');
  await platform.faults({ do: 'cut', path: '/cdr/*', method: 'POST', when: 'after' });
  await page.getByLabel('Mobile').press('Enter');
  await expect(page.getByText('nobody was added twice', { exact: false })).toBeVisible();
  await expect(page.getByText('Works with Practice Doctor d-1, Practice Doctor d-2')).toBeVisible();
  await expect(page.getByText('1 person')).toBeVisible();
  await page.getByRole('button', { name: 'Change Meena Iyer' }).press('Enter');
  await expect(page.getByLabel('Mobile')).toHaveValue('9000000017');
  await page.getByRole('switch', { name: /Administrator/ }).press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Meena Iyer was changed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Meena Iyer Administrator' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Meena Iyer' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('The team is empty', { exact: false })).toBeVisible();

  await page.getByRole('button', { name: 'Clinic', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Orders' }).press('Enter');
  await page.getByRole('button', { name: 'Show an invented admission' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
  await platform.faults({ do: 'cut', path: '/orders', method: 'POST', when: 'after' });
  await page.getByRole('button', { name: 'Create the order' }).press('Enter');
  await expect(page.getByText('No second order was created', { exact: false })).toBeVisible();
  await expect(page.getByText('1 order, oldest first')).toBeVisible();
  await page.getByRole('button', { name: /^Dispatch order/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Not yet' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('The order was dispatched.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Dispatch order/ })).toHaveCount(0);
  await platform.stop();
});
