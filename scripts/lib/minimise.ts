/** The least of a function whose slope is known, by L-BFGS. */

export type Vector = Float64Array<ArrayBuffer>;
type Loss = { readonly loss: number; readonly gradient: Vector };

export const dot = (a: Vector, b: Vector) =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);

/** At most; it ends before where nothing is gained. */
const ROUNDS = 200;

/** The weights, `size` of them; the search begins where all are 0. */
export function minimise(lossOf: (weights: Vector) => Loss, size: number): Vector {
  let weights: Vector = new Float64Array(size);
  let { loss, gradient } = lossOf(weights);
  const steps: { by: Vector; turned: Vector; rho: number }[] = [];
  for (let round = 0; round < ROUNDS && dot(gradient, gradient) > 0; round += 1) {
    const direction = directionOf(gradient, steps);
    const slope = dot(direction, gradient);
    let length = round === 0 ? 1 / Math.sqrt(dot(gradient, gradient)) : 1;
    let next = moved(weights, direction, length);
    let found = lossOf(next);
    while (found.loss > loss + 1e-4 * length * slope && length > 1e-12) {
      length /= 2;
      next = moved(weights, direction, length);
      found = lossOf(next);
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
  return weights;
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
