/**
 * A signed note reaches the clipboard and the EMR's folder by keyboard, and a draft a PDF; what is
 * lacking is asked for where it is lacking. With the real core.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { READING_TIME } from '../../../renderer/features/codes/desk/work/arrivals.ts';
import { inPath } from '../../../scripts/lib/in-path.mjs';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';

test('a doctor signs, copies, and sends to the drop folder without the mouse; the missing record number is asked for in place', async ({
  host,
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  const said = page.getByRole('region', { name: 'Export the note' }).getByRole('status');
  await practise(page);

  // Once for the clinic: who signs, and where notes go.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'EMR export' }).click();
  await page.getByLabel('Doctor’s name').fill('Dr Kavita Iyer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('PDF', { exact: true }).first().click();
  await expect(page.getByRole('checkbox', { name: 'PDF' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Test the folder' }).click();
  await expect(page.getByText('Scriba can write to the folder.')).toBeVisible();
  const folder = (await page.locator('dd code').first().textContent())!;

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');

  // Before it is signed it leaves as a marked draft alone.
  await expect(page.getByRole('button', { name: 'Copy as draft' })).toBeVisible();
  // Nothing is set up: the key asks where notes go, and the folder is switched on there.
  await page.keyboard.press('Control+Shift+E');
  const where = page.getByRole('dialog', { name: 'Where should notes go?' });
  await expect(where.getByText(folder)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(where).toHaveCount(0);
  await expect(said).toContainText('Sign the note first.');
  expect(readdirSync(folder)).toEqual([]);

  const [{ id }] = await host.ask(page, 'visits.list');
  await page.keyboard.press('Control+k');
  const medicine = page.getByRole('row', { name: /^Paracetamol 650 mg, medicine, Present, / });
  await medicine.click();
  await expect(medicine).toContainText('Reject');
  await expect(page.locator('.desk-bar')).not.toContainText('Searching');
  const candidate = medicine.getByRole('button', { name: /^Paracetamol 650 mg tablet/ });
  await expect(candidate).toBeVisible();
  // No key takes a code that has only just come.
  await page.waitForTimeout(READING_TIME + 100);
  await page.keyboard.press('1');
  await expect(candidate).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('a');
  await expect(medicine).toContainText('Accepted');
  await page.keyboard.press('Control+k');
  // By keyboard from the note to its signature: what differs is looked at, then it is signed.
  let presses = 0;
  const press = (key: string) => page.keyboard.press(key).then(() => (presses += 1));
  const unlooked = page.getByRole('group', { name: /Not reviewed$/ });
  await press('Control+Enter');
  for (let left = await unlooked.count(); left > 0; left--) {
    await press('l');
    await expect(unlooked).toHaveCount(left - 1);
    if (left === 1) await press('Control+Enter');
  }
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Asha Rao');
  // The plan orders a medicine; this doctor knows that the patient has it already.
  const leaves = question.getByRole('button', { name: /How Paracetamol.* is exported/i });
  await expect(leaves).toContainText('Prescribed now');
  for (let steps = 0; steps < 20; steps++) {
    if (await leaves.evaluate((one) => one === document.activeElement)) break;
    await press('Shift+Tab');
  }
  await press('ArrowRight');
  await expect(leaves).toContainText('Takes it already');
  await press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Signature' })).toContainText(
    /Signed \d\d:\d\d by Dr Kavita Iyer/,
  );
  const [signed] = await host.ask(page, 'notes.signed', { id });

  await expect(page.getByRole('button', { name: 'Copy note' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // It is signed: nothing asks for that any longer.
  await expect(said).not.toContainText('Sign the note first.');
  await page.keyboard.press('Control+Shift+C');
  await expect(said).toContainText(/^Copied \d\d:\d\d/);
  await expect(page.getByRole('list', { name: 'Exports of this note' })).toContainText(
    /Copied \d\d:\d\d · Text · version 1/,
  );
  const { plain, rich } = await host.readClipboard(page);
  const words = signed.note.sections
    .find(({ text }: { text: string }) => text !== '')
    .text.split('\n')[0]
    .replace(/^[-*•#\s\d.]+/, '')
    .replaceAll('**', '');
  expect(plain).toContain(words);
  expect(rich).toContain('<');
  expect(plain).not.toContain('Draft');

  // From the signature to the EMR: one chord; six characters and Enter more where the number is not
  // known.
  await press('Control+Shift+E');
  await expect(
    page
      .getByRole('dialog', { name: 'Complete the note before you send it' })
      .getByLabel('Record number'),
  ).toBeFocused();
  await page.keyboard.type('U-1001');
  await press('Enter');
  await expect(said).toContainText(/^Sent to the drop folder \d\d:\d\d/);
  console.log(`from the open note to the EMR: ${presses} presses, and the record number typed`);
  const files = readdirSync(folder);
  expect(files).toEqual([expect.stringMatching(/^\d{8}-\d{4}_[0-9a-f]{8}\.json$/)]);
  const bundle = JSON.parse(readFileSync(`${folder}/${files[0]}`, 'utf8'));
  expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'document' });
  const patient = bundle.entry
    .map((each: { resource: { resourceType: string } }) => each.resource)
    .find((each: { resourceType: string }) => each.resourceType === 'Patient');
  expect(patient.identifier[0].value).toBe('U-1001');
  const paracetamol = bundle.entry
    .map((each: { resource: { medicationCodeableConcept?: object } }) => each.resource)
    .filter(({ medicationCodeableConcept }: { medicationCodeableConcept?: object }) =>
      /paracetamol|acetaminophen/i.test(JSON.stringify(medicationCodeableConcept ?? '')),
    );
  expect(paracetamol).toEqual([
    expect.objectContaining({ resourceType: 'MedicationStatement', status: 'active' }),
  ]);
  await expect(page.getByRole('list', { name: 'Exports of this note' })).toContainText(files[0]!);
  // The copy was of what was signed before the number was known.
  await expect(page.getByRole('list', { name: 'Exports of this note' })).toContainText(
    /Copied .* version 1 · changed since/,
  );

  // The same once more is not sent twice.
  await page.keyboard.press('Control+Shift+E');
  await expect(said).toContainText('is already in the drop folder');
  expect(readdirSync(folder)).toEqual(files);
});

test('a note that is not signed is printed to a PDF that says whose it is and that it is a draft', async ({
  host,
  startScriba,
  openPage,
}) => {
  test.skip(inPath('pdftotext') === undefined, 'no pdftotext to read the PDF with');
  const page = await openPage(await startScriba());
  await practise(page);
  await startVisit(page, 'Meera Iyer');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Meera Iyer');
  const { file, name, says } = await host.saveFile(
    page,
    () => page.getByRole('button', { name: /^PDF as draft/ }).click(),
    mkdtempSync(path.join(tmpdir(), 'scriba-pdf-')),
  );
  await expect(
    page.getByRole('region', { name: 'Export the note' }).getByRole('status'),
  ).toContainText(says);
  expect(name).toMatch(/\.pdf$/);
  expect(readFileSync(file).toString('latin1', 0, 5)).toBe('%PDF-');
  const words = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
  expect(words).toContain('Meera Iyer');
  expect(words).toMatch(/draft/i);
});
