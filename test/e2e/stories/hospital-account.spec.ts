/**
 * A doctor signs in with the account of the hospital: from Settings to the hospital's own page in
 * another tab, and back. The sign-in server is one that others wrote.
 */
import type { Page } from '@playwright/test';
import {
  DOCTOR,
  SCRIBA_ID,
  startHospital,
  startIssuer,
  usualOffer,
} from '../../support/rigs/sign-in-server.ts';
import { makeKey } from '../support/first-start.ts';
import { BROWSER_ONLY, expect, test } from '../support/scriba.ts';

async function fillForm(page: Page, platform: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your hospital account' }).click();
  await page.getByLabel('Address of the platform').fill(platform);
  await page.getByLabel('Platform code').first().fill('svc');
  await page.getByLabel('Client ID of Scriba').fill(SCRIBA_ID);
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
}

/** Opens the sign-in page of the hospital by the link. */
async function openHospitalPage(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the sign-in page' }).click();
  return popup;
}

test(
  'a doctor cancels at the hospital, signs in there, is known by name, and signs out',
  BROWSER_ONLY,
  async ({ startScriba, openPage }) => {
    const issuer = await startIssuer();
    const hospital = await startHospital(issuer, { oidc: usualOffer(issuer.issuer) });
    const page = await openPage(await startScriba({ practice: 'none' }));
    await makeKey(page, 'Connect to your platform');
    await page.getByRole('button', { name: 'Do this later' }).click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await fillForm(page, hospital.url);

    const cancelled = await openHospitalPage(page);
    await cancelled.getByRole('link', { name: 'Cancel' }).click();
    await expect(cancelled.getByText('go back to Scriba')).toBeVisible();
    await cancelled.close();
    await expect(page.getByText('The sign-in was refused in the browser.')).toBeVisible();
    await page.getByRole('button', { name: 'Start again' }).click();

    await page.getByRole('button', { name: 'Continue in the browser' }).click();
    const signingIn = await openHospitalPage(page);
    await signingIn.getByPlaceholder(/login/i).fill(DOCTOR);
    await signingIn.getByPlaceholder(/password/i).fill('any');
    await signingIn.getByRole('button', { name: 'Sign-in' }).click();
    await signingIn.getByRole('button', { name: 'Continue' }).click();
    await expect(signingIn.getByText('Close this page and go back to Scriba.')).toBeVisible();
    await signingIn.close();

    await expect(page.getByText('Signed in.')).toBeVisible();
    await expect(page.locator('dl.facts').getByText(DOCTOR).first()).toBeVisible();
    const [token = ''] = hospital.bearers;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('Signed out. Recordings wait on this computer.')).toBeVisible();
    await expect
      .poll(async () => (await issuer.provider.AccessToken.find(token)) === undefined)
      .toBe(true);
    // The way and the id are proposed the next time.
    await expect(page.getByLabel('Client ID of Scriba')).toHaveValue(SCRIBA_ID);
    await hospital.close();
    await issuer.close();
  },
);
