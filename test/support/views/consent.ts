/** The patient's answer to being recorded, given, changed and withdrawn. */
import type { Page } from 'playwright-core';
import {
  clinic,
  openNote,
  openSettings,
  press,
  settled,
  startRecording,
  type View,
  waitForHeading,
} from './view.ts';

const answer = async (page: Page, name: string) => {
  await page.getByText('Other consent answers').click();
  await page.getByText(name, { exact: true }).click();
};
const askToWithdraw = async (page: Page) => {
  await openNote('Farhan Shaikh')(page);
  await press(page, 'Visit details');
  await press(page, /^Change consent$/);
  await press(page, 'Withdraw consent and erase …');
  await page.getByRole('alertdialog').waitFor();
  await settled(page);
};

export const consentViews: readonly View[] = [
  {
    name: 'consent-guardian',
    scene: { ...clinic, visits: 'none' },
    reach: async (page) => {
      await answer(page, 'Guardian agreed');
      await page.getByText('Enter the guardian’s name.').waitFor();
    },
  },
  {
    name: 'consent-declined',
    scene: { ...clinic, visits: 'none' },
    reach: async (page) => {
      await answer(page, 'Declined');
      await startRecording(page);
      await page.getByText('Dictation only').first().waitFor();
    },
  },
  {
    name: 'consent-change',
    scene: clinic,
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, 'Visit details');
      await press(page, /^Change consent$/);
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  { name: 'consent-withdraw', scene: clinic, reach: askToWithdraw },
  {
    name: 'consent-receipt',
    scene: clinic,
    reach: async (page) => {
      await askToWithdraw(page);
      await press(page, 'Erase the visit');
      await page.getByText('The visit is erased on this computer.').first().waitFor();
      await press(page, 'Visits');
      await waitForHeading(page, 'Visits');
      await page.getByText('1 consent withdrawn').click();
      await page.getByRole('button', { name: 'Save receipt' }).waitFor();
    },
  },
  {
    name: 'consent-wording',
    scene: clinic,
    reach: async (page) => {
      await openSettings('General')(page);
      const wording = page.getByText('Wording of the consent question', { exact: false }).first();
      await wording.click();
      await wording.scrollIntoViewIfNeeded();
    },
  },
];
