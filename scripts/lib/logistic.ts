/** Logistic regression over sets of numbers, with an L2 penalty: the same rows give the same weights. */
import { dot, minimise, type Vector } from './minimise.ts';

export type Row = {
  /** Features that are there, each a number below `places`. */
  readonly features: readonly number[];
  /** The value of each. */
  readonly worth: number;
  readonly isYes: boolean;
};
export type Fit = { readonly weights: Float64Array; readonly bias: number };

/** `cost`: what an error costs against the size of the weights. */
export function fitLogistic(
  rows: readonly Row[],
  { places, cost }: { places: number; cost: number },
): Fit {
  const weights = minimise((at) => lossOf(rows, at, cost), places + 1);
  return { weights: weights.subarray(0, places), bias: weights[places] ?? 0 };
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
