/**
 * Compares a recording with the sound it was made from: where it lies in time, and how alike it is
 * second by second. Both are samples of the same rate; nothing here knows how they were made.
 */

export type Samples = Int16Array | Float32Array | Float64Array;

export type Alignment = {
  /** b[i + lag] is a[i]; samples, with a fraction. */
  readonly lag: number;
  /** Normalised correlation of the part that was compared, at the nearest whole sample. */
  readonly correlation: number;
};

export type Window = {
  /** Start of the window in `a`; seconds. */
  readonly at: number;
  /** Normalised correlation, -1..1. */
  readonly correlation: number;
  /** How far this window alone lies off the given lag; samples, with a fraction. 0 is no shift. */
  readonly shift: number;
};

/** Root mean square of s16 below which a window holds nothing to compare. */
const SILENT = 30;
const COARSE = 0.01;

/**
 * Finds the one lag of `b` against `a`, coarse to fine: first the loudness in steps of 10 ms over
 * all of `a`, then single samples around it over the loudest 2 s, then the fraction by a parabola.
 * `longest`: the greatest lag looked for, in seconds, either way.
 */
export function align(a: Samples, b: Samples, rate: number, longest = 5): Alignment {
  const step = Math.round(rate * COARSE);
  const [loudA, loudB] = [loudness(a, step), loudness(b, step)];
  const steps = best(-Math.round(longest / COARSE), Math.round(longest / COARSE), (lag) =>
    correlate(loudA, loudB, 0, loudA.length, lag),
  ).at;
  const coarse = steps * step;
  // Overlap of both sounds: one may be much shorter than the other.
  const first = Math.max(0, -steps);
  const from =
    (first + loudest(loudA.subarray(first, loudB.length - steps), Math.round(2 / COARSE))) * step;
  return refine(
    a,
    b,
    [from, Math.min(a.length, from + 2 * rate)],
    [coarse - 2 * step, coarse + 2 * step],
  );
}

/**
 * Compares window by window at the one lag found by `align`; windows without sound are left out.
 */
export function correlationWindows(
  a: Samples,
  b: Samples,
  rate: number,
  { lag }: Pick<Alignment, 'lag'>,
  seconds = 1,
): Window[] {
  const size = Math.round(seconds * rate);
  const reach = Math.round(rate * 0.03);
  const moved = shifted(b, lag, a.length);
  const windows: Window[] = [];
  for (let from = 0; from + size <= a.length && from + size + lag <= b.length; from += size) {
    if (from + lag < 0 || loudnessOf(a, from, size) < SILENT) continue;
    const near = refine(a, moved, [from, from + size], [-reach, reach]);
    windows.push({
      at: from / rate,
      correlation: correlate(a, moved, from, from + size, 0),
      shift: near.lag,
    });
  }
  return windows;
}

/** A place that the recorder filled with silence: where it begins and how long it is; samples. */
export type Fill = { readonly sample: number; readonly filled: number };

/**
 * The recording without the silence that stands in for lost frames.
 *
 * A real microphone's sound is gone when the computer is too busy to take it, and the recorder
 * fills its place. Chromium's microphone that plays a file skips time in the same way, but goes on
 * with its file and loses nothing: compared with that file, the filled places are too much.
 */
export function withoutFills(recorded: Int16Array, fills: readonly Fill[]): Int16Array {
  const kept = new Int16Array(recorded.length);
  let length = 0;
  for (const [from, to] of between(recorded.length, fills)) {
    kept.set(recorded.subarray(from, to), length);
    length += to - from;
  }
  return kept.slice(0, length);
}

/**
 * Stretches of a recording that hold what the microphone gave: before, between and after the fills.
 */
function between(length: number, fills: readonly Fill[]): (readonly [number, number])[] {
  const ordered = fillsWithin(length, fills);
  const starts = [0, ...ordered.map(({ sample, filled }) => sample + filled)];
  const ends = [...ordered.map(({ sample }) => sample), length];
  return starts
    .map((from, index) => [from, ends[index] ?? length] as const)
    .filter(([from, to]) => to > from);
}

/** In their order, without what lies after the end: a recording may be compared in part. */
const fillsWithin = (length: number, fills: readonly Fill[]): Fill[] =>
  fills
    .filter(({ sample }) => sample < length)
    .map(({ sample, filled }) => ({ sample, filled: Math.min(filled, length - sample) }))
    .sort((a, b) => a.sample - b.sample);

/**
 * Reads the fills out of the recording's gap marks; their text is that of
 * renderer/capture/recorder.
 */
export const fillsOf = (
  marks: readonly {
    readonly kind: string;
    readonly sample: number;
    readonly text?: string | undefined;
  }[],
): Fill[] =>
  marks
    .filter(({ kind }) => kind === 'gap')
    .map(({ sample, text }) => ({
      sample,
      filled: Number(/(\d+) filled/.exec(text ?? '')?.[1] ?? 0),
    }));

export type Agreement = {
  /** Places that were filled with silence, and their length together; seconds. */
  readonly fills: number;
  readonly filled: number;
  /** Seconds of sound that were compared. */
  readonly seconds: number;
  /** Correlation with what was spoken, over all that was compared, and the least of one window. */
  readonly mean: number;
  readonly least: number;
  /** How far the stretches lie apart in time, once the marked fills are taken out; samples. */
  readonly wander: number;
  /**
   * Samples within the marked fills that are louder than silence, a few milliseconds at their edges
   * left out.
   */
  readonly loudInFills: number;
};

/** The resampler smears so much of the sound around a fill into it; samples. */
const EDGE = 64;
/** A quarter of a second: short enough to lie between two fills. */
const WINDOW = 0.25;
/** How far around its place a stretch is looked for; samples. */
const REACH = 4_000;

/**
 * Holds a recording against what was spoken, by its gap marks: each stretch between two marked
 * fills must be the spoken sound, and once the fills are taken out, all stretches must lie at one
 * place in time. They can only do so when every inserted silence is marked with its true length.
 */
export function agreement(
  spoken: Int16Array,
  recorded: Int16Array,
  marked: readonly Fill[],
  rate: number,
): Agreement {
  const fills = fillsWithin(recorded.length, marked);
  const whole = withoutFills(recorded, fills);
  const { lag } = align(whole.subarray(0, 8 * rate), spoken, rate, spoken.length / rate);
  const edges = [0, ...seams(fills), whole.length];
  const windows: Window[] = [];
  const lags: number[] = [];
  for (const [index, from] of edges.entries()) {
    const stretch = whole.subarray(from + EDGE, (edges[index + 1] ?? from) - EDGE);
    if (stretch.length < rate / 2) continue;
    // A copy, so that the stretch is looked for around its place only.
    const around = spoken.subarray(Math.max(0, Math.round(from + EDGE + lag) - REACH));
    const near = alignNear(
      stretch,
      around,
      rate,
      (lags.at(-1) ?? lag) + from + EDGE - (spoken.length - around.length),
    );
    lags.push(near.lag + (spoken.length - around.length) - (from + EDGE));
    windows.push(...correlationWindows(stretch, around, rate, near, WINDOW));
  }
  return {
    fills: fills.length,
    filled: fills.reduce((sum, { filled }) => sum + filled, 0) / rate,
    seconds: windows.length * WINDOW,
    mean: summary(windows).mean,
    least: summary(windows).least,
    wander: Math.max(...lags) - Math.min(...lags),
    loudInFills: fills.reduce((sum, fill) => sum + loudSamples(recorded, fill), 0),
  };
}

/**
 * A stretch is looked for by its loudness, and where it belongs: the loudness of half a second is
 * like that of many others. The place where its beginning is more alike counts.
 */
function alignNear(stretch: Samples, around: Samples, rate: number, expected: number): Alignment {
  const found = align(stretch, around, rate, (2 * REACH) / rate);
  const step = Math.round(rate * COARSE);
  const place = Math.round(expected);
  const end = Math.min(stretch.length, 2 * rate);
  const here = refine(stretch, around, [0, end], [place - step, place + step]);
  const there = correlate(stretch, around, 0, end, Math.round(found.lag));
  return here.correlation >= there ? here : found;
}

/** Returns the places of the fills in the sound without them; samples. */
function seams(fills: readonly Fill[]): number[] {
  let taken = 0;
  return [...fills]
    .sort((a, b) => a.sample - b.sample)
    .map(({ sample, filled }) => {
      const seam = sample - taken;
      taken += filled;
      return seam;
    });
}

function loudSamples(recorded: Int16Array, { sample, filled }: Fill): number {
  const inside = recorded.subarray(sample + EDGE, Math.max(sample + EDGE, sample + filled - EDGE));
  return inside.filter((value) => Math.abs(value) > 1).length;
}

/** The worst and the mean of windows, for a message. */
export function summary(windows: readonly Window[]): {
  windows: number;
  mean: number;
  least: number;
  worstShift: number;
} {
  const all = windows.map(({ correlation }) => correlation);
  return {
    windows: windows.length,
    mean: all.reduce((sum, each) => sum + each, 0) / all.length,
    least: Math.min(...all),
    worstShift: Math.max(...windows.map(({ shift }) => Math.abs(shift))),
  };
}

/** `lags`: the least and the most to be tried. */
function refine(
  a: Samples,
  b: Samples,
  [from, to]: readonly [number, number],
  [least, most]: readonly [number, number],
): Alignment {
  const at = (lag: number) => correlate(a, b, from, to, lag);
  const top = best(least, most, at);
  const [before, after] = [at(top.at - 1), at(top.at + 1)];
  const bend = before - 2 * top.value + after;
  const fraction = bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
  return { lag: top.at + fraction, correlation: top.value };
}

function best(
  least: number,
  most: number,
  of: (lag: number) => number,
): { at: number; value: number } {
  let found = { at: 0, value: -Infinity };
  for (let at = least; at <= most; at++) {
    const value = of(at);
    if (value > found.value) found = { at, value };
  }
  return found;
}

/**
 * Normalised correlation of a[from..to) with b at `lag`; what lies outside of b counts as silence.
 */
function correlate(a: Samples, b: Samples, from: number, to: number, lag: number): number {
  let ab = 0,
    aa = 0,
    bb = 0;
  for (let i = from; i < to; i++) {
    const x = a[i]!;
    const y = b[i + lag] ?? 0;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

function loudnessOf(samples: Samples, from: number, size: number): number {
  let sum = 0;
  for (let i = from; i < from + size; i++) sum += samples[i]! ** 2;
  return Math.sqrt(sum / size);
}

/** Loudness in steps, its mean taken away, so that a long quiet stretch does not look alike. */
function loudness(samples: Samples, step: number): Float64Array {
  const steps = Float64Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    loudnessOf(samples, index * step, step),
  );
  const mean = steps.reduce((sum, each) => sum + each, 0) / Math.max(1, steps.length);
  return steps.map((each) => each - mean);
}

function loudest(steps: Float64Array, width: number): number {
  let sum = 0;
  let found = { at: 0, sum: -Infinity };
  for (let i = 0; i < steps.length; i++) {
    sum += steps[i]! - (steps[i - width] ?? 0);
    if (i >= width - 1 && sum > found.sum) found = { at: i - width + 1, sum };
  }
  return found.at;
}

/** b moved by a lag with a fraction, by a windowed sinc: a[i] belongs to answer[i]. */
function shifted(b: Samples, lag: number, length: number): Float64Array {
  const whole = Math.floor(lag);
  const fraction = lag - whole;
  const half = 32;
  const weights = Float64Array.from({ length: 2 * half }, (_, tap) => {
    const distance = tap - half + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (half + 1));
    return distance === 0 ? 1 : (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  return Float64Array.from({ length }, (_, i) => {
    let sum = 0;
    for (let tap = 0; tap < 2 * half; tap++)
      sum += (b[i + whole + tap - half + 1] ?? 0) * weights[tap]!;
    return sum;
  });
}
