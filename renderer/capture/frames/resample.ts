/**
 * Turns sound of any device rate into 16 kHz, 16 bit, without shifting it in time.
 *
 * A polyphase windowed-sinc low-pass (Kaiser window). The filter is symmetric, and each output
 * sample n is computed at exactly n / 16000 s of the input, so there is no shift to make up for;
 * what it costs is delay: output n is answered only when `delay` seconds of input beyond it are there.
 * The answer does not depend on how the input is cut into chunks.
 */
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';

/** Zero crossings of the sinc on either side: 80 give a transition of 570 Hz below 8 kHz. */
const CROSSINGS = 80;
/** 90 dB down outside the pass band: below what 16 bits can hold. */
const KAISER_BETA = 8.96;
/** Kaiser's (90 - 8) / 14.36 / (2 * crossings), halved on either side of the cut-off: the transition ends at the lower Nyquist frequency, so that nothing folds back. */
const HALF_TRANSITION = 5.71 / (2 * CROSSINGS);

export type Resampler = {
  /** Seconds between a sound going in and coming out; constant. The samples themselves are not shifted. */
  readonly delay: number;
  /** Takes mono samples (-1..1) at the device rate; answers what is ready, 16 kHz s16. */
  push(samples: Float32Array): Int16Array;
  /** Answers the rest as if silence followed, so that all outputs whose time lies within the input were answered. Not to be used afterwards. */
  flush(): Int16Array;
};

/** `rate`: the device's, in Hz, a whole number. Throws a RangeError for anything else. */
export function createResampler(rate: number): Resampler {
  if (!Number.isInteger(rate) || rate < 1000 || rate > 768_000)
    throw new RangeError('a sample rate must be a whole number of Hz from 1000 to 768000');
  return rate === SAMPLE_RATE ? unchanged() : polyphase(rate);
}

function unchanged(): Resampler {
  return {
    delay: 0,
    push: (samples) => Int16Array.from(samples, toInt16),
    flush: () => new Int16Array(0),
  };
}

function polyphase(rate: number): Resampler {
  const divisor = gcd(rate, SAMPLE_RATE);
  const phases = SAMPLE_RATE / divisor;
  const step = rate / divisor;
  const half = Math.ceil(CROSSINGS * Math.max(1, rate / SAMPLE_RATE));
  const width = 2 * half;
  const table = createTable(rate, phases, half);

  // `held[0]` is input sample `first`; silence stands before the beginning.
  let held = new Float32Array(half - 1);
  let first = -(half - 1);
  let arrived = 0;
  // The next output lies at input position whole + phase / phases.
  let whole = 0;
  let phase = 0;

  function push(samples: Float32Array, until = Infinity): Int16Array {
    const keepFrom = Math.max(0, whole - half + 1 - first);
    const joined = new Float32Array(held.length - keepFrom + samples.length);
    joined.set(held.subarray(keepFrom));
    joined.set(samples, held.length - keepFrom);
    held = joined;
    first += keepFrom;

    const end = first + held.length;
    const ready: number[] = [];
    while (whole + half < end && whole < until) {
      const from = whole - half + 1 - first;
      const row = phase * width;
      let sum = 0;
      for (let tap = 0; tap < width; tap++) sum += held[from + tap]! * table[row + tap]!;
      ready.push(toInt16(sum));
      phase += step;
      while (phase >= phases) {
        phase -= phases;
        whole++;
      }
    }
    return Int16Array.from(ready);
  }

  return {
    delay: half / rate,
    push(samples) {
      arrived += samples.length;
      return push(samples);
    },
    flush: () => push(new Float32Array(half), arrived),
  };
}

/** One row of weights for each phase; row p is for outputs that lie p / phases after an input sample. */
function createTable(rate: number, phases: number, half: number): Float32Array {
  const width = 2 * half;
  const narrow = Math.min(1, SAMPLE_RATE / rate);
  const cutoff = narrow * (1 - HALF_TRANSITION);
  const edge = bessel(KAISER_BETA);
  const table = new Float32Array(phases * width);
  const row = new Float64Array(width);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < width; tap++) {
      const distance = tap - half + 1 - phase / phases;
      const across = distance / half;
      const window =
        Math.abs(across) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - across * across)) / edge;
      row[tap] = sinc(distance * cutoff) * window;
      sum += row[tap]!;
    }
    // Every phase passes a constant unchanged: otherwise the phases would hum against each other.
    for (let tap = 0; tap < width; tap++) table[phase * width + tap] = row[tap]! / sum;
  }
  return table;
}

const toInt16 = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
