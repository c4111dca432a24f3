/**
 * How a voice sounds, as a few numbers for a stretch of speech: the height of the voice and the
 * shape of its spectrum. Enough to hold the stretches of one recording against one another.
 */

import { SPEECH_RATE } from '../speech.ts';
import { powersOf } from './spectrum.ts';

/** Samples; 32 ms every 20 ms. */
const FRAME = 512;
const HOP = 320;
/** Hz, of the bands, which lie evenly on the mel scale. */
const [LOWEST, HIGHEST] = [100, 7600];
const BANDS = 24;
const SHAPES = 12;
/** Loudness in dB, height in Hz, and the shape. */
const NUMBERS = 2 + SHAPES;
/** dB: below it nothing is a voice, nor is what is so much quieter than the loudest. */
const SILENCE = -60;
const QUIETER = 30;
/** Hz, of voices. */
const [DEEPEST, HIGHEST_VOICE] = [65, 400];
/** How much a frame must repeat itself to have a height: 1 is wholly. */
const VOICED = 0.5;
/** Frames in one block of memory: 41 s. */
const BLOCK = 2048;
/** Fewer frames with a voice tell nothing. */
const FEWEST = 8;

export type VoiceMeter = {
  /** The next samples, at 16 kHz. */
  add(samples: Float32Array): void;
  /**
   * Between these seconds: the height in semitones, then the shape; undefined where too little of a
   * voice is there.
   */
  voiceIn(from: number, to: number): number[] | undefined;
};

/** Holds 56 bytes for each 20 ms of sound. */
export function createVoiceMeter(): VoiceMeter {
  const blocks: Float32Array[] = [];
  let count = 0;
  let rest = new Float32Array(0);
  const add = (frame: Float32Array) => {
    if (count % BLOCK === 0) blocks.push(new Float32Array(BLOCK * NUMBERS));
    measure(frame, numbersAt(blocks, count));
    count += 1;
  };
  return {
    add(samples) {
      const all = new Float32Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      let at = 0;
      for (; at + FRAME <= all.length; at += HOP) add(all.subarray(at, at + FRAME));
      rest = all.slice(at);
    },
    voiceIn(from, to) {
      const frames: Float32Array[] = [];
      for (let at = Math.max(0, frameAt(from)); at < Math.min(frameAt(to), count); at += 1)
        frames.push(numbersAt(blocks, at));
      return voiceOf(frames);
    },
  };
}

const frameAt = (seconds: number) => Math.round((seconds * SPEECH_RATE) / HOP);

function numbersAt(blocks: readonly Float32Array[], frame: number): Float32Array {
  const start = (frame % BLOCK) * NUMBERS;
  return (blocks[Math.floor(frame / BLOCK)] ?? new Float32Array(0)).subarray(
    start,
    start + NUMBERS,
  );
}

const loudnessOf = (numbers: Float32Array) => numbers[0] ?? SILENCE;
const heightOf = (numbers: Float32Array) => numbers[1] ?? 0;

function voiceOf(frames: readonly Float32Array[]): number[] | undefined {
  const loudest = frames.reduce((most, one) => Math.max(most, loudnessOf(one)), SILENCE);
  const voiced = frames.filter((one) => heightOf(one) > 0 && loudnessOf(one) > loudest - QUIETER);
  if (voiced.length < FEWEST) return undefined;
  const heights = voiced.map(heightOf).sort((one, other) => one - other);
  const median = heights[heights.length >> 1] ?? 100;
  const shape = Array.from(
    { length: SHAPES },
    (_, at) => voiced.reduce((sum, one) => sum + (one[2 + at] ?? 0), 0) / voiced.length,
  );
  return [12 * Math.log2(median / 100), ...shape].map((one) => Math.round(one * 100) / 100);
}

function measure(samples: Float32Array, into: Float32Array): void {
  let energy = 1e-12;
  for (const sample of samples) energy += sample * sample;
  const loudness = 10 * Math.log10(energy / FRAME);
  into[0] = loudness;
  if (loudness < SILENCE) return;
  into[1] = pitchOf(samples);
  if (into[1] > 0) into.set(shapeOf(samples), 2);
}

/** Height is looked for at a fourth of the rate. */
const DECIMATED = 4;
const LOW_RATE = SPEECH_RATE / DECIMATED;
const SHORTEST = Math.floor(LOW_RATE / HIGHEST_VOICE);
const LONGEST = Math.ceil(LOW_RATE / DEEPEST);
/** Twice a length repeats itself as well: the shortest that does so about as much is taken. */
const ABOUT_AS_MUCH = 0.85;

/** Hz; 0 where the frame does not repeat itself. */
function pitchOf(samples: Float32Array): number {
  const low = new Float32Array(FRAME / DECIMATED);
  for (const [at, sample] of samples.entries()) {
    const place = Math.floor(at / DECIMATED);
    low[place] = (low[place] ?? 0) + sample;
  }
  const alike = Array.from({ length: LONGEST + 2 }, (_, lag) =>
    lag < SHORTEST - 1 ? 0 : likeness(low, lag),
  );
  const isPeak = (lag: number) => {
    const here = alike[lag] ?? 0;
    return here >= (alike[lag - 1] ?? 0) && here >= (alike[lag + 1] ?? 0);
  };
  const peaks: number[] = [];
  for (let lag = SHORTEST; lag <= LONGEST; lag += 1) if (isPeak(lag)) peaks.push(lag);
  const most = peaks.reduce((found, lag) => Math.max(found, alike[lag] ?? 0), 0);
  const first = peaks.find((lag) => (alike[lag] ?? 0) > ABOUT_AS_MUCH * most);
  return first === undefined || most < VOICED ? 0 : LOW_RATE / between(alike, first);
}

/** How much the sound is like itself, so many samples later: 1 is wholly. */
function likeness(low: Float32Array, lag: number): number {
  let [same, one, other] = [0, 1e-9, 1e-9];
  for (let at = 0; at + lag < low.length; at += 1) {
    const [here, there] = [low[at] ?? 0, low[at + lag] ?? 0];
    same += here * there;
    one += here * here;
    other += there * there;
  }
  return same / Math.sqrt(one * other);
}

/** The top of the curve through a peak and its neighbours. */
function between(alike: readonly number[], peak: number): number {
  const [before = 0, here = 0, after = 0] = alike.slice(peak - 1, peak + 2);
  const bend = before - 2 * here + after;
  return peak + (bend < 0 ? (0.5 * (before - after)) / bend : 0);
}

const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
const BAND_WIDTH = (mel(HIGHEST) - mel(LOWEST)) / (BANDS + 1);
/** Between which two bands a bin of the spectrum lies: 1.25 is a quarter behind the second. */
const placeOfBin = Float32Array.from(
  { length: FRAME / 2 },
  (_, bin) => (mel((bin * SPEECH_RATE) / FRAME) - mel(LOWEST)) / BAND_WIDTH - 1,
);

/** The cepstrum of the bands, without its first number, which is loudness. */
function shapeOf(samples: Float32Array): Float32Array {
  const bands = new Float32Array(BANDS);
  for (const [bin, power] of powersOf(samples).entries()) {
    const place = placeOfBin[bin] ?? 0;
    const band = Math.floor(place);
    if (bin === 0 || band < -1 || band >= BANDS) continue;
    if (band >= 0) bands[band] = (bands[band] ?? 0) + power * (1 - place + band);
    if (band + 1 < BANDS) bands[band + 1] = (bands[band + 1] ?? 0) + power * (place - band);
  }
  const logs = bands.map((power) => Math.log(power + 1e-8));
  return Float32Array.from({ length: SHAPES }, (_, shape) =>
    logs.reduce((sum, value, band) => sum + value * (cosines[shape * BANDS + band] ?? 0), 0),
  );
}

const cosines = Float32Array.from({ length: SHAPES * BANDS }, (_, at) =>
  Math.cos((Math.PI * (Math.floor(at / BANDS) + 1) * ((at % BANDS) + 0.5)) / BANDS),
);
