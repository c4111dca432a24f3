/** Measures the loudness of a block of sound. */
import { type Brightness, brightnessOf } from './brightness.ts';

export type Level = Brightness & {
  /** Root mean square, 0..1 of full scale. */
  readonly rms: number;
  /** Largest magnitude, 0..1. */
  readonly peak: number;
  /** Number of samples that touch the end of the scale. */
  readonly clipped: number;
};

/** -0.1 dB: converters and mixers stop a little short of the last value. */
const FULL_SCALE = 32_390;

/** Takes s16 samples; an empty block is silent. */
export function levelOf(samples: Int16Array): Level {
  let sum = 0;
  let peak = 0;
  let clipped = 0;
  for (const sample of samples) {
    const size = Math.abs(sample);
    sum += size * size;
    if (size > peak) peak = size;
    if (size >= FULL_SCALE) clipped++;
  }
  return {
    rms: samples.length === 0 ? 0 : Math.sqrt(sum / samples.length) / 32_768,
    peak: peak / 32_768,
    clipped,
    ...brightnessOf(samples),
  };
}
