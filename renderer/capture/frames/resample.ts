/**
 * Turns sound of any device rate into 16 kHz, 16 bit, without shifting it in time.
 *
 * A polyphase windowed-sinc low-pass (Kaiser window). The filter is symmetric, and each output
 * sample n is computed at exactly n / 16000 s of the input, so there is no shift to make up for;
 * it costs delay: output n is returned only when `delay` seconds of input beyond it are there.
 * The result does not depend on how the input is cut into chunks.
 */
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';

/** Zero crossings of the sinc on either side: 80 give a transition of 570 Hz below 8 kHz. */
const CROSSINGS = 80;
/** 90 dB down outside the pass band: below what 16 bits can hold. */
const KAISER_BETA = 8.96;
/**
 * Kaiser's (90 - 8) / 14.36 / (2 * crossings), halved on either side of the cut-off: the transition
 * ends at the lower Nyquist frequency, so that nothing folds back.
 */
const HALF_TRANSITION = 5.71 / (2 * CROSSINGS);

export type Resampler = {
  /**
   * Seconds between a sound going in and coming out; constant. The samples themselves are not
   * shifted.
   */
  readonly delay: number;
  /** Takes mono samples (-1..1) at the device rate; returns what is ready, 16 kHz s16. */
  push(samples: Float32Array): Int16Array;
  /**
   * Returns the rest as if silence followed: all outputs whose time lies within the input. Not to
   * be used afterwards.
   */
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

/**
 * State of a conversion. Positions are input samples counted from its beginning; silence stands
 * before it.
 */
type Polyphase = {
  readonly phases: number;
  /** Phases from one output to the next. */
  readonly step: number;
  /** Input samples needed on either side of an output. */
  readonly half: number;
  readonly table: Float32Array;
  /** Input that is still needed; `held[0]` lies at `heldFrom`. */
  held: Float32Array;
  heldFrom: number;
  arrived: number;
  /** The next output lies at `whole` + `phase` / `phases`. */
  whole: number;
  phase: number;
};

function polyphase(rate: number): Resampler {
  const divisor = gcd(rate, SAMPLE_RATE);
  const phases = SAMPLE_RATE / divisor;
  const half = Math.ceil(CROSSINGS * Math.max(1, rate / SAMPLE_RATE));
  const state: Polyphase = {
    phases,
    step: rate / divisor,
    half,
    table: createTable(rate, phases, half),
    held: new Float32Array(half - 1),
    heldFrom: -(half - 1),
    arrived: 0,
    whole: 0,
    phase: 0,
  };
  return {
    delay: half / rate,
    push(samples) {
      state.arrived += samples.length;
      return convert(state, samples);
    },
    flush: () => convert(state, new Float32Array(half), state.arrived),
  };
}

/** Returns the outputs that lie before `until` and for which all input is there. */
function convert(state: Polyphase, samples: Float32Array, until = Infinity): Int16Array {
  hold(state, samples);
  const { phases, step, half } = state;
  const end = state.heldFrom + state.held.length;
  const ready: number[] = [];
  while (state.whole + half < end && state.whole < until) {
    ready.push(toInt16(weigh(state)));
    state.phase += step;
    while (state.phase >= phases) {
      state.phase -= phases;
      state.whole++;
    }
  }
  return Int16Array.from(ready);
}

/** Drops input that no later output needs, and adds the new. */
function hold(state: Polyphase, samples: Float32Array): void {
  const drop = Math.max(0, state.whole - state.half + 1 - state.heldFrom);
  const joined = new Float32Array(state.held.length - drop + samples.length);
  joined.set(state.held.subarray(drop));
  joined.set(samples, state.held.length - drop);
  state.held = joined;
  state.heldFrom += drop;
}

/** The value of the next output. */
function weigh({ held, heldFrom, half, phase, table, whole }: Polyphase): number {
  const width = 2 * half;
  const from = whole - half + 1 - heldFrom;
  const row = phase * width;
  let sum = 0;
  // biome-ignore lint/style/noNonNullAssertion: the hottest loop of the page; both indexes lie within their arrays.
  for (let tap = 0; tap < width; tap++) sum += held[from + tap]! * table[row + tap]!;
  return sum;
}

/**
 * One row of weights for each phase; row p is for outputs that lie p / phases after an input
 * sample.
 */
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
      const weight = sinc(distance * cutoff) * window;
      row[tap] = weight;
      sum += weight;
    }
    // Every phase passes a constant unchanged: otherwise the phases would hum against each other.
    for (const [tap, weight] of row.entries()) table[phase * width + tap] = weight / sum;
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
