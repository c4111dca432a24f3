/** The interface speaks Hindi from the first start on, in letters that came with it. */
import { expect, test } from '../support/scriba.ts';

test('Hindi is chosen at the first start, and stays', async ({ host, startScriba, openPage }) => {
  const page = await openPage(await startScriba());
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  const letters = () =>
    page.evaluate(() =>
      [...document.fonts].some(
        ({ family, status, unicodeRange }) =>
          family.includes('Noto Sans') && status === 'loaded' && /U\+900/i.test(unicodeRange),
      ),
    );
  await page.getByRole('button', { name: /Language of Scriba/ }).click();
  await page.getByRole('option', { name: 'हिन्दी' }).click();
  await expect(html).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { name: 'Scriba में स्वागत है' })).toBeVisible();
  await expect.poll(letters).toBe(true);

  await page.getByRole('button', { name: 'बिना खाते के आज़माएँ' }).click();
  await expect(page.getByRole('button', { name: 'रिकॉर्डिंग शुरू करें' })).toBeVisible();
  await host.reload(page);
  await expect(page.getByRole('button', { name: 'रिकॉर्डिंग शुरू करें' })).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'सेटिंग्स', exact: true }).click();
  await expect(
    page.getByText('No native speaker has reviewed this translation yet.'),
  ).toBeVisible();
  await page.getByRole('button', { name: /Scriba की भाषा/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});
