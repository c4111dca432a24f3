/**
 * A report goes from the page to the practice platform under a key that was tried in Settings, and
 * is removed again.
 */
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { practise } from '../support/visit.ts';

test('a key is tried, documents are set to go encrypted, a report goes so, and is removed from the platform', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Encryption' }).click();
  await page.getByRole('button', { name: 'Test practice' }).click();
  await expect(page.getByText('The key works', { exact: false })).toBeVisible();
  await page.getByText('Documents', { exact: true }).last().click();
  await expect(page.getByRole('switch', { name: 'Documents' })).toBeChecked();

  await page.getByRole('button', { name: 'Clinic', exact: true }).click();
  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  await page.locator('input[type=file]').setInputFiles({
    name: 'blood.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'x')]),
  });
  await page.getByRole('button', { name: 'Send 1 document' }).click();
  const card = page.getByRole('article', { name: 'Asha Rao' });
  await expect(card.getByText('Being read')).toBeVisible();
  await expect(card).toContainText('sent encrypted');
  const records = async () =>
    (
      (await (await fetch(`${platform.url}/__sandbox/records`)).json()) as {
        documents: { bytes: number; sealed: boolean; deleted: boolean }[];
      }
    ).documents;
  expect(await records()).toMatchObject([{ bytes: 300_009, sealed: true, deleted: false }]);

  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(card).toBeHidden();
  expect(await records()).toMatchObject([{ deleted: true }]);
  await platform.stop();
});
