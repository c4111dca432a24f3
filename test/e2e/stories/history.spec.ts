/** A visit begins without a name, gets one, is found by a word of its note, and is known again. */
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, practise, recordFor, startButton, visitCard } from '../support/visit.ts';

test('a visit that began without a name is found by name and note, and its patient is offered', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba);
  await practise(page);
  const patient = page.getByLabel('Patient', { exact: true });
  // The invented patient of the practice visit; a cleared field stays empty.
  await expect(patient).toHaveValue('Meera Nair');
  await patient.fill('');
  await patient.press('Enter');
  await expect(page.getByRole('button', { name: 'Finish', exact: true })).toBeVisible();
  await recordFor(page, 3);
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('You need it to sign the note', { exact: false })).toBeVisible();
  await dialog.getByLabel('Patient', { exact: true }).fill('Zarin Contractor');
  await dialog.getByLabel('Record number').fill('U-77');
  await dialog.getByRole('button', { name: 'Finish visit' }).click();
  await expect(startButton(page)).toBeVisible();
  await expect(
    visitCard(page, 'Zarin Contractor').getByRole('button', { name: /Read note|Review/ }),
  ).toBeVisible({ timeout: 120_000 });

  await patient.fill('zar');
  await page.getByRole('button', { name: /Zarin Contractor · U-77/ }).click();
  await expect(patient).toHaveValue('Zarin Contractor');
  await expect(page.getByLabel('Record number')).toHaveValue('U-77');
  await patient.fill('Ravi Das');
  await expect(
    page.getByText('U-77 is already the number of Zarin Contractor', { exact: false }),
  ).toBeVisible();
  await patient.fill('');

  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  const search = page.getByLabel('Search visits');
  const rows = page.getByRole('row').filter({ hasText: 'Zarin Contractor' });
  for (const [words, found] of [
    ['contr zar', 1],
    ['zzzz', 0],
    ['complaint', 1],
  ] as const) {
    await search.fill(words);
    await expect(rows).toHaveCount(found);
  }
  await rows.first().click();
  await expect(page.getByRole('heading', { name: 'Zarin Contractor' })).toBeVisible();
  await platform.stop();
});

test('a visit may stay without a name, and is called after its time', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await expect(page.getByLabel('Patient', { exact: true })).toHaveValue('Meera Nair');
  await page.getByLabel('Patient', { exact: true }).fill('');
  await startButton(page).click();
  await recordFor(page, 3);
  await finishVisit(page);
  const card = page.getByRole('article', { name: /^Visit \d\d:\d\d$/ });
  await expect(card).toBeVisible();
  await platform.stop();
});
