/** A signed note reaches the clipboard and the EMR's folder by keyboard; what is lacking is asked for where it is lacking. With the real core. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';

/** Asks the core as the page would, with the page's own token. */
function asking(page: Page) {
  let token = '';
  page.on('request', (request) => (token = request.headers()['x-scriba-token'] ?? token));
  // biome-ignore lint/suspicious/noExplicitAny: answers to any request; the story reads the members that it expects
  return async (name: string, input: unknown): Promise<any> => {
    const answer = await page.evaluate(
      async ([key, body]) =>
        (
          await fetch('/ask', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-scriba-token': key! },
            body: body!,
          })
        ).json(),
      [token, JSON.stringify({ name, input })],
    );
    expect(answer, name).toMatchObject({ ok: true });
    return answer.value;
  };
}

test('a doctor signs, copies, and sends to the drop folder without the mouse; the missing record number is asked for in place', async ({
  startScriba,
  openPage,
}) => {
  const scriba = await startScriba();
  const page = await openPage(scriba);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const said = page.getByRole('region', { name: 'Take the note to the EMR' }).getByRole('status');
  const ask = asking(page);
  await practise(page);

  // Once for the clinic: who signs, and where notes go.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'EMR export' }).click();
  await page.getByLabel('Doctor’s name').fill('Dr Kavita Iyer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Put notes into the drop folder').click();
  await page.getByText('FHIR', { exact: true }).first().click();
  await page.getByText('PDF', { exact: true }).first().click();
  await expect(page.getByRole('checkbox', { name: 'PDF' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Test the folder' }).click();
  await expect(page.getByText('The folder can be written to.')).toBeVisible();
  const folder = (await page.locator('dd code').first().textContent())!;

  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 2);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');

  // Before it is signed it leaves as a marked draft alone.
  await expect(page.getByRole('button', { name: 'Copy as draft' })).toBeVisible();
  await page.keyboard.press('Control+Shift+E');
  await expect(said).toContainText('Sign the note first.');
  expect(readdirSync(folder)).toEqual([]);

  const [{ id }] = await ask('visits.list', undefined);
  // By keyboard from the note to its signature: what differs is looked at, then it is signed.
  let presses = 0;
  const press = (key: string) => page.keyboard.press(key).then(() => (presses += 1));
  const unlooked = page.getByRole('group', { name: /Not looked at$/ });
  await press('Control+Enter');
  for (let left = await unlooked.count(); left > 0; left--) {
    await press('l');
    await expect(unlooked).toHaveCount(left - 1);
    if (left === 1) await press('Control+Enter');
  }
  await expect(page.getByRole('dialog')).toContainText('Asha Rao');
  await press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Signature' })).toContainText(
    /Signed \d\d:\d\d by Dr Kavita Iyer/,
  );
  const [signed] = await ask('notes.signed', { id });

  await expect(page.getByRole('button', { name: 'Copy note' })).toBeVisible();
  await page.keyboard.press('Control+Shift+C');
  await expect(said).toContainText(/^Copied \d\d:\d\d/);
  await expect(page.getByRole('list', { name: 'Exports of this note' })).toContainText(
    /Copied \d\d:\d\d · Text · version 1/,
  );
  const [plain, rich] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return Promise.all(
      ['text/plain', 'text/html'].map(async (type) => (await item!.getType(type)).text()),
    );
  });
  const words = signed.note.sections
    .find(({ text }: { text: string }) => text !== '')
    .text.split('\n')[0]
    .replace(/^[-*#\s\d.]+/, '');
  expect(plain).toContain(words);
  expect(rich).toContain('<');
  expect(plain).not.toContain('Draft');

  // From the signature to the EMR: one chord; six characters and Enter more where the number is not known.
  await press('Control+Shift+E');
  await expect(
    page.getByRole('dialog', { name: 'Before it can be sent' }).getByLabel('Record number'),
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
  await expect(page.getByRole('list', { name: 'Exports of this note' })).toContainText(files[0]!);
  // The copy was of what was signed before the number was known.
  await expect(page.getByRole('list', { name: 'Exports of this note' })).toContainText(
    /Copied .* version 1 · changed since/,
  );

  // The same once more is not sent twice.
  await page.keyboard.press('Control+Shift+E');
  await expect(said).toContainText('is in the drop folder already');
  expect(readdirSync(folder)).toEqual(files);
});
