/**
 * No key is silent, and none loses the place: what cannot be done yet is said where it was asked
 * for, and leads on.
 */
import { expect, test } from '@playwright/test';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { openCodeDesk } from '../../support/views/codes.ts';
import { changeCodes } from '../../support/views/note.ts';
import { clinic, openNote, practice, startRecording } from '../../support/views/view.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

test('a note without a name leads from the signature to the name, and asks for nothing before', async ({
  context,
  page,
}) => {
  await served.setScene(context, { ...clinic, nameless: true });
  await page.goto(served.origin);
  await page.keyboard.press('Control+o');
  await page.getByRole('region', { name: 'Signature' }).waitFor();
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Sign this note?' });
  await expect(question.getByText('This visit has no patient name')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Sign note' })).toHaveCount(0);
  await expect(question.getByRole('button', { name: 'Correct the patient' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Correct the patient' })).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.keyboard.type('Asha Rao');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asha Rao');
  await page.keyboard.press('Control+Enter');
  await expect(question.getByText('Asha Rao')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Sign note' })).toBeVisible();
});

test('a yes without the doctor’s name, said from anywhere in the question, leads to the name', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await served.setScene(context, { ...practice, leaving: true });
  await page.goto(served.origin);
  await openNote('Farhan Shaikh')(page);
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Sign this note?' });
  const last = question.getByRole('button', { name: /How Appendicectomy/ });
  await last.focus();
  await page.keyboard.press('Control+Enter');
  await expect(question.getByLabel('Doctor’s name')).toBeFocused();
  await expect(question.getByText('Enter your name to sign.')).toBeInViewport();
});

test('a yes that has to be said once more is heard again, from the question itself too', async ({
  context,
  page,
}) => {
  await served.setScene(context, { ...clinic, phrases: true });
  await page.goto(served.origin);
  await openNote('Farhan Shaikh')(page);
  await changeCodes(page, 'Farhan Shaikh');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Sign this note?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(question.getByText('Not signed yet')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Sign note' })).toBeFocused();
  // F6 leads to the title of the question.
  await page.keyboard.press('F6');
  await expect(question).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Signed .* by Dr K. Iyer, version 1/)).toBeVisible();
});

test('a question over another dialog gives the focus back to that dialog', async ({
  context,
  page,
}) => {
  await served.setScene(context, clinic);
  await page.goto(served.origin);
  await startRecording(page);
  await openCodeDesk(page);
  await page.keyboard.press('c');
  const codes = page.getByRole('dialog', { name: /^Codes for/ });
  await expect(codes.getByRole('combobox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Finish visit' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Finish visit' })).toHaveCount(0);
  await expect(codes.getByRole('combobox').first()).toBeFocused();
});

test('a place that is marked is said, and the next question offers it', async ({
  context,
  page,
}) => {
  await served.setScene(context, clinic);
  await page.goto(served.origin);
  await startRecording(page);
  await page.keyboard.press('Control+Shift+X');
  await page.getByRole('button', { name: 'Only mark this place' }).press('Enter');
  await expect(page.getByText(/^Marked at 00:0\d\./).first()).toBeVisible();
  await page.waitForTimeout(1500);
  await page.keyboard.press('Control+Shift+X');
  await expect(page.getByRole('alertdialog').getByText(/^From the mark at/)).toBeVisible();
});

test('the button that has the focus in the list of keys is in the window, and the list begins at its top', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await served.setScene(context, clinic);
  await page.goto(served.origin);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.keyboard.press('F1');
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect(close).toBeFocused();
  await expect(close).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport();
});

test('Enter in a question that lacks something says what, and goes on once it is there', async ({
  context,
  page,
}) => {
  await served.setScene(context, clinic);
  await page.goto(served.origin);
  await openNote('Farhan Shaikh')(page);
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog');
  await expect(question.getByLabel('Doctor’s name')).toBeFocused();
  await expect(question.getByText('Enter your name to sign.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(question.getByText('Enter your name to sign.')).toBeVisible();
  await expect(question.getByLabel('Doctor’s name')).toBeFocused();
  await page.keyboard.type('Dr K. Iyer');
  await expect(question.getByText('Enter your name to sign.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Signed .* by Dr K. Iyer, version 1/)).toBeVisible();
  // The keys of the signature once more: no button that has the focus hears them.
  const pressed = page.getByRole('button', { name: /^Show evidence/ });
  await pressed.focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('This note is signed. Edit it').first()).toBeVisible();
  await expect(pressed).toHaveAttribute('aria-pressed', 'false');
});

test('Enter in the question for what an export still needs says so too', async ({
  context,
  page,
}) => {
  await served.setScene(context, {
    ...clinic,
    review: 'signed',
    exports: 'folder',
    noNumbers: true,
  });
  await page.goto(served.origin);
  await openNote('Farhan Shaikh')(page);
  await page.keyboard.press('Control+Shift+E');
  const question = page.getByRole('dialog');
  await expect(question.getByLabel('Record number')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByText('Enter a value.')).toBeVisible();
  await page.keyboard.type('U-7');
  await expect(question.getByText('Enter a value.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
});

test('a number that no code has is answered in words', async ({ context, page }) => {
  await served.setScene(context, clinic);
  await page.goto(served.origin);
  await openCodeDesk(page);
  await page.keyboard.press('9');
  await expect(page.getByText('There is no code 9 here.')).toBeVisible();
});
