/** Settings of every profile. */
import { clinic, openSettings, practice, press, settled, type View } from './view.ts';

export const settingsViews: readonly View[] = [
  {
    name: 'settings-phrases',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await openSettings('Doctor & phrases')(page);
      await press(page, 'Change para cetamol');
      await page.getByLabel('Correct word').fill('paracetamol 500');
      await page.keyboard.press('Enter');
      await page.getByText('cannot change numbers').waitFor();
    },
  },
  {
    name: 'settings-spelling',
    scene: { ...clinic, host: 'electron', phrases: true },
    reach: async (page) => {
      await openSettings('Doctor & phrases')(page);
      await press(page, 'Remove Dolopar');
      await page.getByText('Dolopar was removed from your words.').first().waitFor();
      await page.getByRole('heading', { name: 'My words' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-emr-server',
    scene: { ...clinic, exports: 'both' },
    reach: async (page) => {
      await openSettings('EMR')(page);
      await page.getByText('Key', { exact: true }).click();
      await press(page, 'Create a key (ES384)');
      await page.getByRole('region', { name: 'Public key' }).waitFor();
      await page.getByLabel('Client id').fill('scriba-clinic-17');
      await page.getByRole('heading', { name: 'FHIR server' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-emr-receiver',
    scene: { ...clinic, exports: 'both' },
    reach: async (page) => {
      await openSettings('EMR')(page);
      await page.getByLabel('Receiver address').fill('interface.hospital.example');
      await press(page, 'Save the receiver');
      await page.getByText('Encrypt the connection (TLS)').click();
      await page.getByText('Allow sending without encryption').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-usage',
    scene: clinic,
    reach: async (page) => {
      await openSettings('Usage')(page);
      await page.getByRole('img', { name: /visits in the last 30 days/ }).waitFor();
      await page.getByText('Show as a table').click();
    },
  },
  { name: 'settings-general', scene: practice, reach: openSettings('General') },
  { name: 'settings-account', scene: clinic, reach: openSettings('Account') },
  {
    name: 'settings-account-out',
    scene: { ...clinic, account: 'needs-sign-in' },
    reach: openSettings('Account'),
  },
  {
    name: 'settings-account-practice',
    scene: practice,
    reach: async (page) => {
      await openSettings('Account')(page);
      await page.getByText('How recordings are sent').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-account-token',
    scene: { ...clinic, byToken: true },
    reach: async (page) => {
      await openSettings('Account')(page);
      await press(page, 'Paths …');
      await page.getByLabel('Signing in', { exact: true }).fill('no slash');
      await page.getByText('A path begins with').waitFor();
    },
  },
  {
    name: 'settings-account-person',
    scene: { ...clinic, account: 'signed-out' },
    async reach(page) {
      await openSettings('Account')(page);
      await page.getByRole('button', { name: 'Sign in with a user name' }).click();
    },
  },
  {
    name: 'settings-account-device',
    scene: { ...clinic, account: 'signed-out' },
    async reach(page) {
      await openSettings('Account')(page);
      await page.getByRole('button', { name: 'Sign in with a user name' }).click();
      await page.getByRole('button', { name: 'Sign in with a code' }).click();
    },
  },
  {
    name: 'settings-account-browser',
    scene: { ...clinic, account: 'signed-out' },
    async reach(page) {
      await openSettings('Account')(page);
      await page.getByRole('button', { name: 'Sign in with your hospital account' }).click();
    },
  },
  {
    name: 'settings-account-browser-wait',
    scene: { ...clinic, account: 'signed-out' },
    async reach(page) {
      await openSettings('Account')(page);
      await page.getByRole('button', { name: 'Sign in with your hospital account' }).click();
      await page.getByLabel('Client ID of Scriba').fill('scriba-desktop');
      await page.getByRole('button', { name: 'Continue in the browser' }).click();
      await page.getByRole('link', { name: 'Open the sign-in page' }).waitFor();
    },
  },
  {
    name: 'settings-account-form',
    scene: { ...clinic, account: 'signed-out' },
    reach: async (page) => {
      await openSettings('Account')(page);
      await press(page, 'Open another workspace');
      await page.getByLabel('Sharing key').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-microphone',
    scene: { ...clinic, fallbacks: ['Jabra Speak 510', 'Built-in microphone'] },
    reach: async (page) => {
      await openSettings('Microphone')(page);
      await press(page, 'Start test');
      // Longer than a level takes to come.
      await page.waitForTimeout(500);
    },
  },
  { name: 'settings-visits', scene: practice, reach: openSettings('Templates') },
  {
    name: 'settings-templates',
    scene: clinic,
    reach: async (page) => {
      await openSettings('Templates')(page);
      await page.getByText('Referral letter').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-template-form',
    scene: clinic,
    reach: async (page) => {
      await openSettings('Templates')(page);
      await press(page, 'Change Referral letter');
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'settings-templates-unread',
    scene: { ...clinic, platformGone: true },
    reach: async (page) => {
      await openSettings('Templates')(page);
      await page.getByText('The templates cannot be loaded now').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-privacy',
    scene: clinic,
    reach: async (page) => {
      await openSettings('Privacy')(page);
      await press(page, 'Show the log');
      await page.getByRole('region', { name: 'Activity log' }).waitFor();
    },
  },
  {
    name: 'settings-diagnostics',
    scene: clinic,
    reach: async (page) => {
      await openSettings('About')(page);
      await press(page, 'Show what will be copied');
      await page.getByRole('region', { name: 'What will be copied' }).waitFor();
    },
  },
];
