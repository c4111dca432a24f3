/**
 * Every dialog: the focus goes into it, stays in it, and returns to what opened it; Escape closes it
 * and does nothing else, and asks first where words would be lost.
 */
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { openCodeDesk } from '../../support/views/codes.ts';
import {
  clinic,
  openNote,
  openSettings,
  press,
  settled,
  startRecording,
  waitForHeading,
} from '../../support/views/view.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

type Row = {
  readonly name: string;
  readonly scene?: Scene;
  /** Leads to what opens the dialog. */
  readonly reach: (page: Page) => Promise<void>;
  /** What is pressed; the dialogs of the code desk, which keys open, give the focus to the finding. */
  readonly opener?: (page: Page) => Locator;
  readonly key?: string;
  /** What has the focus after it, where the opener is gone. */
  readonly back?: (page: Page) => Locator;
  /** Where words can be written, and would be lost. */
  readonly field?: string;
};

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first();
const screen = (entry: string | RegExp) => async (page: Page) => {
  await press(page, entry);
  await settled(page);
};
const inClinic = (entry: string) => async (page: Page) => {
  await press(page, 'Clinic');
  await press(page, entry);
  await settled(page);
};
const details = async (page: Page) => {
  await openNote('Farhan Shaikh')(page);
  await press(page, 'Visit details');
  await settled(page);
};
const platformVisits = async (page: Page) => {
  await press(page, 'Visits');
  await page.getByText('On the platform', { exact: true }).click();
  await page.getByRole('button', { name: 'Archive on the platform' }).first().waitFor();
};
const signed: Scene = { ...clinic, review: 'signed' };
const today = (page: Page) => waitForHeading(page, 'Today');

const rows: readonly Row[] = [
  { name: 'the list of keys', reach: today, opener: button(/New visit/), key: 'F1' },
  {
    name: 'the list of the day',
    reach: today,
    opener: button('Day’s list'),
    field: 'List',
  },
  { name: 'the close of the day', reach: today, opener: button('Close the day') },
  { name: 'the finish of a recording', reach: startRecording, opener: button(/^Finish/) },
  { name: 'to discard a recording', reach: startRecording, opener: button(/^Discard/) },
  { name: 'to forget a minute', reach: startRecording, opener: button('Forget the last minute') },
  { name: 'to cancel a visit', reach: screen(/Queue/), opener: button('Cancel …') },
  {
    name: 'to archive a visit on the platform',
    reach: platformVisits,
    opener: button('Archive on the platform'),
  },
  {
    name: 'the signature',
    scene: { profile: 'practice', visits: 'every', review: 'uncoded' },
    reach: openNote('Farhan Shaikh'),
    opener: button(/^Sign/),
    field: 'Doctor’s name',
  },
  {
    name: 'to correct the patient',
    scene: signed,
    reach: openNote('Farhan Shaikh'),
    opener: button(/Correct the patient/),
    field: 'Patient',
  },
  {
    name: 'another document',
    reach: openNote('Farhan Shaikh'),
    opener: button('Another document …'),
  },
  { name: 'the consent', reach: details, opener: button(/^Change consent$/) },
  {
    name: 'to withdraw a consent',
    reach: async (page) => {
      await details(page);
      await button(/^Change consent$/)(page).press('Enter');
    },
    opener: button('Withdraw consent and erase …'),
    back: button(/^Change consent$/),
  },
  {
    name: 'a wrong patient or visit',
    scene: { ...clinic, offline: true },
    reach: openNote('Rahul Das'),
    opener: button('Wrong patient or wrong visit'),
  },
  {
    name: 'the details of a finding',
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
      await settled(page);
    },
    opener: button('Details of Fever'),
    field: 'Since',
  },
  {
    name: 'what an export still needs',
    scene: { ...signed, exports: 'folder', noNumbers: true },
    reach: openNote('Farhan Shaikh'),
    opener: button('Send to EMR'),
  },
  {
    name: 'where notes go',
    scene: signed,
    reach: openNote('Farhan Shaikh'),
    opener: button('Set up an EMR …'),
  },
  {
    name: 'to remove the business token',
    scene: { ...clinic, byToken: true },
    reach: openSettings('Account'),
    opener: button('Remove token'),
  },
  { name: 'another code', reach: openCodeDesk, key: 'c' },
  { name: 'words that are marked', reach: openCodeDesk, key: 'm' },
  { name: 'to remove a document', reach: inClinic('Documents'), opener: button('Remove') },
  {
    name: 'to remove a person',
    reach: async (page) => {
      await inClinic('Team')(page);
      await page.getByText('8 people').waitFor();
    },
    opener: button('Remove Salma Ali'),
  },
  {
    name: 'to dispatch an order',
    reach: async (page) => {
      await inClinic('Orders')(page);
      await page.getByLabel('Admission number').fill('65f0c0ffee65f0c0ffee65f0');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Farhan Shaikh' }).waitFor();
    },
    opener: button('Dispatch order ord-2'),
  },
  {
    name: 'a template',
    reach: openSettings('Templates'),
    opener: button('Change Referral letter'),
    field: 'Name',
  },
  {
    name: 'to remove a template',
    reach: openSettings('Templates'),
    opener: button('Remove Referral letter'),
  },
  {
    name: 'a pair of words',
    scene: { ...clinic, phrases: true },
    reach: openSettings('Doctor & phrases'),
    opener: button('Change para cetamol'),
    field: 'Correct word',
  },
  {
    name: 'to remove a key of the platform',
    reach: openSettings('Encryption'),
    opener: button('Remove client-key-2'),
  },
  {
    name: 'to forget remembered codes',
    reach: openSettings('Code lists'),
    opener: button('Delete my choices'),
  },
  {
    name: 'to remove the clinic’s own list',
    scene: { ...clinic, lists: 'some' },
    reach: openSettings('Code lists'),
    opener: button('Remove the list'),
  },
  {
    name: 'to remove an address of webhooks',
    scene: { ...clinic, webhooks: true },
    reach: openSettings('Webhooks'),
    opener: button(/^Remove/),
  },
];

async function open(context: BrowserContext, page: Page, row: Row): Promise<Locator> {
  await served.setScene(context, row.scene ?? clinic);
  await page.goto(served.origin);
  await row.reach(page);
  const opener = row.opener?.(page) ?? page.locator(':focus');
  await opener.focus();
  // What has the focus is found again, wherever its words change.
  await page.evaluate(() => document.activeElement?.setAttribute('data-opener', ''));
  await page.keyboard.press(row.key ?? 'Enter');
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await expect(dialog).toHaveCount(1);
  await settled(page);
  return dialog;
}

const isInside = (dialog: Locator) =>
  dialog.evaluate((one) => one.contains(document.activeElement));
const hasFocus = (page: Page, { back }: Row) =>
  expect(back?.(page) ?? page.locator('[data-opener]')).toBeFocused();

for (const row of rows)
  test(`the focus goes into the dialog: ${row.name}, stays there, and Escape gives it back`, async ({
    context,
    page,
  }) => {
    const dialog = await open(context, page, row);
    await expect.poll(() => isInside(dialog)).toBe(true);
    const stops = await dialog.locator('button, input, textarea, [tabindex="0"]').count();
    for (let step = 0; step <= Math.min(stops, 12) + 1; step++) {
      await page.keyboard.press('Tab');
      expect(await isInside(dialog), `after Tab ${step + 1}`).toBe(true);
    }
    await page.keyboard.press('Shift+Tab');
    expect(await isInside(dialog), 'after Shift+Tab').toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await hasFocus(page, row);
  });

for (const row of rows.filter(({ field }) => field !== undefined))
  test(`Escape asks before written words are lost in the dialog: ${row.name}`, async ({
    context,
    page,
  }) => {
    const dialog = await open(context, page, row);
    const field = dialog.getByLabel(row.field ?? '', { exact: true });
    await field.fill('Words 7');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await expect(question.getByRole('button', { name: 'Continue writing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(field).toHaveValue('Words 7');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
    await hasFocus(page, row);
  });

test('a press beside the dialog asks too; what was written and taken back, or only looked for, is no loss', async ({
  context,
  page,
}) => {
  const rename = rows.find(({ name }) => name === 'to correct the patient')!;
  const dialog = await open(context, page, rename);
  const field = dialog.getByLabel('Patient', { exact: true });
  const before = await field.inputValue();
  await field.fill('Another name');
  await page.mouse.click(4, 4);
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Continue writing' }).click();
  await field.fill(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const change = rows.find(({ name }) => name === 'another code')!;
  const codes = await open(context, page, change);
  await codes.getByRole('combobox').first().fill('fever');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(codes).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(codes).toHaveCount(0);
});
