/**
 * From a finished visit to a signed note, by keyboard alone, with the real core and the practice
 * platform: edited, compared, signed, edited again.
 */
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { practise, recordFor, startButton } from '../support/visit.ts';

test('a doctor edits a line, finds the draft after a reload, looks at what differs, signs, edits again, and locks while typing', async ({
  host,
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba);
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key).then(() => (presses += 1));
  };
  await practise(page);
  await page.getByRole('textbox', { name: 'Patient' }).fill('Asha Rao');
  await press('Enter');
  await recordFor(page, 3);
  await press('Control+Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Control+Enter');
  await expect(page.getByText('Note ready').first()).toBeVisible({ timeout: 40_000 });

  // From here on it counts.
  presses = 0;
  await press('Control+o');
  await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeFocused();
  const bar = page.getByRole('region', { name: 'Signature' });
  await expect(bar).toContainText('not signed, version 1');
  await page.getByRole('tab', { name: /^Check/ }).click();
  await expect(page.getByText(/Review before signing|please read the note/).first()).toBeVisible();

  // A wrong dose, typed at the end of a line; the page is reloaded before anything was pressed to
  // save it.
  await press('Control+e');
  const sheet = page.getByRole('textbox', { name: 'Text of the note' });
  await expect(sheet).toBeFocused();
  await press('Control+End');
  await page.keyboard.type('\nCetirizine 20 mg at night');
  await host.reload(page);
  await expect(startButton(page)).toBeVisible();
  await press('Control+o');
  await expect(page.getByText('Cetirizine 20 mg at night', { exact: true }).first()).toBeVisible();
  // The edited note keeps its list, and what was added goes on with its numbers.
  await expect(
    page
      .locator('.document')
      .getByRole('listitem')
      .filter({ hasText: 'Cetirizine 20 mg at night' }),
  ).toHaveAttribute('data-mark', '6.');
  await expect(bar).toContainText('not signed, version 2');

  // Text that was never said is to be looked at; the first press leads there, and not to the
  // signature.
  const differences = page.getByRole('region', { name: /Review before signing/ });
  await expect(
    differences.getByRole('group', {
      name: 'Dose. The note says “20 mg”, the transcript says “10 milligrams”. Not reviewed',
    }),
  ).toBeVisible();
  // The note marks the words in question where they stand.
  const questioned = page.locator('.document .note-mark-check', { hasText: /^20 mg$/ });
  await expect(questioned).toBeVisible();
  await press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(differences.locator('[data-guard]:focus')).toHaveCount(1);
  const open = () => differences.getByRole('group', { name: /Not reviewed$/ }).count();
  const all = await open();
  for (let left = all; left > 0; left--) {
    await press('l');
    await expect
      .poll(() => page.getByRole('group', { name: /Not reviewed$/ }).count())
      .toBe(left - 1);
  }
  await expect(questioned).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Sign note/ })).toBeFocused();
  await press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Asha Rao');
  await expect(dialog).toContainText('Practice note');
  await expect(dialog.getByLabel('Doctor’s name')).toBeFocused();
  await page.keyboard.type('Dr K. Iyer');
  await press('Control+Enter');
  await expect(bar).toContainText(/Signed \d\d:\d\d by Dr K\. Iyer, version 2/);
  console.log(
    `from “note ready” to “signed”: ${presses} presses with an edit, a reload and ${all} differences looked at; words typed not counted`,
  );
  await page.getByRole('button', { name: 'Visit details' }).click();
  await expect(page.getByRole('list', { name: 'Progress of this visit' })).toContainText('Signed');
  await expect(sheet).toHaveCount(0);
  await expect(dialog).toHaveCount(0);

  // Editing again is a new version, and says that what was signed is another text.
  await press('Control+e');
  await expect(sheet).toBeFocused();
  await press('Control+End');
  await page.keyboard.type(' Seen again.');
  // Locked in the middle of it: what was typed is in the core, and nothing of it in the page.
  await press('Control+l');
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  expect(await page.content()).not.toContain('Seen again.');
  await page.getByRole('button', { name: 'Unlock' }).press('Enter');
  await page
    .getByRole('article', { name: 'Asha Rao' })
    .getByRole('button', { name: /Read note|Review/ })
    .press('Enter');
  await expect(
    page.locator('.document').getByRole('listitem').filter({ hasText: 'Seen again.' }),
  ).toBeVisible();
  await expect(bar).toContainText('Changed since it was signed');
  await expect(bar).toContainText('version 3');
  await expect(page.getByRole('button', { name: /^Correct the patient/ })).toBeVisible();
  await platform.stop();
});
