/**
 * Closing and quitting in the middle of a recording: somebody asks, nothing is lost, and what was
 * recorded is offered again.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { answerQuestions } from '../support/hosts/electron.ts';
import {
  type ElectronScriba,
  expect,
  newDataFolder,
  electronTest as test,
} from '../support/scriba.ts';
import {
  expectSpoken,
  practise,
  RATE,
  recordedIn,
  recordFor,
  startButton,
  startVisit,
  visitCard,
} from '../support/visit.ts';

// Each has a Scriba of its own.
test.describe.configure({ mode: 'parallel' });

const KEEP_RECORDING = 0;
const STOP = 1;
const question = ['A recording is running.'];

/** As the cross of the window does, and as the system's “Quit” does. */
const closeWindow = (scriba: ElectronScriba) =>
  scriba.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
const quit = (scriba: ElectronScriba) => scriba.app().evaluate(({ app }) => app.quit());

test('closing asks; “Keep recording” keeps it without a gap, “Stop and close” keeps what was recorded and offers it at the next start', async ({
  startScriba,
  openPage,
}) => {
  test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');
  const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder });
  let page = await openPage(first, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 4);

  const kept = await answerQuestions(first.app(), KEEP_RECORDING);
  await closeWindow(first);
  await expect.poll(kept).toEqual(question);
  // One question stands at a time; by now it is answered.
  await recordFor(page, 7);
  await quit(first);
  await expect.poll(kept).toEqual([...question, ...question]);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await recordFor(page, 14);

  await answerQuestions(first.app(), STOP);
  await closeWindow(first);
  expect(await first.ended).toBe(0);

  page = await openPage(await startScriba({ dataFolder }));
  await expect(page.getByText('A recording was interrupted')).toBeVisible();
  await page.getByRole('button', { name: 'Finish as it is: Asha Rao' }).click();
  await expect(visitCard(page, 'Asha Rao')).toBeVisible();
  const recorded = await recordedIn(dataFolder);
  expect(recorded.sound.length / RATE).toBeGreaterThan(13.5);
  expectSpoken(speech.reference, recorded);
});

test('while the question stands, the recording goes on', async ({ startScriba, openPage }) => {
  const scriba = await startScriba();
  const page = await openPage(scriba);
  await practise(page);
  await startVisit(page, 'Ravi Das');
  // A question that is never answered.
  await scriba.app().evaluate(({ dialog }) => {
    dialog.showMessageBox = () => new Promise(() => {});
  });
  await closeWindow(scriba);
  const seconds = await page.getByRole('timer').textContent();
  await recordFor(page, 5);
  expect(await page.getByRole('timer').textContent()).not.toBe(seconds);
  expect(scriba.app().windows()).toHaveLength(1);
});

test('a SIGTERM in the middle of a recording asks nothing; the recording is offered at the next start', async ({
  startScriba,
  openPage,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no such signal');
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder });
  const page = await openPage(first);
  await practise(page);
  await startVisit(page, 'Meera Nair');
  await recordFor(page, 3);
  const asked = await answerQuestions(first.app(), KEEP_RECORDING);
  expect(await asked()).toEqual([]);
  process.kill(first.app().process().pid!, 'SIGTERM');
  expect(await first.ended).toBe(0);

  const again = await openPage(await startScriba({ dataFolder }));
  await expect(again.getByText('A recording was interrupted')).toBeVisible();
});

test('without a recording, closing the window ends Scriba at once and without a question, and the data folder is free again', async ({
  startScriba,
  openPage,
}) => {
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder });
  const page = await openPage(first);
  await expect(page.getByRole('button', { name: 'Try it without an account' })).toBeVisible();
  // A question, if one came, would be answered with staying.
  await answerQuestions(first.app(), KEEP_RECORDING);
  await closeWindow(first);
  expect(await first.ended).toBe(0);

  const again = await openPage(await startScriba({ dataFolder }));
  await practise(again);
  await expect(startButton(again)).toBeVisible();
});
