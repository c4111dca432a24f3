/**
 * The core dies in the middle of a recording while its window stays: Electron's main process starts
 * it again, and the page hands over what it held meanwhile (decision 0220).
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
  finishVisit,
  openNote,
  practise,
  RATE,
  recordedIn,
  recordFor,
  startVisit,
  visitCard,
} from '../support/visit.ts';

// Each has a Scriba of its own.
test.describe.configure({ mode: 'parallel' });
test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');

const away = 'Saving has paused for a moment';
const restarted =
  'Scriba stopped for a moment and was restarted. The recording continued; the sound from that moment was kept in this window and is being saved.';

const speak = () => makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);

/** Kills the core that runs, and returns which one it was. */
async function killCore(scriba: ElectronScriba, before?: number): Promise<number> {
  await expect.poll(() => scriba.corePid()).not.toBe(before);
  await expect.poll(() => scriba.corePid()).toBeDefined();
  const pid = (await scriba.corePid())!;
  process.kill(pid, 'SIGKILL');
  return pid;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('kill -9 of the core while recording, twice: the window stays, one sentence says it each time, and not a second of sound is lost', async ({
  startScriba,
  openPage,
}) => {
  const speech = speak();
  const dataFolder = newDataFolder();
  const scriba = await startScriba({ dataFolder });
  const page = await openPage(scriba, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 4);
  const first = await killCore(scriba);
  await expect(page.getByText(restarted)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(away)).toBeHidden();
  await recordFor(page, 8);
  const second = await killCore(scriba, first);
  await recordFor(page, 14);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  expect(scriba.app().windows()).toHaveLength(1);
  expect([isAlive(first), isAlive(second)]).toEqual([false, false]);
  const recorded = await recordedIn(dataFolder);
  expect(recorded.sound.length / RATE).toBeGreaterThan(13.9);
  // Every silence that nobody spoke would be a fill, marked as one.
  expectSpoken(speech.reference, recorded);
  expect(recorded.fills.filter(({ filled }) => filled > RATE / 2)).toEqual([]);
});

test('a core that ends four times within a minute is said to; the page keeps the sound meanwhile, closing warns of it, and it is all there when the person lets it start again', async ({
  startScriba,
  openPage,
}) => {
  const speech = speak();
  const dataFolder = newDataFolder();
  const scriba = await startScriba({ dataFolder });
  const page = await openPage(scriba, { microphone: speech.file });
  await practise(page);
  await startVisit(page, 'Ravi Das');
  await recordFor(page, 3);
  let last: number | undefined;
  for (let times = 0; times < 4; times++) last = await killCore(scriba, last);
  await expect(page.getByText('Scriba cannot save right now')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('The sound since then is kept only in this window')).toBeVisible();
  await recordFor(page, 10);
  expect(await scriba.corePid()).toBeUndefined();

  const details = await scriba.app().evaluateHandle(({ dialog }) => {
    const words: string[] = [];
    dialog.showMessageBox = (async (_window: unknown, options: { detail: string }) => {
      words.push(options.detail);
      return { response: 0, checkboxChecked: false };
    }) as never;
    return words;
  });
  await scriba.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  await expect
    .poll(() => details.jsonValue())
    .toEqual([expect.stringContaining('is kept in this window alone and would be lost')]);

  await page.getByRole('button', { name: 'Connect again now' }).first().click();
  await expect(page.getByText(restarted)).toBeVisible({ timeout: 30_000 });
  await recordFor(page, 14);
  await finishVisit(page);
  await expect(visitCard(page, 'Ravi Das')).toBeVisible();
  const recorded = await recordedIn(dataFolder);
  expect(recorded.sound.length / RATE).toBeGreaterThan(13.9);
  expectSpoken(speech.reference, recorded);
});

test('the core ends with Scriba: at an orderly end, and at once where the main process is killed; what was recorded is offered again', async ({
  startScriba,
  openPage,
}) => {
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder });
  let page = await openPage(first);
  await practise(page);
  await startVisit(page, 'Meera Nair');
  await recordFor(page, 3);
  let core = (await first.corePid())!;
  await first.kill();
  await expect.poll(() => isAlive(core), { timeout: 10_000 }).toBe(false);

  const second = await startScriba({ dataFolder });
  page = await openPage(second);
  await expect(page.getByText('A recording was interrupted')).toBeVisible();
  core = (await second.corePid())!;
  await answerQuestions(second.app(), 0);
  await second.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  expect(await second.ended).toBe(0);
  expect(isAlive(core)).toBe(false);
});
