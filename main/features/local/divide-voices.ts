/**
 * Divides voices into two groups. Two speakers lie far apart beside what one of them differs from
 * stretch to stretch; one speaker does not.
 */

/** `weight`: seconds. */
export type HeardVoice = { readonly voice: readonly number[]; readonly weight: number };

/**
 * By how much a voice differs from stretch to stretch of one speaker, measured over generated
 * voices (docs/decisions/0243): its height in semitones, then its shape.
 */
const SPREAD = [1, ...Array.from({ length: 12 }, () => 3)];
/** Seconds; a longer stretch tells no more. */
const MOST_WEIGHT = 6;
const ROUNDS = 30;
/** Stretches that are needed, and those of each of two speakers, with their seconds. */
const FEWEST = 6;
const FEWEST_EACH = 2;
const SECONDS_EACH = 3;
/**
 * How many times farther the groups lie apart than the stretches of each around its middle. One
 * speaker of many stretches, divided in two by force, reaches 3; two speakers are above 7, or not
 * told apart. Few stretches lie close to two middles by chance, so more is asked of them: 6.5 of
 * six, 5.5 of ten.
 */
const APART = 4.5;
const apartFor = (stretches: number) => Math.max(APART, 4 + 15 / stretches);
/**
 * In spreads, between the two middles. Chance makes the stretches of a group lie close, but seldom
 * moves the middles so far: of one generated voice, divided by force, half lie below 4.
 */
const FARTHEST_OF_ONE = 6.5;

type Vector = readonly number[];
export type Group = 0 | 1;

/** The group of each voice; undefined where they are not surely two. */
export function divideVoices(all: readonly HeardVoice[]): Group[] | undefined {
  if (all.length < FEWEST) return undefined;
  const { groups, distance, apart } = splitVoices(all);
  const isEnough = ([0, 1] as const).every((group) => {
    const own = all.filter((_, at) => groups[at] === group);
    return (
      own.length >= FEWEST_EACH && own.reduce((sum, { weight }) => sum + weight, 0) >= SECONDS_EACH
    );
  });
  const isFar = distance >= FARTHEST_OF_ONE && apart >= apartFor(all.length);
  return isEnough && isFar ? groups : undefined;
}

/** Two means, from the direction in which the voices differ most. */
function splitVoices(all: readonly HeardVoice[]): {
  readonly groups: Group[];
  /** Between the middles, in spreads. */
  readonly distance: number;
  readonly apart: number;
} {
  const points = all.map(({ voice }) => voice.map((value, at) => value / (SPREAD[at] ?? 1)));
  const weights = all.map(({ weight }) => Math.min(weight, MOST_WEIGHT));
  const middle = meanOf(points, weights, () => true);
  const axis = mainAxis(points, weights, middle);
  let groups = points.map((point): Group => (dot(minus(point, middle), axis) > 0 ? 1 : 0));
  let centres = centresOf(points, weights, groups);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = points.map((point): Group => nearer(point, centres));
    if (next.every((group, at) => group === groups[at])) break;
    groups = next;
    centres = centresOf(points, weights, groups);
  }
  return { groups, ...apartness(points, weights, groups, centres) };
}

type Centres = readonly [Vector, Vector];

const centresOf = (
  points: readonly Vector[],
  weights: Vector,
  groups: readonly Group[],
): Centres => [
  meanOf(points, weights, (at) => groups[at] === 0),
  meanOf(points, weights, (at) => groups[at] === 1),
];

const nearer = (point: Vector, [one, other]: Centres): Group =>
  square(point, other) < square(point, one) ? 1 : 0;

/** Along the line between the two middles. */
function apartness(
  points: readonly Vector[],
  weights: Vector,
  groups: readonly Group[],
  [one, other]: Centres,
): { distance: number; apart: number } {
  const line = minus(other, one);
  const distance = Math.sqrt(dot(line, line)) + 1e-9;
  const places = points.map(
    (point, at) => dot(minus(point, groups[at] === 1 ? other : one), line) / distance,
  );
  const spread = weighted(
    places.map((place) => place ** 2),
    weights,
    () => true,
  );
  return { distance, apart: distance / (Math.sqrt(spread) + 1e-6) };
}

const dot = (one: Vector, other: Vector) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
const minus = (one: Vector, other: Vector) => one.map((value, at) => value - (other[at] ?? 0));
const square = (one: Vector, other: Vector = []) => {
  const way = minus(one, other);
  return dot(way, way);
};

function weighted(values: Vector, weights: Vector, takes: (at: number) => boolean): number {
  let [sum, all] = [0, 1e-9];
  for (const [at, value] of values.entries())
    if (takes(at)) {
      sum += value * (weights[at] ?? 0);
      all += weights[at] ?? 0;
    }
  return sum / all;
}

const meanOf = (
  points: readonly Vector[],
  weights: Vector,
  takes: (at: number) => boolean,
): number[] =>
  (points[0] ?? []).map((_, axis) =>
    weighted(
      points.map((point) => point[axis] ?? 0),
      weights,
      takes,
    ),
  );

/** The direction of the largest variance, by power iteration. */
function mainAxis(points: readonly Vector[], weights: Vector, middle: Vector): Vector {
  const moved = points.map((point) => minus(point, middle));
  let axis: Vector = middle.map((_, at) => (at === 0 ? 1 : 0.1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = middle.map(() => 0);
    for (const [at, point] of moved.entries()) {
      const along = dot(point, axis) * (weights[at] ?? 0);
      for (const [number, value] of point.entries())
        next[number] = (next[number] ?? 0) + along * value;
    }
    const length = Math.sqrt(dot(next, next)) + 1e-12;
    axis = next.map((value) => value / length);
  }
  return axis;
}
