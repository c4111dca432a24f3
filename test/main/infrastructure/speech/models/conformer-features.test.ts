/**
 * What conformers take, against the published definitions, term by term: NeMo's preprocessor, and
 * the extractor that comes with MedASR. Both were held beside sherpa-onnx too (decision 0263).
 */
import { describe, expect, test } from 'vitest';
import {
  bandsFirst,
  medasrFeatures,
  nemoFeatures,
} from '../../../../../main/infrastructure/speech/models/conformer-features.ts';

/** A tone that rises, half a second. */
const sound = Float32Array.from(
  { length: 8000 },
  (_, at) => Math.sin(at * (0.05 + at / 20_000)) * 0.3,
);

/** Energy of the frequencies of a window that begins at `first`, by Fourier's sum itself. */
function powerAt(samples: ArrayLike<number>, first: number): number[] {
  const window = Array.from(
    { length: 400 },
    (_, at) => (samples[first + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / 399)),
  );
  return Array.from({ length: 257 }, (_, frequency) => {
    let [re, im] = [0, 0];
    for (const [at, value] of window.entries()) {
      re += value * Math.cos((2 * Math.PI * frequency * at) / 512);
      im += value * Math.sin((2 * Math.PI * frequency * at) / 512);
    }
    return re * re + im * im;
  });
}

const triangle = (at: number, low: number, middle: number, high: number) =>
  Math.max(0, Math.min((at - low) / (middle - low), (high - at) / (high - middle)));
const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1));
const hertz = (frequency: number) => frequency * 31.25;

describe('NeMo', () => {
  const toMel = (value: number) =>
    value < 1000 ? (3 * value) / 200 : 15 + (27 * Math.log(value / 1000)) / Math.log(6.4);
  const fromMel = (mel: number) =>
    mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27);

  test.each([80, 128])('%i bands of a frame are those of its preprocessor', (bands) => {
    const { data, frames } = nemoFeatures(sound, bands, false);
    expect(frames).toBe(50);
    const emphasised = sound.map((value, at) => value - (at > 0 ? 0.97 * (sound[at - 1] ?? 0) : 0));
    const edges = spread(bands + 2, 0, toMel(8000)).map(fromMel);
    for (const frame of [0, 20, 49]) {
      const power = powerAt(emphasised, frame * 160 - 200);
      for (let band = 0; band < bands; band += 7) {
        const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
        const energy = power.reduce(
          (sum, one, at) => sum + (one * triangle(hertz(at), low, middle, high) * 2) / (high - low),
          0,
        );
        expect(data[frame * bands + band]).toBeCloseTo(Math.log(energy + 2 ** -24), 3);
      }
    }
  });

  test('each band has the mean 0 and the spread 1, and silence stays a number', () => {
    const { data, frames, bands } = nemoFeatures(sound, 80, true);
    for (let band = 0; band < bands; band += 1) {
      const values = Array.from({ length: frames }, (_, at) => data[at * bands + band] ?? 0);
      const mean = values.reduce((sum, one) => sum + one, 0) / frames;
      const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      expect(mean).toBeCloseTo(0, 4);
      expect(squares / (frames - 1)).toBeCloseTo(1, 2);
    }
    expect(nemoFeatures(new Float32Array(1600), 80, true).data.every(Number.isFinite)).toBe(true);
    expect(nemoFeatures(new Float32Array(160), 80, true).data.every(Number.isFinite)).toBe(true);
    expect(nemoFeatures(new Float32Array(100), 80, true).frames).toBe(0);
  });
});

describe('MedASR', () => {
  const toMel = (value: number) => 1127 * Math.log(1 + value / 700);

  test('bands of a frame are those of its extractor', () => {
    const { data, frames, bands } = medasrFeatures(sound, 128);
    expect(frames).toBe(48);
    const edges = spread(130, toMel(125), toMel(7500));
    for (const frame of [0, 30, 47]) {
      const power = powerAt(sound, frame * 160);
      for (let band = 0; band < bands; band += 9) {
        const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
        const energy = power.reduce(
          (sum, one, at) => sum + one * triangle(toMel(hertz(at)), low, middle, high),
          0,
        );
        expect(data[frame * bands + band]).toBeCloseTo(Math.log(Math.max(energy, 1e-5)), 3);
      }
    }
  });

  test('less than a window has no frame', () => {
    expect(medasrFeatures(new Float32Array(399), 128).frames).toBe(0);
    expect(medasrFeatures(new Float32Array(400), 128).frames).toBe(1);
  });
});

test('frames with their bands become bands with their frames', () => {
  const data = Float32Array.of(1, 2, 3, 4, 5, 6);
  expect([...bandsFirst({ data, frames: 2, bands: 3 })]).toEqual([1, 4, 2, 5, 3, 6]);
});
