/**
 * A page is reloaded, or opened by an address that is used up: it goes on by itself where it may,
 * and says in words what to do where it may not.
 */
import { BROWSER_ONLY, browserTest, expect, test } from '../support/scriba.ts';
import { practise, recordFor, startButton, startVisit, visitCard } from '../support/visit.ts';

test('reloaded, the page goes on; in the middle of a recording somebody asks first, and what was said is offered at once', async ({
  host,
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  await practise(page);
  expect(await host.reload(page)).toBe(0);
  await expect(startButton(page)).toBeVisible();
  expect(
    await page.evaluate(() => [
      location.href.includes('#'),
      sessionStorage.length,
      localStorage.length,
      document.cookie,
    ]),
  ).toEqual([false, 0, 0, '']);

  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  expect(await host.reload(page)).toBe(1);
  await expect(page.getByRole('button', { name: 'Continue recording: Asha Rao' })).toBeVisible();
  await page.getByRole('button', { name: 'Finish as it is: Asha Rao' }).click();
  await expect(visitCard(page, 'Asha Rao')).toBeVisible();
});

browserTest(
  'an address that is used up says so, offers a new window in one step, tells what came of it, and may be asked again',
  BROWSER_ONLY,
  async ({ startScriba, openPage }) => {
    const scriba = await startScriba();
    const page = await openPage(scriba);
    await expect(page.getByRole('button', { name: 'Try it without an account' })).toBeVisible();
    const other = await page.context().browser()!.newPage();
    await other.goto(new URL(page.url()).origin);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(
      'This address has already been used',
    );
    const status = other.getByRole('main').getByRole('status');
    await other.getByRole('button', { name: 'Open Scriba again' }).press('Enter');
    await expect(status).toContainText('opens in a new window');
    await expect(status).toBeFocused();
    await other.keyboard.press('Tab');
    await other.keyboard.press('Enter');
    await expect(status).toContainText('asked for this a moment ago');
    await scriba.kill();
    await other.getByRole('button', { name: 'Try again' }).click();
    await expect(status).toContainText('Scriba is not running');
  },
);
