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

/** Above everything that compression puts into silence. */
const isLoud = (samples: Int16Array) => samples.some((sample) => Math.abs(sample) > 500);

/** Both times of "04:10 to 05:10 was destroyed", in seconds. */
function secondsIn(sentence: string): readonly [from: number, to: number] {
  const [from = 0, to = 0] = [...sentence.matchAll(/(\d+):(\d\d)/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return [from, to];
}

/** Samples of the longest silence without any noise, which no microphone gives. */
function longestSilence(samples: Int16Array): number {
  let longest = 0;
  let run = 0;
  for (const sample of samples) {
    run = sample === 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

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
  const told = page.getByText('was destroyed and cannot be restored', { exact: false });
  await expect(told).toBeVisible();
  const [from, to] = secondsIn((await told.textContent()) ?? '');
  expect(to - from).toBeGreaterThanOrEqual(3);
  await recordFor(page, to + 5);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  const recorded = await recordedIn(dataFolder);
  expect(recorded.sound.length / RATE).toBeGreaterThan(to + 4.5);
  // The clock on the screen has whole seconds.
  const inside = [(from + 1) * RATE, to * RATE] as const;
  expect(isLoud(recorded.sound.subarray(0, from * RATE))).toBe(true);
  expect(recorded.sound.subarray(...inside).every((sample) => sample === 0)).toBe(true);
  expect(isLoud(recorded.sound.subarray((to + 1) * RATE))).toBe(true);
  const { transactions } = await platform.state();
  const heard = await heardByPlatform(platform, transactions[0]?.txnId ?? '');
  expect(isLoud(heard.subarray(inside[0] + RATE / 4, inside[1] - RATE / 4))).toBe(false);
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
  expect(longestSilence(recorded.sound)).toBeLessThan(3 * RATE);
  expect(isLoud(recorded.sound.subarray(0, 4 * RATE))).toBe(true);
});
