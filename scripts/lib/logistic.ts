/**
 * Logistic regression over sets of numbers, with an L2 penalty, by L-BFGS: the same rows give the
 * same weights.
 */

export type Row = {
  /** Features that are there, each a number below `places`. */
  readonly features: readonly number[];
  /** The value of each. */
  readonly worth: number;
  readonly isYes: boolean;
};
export type Fit = { readonly weights: Float64Array; readonly bias: number };
type Vector = Float64Array<ArrayBuffer>;

const dot = (a: Vector, b: Vector) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);

/** `cost`: what an error costs against the size of the weights. */
export function fitLogistic(
  rows: readonly Row[],
  { places, cost, rounds = 200 }: { places: number; cost: number; rounds?: number },
): Fit {
  const size = places + 1;
  let weights: Vector = new Float64Array(size);
  let { loss, gradient } = lossOf(rows, weights, cost);
  const steps: { by: Vector; turned: Vector; rho: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const direction = directionOf(gradient, steps);
    const slope = dot(direction, gradient);
    let length = round === 0 ? 1 / Math.sqrt(dot(gradient, gradient)) : 1;
    let next = moved(weights, direction, length);
    let found = lossOf(rows, next, cost);
    while (found.loss > loss + 1e-4 * length * slope && length > 1e-12) {
      length /= 2;
      next = moved(weights, direction, length);
      found = lossOf(rows, next, cost);
    }
    const by = next.map((one, at) => one - (weights[at] ?? 0));
    const turned = found.gradient.map((one, at) => one - (gradient[at] ?? 0));
    const curve = dot(by, turned);
    if (curve > 0) steps.push({ by, turned, rho: 1 / curve });
    if (steps.length > 10) steps.shift();
    const gained = loss - found.loss;
    weights = next;
    ({ loss, gradient } = found);
    if (gained < 1e-7 * Math.abs(loss)) break;
  }
  return { weights: weights.subarray(0, places), bias: weights[places] ?? 0 };
}

const moved = (from: Vector, direction: Vector, length: number): Vector =>
  from.map((one, at) => one + length * (direction[at] ?? 0));

function directionOf(
  gradient: Vector,
  steps: readonly { by: Vector; turned: Vector; rho: number }[],
): Vector {
  let direction = gradient.map((one) => -one);
  const shares: number[] = [];
  for (const { by, turned, rho } of [...steps].reverse()) {
    const share = rho * dot(by, direction);
    shares.unshift(share);
    direction = moved(direction, turned, -share);
  }
  const last = steps.at(-1);
  if (last) {
    const scale = dot(last.by, last.turned) / dot(last.turned, last.turned);
    direction = direction.map((one) => one * scale);
  }
  for (const [at, { by, turned, rho }] of steps.entries())
    direction = moved(direction, by, (shares[at] ?? 0) - rho * dot(turned, direction));
  return direction;
}

function lossOf(rows: readonly Row[], weights: Vector, cost: number) {
  const bias = weights.length - 1;
  const gradient = weights.slice();
  let loss = dot(weights, weights) / 2;
  for (const { features, worth, isYes } of rows) {
    let score = 0;
    for (const at of features) score += weights[at] ?? 0;
    const margin = (isYes ? 1 : -1) * (score * worth + (weights[bias] ?? 0));
    loss +=
      cost * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    const push = (cost * (isYes ? -1 : 1)) / (1 + Math.exp(margin));
    for (const at of features) gradient[at] = (gradient[at] ?? 0) + push * worth;
    gradient[bias] = (gradient[bias] ?? 0) + push;
  }
  return { loss, gradient };
}
