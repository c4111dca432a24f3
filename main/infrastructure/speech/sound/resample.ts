/** Brings sound to the rate of speech. */
import { SPEECH_RATE } from '../speech.ts';

export type Resample = (samples: Float32Array) => Float32Array;

/**
 * To 16 kHz, piece by piece: each sample is the mean of the sound that it stands for, and between
 * two samples where the file has fewer. `begins`: where the first one begins, behind the first sample
 * that is given; a part of one.
 */
export function createResampler(rate: number, begins = 0): Resample {
  if (rate === SPEECH_RATE) return (samples) => samples;
  const step = rate / SPEECH_RATE;
  const width = Math.max(1, step);
  let rest = new Float32Array(0);
  /** Where the next sample begins, in `rest` and what follows it. */
  let at = begins;
  return (samples) => {
    const all = new Float32Array(rest.length + samples.length);
    all.set(rest);
    all.set(samples, rest.length);
    const made: number[] = [];
    for (; at + width + 1 <= all.length; at += step) made.push(meanOf(all, at, at + width));
    const kept = Math.floor(at);
    rest = all.slice(kept);
    at -= kept;
    return Float32Array.from(made);
  };
}

/** How many samples come of so many, at least: the last ones wait for more. */
export function resampledLength(count: number, rate: number): number {
  if (rate === SPEECH_RATE) return count;
  const step = rate / SPEECH_RATE;
  return Math.max(0, Math.floor((count - Math.max(1, step) - 1) / step));
}

/** The mean of the sound between two places, whose samples count by the part that is inside. */
function meanOf(all: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = Math.floor(from); at < to; at += 1)
    sum += (all[at] ?? 0) * (Math.min(at + 1, to) - Math.max(at, from));
  return sum / (to - from);
}
