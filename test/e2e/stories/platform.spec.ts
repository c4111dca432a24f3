/**
 * Proves features of a platform besides notes: a template of one's own, another document of the
 * same visit, its list of visits; all by sessions.
 */
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';

test('a doctor sends by sessions, makes a template, asks for another document, and finds the visit on the platform', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  const settings = async (tab: string) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: tab }).click();
  };
  await practise(page);
  await settings('Account');
  await page.getByRole('button', { name: /How recordings are sent/ }).click();
  await page.getByRole('option', { name: 'With sessions' }).click();
  await expect(page.getByText('The newer way.')).toBeVisible();
  await settings('Templates');
  await page.getByRole('button', { name: 'Add a template' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Referral letter');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('button', { name: 'Remove Referral letter' })).toBeVisible();

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  await page.getByRole('button', { name: 'Request another document …' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Template/ })
    .click();
  await page.getByRole('option', { name: 'Referral letter' }).click();
  await page.getByRole('button', { name: 'Request', exact: true }).click();
  await expect(page.getByRole('tab', { name: /Referral letter/ })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('tab', { name: 'Clinical notes' })).toBeVisible();

  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  await page.getByText('On the platform', { exact: true }).click();
  await expect(
    page
      .getByRole('article', { name: /Asha Rao/ })
      .getByText('Also on this computer', { exact: false }),
  ).toBeVisible();
  const { transactions } = await platform.state();
  expect(
    transactions.map(({ presigns, started, documents }) => [presigns, started, documents?.length]),
  ).toEqual([[0, true, 3]]);
  await platform.stop();
});
