/**
 * The main job: press Record, speak, finish, read the note; and what the platform got is what was
 * spoken.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { BROWSER_ONLY, expect, test } from '../support/scriba.ts';
import {
  expectSent,
  expectSpoken,
  finishVisit,
  heardByPlatform,
  openNote,
  practise,
  RATE,
  recordedIn,
  recordFor,
  startButton,
  startVisit,
} from '../support/visit.ts';

// Each has a Scriba and a platform of its own.
test.describe.configure({ mode: 'parallel' });

test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');

test('a doctor records a visit and reads the note, and the platform heard what was spoken', async ({
  startScriba,
  openPage,
}) => {
  const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
  const platform = await startSandbox();
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 20);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await recordFor(page, 22);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  await expect(
    page
      .getByRole('tabpanel', { name: 'Clinical notes' })
      .getByRole('heading', { name: 'Chief complaint' }),
  ).toBeVisible();
  await expect(
    page.getByText('The notes are written for practice and describe no real person'),
  ).toBeVisible();

  const { transactions } = await platform.state();
  expect(transactions).toHaveLength(1);
  const heard = await heardByPlatform(platform, transactions[0]!.txnId);
  expect(heard.length / RATE).toBeGreaterThan(21);
  // Before the pause only: the microphone's file went on while it was paused.
  const recorded = await recordedIn(scriba.dataFolder);
  const beforePause = recorded.sound.subarray(0, 19 * RATE);
  expectSpoken(speech.reference, { ...recorded, sound: beforePause });
  expectSent(recorded, heard);
  await platform.stop();
});

test(
  'a second recording at the same time is refused kindly, and the first goes on',
  BROWSER_ONLY,
  async ({ startScriba, openPage }) => {
    const scriba = await startScriba();
    const page = await openPage(scriba);
    await practise(page);
    await startVisit(page, 'First Patient');
    const other = await openPage(scriba);
    await other.getByRole('textbox', { name: 'Patient' }).fill('Second Patient');
    await startButton(other).click();
    await expect(
      other.getByText('Another visit is being recorded', { exact: false }).first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await other.close();
    await recordFor(page, 3);
    await finishVisit(page);
    await openNote(page, 'First Patient');
  },
);
