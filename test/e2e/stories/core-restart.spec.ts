/**
 * The core dies in the middle of a recording while its window stays: its parent starts it again, and
 * the page hands over what it held meanwhile (decision 0163).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildCore } from '../../../scripts/lib/build.mjs';
import { startCore } from '../../../scripts/lib/core.mjs';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { BROWSER_ONLY, expect, newDataFolder, browserTest as test } from '../support/scriba.ts';
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

test.skip(!canSpeak(), 'espeak-ng and sox are not here to speak with');

test(
  'kill -9 of the core while recording: the window stays, one sentence says it, and not a second of sound is lost',
  BROWSER_ONLY,
  async ({ host }) => {
    const speech = makeSpeech(mkdtempSync(path.join(tmpdir(), 'scriba-speech-')), 48_000);
    const dataFolder = newDataFolder();
    // As `npm start` runs it.
    await buildCore();
    const core = await startCore({ built: true, data: dataFolder, say: () => {} });
    try {
      const page = await host.openPage({ address: async () => core.address } as never, {
        microphone: speech.file,
      });
      await practise(page);
      await startVisit(page, 'Asha Rao');
      await recordFor(page, 5);
      const before = core.pid;
      process.kill(before as number, 'SIGKILL');
      await expect(page.getByText('Scriba is not responding')).toBeVisible();
      await expect(
        page.getByText('Scriba stopped for a moment and was restarted. The recording continued'),
      ).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText('Scriba is not responding')).toBeHidden();
      expect(core.pid).not.toBe(before);
      await recordFor(page, 14);
      await finishVisit(page);
      await openNote(page, 'Asha Rao');
      const recorded = await recordedIn(dataFolder);
      expect(recorded.sound.length / RATE).toBeGreaterThan(13.9);
      // Every silence that nobody spoke would be a fill, marked as one.
      expectSpoken(speech.reference, recorded);
      expect(recorded.fills.filter(({ filled }) => filled > RATE / 2)).toEqual([]);
    } finally {
      await core.stop();
    }
  },
);
