/**
 * The vault is locked in the middle of a visit, or its passphrase is forgotten: nothing stops,
 * nothing is lost, and the right one gets in.
 */
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { makeKey } from '../support/first-start.ts';
import { expect, test } from '../support/scriba.ts';
import {
  finishVisit,
  heardByPlatform,
  openNote,
  practise,
  recordFor,
  startButton,
  startVisit,
} from '../support/visit.ts';

// Each has a Scriba and a platform of its own.
test.describe.configure({ mode: 'parallel' });

test('locked and unlocked during a recording: it goes on, names are gone meanwhile, and the platform hears all of it', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await startVisit(page, 'Canary Winterbottom');
  await recordFor(page, 3);
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  expect(await page.content()).not.toContain('Canary');
  await recordFor(page, 5);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(
    page.getByRole('region', { name: 'Recorder' }).getByText('Canary Winterbottom'),
  ).toBeVisible();
  await recordFor(page, 6);
  await finishVisit(page);
  await openNote(page, 'Canary Winterbottom');
  const { transactions } = await platform.state();
  expect(transactions).toHaveLength(1);
  expect((await heardByPlatform(platform, transactions[0]!.txnId)).length / 16_000).toBeGreaterThan(
    5.5,
  );
  await platform.stop();
});

test('finished while it is locked: it is sealed at once and sent when the vault is open again', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await startVisit(page, 'Ravi Das');
  await recordFor(page, 3);
  await page.keyboard.press('Control+l');
  // Until then the button of the open page stands there, which asks first.
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Finished and saved', { exact: false })).toBeVisible();
  expect((await platform.state()).transactions).toHaveLength(0);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await openNote(page, 'Ravi Das');
  await platform.stop();
});

test('a clinic is set up with its recovery code; the passphrase is forgotten, and the code opens everything again', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: 'none' }));
  const code = await makeKey(page, 'Connect to your platform', 'first passphrase');
  expect(code).toMatch(/^([A-Z2-7]{4}-){13}[A-Z2-7]{4}$/);
  await page.getByLabel('Address of the platform').fill(platform.url);
  await page.getByLabel('Platform code').fill(platform.brand);
  await page.getByLabel('Client id').fill(platform.clientId);
  await page.getByLabel('Client secret').fill(platform.clientSecret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(startButton(page)).toBeVisible();
  await startVisit(page, 'Meera Iyer');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Meera Iyer');

  await page.keyboard.press('Control+l');
  await page.getByLabel('Passphrase').fill('what was it');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert')).toContainText('passphrase is wrong');
  await page.getByRole('button', { name: 'Use the recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase());
  await page.getByLabel('Passphrase, 8 characters or more').fill('second passphrase');
  await page.getByLabel('Repeat the passphrase').fill('second passphrase');
  await page.getByRole('button', { name: 'Restore the key' }).click();
  await openNote(page, 'Meera Iyer');

  await page.keyboard.press('Control+l');
  await page.getByLabel('Passphrase').fill('second passphrase');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await openNote(page, 'Meera Iyer');
  await platform.stop();
});
