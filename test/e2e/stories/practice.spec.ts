/** The first minute in practice: the name on the form is that of the note that comes. */
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';

test('the invented patient is filled in and the dialogue is there to be read; another name is told on the note', async ({
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  await practise(page);
  const patient = page.getByRole('textbox', { name: 'Patient' });
  await expect(patient).toHaveValue('Meera Nair');
  await expect(patient).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Example visit: read it aloud')).toBeVisible();
  await expect(page.getByText('I have had fever and cough for three days now.')).toBeVisible();
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Meera Nair');
  await expect(page.getByText('Meera Nair, 34 years, female')).toBeVisible();
  const other = page.getByText('This note is about Meera Nair, an invented patient');
  await expect(other).toHaveCount(0);

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  // What is typed replaces the example.
  await expect(patient).toHaveValue('Meera Nair');
  await patient.focus();
  await page.keyboard.type('Ravi Das');
  await expect(patient).toHaveValue('Ravi Das');
  await startVisit(page, 'Ravi Das');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Ravi Das');
  await expect(other).toBeVisible();
});
