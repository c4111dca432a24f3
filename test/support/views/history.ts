/** The queue, the history, and visits put together or split. */
import { clinic, openNote, practice, press, settled, type View, waitForHeading } from './view.ts';

export const historyViews: readonly View[] = [
  {
    name: 'queue',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await press(page, /Queue/);
      await waitForHeading(page, 'Queue');
    },
  },
  {
    name: 'history',
    scene: { ...clinic, visits: 5000 },
    reach: async (page) => {
      await press(page, 'Visits');
      await waitForHeading(page, 'Visits');
    },
  },
  {
    name: 'history-few',
    scene: practice,
    reach: async (page) => {
      await press(page, 'Visits');
      await waitForHeading(page, 'Visits');
    },
  },
  {
    name: 'history-platform',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Visits');
      await page.getByText('On the platform', { exact: true }).click();
      await page
        .getByRole('article')
        .nth(3)
        .getByRole('button', { name: 'Read on the platform' })
        .click();
      await press(page, /^Read$/);
      await page.getByText('Cough since Monday').waitFor();
    },
  },
  {
    name: 'history-archive',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Visits');
      await page.getByText('On the platform', { exact: true }).click();
      await press(page, 'Archive on the platform');
      await page.getByRole('alertdialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'queue-cancel',
    scene: clinic,
    reach: async (page) => {
      await press(page, /Queue/);
      await press(page, 'Cancel …');
      await page.getByRole('alertdialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'visit-rearrange',
    scene: { ...clinic, visits: 'every', offline: true },
    reach: async (page) => {
      await openNote('Rahul Das')(page);
      await press(page, 'Wrong patient or wrong visit');
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'visit-split',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await openNote('Salma Ali')(page);
      await press(page, 'Wrong patient or wrong visit');
      await press(page, 'Split it');
      await page.getByText(/paused/).click();
      await settled(page);
    },
  },
];
