/** A note and its documents. */
import type { Page } from 'playwright-core';
import { clinic, openNote, practice, press, settled, type View, waitForHeading } from './view.ts';

/** Replaces the words of one section in the editor. */
async function rewrite(page: Page, section: string, words: string): Promise<void> {
  const sheet = page.getByRole('textbox', { name: 'Text of the note' });
  await sheet.getByRole('group', { name: section }).locator('.sheet-line').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}

/** Codes change, and what that changes in the note is not read before the question stands there. */
export const changeCodes = (page: Page, patient: string) =>
  page.evaluate(async (name) => {
    const host = (window as unknown as { scribeHost: Host }).scribeHost;
    const { ask } = host;
    const { value } = await ask('visits.list', {});
    const visit = value.find((one) => one.patient.name === name);
    host.ask = (request, input) =>
      request === 'notes.versions' && !document.querySelector('[role="dialog"]')
        ? new Promise(() => undefined)
        : ask(request, input);
    host.tell('desk.changed', { id: visit?.id, revision: 1 });
  }, patient);
type Host = {
  ask: (name: string, input: unknown) => Promise<{ readonly value: readonly Named[] }>;
  readonly tell: (name: string, payload: unknown) => void;
};
type Named = { readonly id: string; readonly patient: { readonly name: string } };

export const noteViews: readonly View[] = [
  {
    name: 'note-another',
    scene: clinic,
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, 'Request another document …');
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  { name: 'note', scene: practice, reach: openNote('Farhan Shaikh') },
  {
    name: 'note-export',
    scene: { ...clinic, review: 'changed', exports: 'history' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
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
      await openNote('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Shift+E');
      await page.getByText('Sign the note first.').waitFor();
      await press(page, /^More$/);
      await page.getByRole('menu').waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-export-missing',
    scene: { ...clinic, review: 'signed', exports: 'folder', noNumbers: true },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, 'Send to EMR');
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-patient',
    scene: { ...clinic, review: 'signed' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, /Correct the patient/);
      await page.getByLabel('Date of birth').fill('29/02/1988');
      await settled(page);
    },
  },
  {
    name: 'note-emr',
    scene: clinic,
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
    },
  },
  {
    name: 'note-partial',
    scene: clinic,
    reach: async (page) => {
      await openNote('Lakshmi Pillai')(page);
      await page.getByRole('tab', { name: /EMR/ }).click();
    },
  },
  {
    name: 'note-editing',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.keyboard.press('Control+e');
      await rewrite(page, 'Chief complaint', 'Fever and cough for 4 days, ');
      await page.keyboard.type('.nad ');
      await page.getByText(/as your draft/).waitFor();
    },
  },
  {
    name: 'note-elsewhere',
    scene: { ...clinic, review: 'elsewhere' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.keyboard.press('Control+e');
      await rewrite(page, 'Assessment', 'Acute bronchitis.');
      await page.getByText('changed in another window').waitFor();
    },
  },
  {
    name: 'note-diff',
    scene: { ...clinic, review: 'edited' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, 'Compare');
      await page.getByRole('region', { name: 'From version 2 to version 3' }).waitFor();
      await page.getByText('Removed words').waitFor();
    },
  },
  {
    name: 'note-checks',
    scene: { ...clinic, review: 'differences' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByText('Check 4').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { name: 'Review before signing (4)' }).waitFor();
      await page.keyboard.press('l');
      await page.getByRole('heading', { name: 'Review before signing (3)' }).waitFor();
    },
  },
  {
    name: 'note-checks-less-certain',
    scene: { ...clinic, review: 'differences' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByText('Check 4').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Control+Enter');
      const more = page.getByText('Less certain (1)');
      await more.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('group', { name: /no breathlessness/ }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'note-heard',
    scene: { ...clinic, review: 'heard' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByText('Check 5').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { name: 'Review before signing (5)' }).waitFor();
      await page.keyboard.press('l');
      await page.getByRole('heading', { name: 'Review before signing (4)' }).waitFor();
      await page.getByRole('group', { name: /perch tomal/ }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'note-heard-transcript',
    scene: { ...clinic, review: 'heard' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByText('Check 5').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Control+Enter');
      await page.getByRole('group', { name: /thirty/ }).focus();
      await page.keyboard.press('t');
      await page.getByText('“perch tomal” was heard, and replaced by').last().waitFor();
    },
  },
  {
    name: 'note-evidence',
    scene: { ...clinic, review: 'differences' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
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
      await openNote('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').getByLabel('Doctor’s name').waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-sign-leaving',
    scene: { ...clinic, phrases: true, leaving: true },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.keyboard.press('Control+Enter');
      const stopped = page.getByRole('dialog').getByRole('button', { name: /Ramipril/ });
      await stopped.focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Read as: Stopped').waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-sign-nameless',
    scene: { ...clinic, nameless: true },
    reach: async (page) => {
      await page.keyboard.press('Control+o');
      await page.getByRole('region', { name: 'Signature' }).waitFor();
      await settled(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').getByText('no patient name').waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-sign-unread',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await changeCodes(page, 'Farhan Shaikh');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').getByText('Not signed yet').waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-signed',
    scene: { ...clinic, phrases: true },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
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
      await openNote('Farhan Shaikh')(page);
      await page.getByText('Changed since it was signed').first().waitFor();
    },
  },
  {
    name: 'note-leaflet',
    scene: { ...clinic, leaflet: true, review: 'differences' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await page.getByRole('heading', { name: 'For the patient' }).waitFor();
    },
  },
  {
    name: 'note-hindi',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Visits');
      await page.getByLabel('Search visits').fill('आशा');
      await page.getByText('आशा देवी शर्मा').click();
      await waitForHeading(page, 'आशा देवी शर्मा');
      await settled(page);
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
      await waitForHeading(page, 'Locked visit');
    },
  },
  { name: 'note-waiting', scene: clinic, reach: openNote('Rahul Das') },
  {
    name: 'documents',
    scene: practice,
    reach: async (page) => {
      await press(page, 'Clinic');
      await press(page, 'Documents');
      await waitForHeading(page, 'Documents');
      await press(page, 'Show results');
      await page.getByRole('region', { name: 'Results' }).waitFor();
    },
  },
  {
    name: 'documents-given',
    scene: { ...clinic, documents: 'none' },
    reach: async (page) => {
      await press(page, 'Clinic');
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
      await press(page, 'Clinic');
      await press(page, 'Documents');
      await waitForHeading(page, 'Documents');
      await press(page, 'Remove');
      await page.getByRole('alertdialog').waitFor();
      await settled(page);
    },
  },
];
