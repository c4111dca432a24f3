import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { cutAtPauses } from '../../../../../main/infrastructure/speech/sound/pauses.ts';
import { spokenSample } from '../../../../../main/infrastructure/speech/sound/spoken-sample.ts';
import { SPEECH_RATE } from '../../../../../main/infrastructure/speech/speech.ts';
import { createVoiceDetector } from '../../../../../main/infrastructure/speech/voice-activity/voice-detector.ts';
import { joinedSound } from '../../../../support/sound/voices.ts';

const weights = pathToFileURL(
  `${path.resolve(import.meta.dirname, '../../../../../main/infrastructure/speech/voice-activity')}/`,
);

test('what listens for voices takes the sample for one, and the quiet around it for none', async () => {
  const pieces: Float32Array[] = [];
  for await (const piece of spokenSample()) pieces.push(piece);
  const sound = joinedSound(pieces);
  const likely = Array.from((await createVoiceDetector(weights)(sound, true)) ?? []);
  const share = (from: number, to: number) => {
    const some = likely.slice((from * SPEECH_RATE) / 512, (to * SPEECH_RATE) / 512);
    return some.filter((one) => one > 0.3).length / some.length;
  };
  expect(share(0, 0.9)).toBe(0);
  expect(share(1.1, 2.9)).toBeGreaterThan(0.95);
  expect(share(3.3, 4)).toBe(0);
});

test('by its level too the sample is one stretch, that an engine gets', async () => {
  const found: number[] = [];
  for await (const { samples } of cutAtPauses(spokenSample()))
    found.push(samples.length / SPEECH_RATE);
  expect(found).toHaveLength(1);
  expect(found[0]).toBeGreaterThan(2);
});
