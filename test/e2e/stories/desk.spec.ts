/**
 * The codes of a practice note are decided by keyboard alone, with the real core and the practice
 * platform, and are kept.
 */
import type { Page } from '@playwright/test';
import { READING_TIME } from '../../../renderer/features/codes/desk/work/arrivals.ts';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';

test('a doctor accepts, changes by search, rejects, takes back and accepts all linked, without the mouse; a reload keeps it', async ({
  host,
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox({ delay: 0 });
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const row = (name: RegExp) => page.getByRole('row', { name });
  const progress = page.locator('.desk-progress');
  const decided = async () => Number(/^\d+/.exec((await progress.textContent()) ?? '')?.[0]);

  await practise(page);
  await page.getByRole('button', { name: 'Change documents, languages and microphone' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /Documents$/ })
    .click();
  // Two at most: it takes the place of the transcript.
  await page.getByRole('option', { name: 'Transcript' }).click();
  await page.getByRole('option', { name: 'EMR template' }).click();
  await press('Escape');
  await page.getByRole('textbox', { name: 'Patient' }).fill('Asha Rao');
  await press('Enter');
  await recordFor(page, 3);
  await press('Control+Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Control+Enter');
  await openNote(page, 'Asha Rao');
  await expect(page.getByRole('region', { name: 'Codes', exact: true })).toContainText(
    /0 of \d+ decided/,
  );
  await press('Control+k');

  // No item is accepted by itself; sure codes are preselected.
  const fever = row(/^Fever, symptom, Present/).first();
  await expect(fever).toBeFocused();
  await expect(progress).toContainText(/^0 of/);
  await expect(fever.getByRole('button', { name: /Fever, unspecified R50\.9/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // An item that has just come is not decided by a key pressed before anybody could read it: two
  // presses decide one item.
  await page.waitForTimeout(400);
  await press('a', 'a');
  await expect(progress).toContainText(/^1 of/);
  // The code stands at its words in the note.
  await page.getByRole('tab', { name: 'EMR template' }).click();
  await expect(page.locator('.note-code').first()).toContainText(/386661006|R50\.9/);
  await page.keyboard.press('Control+k');
  await expect(
    row(/^Fever, symptom, Present, Accepted, .*386661006.*R50\.9/).first(),
  ).toBeVisible();

  // Another code for the next one.
  await expect(row(/^Dry cough/).first()).toBeFocused();
  await press('c');
  await expect(page.getByRole('combobox', { name: 'ICD-10-CM' })).toBeFocused();
  await page.keyboard.type('bronchitis');
  const option = page.getByRole('option', { name: /Acute bronchitis, unspecified/ });
  await expect(option).toBeVisible();
  while (!(await option.getAttribute('data-focused'))) await press('ArrowDown');
  await press('Enter');
  // With the code of the other list, where that list had come by then.
  await expect(page.getByRole('button', { name: /^Accept (\S+, )?J20\.9$/ })).toBeVisible();
  await press('Enter');
  await expect(row(/^Dry cough, symptom, Present, Changed, .*J20\.9/).first()).toBeVisible();
  await expect(progress).toContainText(/^2 of/);

  // Words that lead to no code yet decide nothing: the code from before does not go in their place.
  const nextId = await page.locator('[data-entity]:focus').getAttribute('data-entity');
  const changed = row(/^Dry cough, symptom, Present, Changed, .*J20\.9/).first();
  await changed.focus();
  await press('c');
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('combobox', { name: 'ICD-10-CM' })).toHaveValue(/J20\.9$/);
  await page.keyboard.type('asth');
  await press('Enter', 'Enter');
  await expect(dialog.getByRole('button', { name: /^Accept/ })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(changed).toBeFocused();
  await page.locator(`[data-entity="${nextId}"]`).focus();

  // Rejected with a reason, and taken back: the focus is where it was.
  const third = (await page.locator('[data-entity]:focus').getAttribute('aria-label'))!.split(
    ',',
  )[0]!;
  await press('r');
  if (await page.getByLabel('Reason (optional)').isVisible()) {
    await page.keyboard.type('said twice');
    await press('Enter');
  }
  await expect(progress).toContainText(/^3 of/);
  await press('u');
  await expect(progress).toContainText(/^2 of/);
  await expect(page.locator('[data-entity]:focus')).toHaveAttribute(
    'aria-label',
    new RegExp(`^${third}, .*Not decided`),
  );

  await expect(
    page.getByRole('button', { name: /^Accept (all )?\d+ linked (L )?in Symptoms/ }),
  ).toBeVisible();
  await pressAsTold(page, 'l');
  await expect(row(/^Body ache, symptom, Present, Accepted, .*M79\.10/).first()).toBeVisible();
  const before = await decided();
  expect(before).toBeGreaterThanOrEqual(3);
  // Never nowhere.
  await expect(page.locator('[data-entity]:focus')).toHaveCount(1);

  await host.reload(page);
  await openNote(page, 'Asha Rao');
  await expect(page.getByRole('region', { name: 'Codes', exact: true })).toContainText(
    `${before} of`,
  );
  await press('Control+k');
  await expect(row(/^Dry cough, symptom, Present, Changed, .*J20\.9/).first()).toBeVisible();
  expect(await decided()).toBe(before);
  await platform.stop();
});

test('one key accepts all linked of the whole note, and one undo takes all of it back', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox({ delay: 0 });
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await startVisit(page, 'Meera Nair');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Meera Nair');
  const codes = page.getByRole('region', { name: 'Codes', exact: true });
  await expect(codes).toContainText(/0 of \d+ decided/);
  await page.keyboard.press('Control+k');
  const all = page.getByRole('button', { name: /^Accept all \d+ linked in the note/ });
  await expect(all).toBeVisible();
  await codesHaveCome(page);
  const count = numberIn(await all.textContent());
  expect(count).toBeGreaterThan(3);
  await pressAsTold(page, 'Shift+L');
  await expect(codes).toContainText(new RegExp(`${count} of \\d+ decided`));
  await expect(all).toHaveCount(0);
  // This finding is open whichever codes answered: a busy computer may have given up waiting for the
  // platform.
  await expect(
    codes.getByRole('row', { name: /^Intermittent fever, diagnosis, Present, Not decided/ }),
  ).toBeVisible();
  await page.keyboard.press('u');
  await expect(codes).toContainText(/0 of \d+ decided/);
  await platform.stop();
});

test('a cold is coded with fifteen keys at most: only what is open asks, and equal findings ask once', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox({ delay: 0 });
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await startVisit(page, 'Meera Nair');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Meera Nair');
  const progress = page.locator('.desk-progress');
  await expect(progress).toContainText(/^0 of \d+ decided/);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('Control+k');
  await codesHaveCome(page);
  await press('Shift+L');
  await expect(progress).toContainText(/^[1-9]/);
  const open = async () => {
    const [decided, of] = [...((await progress.textContent()) ?? '').matchAll(/\d+/g)];
    return Number(of) - Number(decided);
  };
  for (let left = await open(); left > 0; left = await open()) {
    const row = page.locator('[data-entity]:focus');
    // Nothing without a code, denied or decided is stepped upon.
    await expect(row).toHaveAttribute(
      'aria-label',
      /, (Present|Possible|Historical|Family), Not decided/,
    );
    // Nothing of it has only just come.
    await page.waitForTimeout(400);
    if ((await row.locator('.desk-candidate[aria-pressed=true]').count()) === 0) await press('1');
    await press('a');
    await expect.poll(open).toBe(left - 1);
  }
  expect(keys).toBeLessThanOrEqual(15);
  await expect(page.locator('.desk-told')).toContainText('All');
  await platform.stop();
});

/**
 * Presses a key that accepts many, and again as long as the desk asks for it: on a busy computer
 * codes come late, and a key takes none that has only just come.
 */
async function pressAsTold(page: Page, key: string): Promise<void> {
  for (let isTaken = false; !isTaken; ) {
    await page.waitForTimeout(READING_TIME + 100);
    await page.keyboard.press(key);
    isTaken = await expect(page.locator('.desk-told'))
      .not.toContainText('press the key again', { timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
  }
}

const numberIn = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0]);

/** Codes arrive one after the other, and a key takes none that has only just come. */
async function codesHaveCome(page: Page): Promise<void> {
  await expect(
    page.getByRole('button', { name: /^Accept all \d+ linked in the note/ }),
  ).toBeVisible();
  await expect(page.locator('.desk-bar')).not.toContainText('Searching');
  await page.waitForTimeout(READING_TIME + 100);
}
