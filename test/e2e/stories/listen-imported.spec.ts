/** A recording that was imported from a file is heard beside its transcript, as one's own is. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createMp3Encoder } from 'wasm-media-encoders';
import { secondsIn, startOpenAiServer, verbose } from '../../support/servers/openai-server.ts';
import { highVoice, joinedSound, lowVoice, spokenBy } from '../../support/sound/voices.ts';
import { waveOf } from '../../support/sound/wave-of.ts';
import { makeKey } from '../support/first-start.ts';
import { expect, test } from '../support/scriba.ts';
import { openNote, startButton } from '../support/visit.ts';

const SAID = ['Any fever at night?', 'High fever for days.', 'Take paracetamol twice daily.'];

async function mp3Of(sound: Float32Array): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 16_000, channels: 1, bitrate: 32 });
  return Buffer.concat([encoder.encode([sound]).slice(), encoder.finalize().slice()]);
}

test('sentences of imported WAV and MP3 files are pressed and heard from their places, and nothing of them lies in clear on the disk', async ({
  startScriba,
  openPage,
  host,
}) => {
  const sound = joinedSound(SAID.map((_, at) => spokenBy(at === 1 ? highVoice : lowVoice, 4)));
  const wav = waveOf(sound);
  const server = await startOpenAiServer();
  server.hears(({ body }) => verbose(SAID.join(' '), secondsIn(body)));
  const scriba = await startScriba({ practice: 'none' });
  const page = await openPage(scriba);
  await makeKey(page, 'Work on this computer');
  await startButton(page).waitFor();
  await host.ask(page, 'here.setServer', {
    engine: 'speech',
    address: server.address,
    model: 'whisper',
  });
  for (const [patient, name, buffer] of [
    ['Sana Ali', 'monday.wav', wav],
    ['Tara Roy', 'monday.mp3', await mp3Of(sound)],
  ] as const) {
    await page.getByRole('textbox', { name: 'Patient' }).fill(patient);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/mpeg', buffer });
    await page.getByRole('button', { name: /^Import/ }).click();
    await openNote(page, patient);
    const side = page.getByRole('region', { name: 'Beside the note' });
    await side.getByRole('tab', { name: 'Transcript' }).click();
    await expect(side.getByText(/ of 0:1[12]/)).toBeVisible();
    const sentence = side.getByRole('button', { name: SAID[1]!, exact: true });
    await sentence.click();
    await expect(sentence).toHaveAttribute('aria-current', 'true');
    await side.getByRole('button', { name: 'Stop' }).click();
    await expect(side.locator('[aria-current]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to Today' }).click();
  }
  const inClear = wav.subarray(100_044, 100_076);
  for (const name of readdirSync(scriba.dataFolder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(scriba.dataFolder, name);
    const isThere = /\.(seg|up|db|wav|mp3)/.test(name) && readFileSync(file).includes(inClear);
    expect([name, isThere]).toEqual([name, false]);
  }
  await server.close();
});
