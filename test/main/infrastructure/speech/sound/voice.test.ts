import { expect, test } from 'vitest';
import { createVoiceMeter } from '../../../../../main/infrastructure/speech/sound/voice.ts';
import { highVoice, joinedSound, lowVoice, spokenBy } from '../../../../support/sound/voices.ts';

const silence = new Float32Array(16_000);

test('the height of a voice is told in semitones over 100 Hz, in pieces of any size', () => {
  const sound = joinedSound([silence, spokenBy(lowVoice, 2), silence, spokenBy(highVoice, 2)]);
  for (const size of [100, 8000, sound.length]) {
    const meter = createVoiceMeter();
    for (let at = 0; at < sound.length; at += size) meter.add(sound.subarray(at, at + size));
    expect(meter.voiceIn(1.1, 2.9)?.[0]).toBeCloseTo(12 * Math.log2(1.1), 0);
    expect(meter.voiceIn(4.1, 5.9)?.[0]).toBeCloseTo(12 * Math.log2(2.15), 0);
    expect(meter.voiceIn(1.1, 2.9)).toHaveLength(13);
  }
});

test('silence, noise and too little of a voice have none', () => {
  const meter = createVoiceMeter();
  let seed = 1;
  const noise = Float32Array.from({ length: 32_000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 0.2;
  });
  meter.add(joinedSound([silence, noise, spokenBy(lowVoice, 1)]));
  expect(meter.voiceIn(0, 1)).toBeUndefined();
  expect(meter.voiceIn(1.1, 2.9)).toBeUndefined();
  expect(meter.voiceIn(3.2, 3.3)).toBeUndefined();
  expect(meter.voiceIn(90, 99)).toBeUndefined();
});
