/**
 * Forget the last minute: what was said is destroyed before it leaves the computer; the platform
 * never receives it, and the rest of the visit arrives whole.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { expect, newDataFolder, test } from '../support/scriba.ts';
import {
  expectSent,
  finishVisit,
  heardByPlatform,
  openNote,
  practise,
  RATE,
  recordedIn,
  recordFor,
  startVisit,
} from '../support/visit.ts';

test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');

test('what was said between a mark and now is destroyed while the recording goes on, and the platform never receives it', async ({
  startScriba,
  openPage,
}) => {
  const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
  const platform = await startSandbox();
  const dataFolder = newDataFolder();
  const page = await openPage(await startScriba({ dataFolder, practice: platform }), {
    microphone: speech.file,
  });
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 4);
  await page.getByRole('button', { name: 'Forget the last minute' }).click();
  await page.getByRole('button', { name: 'Only mark this place' }).click();
  await recordFor(page, 9);
  await page.keyboard.press('Control+Shift+X');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByText(/^From the mark at/).click();
  await page.getByRole('button', { name: 'Destroy it' }).click();
  await expect(page.getByText('Nothing of it is left', { exact: false })).toBeVisible();
  await recordFor(page, 14);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  const recorded = await recordedIn(dataFolder);
  expect(recorded.sound.length / RATE).toBeGreaterThan(13.5);
  const loud = (samples: Int16Array) => samples.some((sample) => Math.abs(sample) > 500);
  // Before, between and after; half a second is left at each edge for the hand that pressed.
  expect(loud(recorded.sound.subarray(0, 4 * RATE))).toBe(true);
  expect(recorded.sound.subarray(5.5 * RATE, 8.5 * RATE).every((sample) => sample === 0)).toBe(
    true,
  );
  expect(loud(recorded.sound.subarray(11 * RATE))).toBe(true);
  const { transactions } = await platform.state();
  const heard = await heardByPlatform(platform, transactions[0]?.txnId ?? '');
  expect(loud(heard.subarray(6 * RATE, 8 * RATE))).toBe(false);
  expectSent(recorded, heard);
  await platform.stop();
});

test('until it is confirmed nothing is destroyed', async ({ startScriba, openPage }) => {
  const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
  const dataFolder = newDataFolder();
  const page = await openPage(await startScriba({ dataFolder }), { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Ravi Das');
  await recordFor(page, 4);
  await page.keyboard.press('Control+Shift+X');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await recordFor(page, 6);
  await finishVisit(page);
  const recorded = await recordedIn(dataFolder);
  expect(recorded.fills).toEqual([]);
  expect(recorded.sound.subarray(0, 4 * RATE).some((sample) => Math.abs(sample) > 500)).toBe(true);
});
