import { expect, test } from 'vitest';
import { logMel, STEPS } from '../../../../../main/infrastructure/speech/models/log-mel.ts';

const RATE = 16_000;
const tone = (hertz: number, seconds: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) =>
    Math.sin((2 * Math.PI * hertz * at) / RATE),
  );
const column = (mel: Float32Array, bands: number, step: number) =>
  Array.from({ length: bands }, (_, band) => mel[band * STEPS + step] ?? 0);
const loudest = (levels: readonly number[]) => levels.indexOf(Math.max(...levels));

test('silence is the same everywhere, and nothing is louder than it is', () => {
  expect(new Set(logMel(new Float32Array(RATE), 80))).toEqual(new Set([-1.5]));
});

test.each([80, 128])('a tone is loudest in the band of its pitch, of %i', (bands) => {
  const found = [200, 500, 1000, 2000, 4000, 7000].map((hertz) =>
    loudest(column(logMel(tone(hertz, 1), bands), bands, 50)),
  );
  expect(found).toEqual([...found].sort((one, other) => one - other));
  // 1000 Hz is 15 of the 45.245 bands of Slaney's scale up to 8000 Hz.
  const middle = (15 / 45.245) * (bands + 1) - 1;
  expect(Math.abs((found[2] ?? 0) - middle)).toBeLessThanOrEqual(1);
});

test('a step agrees with the sums of its definition', () => {
  const sound = tone(440, 1).map((one, at) => one / 3 + Math.sin(at * at) / 50);
  const mel = logMel(sound, 80);
  const power = Array.from({ length: 201 }, (_, frequency) => {
    let [re, im] = [0, 0];
    for (let at = 0; at < 400; at += 1) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / 400);
      const value = (sound[30 * 160 + at - 200] ?? 0) * window;
      re += value * Math.cos((2 * Math.PI * frequency * at) / 400);
      im -= value * Math.sin((2 * Math.PI * frequency * at) / 400);
    }
    return re * re + im * im;
  });
  // The band of 440 Hz alone: both its neighbours are 67 Hz and less away.
  const step = column(mel, 80, 30);
  const band = loudest(step);
  const pitch = (at: number) => (((15 + 27 * (Math.log(8) / Math.log(6.4))) * at) / 81) * (200 / 3);
  const [low, mid, high] = [pitch(band), pitch(band + 1), pitch(band + 2)];
  const sum = power.reduce((all, value, at) => {
    const height = Math.min((at * 40 - low) / (mid - low), (high - at * 40) / (high - mid));
    return all + (Math.max(0, height) * 2 * value) / (high - low);
  }, 0);
  expect(step[band]).toBeCloseTo((Math.log10(sum) + 4) / 4, 3);
});

test('more than half a minute is left out, and less is followed by silence', () => {
  expect(logMel(tone(300, 40), 80)).toEqual(logMel(tone(300, 40).subarray(0, 30 * RATE), 80));
  const short = logMel(tone(300, 1), 80);
  expect(new Set(column(short, 80, 200)).size).toBe(1);
  expect(logMel(new Float32Array(0), 80).every((one) => one === -1.5)).toBe(true);
});
