/**
 * A term finds its code, and an address is registered that then hears of events: with the real core
 * and the practice platform.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { practise } from '../support/visit.ts';

test('a code is looked up, webhooks are switched on, registered, heard, and taken back', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);

  await page.getByRole('button', { name: 'Clinic', exact: true }).click();
  await page.getByRole('button', { name: 'Codes', exact: true }).click();
  await page.getByLabel('Words').fill('fever');
  // Known by that name; the field keeps the focus, and Enter in it asks.
  await page
    .getByRole('list', { name: 'Suggested by the platform' })
    .getByRole('button', { name: /^Fever/ })
    .click();
  await expect(page.getByLabel('Words')).toBeFocused();
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: 'Suggested codes' });
  await expect(found.getByRole('listitem').first()).toContainText('Fever, unspecified R50.9');
  await expect(
    found.getByText('The platform is confident in this code.', { exact: false }),
  ).toBeVisible();

  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByLabel('Port').fill(String(port));
  await page.getByText('Receive events on this computer').click();
  await expect(page.getByText(`Open at port ${port}, waiting for events`)).toBeVisible();
  await page.getByLabel('Public address of your relay').fill(`http://127.0.0.1:${port}/hook`);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This computer has its key.')).toBeVisible();
  await fetch(`${platform.url}/__sandbox/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deliver: { transaction_id: 'txn-elsewhere' } }),
  });
  await expect(
    page.getByRole('region', { name: 'Recent events' }).getByRole('row', {
      name: /Not about a visit on this computer.*v2rx\.completed.*txn-elsewhere/,
    }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Remove http/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No address is registered.')).toBeVisible();
  await platform.stop();
});
