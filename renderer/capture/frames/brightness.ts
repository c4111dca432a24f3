/**
 * Measures how much of a block of 16 kHz sound lies high. A telephone line ends below 4 kHz; the
 * hiss of an s or an f does not.
 */
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';

export type Brightness = {
  /** Root mean square above 2 kHz, 0..1 of full scale. */
  readonly presence: number;
  /** Root mean square above 4.8 kHz, 0..1 of full scale. */
  readonly treble: number;
};

/** An odd number: the filter is symmetric about its middle. */
const TAPS = 63;
const presenceFilter = highPass(2_000);
const trebleFilter = highPass(4_800);

/** Takes s16 samples at 16 kHz; a block shorter than the filter has no brightness. */
export function brightnessOf(samples: Int16Array): Brightness {
  return {
    presence: filteredRms(samples, presenceFilter),
    treble: filteredRms(samples, trebleFilter),
  };
}

/** Returns a windowed sinc (Blackman: 74 dB down outside its transition). */
function highPass(hertz: number): Float64Array {
  const middle = (TAPS - 1) / 2;
  const cut = hertz / SAMPLE_RATE;
  return Float64Array.from({ length: TAPS }, (_, i) => {
    const n = i - middle;
    const low = n === 0 ? 2 * cut : Math.sin(2 * Math.PI * cut * n) / (Math.PI * n);
    const turn = (2 * Math.PI * i) / (TAPS - 1);
    const window = 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    return ((n === 0 ? 1 : 0) - low) * window;
  });
}

function filteredRms(samples: Int16Array, filter: Float64Array): number {
  const count = samples.length - TAPS + 1;
  if (count <= 0) return 0;
  let sum = 0;
  for (let at = 0; at < count; at++) {
    let value = 0;
    for (let tap = 0; tap < TAPS; tap++) value += (filter[tap] ?? 0) * (samples[at + tap] ?? 0);
    sum += value * value;
  }
  return Math.sqrt(sum / count) / 32_768;
}
