/** Work on this computer: its settings, the choice for a visit, and the first start without an account. */
import type { Page } from 'playwright-core';
import { clinic, openSettings, press, type View } from './view.ts';

const openChoices = async (page: Page) => {
  await press(page, 'Change documents, languages and microphone');
  await page.getByRole('switch', { name: 'Work on this computer' }).waitFor();
};

export const workHereViews: readonly View[] = [
  {
    name: 'settings-here',
    scene: clinic,
    reach: async (page) => {
      await openSettings('This computer')(page);
      await press(page, 'Test speech');
      await page.getByText('Tested: the engine that comes with Scriba').waitFor();
    },
  },
  {
    name: 'settings-here-server',
    scene: { ...clinic, here: 'servers' },
    reach: async (page) => {
      await openSettings('This computer')(page);
      const speech = page.getByRole('region', { name: 'Speech' });
      await speech.getByLabel('Server address').fill('http://192.168.1.20:8000');
      await press(page, 'Save the speech server');
      await speech.getByText('Scriba reaches another computer only over https').waitFor();
    },
  },
  {
    name: 'settings-here-models',
    scene: clinic,
    reach: async (page) => {
      await openSettings('This computer')(page);
      await page.getByText('My own model', { exact: true }).click();
      await press(page, 'Look for models');
      await press(page, 'Use whisper-base');
      await press(page, 'Choose a folder …');
      await page.getByText('The model is incomplete.').waitFor();
    },
  },
  {
    name: 'settings-here-note',
    scene: { ...clinic, here: 'servers' },
    reach: async (page) => {
      await openSettings('This computer')(page);
      await page.getByLabel('Titles, one in each line').fill('Complaints\nPlan\nplan');
      await press(page, 'Test note');
      await page.getByText('The model answered').scrollIntoViewIfNeeded();
      await page.getByText('The engine that comes with Scriba', { exact: true }).click();
      await page.getByText('The server is still used').waitFor();
    },
  },
  {
    name: 'settings-here-sections',
    scene: { ...clinic, here: 'servers' },
    reach: async (page) => {
      await openSettings('This computer')(page);
      const titles = page.getByLabel('Titles, one in each line');
      await titles.fill('Subjective\nWhat worries you\nSonstiges\nPlan');
      await page.getByRole('button', { name: /What worries you/ }).click();
      await page.getByRole('option', { name: 'Complaints' }).click();
      await titles.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'record-here',
    scene: { ...clinic, here: 'servers' },
    reach: openChoices,
  },
  {
    name: 'first-here-account',
    scene: { profile: 'clinic', vault: { state: 'none' }, account: 'signed-out' },
    reach: async (page) => {
      await press(page, 'Create the key');
      await page.getByText('I have written it down').click();
      await press(page, 'Continue');
      await press(page, 'Work on this computer instead');
      await page.getByText('Working on this computer').waitFor();
    },
  },
  {
    name: 'account-not-needed',
    scene: { ...clinic, account: 'signed-out', here: 'usual' },
    reach: async (page) => {
      await openSettings('Account')(page);
      await page.getByText('need no account').waitFor();
    },
  },
  {
    name: 'record-here-language',
    scene: clinic,
    reach: async (page) => {
      await openChoices(page);
      await page.getByText('Work on this computer', { exact: true }).click();
      await page.getByRole('button', { name: /Spoken language/ }).click();
      await page.getByRole('option', { name: 'English (India)' }).click();
      await page.keyboard.press('Escape');
      await page.getByText('Not recognised on this computer').waitFor();
    },
  },
];
