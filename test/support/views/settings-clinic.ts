/** Settings of code lists, encryption, delivery and webhooks, and the pages about the app. */
import { clinic, openSettings, press, type View } from './view.ts';

export const settingsClinicViews: readonly View[] = [
  {
    name: 'settings-lists',
    scene: { ...clinic, lists: 'fetched' },
    reach: async (page) => {
      await openSettings('Code lists')(page);
      await page.getByText('SHA-256').waitFor();
    },
  },
  {
    name: 'settings-lists-importing',
    scene: { ...clinic, lists: 'importing' },
    reach: async (page) => {
      await openSettings('Code lists')(page);
      await page.getByText('Copying the files').waitFor();
    },
  },
  {
    name: 'settings-lists-failed',
    scene: { ...clinic, lists: 'failed' },
    reach: async (page) => {
      await openSettings('Code lists')(page);
      await page.getByText('Looked for LOINC').waitFor();
    },
  },
  {
    name: 'settings-lists-server',
    scene: { ...clinic, lists: 'none' },
    reach: async (page) => {
      await openSettings('Code lists')(page);
      await page
        .getByLabel('Address', { exact: true })
        .fill('https://terminology.hospital.example/fhir');
      await press(page, /^Save$/);
      await press(page, /^Test$/);
      await page.getByText('Ontoserver 6').waitFor();
      await page.getByText('Ontoserver 6').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-lists-own',
    scene: { ...clinic, lists: 'none' },
    reach: async (page) => {
      await openSettings('Code lists')(page);
      const chosen = page.waitForEvent('filechooser');
      await press(page, 'Choose a CSV file');
      const buffer = Buffer.from('words,code,system\ngastric trouble,K30,ICD-10-CM\n');
      await (await chosen).setFiles({ name: 'ours.csv', mimeType: 'text/csv', buffer });
      await page.getByText('3 rows were not accepted').waitFor();
      await page.getByText('1 warning about accepted rows').scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Remove the list' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-lists-lapsed',
    scene: { ...clinic, lists: 'some' },
    reach: async (page) => {
      await openSettings('Code lists')(page);
      const told = page.getByText('1 row has a code that is no longer in the lists');
      await told.waitFor();
      await told.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-emr',
    scene: { ...clinic, exports: 'both' },
    reach: async (page) => {
      await openSettings('EMR export')(page);
      await page.getByLabel('System of record numbers').fill('our own');
      await press(page, 'Test the server');
      await page.getByText('HAPI FHIR 7.4').waitFor();
    },
  },
  {
    name: 'settings-authority',
    scene: { ...clinic, exports: 'both' },
    reach: async (page) => {
      await openSettings('EMR export')(page);
      const chosen = page.waitForEvent('filechooser');
      await press(page, 'Choose its file (PEM)');
      const name = 'root.pem';
      const buffer = Buffer.from('-----BEGIN CERTIFICATE-----');
      await (await chosen).setFiles({ name, mimeType: 'text/plain', buffer });
      await page.getByText('Sunrise Hospital Root CA').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-encryption',
    scene: clinic,
    reach: async (page) => {
      await openSettings('Encryption')(page);
      await press(page, 'Test client-key-2');
      await page.getByText('does not know a key').waitFor();
      await page.getByLabel('Key', { exact: true }).fill('short');
      await press(page, 'Add the key');
    },
  },
  {
    name: 'settings-webhooks',
    scene: { ...clinic, webhooks: true },
    reach: async (page) => {
      await openSettings('Webhooks')(page);
      await page.getByRole('region', { name: 'Recent events' }).waitFor();
    },
  },
  {
    name: 'settings-webhooks-off',
    scene: clinic,
    reach: async (page) => {
      await openSettings('Webhooks')(page);
      await page.getByLabel('Port').fill('5000');
      await page.getByText('Receive events on this computer').click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Public address of your relay').fill('http://127.0.0.1/hook');
      await press(page, 'Register');
      await page.getByText('Not registered', { exact: true }).waitFor();
    },
  },
  { name: 'settings-keys', scene: clinic, reach: openSettings('Keyboard shortcuts') },
  { name: 'settings-about', scene: clinic, reach: openSettings('About') },
];
