/**
 * The sound as Whisper takes it: half a minute of 10 ms steps, each with the loudness in so many
 * bands of pitch (mel scale of Slaney), as a logarithm.
 */

import { bandOf, slaneyFilters } from './mel-filters.ts';

/** Samples: of a window, between two windows, and of half a minute at 16 kHz. */
const [WINDOW, STEP, HALF_MINUTE] = [400, 160, 480_000];
const FREQUENCIES = WINDOW / 2 + 1;
export const STEPS = HALF_MINUTE / STEP;

/** Row after row of `bands`, each with 3000 steps; what is longer than half a minute is left out. */
export function logMel(samples: Float32Array, bands: number): Float32Array {
  const sound = samples.subarray(0, HALF_MINUTE);
  const filters = slaneyFilters({ bands, size: WINDOW });
  const mel = new Float32Array(bands * STEPS).fill(-10);
  const frame = new Float64Array(WINDOW);
  let largest = -10;
  // Silence after the sound stays as it is filled.
  const last = Math.min(STEPS, Math.ceil((sound.length + WINDOW / 2) / STEP));
  for (let step = 0; step < last; step += 1) {
    for (let at = 0; at < WINDOW; at += 1)
      frame[at] = mirrored(sound, step * STEP + at - WINDOW / 2) * (HANN[at] ?? 0);
    const power = powerOf(frame);
    for (const [band, filter] of filters.entries()) {
      const level = Math.log10(Math.max(1e-10, bandOf(filter, power)));
      mel[band * STEPS + step] = level;
      if (level > largest) largest = level;
    }
  }
  for (const [at, level] of mel.entries()) mel[at] = (Math.max(level, largest - 8) + 4) / 4;
  return mel;
}

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW),
);

/** The sound before its beginning is its mirror; after its end it is silence. */
const mirrored = (sound: Float32Array, at: number): number => sound[Math.abs(at)] ?? 0;

function powerOf(frame: Float64Array): Float64Array {
  const { re, im } = transform(frame, 0, 1, WINDOW);
  return Float64Array.from(
    { length: FREQUENCIES },
    (_, at) => (re[at] ?? 0) ** 2 + (im[at] ?? 0) ** 2,
  );
}

const COS = Float64Array.from({ length: WINDOW }, (_, at) => Math.cos((2 * Math.PI * at) / WINDOW));
const SIN = Float64Array.from({ length: WINDOW }, (_, at) => Math.sin((2 * Math.PI * at) / WINDOW));

/** Fourier's transform of every `stride`th value: halved while it can be, then term by term. */
function transform(values: Float64Array, offset: number, stride: number, length: number) {
  const re = new Float64Array(length);
  const im = new Float64Array(length);
  if (length % 2 === 1) {
    for (let to = 0; to < length; to += 1)
      for (let at = 0; at < length; at += 1) {
        const value = values[offset + at * stride] ?? 0;
        const turn = ((to * at) % length) * stride;
        re[to] = (re[to] ?? 0) + value * (COS[turn] ?? 0);
        im[to] = (im[to] ?? 0) - value * (SIN[turn] ?? 0);
      }
    return { re, im };
  }
  const half = length / 2;
  const even = transform(values, offset, stride * 2, half);
  const odd = transform(values, offset + stride, stride * 2, half);
  for (let at = 0; at < half; at += 1) {
    const [cos, sin] = [COS[at * stride] ?? 0, SIN[at * stride] ?? 0];
    const [oddRe, oddIm] = [odd.re[at] ?? 0, odd.im[at] ?? 0];
    const [turnedRe, turnedIm] = [oddRe * cos + oddIm * sin, oddIm * cos - oddRe * sin];
    const [evenRe, evenIm] = [even.re[at] ?? 0, even.im[at] ?? 0];
    re[at] = evenRe + turnedRe;
    im[at] = evenIm + turnedIm;
    re[at + half] = evenRe - turnedRe;
    im[at + half] = evenIm - turnedIm;
  }
  return { re, im };
}
