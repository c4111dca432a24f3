/**
 * Signing in with the account of the hospital in a real Electron: the core opens the system's
 * browser on the hospital's page, and the window opens nothing.
 */
import { expect, test } from '@playwright/test';
import {
  DOCTOR,
  SCRIBA_ID,
  startHospital,
  startIssuer,
  usualOffer,
  walkPages,
} from '../../support/rigs/sign-in-server.ts';
import { makeKey } from '../support/first-start.ts';
import { launch, whyNoElectron } from './launch.ts';

test.skip(whyNoElectron !== undefined, whyNoElectron);

const OPENED = 'scribaOpened';

test('the browser of the system is opened on the hospital’s page, and its answer signs in', async () => {
  const issuer = await startIssuer();
  const hospital = await startHospital(issuer, { oidc: usualOffer(issuer.issuer) });
  const { app, page, close } = await launch();
  try {
    await app.evaluate(({ shell }, key) => {
      shell.openExternal = async (address) => {
        Object.assign(globalThis, { [key]: address });
      };
    }, OPENED);
    const opened = () =>
      app.evaluate((_electron, key) => String(Reflect.get(globalThis, key) ?? ''), OPENED);
    await makeKey(page, 'Connect to your platform');
    await page.getByRole('button', { name: 'Do this later' }).click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign in with your hospital account' }).click();
    await page.getByLabel('Address of the platform').fill(hospital.url);
    await page.getByLabel('Platform code').first().fill('svc');
    await page.getByLabel('Client ID of Scriba').fill(SCRIBA_ID);
    await page.getByRole('button', { name: 'Continue in the browser' }).click();

    await expect(page.getByText('The sign-in page is open in your browser.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the sign-in page' })).toHaveCount(0);
    expect(new URL(await opened()).origin).toBe(issuer.issuer);
    await fetch(await walkPages(await opened()));
    await expect(page.getByText('Signed in.')).toBeVisible();
    await expect(page.locator('dl.facts').getByText(DOCTOR).first()).toBeVisible();
    expect(app.windows()).toHaveLength(1);
  } finally {
    await close();
    await hospital.close();
    await issuer.close();
  }
});
