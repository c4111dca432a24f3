/** Bands of pitch: which frequencies of a spectrum count for a band, and how much. */

const RATE = 16_000;

export type Filter = { readonly from: number; readonly weights: readonly number[] };
type Scale = {
  readonly bands: number;
  /** Samples of the transform: its frequencies are `RATE / size` apart. */
  readonly size: number;
};

const made = new Map<string, readonly Filter[]>();
const once = (key: string, make: () => readonly Filter[]): readonly Filter[] => {
  const known = made.get(key);
  if (known) return known;
  const filters = make();
  made.set(key, filters);
  return filters;
};

/** Slaney's scale up to the highest frequency: triangles over the frequencies, each of the same area. */
export const slaneyFilters = ({ bands, size }: Scale): readonly Filter[] =>
  once(`slaney ${bands} ${size}`, () => {
    const highest = toSlaney(RATE / 2);
    const pitches = Array.from({ length: bands + 2 }, (_, at) =>
      fromSlaney((highest * at) / (bands + 1)),
    );
    return Array.from({ length: bands }, (_, band) => {
      const [low = 0, middle = 0, high = 0] = pitches.slice(band, band + 3);
      return filterOf(size, (hertz) => (slope(hertz, low, middle, high) * 2) / (high - low));
    });
  });

/** The scale of HTK between two frequencies: triangles over the scale itself, each of height 1. */
export const htkFilters = (
  { bands, size }: Scale,
  [lowest, highest]: readonly [number, number],
): readonly Filter[] =>
  once(`htk ${bands} ${size} ${lowest} ${highest}`, () => {
    const [first, last] = [toHtk(lowest), toHtk(highest)];
    const pitches = Array.from(
      { length: bands + 2 },
      (_, at) => first + ((last - first) * at) / (bands + 1),
    );
    return Array.from({ length: bands }, (_, band) => {
      const [low = 0, middle = 0, high = 0] = pitches.slice(band, band + 3);
      return filterOf(size, (hertz) => slope(toHtk(hertz), low, middle, high));
    });
  });

export function bandOf({ from, weights }: Filter, power: ArrayLike<number>): number {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += weight * (power[from + at] ?? 0);
  return sum;
}

const slope = (at: number, low: number, middle: number, high: number): number =>
  Math.max(0, Math.min((at - low) / (middle - low), (high - at) / (high - middle)));

function filterOf(size: number, weightAt: (hertz: number) => number): Filter {
  const weights = Array.from({ length: size / 2 + 1 }, (_, at) => weightAt((at * RATE) / size));
  const from = weights.findIndex((weight) => weight > 0);
  const to = weights.findLastIndex((weight) => weight > 0);
  return from < 0 ? { from: 0, weights: [] } : { from, weights: weights.slice(from, to + 1) };
}

/** Slaney's scale: even up to 1000 Hz, then 27 bands for each factor of 6.4. */
const [EVEN, A_BAND, LOG_STEP] = [1000, 200 / 3, Math.log(6.4) / 27];
const toSlaney = (hertz: number): number =>
  hertz < EVEN ? hertz / A_BAND : EVEN / A_BAND + Math.log(hertz / EVEN) / LOG_STEP;
const fromSlaney = (mel: number): number =>
  mel < EVEN / A_BAND ? mel * A_BAND : EVEN * Math.exp(LOG_STEP * (mel - EVEN / A_BAND));

const toHtk = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);
