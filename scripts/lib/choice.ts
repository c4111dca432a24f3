/** Conditional logistic regression: which of a few things is chosen, by their features. */
import { minimise, type Vector } from './minimise.ts';

/** At least one of them is right. */
export type Choice = readonly {
  readonly features: readonly number[];
  readonly isRight: boolean;
}[];

/** Weights of the features as they are; the penalty is of the weights by their spreads. */
export function fitChoice(
  choices: readonly Choice[],
  { penalty }: { penalty: number },
): readonly number[] {
  const all = choices.flat();
  const size = all[0]?.features.length ?? 0;
  const spreads = Array.from({ length: size }, (_, at) =>
    spreadOf(all.map(({ features }) => features[at] ?? 0)),
  );
  const scaled = choices.map((choice) =>
    choice.map(({ features, isRight }) => ({
      features: Float64Array.from(features, (value, at) => value / (spreads[at] ?? 1)),
      isRight,
    })),
  );
  const weights = minimise((at) => lossOf(scaled, at, penalty), size);
  return spreads.map((spread, at) => (weights[at] ?? 0) / spread);
}

/** 1 where all are the same. */
function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.sqrt(square) || 1;
}

/** Of two scores; e to its power is still a number. */
const MOST_APART = 500;

function lossOf(
  choices: readonly (readonly { features: Float64Array; isRight: boolean }[])[],
  weights: Vector,
  penalty: number,
) {
  const gradient = weights.map((weight) => weight * penalty);
  let loss = weights.reduce((sum, weight) => sum + (weight * weight * penalty) / 2, 0);
  for (const choice of choices) {
    const scores = choice.map(({ features }) =>
      features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0),
    );
    const most = Math.max(...scores.filter((_, at) => choice[at]?.isRight));
    // The right ones never vanish beside the others, and no share is without end.
    const shares = scores.map((score) => Math.exp(Math.min(score - most, MOST_APART)));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    const right = choice.reduce(
      (sum, { isRight }, at) => sum + (isRight ? (shares[at] ?? 0) : 0),
      0,
    );
    loss += Math.log(whole) - Math.log(right);
    for (const [at, { features, isRight }] of choice.entries()) {
      const share = shares[at] ?? 0;
      const push = share / whole - (isRight ? share / right : 0);
      for (const [place, value] of features.entries())
        gradient[place] = (gradient[place] ?? 0) + push * value;
    }
  }
  return { loss, gradient };
}
