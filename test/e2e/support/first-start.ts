/** The first start, up to the key of the vault and its recovery code. */
import { expect, type Page } from '@playwright/test';

const PASSPHRASE = 'a passphrase of the ward';

/** Goes through a door of the first page and makes the key. Returns the recovery code. */
export async function makeKey(
  page: Page,
  door: 'Connect to your platform' | 'Work on this computer',
  passphrase = PASSPHRASE,
): Promise<string> {
  await page.getByRole('button', { name: door }).click();
  await page.getByText('A passphrase', { exact: true }).click();
  await page.getByLabel('Passphrase, 8 characters or more').fill(passphrase);
  await page.getByLabel('Repeat the passphrase').fill(passphrase);
  await page.getByRole('button', { name: 'Create the key' }).click();
  const groups = page.getByRole('region', { name: 'Recovery code' }).getByRole('listitem');
  await expect(groups).toHaveCount(14);
  const code = (await groups.allTextContents()).join('-');
  await page.getByText('I have written it down').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  return code;
}
