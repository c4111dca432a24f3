import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { containerPath } from '../../../../../main/infrastructure/vault/container/container.ts';
import { failure } from '../../../../support/failure.ts';
import { heldRecorder } from '../../../../support/rigs/held-recorder.ts';
import { collect, visit } from '../../../../support/rigs/recorder.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';

test('a recording comes out as one WAV with every sample, over all its files', async () => {
  const core = await heldRecorder();
  const { id } = core.recordings.start(visit());
  core.feed(id, 0, 32_000);
  core.recordings.pageLost();
  core.recordings.goOn(id);
  core.feed(id, 32_000, 48_000);
  await expect(core.recordings.sound(id)).rejects.toThrow(failure('busy', 'still-recording'));
  core.recordings.finish(id, 48_000);
  const { files, damaged } = await core.recordings.sound(id);
  expect(files).toMatchObject([{ name: 'recording.wav', seconds: 3, missing: [] }]);
  expect(damaged).toBe(false);
  const wav = await collect(files[0]!.read());
  expect([
    wav.toString('latin1', 0, 4),
    wav.readUInt32LE(4),
    wav.readUInt32LE(24),
    wav.readUInt32LE(40),
  ]).toEqual(['RIFF', 36 + 96_000, 16_000, 96_000]);
  expect(wav.subarray(44).equals(numberedSound(0, 48_000))).toBe(true);
});

test('an imported file comes out as it came', async () => {
  const core = await heldRecorder();
  const content = Buffer.concat([Buffer.from('OggS'), numberedSound(0, 300_000)]);
  const { id } = await core.recordings.importFile(visit(), {
    name: 'a',
    size: content.length,
    async *read() {
      yield content;
    },
  });
  const { files } = await core.recordings.sound(id);
  expect(files).toMatchObject([{ name: 'audio_0001.ogg' }]);
  expect((await collect(files[0]!.read())).equals(content)).toBe(true);
});

test('a damaged stretch is silent, is told, and the rest is there', async () => {
  const core = await heldRecorder();
  const { id } = core.recordings.start(visit());
  core.feed(id, 0, 80_000);
  core.recordings.finish(id, 80_000);
  const [segment] = core.store.segments.list(id);
  const file = containerPath(core.vault.keys().folder, segment!.fileId, 'seg');
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
  const { files, damaged } = await core.recordings.sound(id);
  expect(damaged).toBe(true);
  expect(files[0]!.missing.length).toBeGreaterThan(0);
  const lost = files[0]!.missing.reduce((sum, [from, to]) => sum + to - from, 0);
  expect(lost).toBeLessThanOrEqual(0.5);
  expect((await collect(files[0]!.read())).length).toBe(44 + 160_000);
});
