/** Every screen, in the states worth seeing: what there is, and how one gets there. */
import type { Page } from 'playwright-core';
import type { Scene } from './fakes/fake-bridge.ts';

export type View = {
  readonly name: string;
  readonly scene: Scene;
  reach(page: Page): Promise<void>;
};

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
const practice: Scene = { profile: 'practice', visits: 'every' };
const clinic: Scene = { profile: 'clinic', visits: 'every' };

const record = async (page: Page) => {
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Record number').fill('U-1001');
  await press(page, 'Start recording');
  await page.getByRole('button', { name: 'Finish', exact: true }).waitFor();
  await page.waitForTimeout(3200);
};
const settings = (tab: string) => async (page: Page) => {
  await press(page, 'Settings');
  await page.getByRole('tab', { name: tab }).click();
};
const note = (patient: string) => async (page: Page) => {
  await page
    .getByRole('article', { name: patient })
    .getByRole('button', { name: /Read note|Details/ })
    .first()
    .click();
  await heading(page, patient);
  await page.waitForTimeout(150);
};
/** The code desk of a note with a transcript, with the first undecided entity in focus. */
const desk = async (page: Page) => {
  await press(page, 'History');
  await page.getByLabel('Search patients').fill('Venkata');
  await page.getByText('Venkatanarasimharajuvaripeta').click();
  await page.getByRole('button', { name: 'Review codes' }).click();
  await heading(page, 'Codes of this note');
  await page.getByRole('row').first().waitFor();
  await page.waitForTimeout(250);
};

const people = async (page: Page) => {
  await press(page, 'People');
  await page.getByText('8 people').waitFor();
};
const ward = async (page: Page) => {
  await press(page, 'Orders');
  await page.getByLabel('Admission number').fill('65f0c0ffee65f0c0ffee65f0');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Farhan Shaikh' }).waitFor();
};

export const views: readonly View[] = [
  { name: 'first-choose', scene: {}, reach: (page) => heading(page, 'Welcome to Scriba') },
  {
    name: 'first-keys',
    scene: { profile: 'clinic', vault: { state: 'none' } },
    reach: async (page) => {
      await page.getByText('A passphrase', { exact: true }).click();
      await page.getByLabel('Once more').fill('abc');
    },
  },
  {
    name: 'first-account',
    scene: { profile: 'clinic', vault: { state: 'none' }, account: 'signed-out' },
    reach: async (page) => {
      await press(page, 'Make the key');
      await page.getByText('I have written it down').click();
      await press(page, 'Go on');
      await heading(page, 'Connect to your platform');
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
    reach: (page) => heading(page, 'The vault is locked'),
  },
  {
    name: 'first-code',
    scene: { profile: 'clinic', vault: { state: 'none' } },
    reach: async (page) => {
      await press(page, 'Make the key');
      await heading(page, 'Write down the recovery code');
    },
  },
  {
    name: 'unlock-calm',
    scene: clinic,
    reach: async (page) => {
      await record(page);
      await page.keyboard.press('Control+l');
      await heading(page, 'The vault is locked');
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'unlock-key-missing',
    scene: {
      profile: 'clinic',
      vault: { state: 'locked', kind: 'keychain', cause: 'key-missing' },
    },
    reach: (page) => heading(page, 'The vault is locked'),
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
      await press(page, 'Put the key back');
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
      await press(page, 'Go on with a new key');
      await heading(page, 'Go on with a new key');
      await page.getByText('A passphrase', { exact: true }).click();
    },
  },
  {
    name: 'lost',
    scene: { gone: 'lost' },
    reach: (page) => heading(page, 'Scriba does not answer'),
  },
  {
    name: 'closed',
    scene: { gone: 'closed' },
    reach: (page) => heading(page, 'This page is no longer connected'),
  },
  {
    name: 'reloaded',
    scene: { gone: 'reloaded' },
    reach: (page) => heading(page, 'This page was reloaded'),
  },
  { name: 'record', scene: practice, reach: (page) => heading(page, 'New visit') },
  {
    name: 'record-empty',
    scene: { profile: 'clinic', visits: 'none', account: 'signed-out' },
    reach: (page) => press(page, 'Start recording'),
  },
  {
    name: 'record-unfinished',
    scene: { ...clinic, unfinished: true, offline: true },
    reach: (page) => heading(page, 'New visit'),
  },
  {
    name: 'record-matters',
    scene: {
      ...clinic,
      health: ['database-rebuilt', 'rows-damaged', 'clock-wrong'],
      room: 5400,
      account: 'needs-sign-in',
      keysMissing: true,
    },
    reach: async (page) => {
      await press(page, /more notices/);
      await page.getByText('Little room on the disk').waitFor();
    },
  },
  {
    name: 'record-disk-none',
    scene: { ...clinic, room: 700 },
    reach: (page) => page.getByText('The disk is nearly full').waitFor(),
  },
  {
    name: 'record-import',
    scene: clinic,
    reach: async (page) => {
      await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
      await page.locator('input[type=file]').setInputFiles({
        name: 'visit of monday.mp3',
        mimeType: 'audio/mpeg',
        buffer: Buffer.from('ID3 and the rest of a sound'),
      });
      await page.getByRole('button', { name: 'Take it in and send it' }).waitFor();
      await page.getByRole('button', { name: 'Take it in and send it' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'record-import-wrong',
    scene: clinic,
    reach: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'letter.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7 this is no sound'),
      });
      await page.getByRole('alert').waitFor();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'record-finished',
    scene: clinic,
    reach: async (page) => {
      await record(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByText('Closing the lid loses nothing').first().waitFor();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'record-languages',
    scene: clinic,
    reach: async (page) => {
      await page.getByRole('button', { name: /Spoken/ }).click();
      await page.waitForTimeout(200);
    },
  },
  { name: 'recording', scene: practice, reach: record },
  {
    name: 'recording-paused',
    scene: clinic,
    reach: async (page) => {
      await record(page);
      await press(page, 'Pause');
      await page.getByRole('button', { name: 'Resume' }).waitFor();
    },
  },
  {
    name: 'recording-finish',
    scene: clinic,
    reach: async (page) => {
      await record(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'recording-discarded',
    scene: clinic,
    reach: async (page) => {
      await record(page);
      await press(page, /Discard/);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'recording-elsewhere',
    scene: clinic,
    reach: async (page) => {
      await record(page);
      await press(page, /History/);
      await heading(page, 'History');
    },
  },
  {
    name: 'queue',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await press(page, /Queue/);
      await heading(page, 'Queue');
    },
  },
  {
    name: 'queue-empty',
    scene: { ...clinic, visits: 'none' },
    reach: async (page) => {
      await press(page, /Queue/);
      await heading(page, 'Queue');
    },
  },
  {
    name: 'history',
    scene: { ...clinic, visits: 5000 },
    reach: async (page) => {
      await press(page, 'History');
      await heading(page, 'History');
    },
  },
  {
    name: 'history-few',
    scene: practice,
    reach: async (page) => {
      await press(page, 'History');
      await heading(page, 'History');
    },
  },
  {
    name: 'history-platform',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'History');
      await page.getByText('On the platform', { exact: true }).click();
      await page.getByRole('article').nth(3).getByRole('button', { name: 'Read there' }).click();
      await press(page, /^Read$/);
      await page.getByText('Cough since Monday').waitFor();
    },
  },
  {
    name: 'history-archive',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'History');
      await page.getByText('On the platform', { exact: true }).click();
      await press(page, 'Archive there');
      await page.getByRole('alertdialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-another',
    scene: clinic,
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await press(page, 'Another document …');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'queue-cancel',
    scene: clinic,
    reach: async (page) => {
      await press(page, /Queue/);
      await press(page, 'Cancel …');
      await page.getByRole('alertdialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  { name: 'note', scene: practice, reach: note('Farhan Shaikh') },
  {
    name: 'note-export',
    scene: { ...clinic, review: 'changed', exports: 'history' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Shift+C');
      await page
        .getByText(/^Copied \d/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'note-export-draft',
    scene: { ...clinic, exports: 'folder' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Shift+E');
      await page.getByText('Sign the note first.').waitFor();
      await press(page, 'More');
      await page.getByRole('menu').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-export-missing',
    scene: { ...clinic, review: 'signed', exports: 'folder', noNumbers: true },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await press(page, 'Send to EMR');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-patient',
    scene: { ...clinic, review: 'signed' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await press(page, /Correct the patient/);
      await page.getByLabel('Date of birth').fill('29/02/1988');
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'record-patient',
    scene: clinic,
    reach: async (page) => {
      await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
      await page.getByText('More about the patient').click();
      await page.getByLabel('Date of birth').fill('31/02/1988');
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'visit-rearrange',
    scene: { ...clinic, visits: 'every', offline: true },
    reach: async (page) => {
      await note('Rahul Das')(page);
      await press(page, 'Wrong patient or wrong visit');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'visit-split',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await note('Salma Ali')(page);
      await press(page, 'Wrong patient or wrong visit');
      await press(page, 'Split it');
      await page.getByText(/paused/).click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-emr',
    scene: clinic,
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
    },
  },
  {
    name: 'note-partial',
    scene: clinic,
    reach: async (page) => {
      await note('Lakshmi Pillai')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
    },
  },
  {
    name: 'note-editing',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+e');
      await page.getByLabel('Chief complaint').fill('Fever and cough for 4 days, ');
      await page.keyboard.type('.nad ');
      await page.getByText(/as your draft/).waitFor();
    },
  },
  {
    name: 'note-elsewhere',
    scene: { ...clinic, review: 'elsewhere' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+e');
      await page.getByLabel('Assessment').fill('Acute bronchitis.');
      await page.getByText('Another window changed').waitFor();
    },
  },
  {
    name: 'note-diff',
    scene: { ...clinic, review: 'edited' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await press(page, 'Compare');
      await page.getByRole('region', { name: 'From version 2 to version 3' }).waitFor();
      await page.getByText('Struck words').waitFor();
    },
  },
  {
    name: 'note-guards',
    scene: { ...clinic, review: 'differences' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByRole('heading', { name: 'To look at before signing (4)' }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('l');
      await page.getByRole('heading', { name: 'To look at before signing (3)' }).waitFor();
    },
  },
  {
    name: 'note-evidence',
    scene: { ...clinic, review: 'differences' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByRole('button', { name: 'Edit' }).focus();
      await page.keyboard.press('v');
      await page.getByText(/sentences found/).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('button', { name: /Hear it/ }).waitFor();
    },
  },
  {
    name: 'note-sign',
    scene: { ...practice, review: 'uncoded' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').getByLabel('Doctor’s name').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-signed',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByText(/^Signed .* by Dr K. Iyer, version 1/).waitFor();
    },
  },
  {
    name: 'note-changed',
    scene: { ...clinic, review: 'changed', phrases: true },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByText('Changed since it was signed').waitFor();
    },
  },
  {
    name: 'note-leaflet',
    scene: { ...clinic, leaflet: true, review: 'differences' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByRole('heading', { name: 'For the patient' }).waitFor();
    },
  },
  {
    name: 'settings-phrases',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await settings('Doctor & phrases')(page);
      await press(page, 'Change para cetamol');
      await page.getByLabel('Written').fill('paracetamol 500');
      await page.keyboard.press('Enter');
      await page.getByText('cannot change numbers').waitFor();
    },
  },
  {
    name: 'note-hindi',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'History');
      await page.getByLabel('Search patients').fill('आशा');
      await page.getByText('आशा देवी शर्मा').click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'note-locked',
    scene: { ...clinic, keysMissing: true },
    reach: async (page) => {
      await page
        .getByRole('article', { name: 'Locked visit' })
        .first()
        .getByRole('button', { name: 'Details' })
        .click();
      await heading(page, 'Locked visit');
    },
  },
  { name: 'note-waiting', scene: clinic, reach: note('Rahul Das') },
  {
    name: 'documents',
    scene: practice,
    reach: async (page) => {
      await press(page, 'Documents');
      await heading(page, 'Documents');
      await press(page, 'Show what was read');
      await page.getByRole('region', { name: 'What was read' }).waitFor();
    },
  },
  {
    name: 'documents-given',
    scene: { ...clinic, documents: 'none' },
    reach: async (page) => {
      await press(page, 'Documents');
      await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
      await page.locator('input[type=file]').setInputFiles([
        {
          name: 'blood of monday.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('%PDF-1.7 a report'),
        },
        { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('no report') },
      ]);
      await press(page, 'Send 2 documents');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'documents-remove',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Documents');
      await heading(page, 'Documents');
      await press(page, 'Remove');
      await page.getByRole('alertdialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'settings-lists',
    scene: { ...clinic, lists: 'fetched' },
    reach: async (page) => {
      await settings('Code lists')(page);
      await page.getByText('SHA-256').waitFor();
    },
  },
  {
    name: 'settings-lists-importing',
    scene: { ...clinic, lists: 'importing' },
    reach: async (page) => {
      await settings('Code lists')(page);
      await page.getByText('Taking the files').waitFor();
    },
  },
  {
    name: 'settings-lists-failed',
    scene: { ...clinic, lists: 'failed' },
    reach: async (page) => {
      await settings('Code lists')(page);
      await page.getByText('Looked for LOINC').waitFor();
    },
  },
  {
    name: 'settings-lists-server',
    scene: { ...clinic, lists: 'none' },
    reach: async (page) => {
      await settings('Code lists')(page);
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
    name: 'settings-emr',
    scene: { ...clinic, exports: 'both' },
    reach: async (page) => {
      await settings('EMR export')(page);
      await page.getByLabel('System of record numbers').fill('our own');
      await press(page, 'Test the server');
      await page.getByText('HAPI FHIR 7.4').waitFor();
    },
  },
  {
    name: 'settings-encryption',
    scene: clinic,
    reach: async (page) => {
      await settings('Encryption')(page);
      await press(page, 'Test client-key-2');
      await page.getByText('does not know a key').waitFor();
      await page.getByLabel('Key', { exact: true }).fill('short');
      await press(page, 'Add the key');
    },
  },
  { name: 'settings-general', scene: practice, reach: settings('General') },
  { name: 'settings-account', scene: clinic, reach: settings('Account') },
  {
    name: 'settings-account-out',
    scene: { ...clinic, account: 'needs-sign-in' },
    reach: settings('Account'),
  },
  {
    name: 'settings-account-practice',
    scene: practice,
    reach: async (page) => {
      await settings('Account')(page);
      await page.getByText('How recordings are sent').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-account-token',
    scene: { ...clinic, byToken: true },
    reach: async (page) => {
      await settings('Account')(page);
      await press(page, 'Paths …');
      await page.getByLabel('Signing in', { exact: true }).fill('no slash');
      await page.getByText('A path begins with').waitFor();
    },
  },
  {
    name: 'settings-account-form',
    scene: { ...clinic, account: 'signed-out' },
    reach: async (page) => {
      await settings('Account')(page);
      await press(page, 'Open another workspace');
      await page.getByLabel('Sharing key').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-microphone',
    scene: clinic,
    reach: async (page) => {
      await settings('Microphone')(page);
      await press(page, 'Start test');
      await page.waitForTimeout(1500);
    },
  },
  { name: 'settings-visits', scene: practice, reach: settings('Templates') },
  {
    name: 'settings-templates',
    scene: clinic,
    reach: async (page) => {
      await settings('Templates')(page);
      await page.getByText('Referral letter').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-template-form',
    scene: clinic,
    reach: async (page) => {
      await settings('Templates')(page);
      await press(page, 'Change Referral letter');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'settings-templates-unread',
    scene: { ...clinic, platformGone: true },
    reach: async (page) => {
      await settings('Templates')(page);
      await page.getByText('The templates cannot be read now').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-privacy',
    scene: clinic,
    reach: async (page) => {
      await settings('Privacy')(page);
      await press(page, 'Show the list');
      await page.getByRole('region', { name: 'What was done' }).waitFor();
    },
  },
  {
    name: 'settings-diagnostics',
    scene: clinic,
    reach: async (page) => {
      await settings('About')(page);
      await press(page, 'Show what would be copied');
      await page.getByRole('region', { name: 'What will be copied' }).waitFor();
    },
  },
  {
    name: 'settings-webhooks',
    scene: { ...clinic, webhooks: true },
    reach: async (page) => {
      await settings('Webhooks')(page);
      await page.getByRole('region', { name: 'Last events' }).waitFor();
    },
  },
  {
    name: 'settings-webhooks-off',
    scene: clinic,
    reach: async (page) => {
      await settings('Webhooks')(page);
      await page.getByLabel('Port').fill('5000');
      await page.getByText('Receive events on this computer').click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Public address of your relay').fill('http://127.0.0.1/hook');
      await press(page, 'Register');
      await page.getByText('Not registered', { exact: true }).waitFor();
    },
  },
  {
    name: 'codes',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Codes');
      await heading(page, 'Look up a code');
      await page.getByLabel('Words').fill('fe');
      await press(page, 'Find codes');
      await page.getByRole('region', { name: 'Proposed codes' }).waitFor();
    },
  },
  {
    name: 'codes-proposals',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Codes');
      await page.getByLabel('Words').fill('fever');
      await page.getByRole('list', { name: 'Known to the platform' }).waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-details',
    scene: clinic,
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
      await press(page, 'Details of Fever');
      await page.getByLabel('Since').fill('3');
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'note-added',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
      await press(page, 'Details of Cough');
      await page.getByLabel('Since').fill('3');
      await page.getByLabel('Note', { exact: true }).fill('At night');
      await press(page, 'Keep');
      await page.getByText('Added by you:').waitFor();
    },
  },
  { name: 'desk', scene: clinic, reach: desk },
  {
    name: 'desk-differ',
    scene: clinic,
    reach: async (page) => {
      await desk(page);
      await press(page, 'Ask this computer too');
      await page.keyboard.press('Tab');
      await page.getByRole('row', { name: /^cough/ }).click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'desk-absent',
    scene: { ...clinic, offline: true },
    reach: async (page) => {
      await desk(page);
      await page.getByRole('row', { name: /^breathlessness/ }).click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'desk-unclear',
    scene: clinic,
    reach: async (page) => {
      await desk(page);
      await page.getByRole('row', { name: /^RA/ }).click();
      await page.keyboard.press('r');
      await page.getByLabel('Why, if you like').waitFor();
    },
  },
  {
    name: 'desk-medicine',
    scene: clinic,
    reach: async (page) => {
      await desk(page);
      await page.getByRole('row', { name: /^Paracetamol/ }).click();
      await page.keyboard.press('a');
      await page.keyboard.press('s');
      await page.getByRole('menu').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'desk-change',
    scene: clinic,
    reach: async (page) => {
      await desk(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('c');
      await page.getByRole('dialog').waitFor();
      await page.getByRole('combobox', { name: 'ICD-10-CM' }).fill('fever');
      await page.getByRole('option').first().waitFor();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'desk-mark',
    scene: clinic,
    reach: async (page) => {
      await desk(page);
      await page.keyboard.press('m');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Space');
      await page.waitForTimeout(200);
    },
  },
  { name: 'desk-decided', scene: { ...clinic, desk: 'decided' }, reach: desk },
  {
    name: 'desk-none',
    scene: { ...clinic, desk: 'none' },
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await page.keyboard.press('Control+k');
      await heading(page, 'Codes of this note');
      await page.waitForTimeout(200);
    },
  },
  { name: 'settings-keys', scene: clinic, reach: settings('Keys') },
  { name: 'settings-about', scene: clinic, reach: settings('About') },
  { name: 'people', scene: clinic, reach: people },
  {
    name: 'people-problems',
    scene: clinic,
    reach: async (page) => {
      await people(page);
      await press(page, 'Add a person');
      await page.getByLabel('First name').fill('Asha');
      await page.getByLabel('Mobile').fill('12');
      await page.getByLabel('Doctors they work with').fill('d-1,d-9,');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'people-refused',
    scene: clinic,
    reach: async (page) => {
      await people(page);
      await press(page, 'Add a person');
      await page.getByLabel('First name').fill('Asha');
      await page.getByLabel('Last name').fill('Rao');
      await page.getByText('Female').click();
      await page.getByLabel('Date of birth').fill('1988-02-29');
      await page.getByLabel('Mobile').fill('9000000000');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Pick a colour.').waitFor();
    },
  },
  {
    name: 'people-remove',
    scene: clinic,
    reach: async (page) => {
      await people(page);
      await press(page, 'Remove Salma Ali');
      await page.getByRole('alertdialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'people-profile',
    scene: clinic,
    reach: async (page) => {
      await people(page);
      await press(page, 'Your profile');
      await page.getByText('Further details, for your IT').click();
      await page
        .getByLabel('Details as JSON')
        .fill('{"address":{"geo":{"lat":1}},"l":[[1]],"_draft":1}');
      await page.getByText('extras.address.geo').waitFor();
    },
  },
  {
    name: 'orders-empty',
    scene: { ...practice, unclearOrders: true },
    reach: async (page) => {
      await press(page, 'Orders');
      await page.getByText('An order was sent, and no answer came').waitFor();
    },
  },
  {
    name: 'orders-mixed',
    scene: clinic,
    reach: async (page) => {
      await ward(page);
      await page.getByRole('button', { name: /For which prescription/ }).click();
      await page.getByRole('option', { name: /Lakshmi Pillai/ }).click();
      await page.getByText('Is this the same patient?').waitFor();
    },
  },
  {
    name: 'orders-from-note',
    scene: clinic,
    reach: async (page) => {
      await note('Farhan Shaikh')(page);
      await press(page, 'Order for the ward');
      await page
        .getByText('The order will be for the prescription of Farhan Shaikh', { exact: false })
        .waitFor();
    },
  },
  {
    name: 'orders-dispatch',
    scene: clinic,
    reach: async (page) => {
      await ward(page);
      await press(page, 'Dispatch order ord-2');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(200);
    },
  },
];
