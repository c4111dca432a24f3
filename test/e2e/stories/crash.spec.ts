/**
 * The core is killed, or stands still, in the middle of a recording: what was spoken is still
 * there, and reaches the platform.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { expect, newDataFolder, test } from '../support/scriba.ts';
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
  startVisit,
} from '../support/visit.ts';

// Each has a Scriba and a platform of its own.
test.describe.configure({ mode: 'parallel' });

test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');

test('killed in mid-recording, started again, finished and sent: the audio on the platform is the audio spoken', async ({
  host,
  startScriba,
  openPage,
}) => {
  const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
  const platform = await startSandbox();
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder, practice: platform });
  let page = await openPage(first, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 12);
  await first.kill();
  await host.closePages();

  page = await openPage(await startScriba({ dataFolder, practice: platform }), {
    microphone: speech.file,
  });
  await expect(page.getByText('A recording was interrupted')).toBeVisible();
  await page.getByRole('button', { name: 'Finish as it is' }).click();
  await openNote(page, 'Asha Rao');
  const { transactions } = await platform.state();
  expect(transactions).toHaveLength(1);
  const heard = await heardByPlatform(platform, transactions[0]!.txnId);
  expect(heard.length / RATE).toBeGreaterThan(11.5);
  const recorded = await recordedIn(dataFolder);
  expectSpoken(speech.reference, recorded);
  expectSent(recorded, heard);
  await platform.stop();
});

test('killed in mid-recording, the doctor goes on with the same visit', async ({
  host,
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder, practice: platform });
  let page = await openPage(first);
  await practise(page);
  await startVisit(page, 'Ravi Das');
  await recordFor(page, 4);
  await first.kill();
  await host.closePages();
  page = await openPage(await startScriba({ dataFolder, practice: platform }));
  await page.getByRole('button', { name: 'Continue recording' }).click();
  await recordFor(page, 7);
  await finishVisit(page);
  await openNote(page, 'Ravi Das');
  const { transactions } = await platform.state();
  expect(transactions).toHaveLength(1);
  expect((await heardByPlatform(platform, transactions[0]!.txnId)).length / 16_000).toBeGreaterThan(
    6.5,
  );
  await platform.stop();
});

test('the core stands still for three seconds in mid-recording: nothing that the microphone gave is lost', async ({
  startScriba,
  openPage,
}) => {
  const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
  const dataFolder = newDataFolder();
  const scriba = await startScriba({ dataFolder });
  const page = await openPage(scriba, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Sana Ali');
  await recordFor(page, 3);
  await scriba.stall(3_000);
  await recordFor(page, 15);
  await finishVisit(page);
  const recorded = await recordedIn(dataFolder);
  expect(recorded.sound.length / RATE).toBeGreaterThan(14.5);
  expectSpoken(speech.reference, recorded);
});
