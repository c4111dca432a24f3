/** Speech at another speed: as long as it has to be, and of the same pitch. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stretch } from '../../../../../renderer/features/visits/listen/time-stretch.ts';

const RATE = 16_000;
function stretched(sound: Float32Array, speed: number): Float32Array {
  const steps = stretch(sound, speed);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
const tone = (hertz: number, seconds = 2) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) =>
    Math.sin((2 * Math.PI * hertz * at) / RATE),
  );
/** From the crossings of zero in the middle of the sound. */
function pitchOf(sound: Float32Array): number {
  const middle = sound.subarray(sound.length / 4, (sound.length * 3) / 4);
  let crossings = 0;
  for (let at = 1; at < middle.length; at++)
    if (middle[at - 1]! < 0 && middle[at]! >= 0) crossings += 1;
  return (crossings * RATE) / middle.length;
}
const power = (sound: Float32Array) =>
  Math.sqrt(sound.reduce((sum, one) => sum + one * one, 0) / sound.length);

test.each(
  [0.75, 1.25, 1.5, 2].flatMap((speed) => [110, 220, 440].map((hertz) => [speed, hertz] as const)),
)('at %s × a tone of %s Hz keeps its pitch and its loudness', (speed, hertz) => {
  const sound = stretched(tone(hertz), speed);
  expect(sound.length).toBe(Math.round((2 * RATE) / speed));
  expect(Math.abs(pitchOf(sound) / hertz - 1)).toBeLessThan(0.03);
  expect(power(sound)).toBeGreaterThan(0.6);
  expect(power(sound)).toBeLessThan(0.8);
});

test('a change in the middle comes at its place', () => {
  const sound = new Float32Array(2 * RATE);
  sound.set(tone(300, 1), RATE);
  const fast = stretched(sound, 2);
  expect(power(fast.subarray(0, RATE * 0.45))).toBeLessThan(0.05);
  expect(power(fast.subarray(RATE * 0.55))).toBeGreaterThan(0.6);
});

test('whatever the sound, its length follows the speed, and it is never louder', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 3000 }),
      fc.constantFrom(0.75, 1, 1.25, 1.5, 2),
      (samples, speed) => {
        const sound = stretched(Float32Array.from(samples), speed);
        expect(sound.length).toBe(Math.max(1, Math.round(samples.length / speed)));
        expect(sound.every((one) => Math.abs(one) <= 1)).toBe(true);
      },
    ),
  );
});
