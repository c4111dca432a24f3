/** Two voices in a visit that is worked on here: the doctor says which of them is hers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOpenAiServer } from '../../support/servers/openai-server.ts';
import { spokenByTurns } from '../../support/sound/spoken-by-turns.ts';
import { highVoice, joinedSound, lowVoice, spokenBy } from '../../support/sound/voices.ts';
import { waveOf } from '../../support/sound/wave-of.ts';
import { makeKey } from '../support/first-start.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, recordFor, startVisit } from '../support/visit.ts';

/** Three seconds for each, by turns, and again: a busy computer begins to record in their middle. */
const SAID = [
  'Any fever at night?',
  'High fever for days.',
  'Any vomiting or rash?',
  'No vomiting at all.',
  'Take paracetamol twice daily.',
  'Thank you very much.',
];

test('speakers that were told apart are named with one click, swapped, and put right turn by turn', async ({
  startScriba,
  openPage,
  host,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-voices-'));
  const microphone = path.join(folder, 'voices.wav');
  const voices = SAID.map((_, at) => spokenBy(at % 2 === 0 ? lowVoice : highVoice, 3));
  writeFileSync(microphone, waveOf(joinedSound([...voices, ...voices, ...voices, ...voices])));
  const server = await startOpenAiServer();
  server.hears(({ body }) => spokenByTurns(SAID, body));
  const page = await openPage(await startScriba({ practice: 'none' }), { microphone });
  await makeKey(page, 'Work on this computer');
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await host.ask(page, 'here.setServer', {
    engine: 'speech',
    address: server.address,
    model: 'whisper',
  });
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 23);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');

  const side = page.getByRole('region', { name: 'Beside the note' });
  await side.getByRole('tab', { name: 'Transcript' }).click();
  const speakers = side.locator('.turn-speaker');
  await expect(speakers.first()).toHaveText('Speaker 1');
  const before = await speakers.allTextContents();
  expect(new Set(before)).toEqual(new Set(['Speaker 1', 'Speaker 2']));
  await side.getByRole('button', { name: 'Speaker 1 is the doctor' }).click();
  await expect(speakers.first()).toHaveText('Doctor');
  await expect(speakers).toHaveText(
    before.map((name) => (name === 'Speaker 1' ? 'Doctor' : 'Patient')),
  );
  await side.getByRole('button', { name: 'Swap doctor and patient' }).click();
  await expect(speakers.first()).toHaveText('Patient');
  await speakers.first().press('Enter');
  await expect(speakers.first()).toHaveText('Doctor');
  await expect(speakers.nth(1)).toHaveText(before[1] === 'Speaker 1' ? 'Patient' : 'Doctor');

  // It is kept.
  await host.reload(page);
  await openNote(page, 'Asha Rao').catch(() => undefined);
  await side.getByRole('tab', { name: 'Transcript' }).click();
  await expect(speakers.first()).toHaveText('Doctor');
  await server.close();
  rmSync(folder, { recursive: true });
});
