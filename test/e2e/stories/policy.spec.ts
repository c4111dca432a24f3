/**
 * A hospital has set the address, the lock, the days and the ways out: a doctor sees what is set,
 * and the rest works as always.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { makeKey } from '../support/first-start.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, recordFor, startVisit } from '../support/visit.ts';

const settings = async (page: Page, tab: string) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
};

test('a doctor signs in where the hospital says, records, and takes the note out in the one way that is allowed', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const policy = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-e2e-policy-')), 'policy.json');
  writeFileSync(
    policy,
    JSON.stringify({
      organisation: 'Sunrise Hospital',
      platform: { baseUrl: platform.url, clientId: platform.clientId },
      retention: { audioDays: 3, fixed: true },
      lock: { afterMinutes: 5 },
      exports: { allowed: ['file', 'pdf'] },
      practice: { allowed: false },
      surprise: true,
    }),
  );
  const page = await openPage(
    await startScriba({ practice: 'none', env: { SCRIBA_POLICY: policy } }),
  );

  // First start: practice is not offered, the address stands there and cannot be typed over.
  await expect(page.getByRole('button', { name: 'Try it without an account' })).toHaveCount(0);
  await makeKey(page, 'Connect to your platform');
  const address = page.getByLabel('Address of the platform');
  await expect(address).toHaveValue(platform.url);
  await expect(address).not.toBeEditable();
  await expect(address).toHaveAccessibleDescription(/Set by your organisation/);
  await page.getByLabel('Platform code').fill(platform.brand);
  await page.getByLabel('Client secret').fill(platform.clientSecret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);

  await settings(page, 'Privacy');
  const sound = page.getByRole('button', { name: /Keep recordings for/ });
  await expect(sound).toBeDisabled();
  await expect(sound).toContainText('3 days');
  await expect(sound).toHaveAccessibleDescription(/Set by your organisation/);
  await page.getByRole('button', { name: /Lock after/ }).click();
  await expect(page.getByRole('option')).toHaveText(['1 minute', '2 minutes', '5 minutes']);
  await page.getByRole('option', { name: '2 minutes' }).click();
  await expect(page.getByRole('button', { name: /Lock after/ })).toContainText('2 minutes');

  await settings(page, 'About');
  await expect(page.getByText('Sunrise Hospital')).toBeVisible();
  await expect(page.getByText(policy).first()).toBeVisible();
  await expect(page.getByText(/surprise is not known to this Scriba/).first()).toBeVisible();

  // The hospital names the client that signs in: a person cannot sign in instead.
  await settings(page, 'Account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Client secret')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a user name' })).toHaveCount(0);
  await page.getByLabel('Client secret').fill(platform.clientSecret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await openNote(page, 'Asha Rao');
  await expect(page.getByRole('button', { name: /^Copy as draft/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^PDF as draft/ })).toBeEnabled();
  await page.getByRole('button', { name: 'Visit details' }).click();
  await expect(page.getByRole('button', { name: 'Download visit' })).toBeDisabled();
  // The keys ask the core all the same, and it says no.
  await page.keyboard.press('Control+Shift+C');
  await expect(page.getByText(/Your organisation has set this/).first()).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /FHIR file \(R4\)/ })).toBeDisabled();
  await platform.stop();
});

test('a person signs in at the address and under the brand that the hospital has set', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const policy = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-e2e-policy-')), 'policy.json');
  writeFileSync(
    policy,
    JSON.stringify({ platform: { baseUrl: platform.url, brand: platform.brand } }),
  );
  const page = await openPage(
    await startScriba({ practice: 'none', env: { SCRIBA_POLICY: policy } }),
  );
  await makeKey(page, 'Connect to your platform');
  await page.getByLabel('Client id').fill(platform.clientId);
  await page.getByLabel('Client secret').fill(platform.clientSecret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await settings(page, 'Account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a user name' }).click();
  for (const name of ['Address of the platform', 'Platform code']) {
    const field = page.getByLabel(name);
    await expect(field).not.toBeEditable();
    await expect(field).toHaveAccessibleDescription(/Set by your organisation/);
  }
  await expect(page.getByLabel('Platform code')).toHaveValue(platform.brand);
  await platform.stop();
});
