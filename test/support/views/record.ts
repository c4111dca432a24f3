/** The form before a recording, and the recording itself. */
import {
  clinic,
  HEARD,
  practice,
  press,
  settled,
  startRecording,
  type View,
  waitForHeading,
} from './view.ts';

export const recordViews: readonly View[] = [
  { name: 'record', scene: practice, reach: (page) => waitForHeading(page, 'Today') },
  {
    name: 'record-check',
    scene: { ...practice, visits: 'none' },
    reach: async (page) => {
      await press(page, 'Check the microphone');
      await page.getByText('is too loud').waitFor();
    },
  },
  {
    name: 'record-day',
    scene: { ...clinic, dayList: true },
    reach: async (page) => {
      await waitForHeading(page, 'Today');
      await page.getByText('9 codes left').waitFor();
      await settled(page);
    },
  },
  {
    name: 'record-day-list',
    scene: { ...clinic, dayList: true },
    reach: async (page) => {
      await press(page, 'Load the day’s list');
      await page.getByLabel('List', { exact: true }).fill('Time,Name,MRN\n14:10,Ravi Das,U-2001');
      await page.getByText('2 rows are skipped').waitFor();
      await settled(page);
    },
  },
  {
    name: 'record-day-list-leave',
    scene: { ...clinic, dayList: true },
    reach: async (page) => {
      await press(page, 'Day’s list');
      await page.getByLabel('List', { exact: true }).fill('Time,Name,MRN\n14:10,Ravi Das,U-2001');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'record-close-day',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Close the day');
      await page.getByText('Codes not decided').waitFor();
      await settled(page);
    },
  },
  {
    name: 'record-close-day-nothing',
    scene: { profile: 'clinic', visits: 'none' },
    reach: async (page) => {
      await press(page, 'Close the day');
      await page.getByText('Nothing is left to do today').waitFor();
      await settled(page);
    },
  },
  {
    name: 'recording-nameless',
    scene: { profile: 'clinic', visits: 'none', account: 'signed-out' },
    reach: async (page) => {
      await press(page, 'Start recording');
      await page.getByRole('timer').filter({ hasText: HEARD }).waitFor();
      await settled(page);
    },
  },
  {
    name: 'record-unfinished',
    scene: { ...clinic, unfinished: true, offline: true },
    reach: (page) => waitForHeading(page, 'Today'),
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
      await page.getByText('The disk is getting full').waitFor();
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
      await page.getByRole('button', { name: 'Import and send' }).waitFor();
      await page.getByRole('button', { name: 'Import and send' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'record-import-cut',
    scene: { ...clinic, cutFile: 95 },
    reach: async (page) => {
      await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
      await page.locator('input[type=file]').setInputFiles({
        name: 'visit of monday.wav',
        mimeType: 'audio/wav',
        buffer: Buffer.from('RIFF____WAVEfmt and the beginning of a sound'),
      });
      await press(page, 'Import and send');
      await page.getByText('The imported file was cut').waitFor();
      await settled(page);
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
      await startRecording(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByText('You can close the lid').first().waitFor();
      await settled(page);
    },
  },
  {
    name: 'record-languages',
    scene: clinic,
    reach: async (page) => {
      await press(page, 'Change documents');
      await page.getByRole('button', { name: /Spoken/ }).click();
      await settled(page);
    },
  },
  { name: 'recording', scene: practice, reach: startRecording },
  {
    name: 'recording-draft',
    scene: { ...clinic, liveDraft: 9 },
    reach: async (page) => {
      await startRecording(page);
      const draft = page.getByRole('region', { name: 'Draft' });
      const show = draft.getByRole('button', { name: 'Show draft' });
      // Folded where the window is narrow.
      if (await show.isVisible()) await show.click();
      await draft.getByText('after five days').waitFor();
      await draft.scrollIntoViewIfNeeded();
      await settled(page);
    },
  },
  {
    name: 'recording-draft-nothing',
    scene: { ...clinic, liveDraft: 0 },
    reach: async (page) => {
      await startRecording(page);
      await page.getByRole('region', { name: 'Draft' }).waitFor();
      await settled(page);
    },
  },
  {
    name: 'recording-paused',
    scene: clinic,
    reach: async (page) => {
      await startRecording(page);
      await press(page, 'Pause');
      await page.getByRole('button', { name: 'Resume' }).waitFor();
    },
  },
  {
    name: 'recording-finish',
    scene: clinic,
    reach: async (page) => {
      await startRecording(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'recording-forget',
    scene: clinic,
    reach: async (page) => {
      await startRecording(page);
      await press(page, 'Forget the last minute');
      await page.getByRole('alertdialog').waitFor();
      await settled(page);
    },
  },
  {
    name: 'recording-discarded',
    scene: clinic,
    reach: async (page) => {
      await startRecording(page);
      await press(page, /Discard/);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'recording-elsewhere',
    scene: clinic,
    reach: async (page) => {
      await startRecording(page);
      await press(page, 'Visits');
      await waitForHeading(page, 'Visits');
    },
  },
  {
    name: 'record-patient',
    scene: clinic,
    reach: async (page) => {
      await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
      await page.getByText('More about the patient').click();
      await page.getByLabel('Date of birth').fill('31/02/1988');
      await settled(page);
    },
  },
];
