/**
 * The sound as conformers take it: each 10 ms the loudness in so many bands of pitch, as a natural
 * logarithm. NeMo's models (Parakeet) and MedASR differ in every detail of it.
 */
import { fourier } from '../sound/spectrum.ts';
import { bandOf, type Filter, htkFilters, slaneyFilters } from './mel-filters.ts';

/** Samples: of a window, between two windows, and of the transform, of which the window is a part. */
const [WINDOW, STEP, TRANSFORM] = [400, 160, 512];
/** NeMo: so much of the sample before is taken off, and what is added so that silence has a logarithm. */
const [EMPHASIS, GUARD] = [0.97, 2 ** -24];
/** NeMo: added to the spread of a band. */
const LEAST_SPREAD = 1e-5;
/** MedASR: frequencies in Hz, the softest level. */
const MEDASR_RANGE = [125, 7500] as const;
const MEDASR_FLOOR = 1e-5;

/** Frame after frame, each with so many bands. */
export type Features = {
  readonly data: Float32Array;
  readonly frames: number;
  readonly bands: number;
};

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (WINDOW - 1)),
);

/** `isNormalised`: each band has the mean 0 and the spread 1 over this sound. */
export function nemoFeatures(
  samples: Float32Array,
  bands: number,
  isNormalised: boolean,
): Features {
  const sound = samples.map(
    (sample, at) => sample - (at > 0 ? EMPHASIS * (samples[at - 1] ?? 0) : 0),
  );
  const features = featuresOf(sound, {
    frames: Math.floor(samples.length / STEP),
    // Windows stand around their place; before and after the sound is silence.
    begin: -WINDOW / 2,
    filters: slaneyFilters({ bands, size: TRANSFORM }),
    level: (power) => Math.log(power + GUARD),
  });
  if (isNormalised) normalise(features);
  return features;
}

export const medasrFeatures = (samples: Float32Array, bands: number): Features =>
  featuresOf(samples, {
    frames: Math.max(0, Math.floor((samples.length - WINDOW) / STEP) + 1),
    begin: 0,
    filters: htkFilters({ bands, size: TRANSFORM }, MEDASR_RANGE),
    level: (power) => Math.log(Math.max(power, MEDASR_FLOOR)),
  });

/** From frames with their bands to bands with their frames. */
export function bandsFirst({ data, frames, bands }: Features): Float32Array {
  const turned = new Float32Array(data.length);
  for (let frame = 0; frame < frames; frame += 1)
    for (let band = 0; band < bands; band += 1)
      turned[band * frames + frame] = data[frame * bands + band] ?? 0;
  return turned;
}

type Way = {
  readonly frames: number;
  readonly begin: number;
  readonly filters: readonly Filter[];
  readonly level: (power: number) => number;
};

function featuresOf(sound: Float32Array, { frames, begin, filters, level }: Way): Features {
  const bands = filters.length;
  const data = new Float32Array(frames * bands);
  const real = new Float64Array(TRANSFORM);
  const imaginary = new Float64Array(TRANSFORM);
  const power = new Float64Array(TRANSFORM / 2 + 1);
  for (let frame = 0; frame < frames; frame += 1) {
    const first = begin + frame * STEP;
    real.fill(0);
    imaginary.fill(0);
    for (let at = 0; at < WINDOW; at += 1) real[at] = (sound[first + at] ?? 0) * (HANN[at] ?? 0);
    fourier(real, imaginary);
    for (let at = 0; at < power.length; at += 1)
      power[at] = (real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2;
    for (const [band, filter] of filters.entries())
      data[frame * bands + band] = level(bandOf(filter, power));
  }
  return { data, frames, bands };
}

function normalise({ data, frames, bands }: Features): void {
  for (let band = 0; band < bands; band += 1) {
    let sum = 0;
    for (let at = band; at < data.length; at += bands) sum += data[at] ?? 0;
    const mean = sum / frames;
    let squares = 0;
    for (let at = band; at < data.length; at += bands) squares += ((data[at] ?? 0) - mean) ** 2;
    const spread = Math.sqrt(squares / Math.max(1, frames - 1)) + LEAST_SPREAD;
    for (let at = band; at < data.length; at += bands) data[at] = ((data[at] ?? 0) - mean) / spread;
  }
}
