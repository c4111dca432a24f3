/**
 * Who spoke, beside the note, with a made-up core: the guess is called a guess, one press names the
 * doctor, and each name can be put right by keyboard.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { clinic, openNote } from '../../support/views/view.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

const PATIENT = 'Farhan Shaikh';

/** Opens the transcript beside a note of which one is needed. */
async function openTranscript(context: BrowserContext, page: Page, scene: Scene) {
  await served.setScene(context, { ...clinic, review: 'heard', ...scene });
  await page.goto(served.origin);
  await openNote(PATIENT)(page);
  const side = page.getByRole('region', { name: 'Beside the note' });
  await side.getByRole('tab', { name: 'Transcript' }).click();
  await expect(side.getByText('No vomiting at all.')).toBeVisible();
  return side;
}
const asked = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { scribeHost: { asked(): string[] } }).scribeHost
        .asked()
        .filter((name) => name === 'here.whoSpoke').length,
  );

test('the speakers are called a guess until one press names the doctor; they can be swapped, and the focus stays where it is', async ({
  context,
  page,
}) => {
  const side = await openTranscript(context, page, { toldApart: 'guessed' });
  const names = side.locator('.turn-speaker');
  await expect(side.getByText(/guessed the speakers.*Choose who the doctor is/)).toBeVisible();
  await expect(names).toHaveText(['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
  await side.getByRole('button', { name: 'Speaker 2 is the doctor' }).press('Enter');
  await expect(names).toHaveText(['Patient', 'Doctor', 'Patient', 'Doctor']);
  await expect(side.getByText(/guessed the speakers from their voices. Choose/)).toHaveCount(0);
  await expect(
    side.getByRole('status').filter({ hasText: 'The speakers are changed.' }),
  ).toBeVisible();
  const swap = side.getByRole('button', { name: 'Swap doctor and patient' });
  await expect(swap).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names).toHaveText(['Doctor', 'Patient', 'Doctor', 'Patient']);
  await expect(swap).toBeFocused();
  expect(await asked(page)).toBe(2);
});

test('one turn is given to the other speaker by its name, and back, and no other turn changes', async ({
  context,
  page,
}) => {
  const side = await openTranscript(context, page, { toldApart: 'guessed' });
  const names = side.locator('.turn-speaker');
  await side.getByRole('button', { name: 'Speaker 1 is the doctor' }).click();
  await expect(names).toHaveText(['Doctor', 'Patient', 'Doctor', 'Patient']);
  const third = names.nth(2);
  await expect(third).toHaveAccessibleName('Doctor. Change to the other speaker');
  await third.press('Enter');
  await expect(names).toHaveText(['Doctor', 'Patient', 'Patient', 'Patient']);
  await third.press('Enter');
  await expect(names).toHaveText(['Doctor', 'Patient', 'Doctor', 'Patient']);
  // The words stay as they are.
  await expect(side.getByText('Any vomiting?')).toBeVisible();
});

test('where it could not be changed that is said with its reason, and the names stay', async ({
  context,
  page,
}) => {
  const side = await openTranscript(context, page, { toldApart: 'refused' });
  await side.getByRole('button', { name: 'Speaker 1 is the doctor' }).click();
  await expect(side.getByRole('status').filter({ hasText: 'not changed' })).toHaveText(
    /^The speakers were not changed\. \S+/,
  );
  await expect(side.locator('.turn-speaker').first()).toHaveText('Speaker 1');
  await expect(side.getByText(/guessed the speakers from their voices. Choose/)).toBeVisible();
});

test('the speakers of a transcript that a platform wrote are words, and no buttons', async ({
  context,
  page,
}) => {
  await served.setScene(context, { ...clinic, review: 'differences' });
  await page.goto(served.origin);
  await openNote(PATIENT)(page);
  const side = page.getByRole('region', { name: 'Beside the note' });
  await side.getByRole('tab', { name: 'Transcript' }).click();
  await expect(side.getByText('Patient', { exact: true }).first()).toBeVisible();
  await expect(side.locator('.turn-speaker')).toHaveCount(0);
  await expect(side.getByRole('button', { name: /is the doctor|Swap/ })).toHaveCount(0);
});
