/** A recording that runs stays in view and in reach, wherever the doctor is, and no slip ends it. */
import { expect, test } from '../support/scriba.ts';
import { openNote, practise, recordFor, startButton, startVisit } from '../support/visit.ts';

test.describe.configure({ mode: 'parallel' });

test('a running recording is seen on every screen, and paused and finished from there', async ({
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await expect(page).toHaveTitle(/^● \d\d:\d\d · /);
  const strip = page.getByRole('region', { name: 'Recording in progress' });
  await expect(strip).toHaveCount(0);
  await expect(page.getByRole('navigation').getByText('Recording in progress')).toHaveCount(1);
  await recordFor(page, 3);
  for (const screen of ['Visits', 'Settings', 'Clinic']) {
    await page.getByRole('navigation').getByRole('button', { name: screen, exact: true }).click();
    await expect(strip).toBeInViewport({ ratio: 1 });
    await expect(strip).toContainText('Asha Rao');
    await page.mouse.wheel(0, 2000);
    await expect(strip).toBeInViewport({ ratio: 1 });
  }
  await strip.getByRole('button', { name: 'Pause' }).click();
  await expect(page).toHaveTitle(/^❚❚ /);
  await strip.getByRole('button', { name: 'Resume' }).click();
  await strip.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await expect(page).not.toHaveTitle(/●/);
  await expect(strip).toHaveCount(0);
});

test('Ctrl+N while recording offers to finish and start the next; a name typed there does nothing', async ({
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  // Typed with the focus where the start has left it.
  await page.keyboard.type('Ravi Das ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Control+n');
  const dialog = page.getByRole('dialog', { name: 'Finish this visit and start the next?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type('Ravi Das ');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveTitle(/^● /);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveTitle(/^● /);
  await page.keyboard.press('Control+n');
  await page.keyboard.press('Control+Enter');
  await expect(startButton(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Patient' })).toBeFocused();
  await page.keyboard.type('Ravi Das');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^● /);
  await expect(page.getByText('Ravi Das').first()).toBeVisible();
  await page.keyboard.press('Control+n');
  await page.keyboard.press('Control+Enter');
  await openNote(page, 'Asha Rao');
});
