/** The codes of a note and the code desk. */
import type { Page } from 'playwright-core';
import { clinic, openBeside, openNote, press, settled, type View, waitForHeading } from './view.ts';

/** The code desk of a note with a transcript, with the first undecided entity in focus. */
export const openCodeDesk = async (page: Page) => {
  await press(page, 'Visits');
  await page.getByLabel('Search visits').fill('Venkata');
  await page.getByText('Venkatanarasimharajuvaripeta').click();
  await waitForHeading(page, /Venkata/);
  await page.keyboard.press('Control+k');
  await page.locator('[data-entity]:focus').waitFor();
  await settled(page);
};

export const codesViews: readonly View[] = [
  {
    name: 'codes',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Clinic');
      await press(page, 'Codes');
      await waitForHeading(page, 'Look up a code');
      await page.getByLabel('Words').fill('fe');
      await press(page, 'Find codes');
      await page.getByRole('region', { name: 'Suggested codes' }).waitFor();
    },
  },
  {
    name: 'codes-proposals',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Clinic');
      await press(page, 'Codes');
      await page.getByLabel('Words').fill('fever');
      await page.getByRole('list', { name: 'Suggested by the platform' }).waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-details',
    scene: clinic,
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
      await press(page, 'Details of Fever');
      await page.getByLabel('Since').fill('3');
      await settled(page);
    },
  },
  {
    name: 'note-added',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
      await press(page, 'Details of Cough');
      await page.getByLabel('Since').fill('3');
      await page.getByLabel('Note', { exact: true }).fill('At night');
      await press(page, /^Save$/);
      await page.getByText('Added by you:').waitFor();
    },
  },
  { name: 'desk', scene: clinic, reach: openCodeDesk },
  {
    name: 'desk-differ',
    scene: clinic,
    reach: async (page) => {
      await openCodeDesk(page);
      await press(page, 'Compare with local lists');
      await page.keyboard.press('Tab');
      await page.getByRole('row', { name: /^cough/ }).click();
      await settled(page);
    },
  },
  {
    name: 'desk-absent',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await openCodeDesk(page);
      await page.getByRole('row', { name: /^breathlessness/ }).click();
      await settled(page);
    },
  },
  {
    name: 'desk-unclear',
    scene: clinic,
    reach: async (page) => {
      await openCodeDesk(page);
      await page.getByRole('row', { name: /^RA/ }).click();
      await page.keyboard.press('r');
      await page.getByLabel('Reason (optional)').waitFor();
    },
  },
  {
    name: 'desk-medicine',
    scene: clinic,
    reach: async (page) => {
      await openCodeDesk(page);
      await page.getByRole('row', { name: /^Paracetamol/ }).click();
      await page.keyboard.press('a');
      await page.keyboard.press('s');
      await page.getByRole('menu').waitFor();
      await settled(page);
    },
  },
  {
    name: 'desk-change',
    scene: clinic,
    reach: async (page) => {
      await openCodeDesk(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('c');
      await page.getByRole('dialog').waitFor();
      await page.getByRole('combobox', { name: 'ICD-10-CM' }).fill('fever');
      await page.getByRole('option').first().waitFor();
      await settled(page);
    },
  },
  {
    name: 'desk-mark',
    scene: clinic,
    reach: async (page) => {
      await openCodeDesk(page);
      await page.keyboard.press('m');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Space');
      await settled(page);
    },
  },
  {
    name: 'note-transcript',
    scene: clinic,
    reach: async (page) => {
      await openCodeDesk(page);
      const side = await openBeside(page, 'Transcript');
      await side.getByRole('button', { name: /fever/ }).first().focus();
      await settled(page);
    },
  },
  { name: 'desk-decided', scene: { ...clinic, desk: 'decided' }, reach: openCodeDesk },
  {
    name: 'desk-none',
    scene: { ...clinic, desk: 'none' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.keyboard.press('Control+k');
      await page.getByText('No finding in this note needs a code.').waitFor();
      await settled(page);
    },
  },
];
