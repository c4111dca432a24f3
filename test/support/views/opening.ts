/** The first start, unlocking, and the states in which nothing of the app can be used. */
import { clinic, press, settled, startRecording, type View, waitForHeading } from './view.ts';

export const openingViews: readonly View[] = [
  { name: 'first-choose', scene: {}, reach: (page) => waitForHeading(page, 'Welcome to Scriba') },
  {
    name: 'first-keys',
    scene: { profile: 'clinic', vault: { state: 'none' } },
    reach: async (page) => {
      await page.getByText('A passphrase', { exact: true }).click();
      await page.getByLabel('Repeat the passphrase').fill('abc');
    },
  },
  {
    name: 'first-account',
    scene: { profile: 'clinic', vault: { state: 'none' }, account: 'signed-out' },
    reach: async (page) => {
      await press(page, 'Create the key');
      await page.getByText('I have written it down').click();
      await press(page, 'Continue');
      await waitForHeading(page, 'Connect to your platform');
      await page.getByLabel('Client secret').fill('wrong');
      await press(page, /^Sign in$/);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'unlock-passphrase',
    scene: {
      profile: 'clinic',
      vault: { state: 'locked', kind: 'passphrase', cause: 'passphrase-needed' },
    },
    reach: async (page) => {
      await page.getByLabel('Passphrase').fill('no');
      await press(page, 'Unlock');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'unlock-keychain',
    scene: {
      profile: 'clinic',
      vault: { state: 'locked', kind: 'keychain', cause: 'keychain-missing' },
    },
    reach: (page) => waitForHeading(page, 'Scriba is locked'),
  },
  {
    name: 'first-code',
    scene: { profile: 'clinic', vault: { state: 'none' } },
    reach: async (page) => {
      await press(page, 'Create the key');
      await waitForHeading(page, 'Write down the recovery code');
    },
  },
  {
    name: 'unlock-calm',
    scene: clinic,
    reach: async (page) => {
      await startRecording(page);
      await page.keyboard.press('Control+l');
      await waitForHeading(page, 'Scriba is locked');
      await settled(page);
    },
  },
  {
    name: 'unlock-key-missing',
    scene: {
      profile: 'clinic',
      vault: { state: 'locked', kind: 'keychain', cause: 'key-missing' },
    },
    reach: (page) => waitForHeading(page, 'Scriba is locked'),
  },
  {
    name: 'unlock-recover',
    scene: {
      profile: 'clinic',
      vault: { state: 'locked', kind: 'keychain', cause: 'key-missing' },
    },
    reach: async (page) => {
      await press(page, 'Use the recovery code');
      await page
        .getByRole('textbox', { name: 'Recovery code' })
        .fill('MFRG-GZDF-MZTW-Q2LK-NNWG-23TP-OBYX-E43U-OV3H-O6DZ-PIYT-EMZU-GU3D-PY4B');
      await press(page, 'Restore the key');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'unlock-another',
    scene: {
      profile: 'clinic',
      vault: { state: 'locked', kind: 'passphrase', cause: 'passphrase-needed' },
    },
    reach: async (page) => {
      await press(page, 'Continue with a new key');
      await waitForHeading(page, 'Continue with a new key');
      await page.getByText('A passphrase', { exact: true }).click();
    },
  },
  {
    name: 'lost',
    scene: { gone: 'lost' },
    reach: (page) => waitForHeading(page, 'Scriba is not responding'),
  },
  {
    name: 'closed',
    scene: { gone: 'closed' },
    reach: (page) => waitForHeading(page, 'This page is no longer connected'),
  },
  {
    name: 'reloaded',
    scene: { gone: 'reloaded' },
    reach: (page) => waitForHeading(page, 'This page was reloaded'),
  },
];
