/** The regression that the choice among the segments of a line is learned with. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Choice, fitChoice } from '../../scripts/lib/choice.ts';

const among = (right: readonly number[], ...wrong: readonly (readonly number[])[]): Choice => [
  { features: right, isRight: true },
  ...wrong.map((features) => ({ features, isRight: false })),
];
const many = (choice: Choice, times: number): Choice[] =>
  Array.from({ length: times }, () => choice);

test('it learns which feature is chosen, and a feature that all have weighs nothing', () => {
  const choices = many(among([1, 0, 5], [0, 1, 5], [0, 0, 5]), 40);
  const [chosen, left, same] = fitChoice(choices, { penalty: 1 });
  expect(chosen).toBeGreaterThan(0.5);
  expect(left).toBeLessThan(0);
  expect(same).toBeCloseTo(0, 6);
});

test('chosen as often as not, it learns nothing', () => {
  const choices = [...many(among([1, 0], [0, 1]), 20), ...many(among([0, 1], [1, 0]), 20)];
  for (const weight of fitChoice(choices, { penalty: 1 })) expect(weight).toBeCloseTo(0, 4);
});

test('a share of three to one is learned as such', () => {
  const choices = [...many(among([1], [0]), 300), ...many(among([0], [1]), 100)];
  const [weight] = fitChoice(choices, { penalty: 0.001 });
  expect(weight).toBeCloseTo(Math.log(3), 2);
});

test('several may be right: what is common to them is learned', () => {
  const choice: Choice = [
    { features: [1, 0], isRight: true },
    { features: [1, 1], isRight: true },
    { features: [0, 1], isRight: false },
  ];
  const [common = 0, other = 0] = fitChoice(many(choice, 50), { penalty: 1 });
  expect(common).toBeGreaterThan(0.5);
  expect(Math.abs(other)).toBeLessThan(common);
});

test('the unit of a feature changes its weight, and no choice', () => {
  const scale = fc.double({ min: 0.01, max: 100, noNaN: true });
  fc.assert(
    fc.property(scale, (unit) => {
      const of = (by: number) => [
        ...many(among([by, 1], [0, 0]), 30),
        ...many(among([0, 1], [by, 0]), 10),
      ];
      const [one = 0] = fitChoice(of(1), { penalty: 1 });
      const [other = 0] = fitChoice(of(unit), { penalty: 1 });
      expect(other * unit).toBeCloseTo(one, 3);
    }),
    { numRuns: 20 },
  );
});
