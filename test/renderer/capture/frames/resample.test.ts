import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createResampler } from '../../../../renderer/capture/frames/resample.ts';
import { portion } from '../../../support/portion.ts';

const OUT = 16_000;

const tone = (rate: number, hertz: number, seconds: number, size = 0.5) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, i) => size * Math.sin((2 * Math.PI * hertz * i) / rate),
  );

function whole(rate: number, sound: Float32Array): Int16Array {
  const resampler = createResampler(rate);
  const [first, rest] = [resampler.push(sound), resampler.flush()];
  const all = new Int16Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
}

/**
 * Signal to noise against the function of time that was meant, away from the ends; dB. Any shift
 * counts as noise.
 */
function snr(got: Int16Array, meant: (time: number) => number): number {
  let signal = 0,
    noise = 0;
  for (let n = 800; n < got.length - 800; n++) {
    const want = meant(n / OUT);
    signal += want ** 2;
    noise += (got[n]! / 32_768 - want) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

for (const rate of [
  8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000,
]) {
  test(`a pure tone keeps its form and its place at ${rate} Hz`, () => {
    const highest = Math.min(rate / 2, 8_000) * 0.9;
    const figures = [440, 1_000, 3_000, highest].map((hertz) => {
      const got = whole(rate, tone(rate, hertz, 1));
      expect(got.length).toBe(OUT);
      return snr(got, (time) => 0.5 * Math.sin(2 * Math.PI * hertz * time));
    });
    console.log(`${rate} Hz: ${figures.map((each) => each.toFixed(1)).join(' ')} dB`);
    // 16 bits of a half-scale sine hold 92 dB.
    expect(Math.min(...figures)).toBeGreaterThan(85);
  });
}

for (const rate of [44_100, 48_000, 96_000]) {
  test(`a sweep up to 7 kHz stays in phase at ${rate} Hz`, () => {
    const phase = (time: number) => 2 * Math.PI * (100 * time + (6_900 / 4) * time ** 2);
    const sound = Float32Array.from(
      { length: 2 * rate },
      (_, i) => 0.5 * Math.sin(phase(i / rate)),
    );
    expect(snr(whole(rate, sound), (time) => 0.5 * Math.sin(phase(time)))).toBeGreaterThan(85);
  });

  test(`what lies above 8 kHz does not fold back at ${rate} Hz`, () => {
    for (const hertz of [8_100, 9_000, 12_000, 15_900, 20_000]) {
      const got = whole(rate, tone(rate, hertz, 0.5)).subarray(800, -800);
      const loudest = Math.max(...got.map(Math.abs)) / 32_768;
      expect(20 * Math.log10((loudest || 1e-6) / 0.5), `${hertz} Hz`).toBeLessThan(-80);
    }
  });
}

test('the answer does not depend on how the sound was cut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(8_000, 16_000, 44_100, 48_000, 96_000),
      fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 12 }),
      (rate, cuts) => {
        const sound = tone(rate, 700, cuts.reduce((sum, each) => sum + each, 0) / rate);
        const resampler = createResampler(rate);
        const parts: number[] = [];
        let at = 0;
        for (const cut of cuts) {
          parts.push(...resampler.push(sound.subarray(at, at + cut)));
          at += cut;
        }
        parts.push(...resampler.flush());
        expect(parts).toEqual([...whole(rate, sound)]);
      },
    ),
    { numRuns: portion(60) },
  );
});

test('it never drifts: minutes of 10 ms frames give exactly as many minutes', () => {
  const minutes = portion(10);
  const resampler = createResampler(44_100);
  const frame = new Float32Array(441);
  let count = 0;
  for (let i = 0; i < minutes * 6_000; i++) count += resampler.push(frame).length;
  expect(count + resampler.flush().length).toBe(minutes * 60 * OUT);
  expect(resampler.delay).toBeCloseTo(0.005, 3);
});

test('sound that is too loud stops at the end of the scale instead of wrapping round', () => {
  expect(Math.min(...whole(48_000, new Float32Array(4_800).fill(-1.5)).subarray(200, -200))).toBe(
    -32_768,
  );
  expect(Math.max(...whole(16_000, new Float32Array(100).fill(1.5)))).toBe(32_767);
});

test('a rate that no device has is refused', () => {
  for (const rate of [0, 44_100.5, NaN, 1e7])
    expect(() => createResampler(rate)).toThrow(RangeError);
});
