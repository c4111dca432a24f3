/**
 * Proves files in both directions: an existing recording becomes a note, and a whole visit is
 * exported.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { fromPcm } from '../../support/sound/wav.ts';
import { expect, test } from '../support/scriba.ts';
import {
  expectSpoken,
  finishVisit,
  openNote,
  practise,
  RATE,
  recordedIn,
  recordFor,
  startVisit,
} from '../support/visit.ts';

// Each has a Scriba and a platform of its own.
test.describe.configure({ mode: 'parallel' });

test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');

const folder = () => mkdtempSync(path.join(tmpdir(), 'scriba-along-'));

test('everything of a visit is saved: the zip opens, its sound is what was spoken, its documents are what is shown', async ({
  host,
  startScriba,
  openPage,
}) => {
  const place = folder();
  const speech = makeSpeech(place, 48_000);
  const platform = await startSandbox();
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 12);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  const saved = await host.saveFile(
    page,
    async () => {
      await page.getByRole('button', { name: 'Visit details' }).click();
      await page.getByRole('button', { name: 'Download visit' }).click();
    },
    place,
  );
  await expect(page.getByText(saved.says).last()).toBeVisible();
  // The page itself has gone nowhere.
  await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
  expect(saved.name).toMatch(/^practice-visit-[\d-]+\.zip$/);

  const files = unzipSync(readFileSync(saved.file));
  expect(Object.keys(files)).toEqual([
    'index.json',
    'documents/01-clinical_notes_template.md',
    'documents/02-transcript_template.txt',
    'sound/recording.wav',
  ]);
  const wav = Buffer.from(files['sound/recording.wav']!);
  expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([
    'RIFF',
    16_000,
    wav.length - 44,
  ]);
  const heard = fromPcm(wav.subarray(44));
  expect(heard.length / RATE).toBeGreaterThan(11.5);
  const recorded = await recordedIn(scriba.dataFolder);
  expect(heard).toEqual(recorded.sound);
  expectSpoken(speech.reference, recorded);
  const index = JSON.parse(Buffer.from(files['index.json']!).toString('utf8')) as {
    visit: { patient: { name: string } };
    practice: boolean;
    sound: { damaged: boolean };
  };
  expect(index).toMatchObject({
    practice: true,
    visit: { patient: { name: 'Asha Rao' } },
    sound: { damaged: false },
  });
  const words = Buffer.from(files['documents/01-clinical_notes_template.md']!).toString('utf8');
  const heading = /^#+ (.+)$/m.exec(words)![1]!;
  await expect(page.getByRole('tabpanel').getByText(heading).first()).toBeVisible();
  await platform.stop();
});

test('recordings from elsewhere, an MP3 and a WAV, go through the page to a note; the platform has them byte for byte', async ({
  startScriba,
  openPage,
}) => {
  const place = folder();
  const speech = makeSpeech(place, 16_000);
  const mp3 = path.join(place, 'monday.mp3');
  execFileSync('ffmpeg', ['-v', 'error', '-i', speech.file, '-b:a', '64k', mp3]);
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  for (const [patient, file] of [
    ['Sana Ali', mp3],
    ['Tara Roy', speech.file],
  ] as const) {
    await page.getByRole('textbox', { name: 'Patient' }).fill(patient);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles(file);
    await page.getByRole('button', { name: 'Import and send' }).click();
    await openNote(page, patient);
    await page.getByRole('button', { name: 'Back to Today' }).click();
    const { transactions } = await platform.state();
    const sent = await platform.audioOf(transactions.at(-1)!.txnId);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.equals(readFileSync(file))).toBe(true);
  }
  expect((await platform.state()).transactions).toHaveLength(2);
  await platform.stop();
});
