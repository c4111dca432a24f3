/**
 * Listening at the code desk, with a made-up core: nothing sounds by itself, one press plays,
 * another stops, and leaving is silence.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

async function desk(context: BrowserContext, page: Page, scene: Scene = {}) {
  await served.setScene(context, { profile: 'clinic', visits: 'every', ...scene });
  await page.addInitScript(() => {
    const contexts: AudioContext[] = [];
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.push(this);
      }
    };
    Object.assign(window, { heard: () => contexts.map(({ state }) => state) });
  });
  await page.goto(served.origin);
  await page.getByRole('button', { name: 'Visits', exact: true }).click();
  await page.getByLabel('Search visits').fill('Venkata');
  await page.getByText('Venkatanarasimharajuvaripeta').click();
  await page.keyboard.press('Control+k');
  await page.getByRole('row').first().waitFor();
  await page.getByRole('row', { name: /^cough/ }).click();
}
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard(): string[] }).heard());
const askForCopy = (page: Page) => page.getByRole('button', { name: 'Play the platform’s copy' });
const hearIt = (page: Page) =>
  page.getByRole('button', { name: /^Hear it \(about \d+:\d\d to \d+:\d\d\)$/ });

test('one press plays about those seconds and says so, by keyboard too; another stops; going on to the next entity, or locking, is silence', async ({
  context,
  page,
}) => {
  await desk(context, page);
  await expect(hearIt(page)).toHaveCount(1);
  expect(await heard(page)).toEqual([]);
  await hearIt(page).focus();
  await page.keyboard.press('Enter');
  const told = page.locator('.listen [role=status]');
  await expect(told).toHaveText(/^Playing about \d+:\d\d to \d+:\d\d\.$/);
  await expect(page.getByRole('button', { name: /^Stop \(about/ })).toBeFocused();
  expect(await heard(page)).toEqual(['running']);
  await page.keyboard.press('Enter');
  await expect(told).toHaveText('Stopped.');
  await expect.poll(() => heard(page)).toEqual(['closed']);
  await hearIt(page).click();
  await expect(told).toHaveText(/^Playing/);
  await page.getByRole('row', { name: /^Temperature, vital/ }).click();
  await expect.poll(() => heard(page)).toEqual(['closed', 'closed']);
  await page.getByRole('row', { name: /^cough/ }).click();
  await expect(told).toHaveText('');
  await hearIt(page).click();
  await expect(told).toHaveText(/^Playing/);
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { level: 1, name: 'Scriba is locked' })).toBeVisible();
  await expect.poll(() => heard(page)).toEqual(['closed', 'closed', 'closed']);
});

test('where the sound was erased that is said, and the platform is asked for its copy by a press alone', async ({
  context,
  page,
}) => {
  await desk(context, page, { sound: 'erased' });
  await expect(
    page.getByText('The sound of this visit was erased on this computer.'),
  ).toBeVisible();
  await expect(hearIt(page)).toHaveCount(0);
  expect(await heard(page)).toEqual([]);
  await askForCopy(page).click();
  const told = page.locator('.listen [role=status]');
  await expect(told).toContainText('has no copy');
  await expect.poll(() => heard(page)).toEqual([]);
});

test('the copy of the platform is decoded, plays to its end, and is stopped by a lock', async ({
  context,
  page,
}) => {
  await desk(context, page, { sound: 'erased', copy: true });
  const told = page.locator('.listen [role=status]');
  await askForCopy(page).click();
  await expect(told).toHaveText(/^Playing the platform’s copy/);
  expect(await heard(page)).toEqual(['running']);
  await expect(told).toHaveText('Finished playing.');
  await expect.poll(() => heard(page)).toEqual(['closed']);
  await askForCopy(page).click();
  await expect(told).toHaveText(/^Playing/);
  await page.keyboard.press('Control+l');
  await expect.poll(() => heard(page)).toEqual(['closed', 'closed']);
});

test('the transcript is read along: a sentence plays from its place, the one that sounds is marked, the speed changes, and locking is silence', async ({
  context,
  page,
}) => {
  await desk(context, page);
  const side = page.getByRole('region', { name: 'Beside the note' });
  await side.getByRole('tab', { name: 'Transcript' }).click();
  // The words of the finding that had the focus.
  await expect(side.locator('mark')).toHaveText('cough');
  // A click in the note leads to what it rests on.
  await page.getByText('Fever and cough for 3 days.').click();
  await expect(side.locator('mark')).toHaveText('fever');
  const sentence = (words: string) => side.getByRole('button', { name: words, exact: true });
  await sentence('Good morning.').focus();
  await page.keyboard.press('ArrowDown');
  await expect(sentence('What brings you here today?')).toBeFocused();
  expect(await heard(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(sentence('What brings you here today?')).toHaveAttribute('aria-current', 'true');
  expect(await heard(page)).toEqual(['running']);
  await expect(side.getByText('0:05 of 0:20')).toBeVisible();
  // What sounds is marked as it goes on; twice as fast it goes on from there.
  await side.getByRole('button', { name: /Speed/ }).click();
  await page.getByRole('option', { name: '2×' }).click();
  await expect(sentence('Any difficulty in breathing?')).toHaveAttribute('aria-current', 'true');
  await expect(side.locator('[aria-current]')).toHaveCount(1);
  await side.getByRole('button', { name: 'Stop' }).click();
  await expect(side.locator('[aria-current]')).toHaveCount(0);
  await expect.poll(() => heard(page)).toEqual(['closed', 'closed']);
  // On from where it stopped, to its end.
  await side.getByRole('button', { name: 'Play' }).click();
  await expect(sentence('No, only the cough at night.')).toHaveAttribute('aria-current', 'true');
  await expect(side.getByText('0:20 of 0:20')).toBeVisible();
  await expect(side.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect.poll(() => heard(page)).toEqual(['closed', 'closed', 'closed']);
  await sentence('Good morning.').click();
  await expect(sentence('Good morning.')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Control+l');
  await expect(page.getByRole('heading', { level: 1, name: 'Scriba is locked' })).toBeVisible();
  await expect.poll(() => heard(page)).toEqual(['closed', 'closed', 'closed', 'closed']);
});

test('a transcript whose sound was erased is there to be read, and plays nothing', async ({
  context,
  page,
}) => {
  await desk(context, page, { sound: 'erased' });
  const side = page.getByRole('region', { name: 'Beside the note' });
  await side.getByRole('tab', { name: 'Transcript' }).click();
  await expect(side.getByText('I have had fever and cough for three days.')).toBeVisible();
  await expect(side.getByText('The sound of this visit was erased')).toBeVisible();
  await expect(side.getByRole('button', { name: 'Good morning.' })).toHaveCount(0);
});

test('where an imported file cannot be played that is said in words, and there is no button', async ({
  context,
  page,
}) => {
  await desk(context, page, { sound: 'imported' });
  const side = page.getByRole('region', { name: 'Beside the note' });
  await side.getByRole('tab', { name: 'Transcript' }).click();
  await expect(side.getByText('a file that cannot be played here')).toBeVisible();
  await expect(side.getByRole('button', { name: 'Play' })).toHaveCount(0);
  await expect(side.getByRole('button', { name: 'Good morning.' })).toHaveCount(0);
});
