/** The regression that the second opinion is learned with. */
import { expect, test } from 'vitest';
import { fitLogistic, type Row } from '../../scripts/lib/logistic.ts';

const chance = ({ weights, bias }: ReturnType<typeof fitLogistic>, features: readonly number[]) => {
  const sum = features.reduce((all, one) => all + (weights[one] ?? 0), 0);
  return 1 / (1 + Math.exp(-(sum + bias)));
};
const rows = (features: readonly number[], isYes: boolean, times: number): Row[] =>
  Array.from({ length: times }, () => ({ features, worth: 1, isYes }));

test('without features it learns the share of yes', () => {
  const fit = fitLogistic([...rows([], true, 30), ...rows([], false, 70)], {
    places: 1,
    cost: 100,
  });
  expect(chance(fit, [])).toBeCloseTo(0.3, 2);
});

test('it learns what each feature says, and the one that says nothing weighs nothing', () => {
  const both = [...rows([0, 2], true, 50), ...rows([1, 2], false, 50)];
  const fit = fitLogistic(both, { places: 3, cost: 10 });
  expect(chance(fit, [0])).toBeGreaterThan(0.9);
  expect(chance(fit, [1])).toBeLessThan(0.1);
  expect(chance(fit, [2])).toBeCloseTo(0.5, 2);
});

test('the solution is where the slope is flat: twice the penalty of a weight against its errors', () => {
  // One feature, equal numbers of yes and no with it as 3 to 1: w = cost * (yes - all * p) at the end.
  const fit = fitLogistic([...rows([0], true, 3), ...rows([0], false, 1)], { places: 1, cost: 1 });
  const p = chance(fit, [0]);
  expect(fit.weights[0]).toBeCloseTo(3 - 4 * p, 3);
  expect(fit.bias).toBeCloseTo(3 - 4 * p, 3);
});

test('the same rows give the same weights', () => {
  const some = [...rows([0, 1], true, 9), ...rows([1, 2], false, 7), ...rows([0], false, 2)];
  const [one, other] = [0, 1].map(() => fitLogistic(some, { places: 3, cost: 5 }));
  expect(one?.weights).toEqual(other?.weights);
});
