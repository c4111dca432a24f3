import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, stepAfter } from '../../../../../renderer/features/visits/note/checks-steps.ts';
import type { Difference } from '../../../../../shared/model/note/checks.ts';

const difference = (id: string, isUncertain?: true): Difference => ({
  id,
  kind: 'negation',
  section: 's',
  span: { start: 0, end: 1 },
  inNote: 'a',
  text: 'a',
  ...(isUncertain && { isUncertain }),
});
const [a, b, x, y] = [
  difference('a'),
  difference('b'),
  difference('x', true),
  difference('y', true),
];
const stepOf = (
  all: readonly Difference[],
  one: Difference,
  looked: readonly Difference[] = [],
) => {
  const { said, next, isDone } = stepAfter(all, one, (other) => looked.includes(other));
  return [said.key, said.count, next?.id ?? (isDone ? 'sign' : 'stay')];
};

describe('after a difference was marked as reviewed', () => {
  test('the next that has to be reviewed has the focus, also one before it', () => {
    expect(stepOf([a, x, b], a)).toEqual(['left', 1, 'b']);
    expect(stepOf([a, x, b], b)).toEqual(['left', 1, 'a']);
  });
  test('all are said to be reviewed only if the folded ones are, too', () => {
    expect(stepOf([a, b], b, [a])).toEqual(['allLooked', 0, 'sign']);
    expect(stepOf([a, x, y], a)).toEqual(['requiredLooked', 2, 'sign']);
    expect(stepOf([a, x, y], a, [x])).toEqual(['requiredLooked', 1, 'sign']);
    expect(stepOf([a, x, y], a, [x, y])).toEqual(['allLooked', 0, 'sign']);
  });
  test('of the less certain ones, the next of them has the focus, and then what is required', () => {
    expect(stepOf([a, x, y], x)).toEqual(['left', 1, 'y']);
    expect(stepOf([a, x, y], y, [x])).toEqual(['left', 1, 'a']);
    expect(stepOf([a, x, y], y, [a, x])).toEqual(['allLooked', 0, 'sign']);
    expect(stepOf([a, x, y], x, [a])).toEqual(['requiredLooked', 1, 'y']);
  });
});

test('a mark that is taken back is counted only where it has to be set again', () => {
  expect(stepOf([a, b, x], a, [a])).toEqual(['takenBack', 2, 'stay']);
  expect(stepOf([a, b, x], a, [a, b])).toEqual(['takenBack', 1, 'stay']);
  expect(stepOf([a, b, x], x, [a, b, x])).toEqual(['takenBackUncertain', 0, 'stay']);
});

test('whatever was reviewed, the sentence counts what is left', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ isUncertain: fc.boolean(), isLooked: fc.boolean() }), { minLength: 1 }),
      fc.nat(),
      (made, at) => {
        const all = made.map(({ isUncertain }, index) =>
          difference(String(index), isUncertain || undefined),
        );
        const looked = new Set(all.filter((_, index) => made[index]?.isLooked));
        const one = all[at % all.length];
        if (!one) return;
        const step = stepAfter(all, one, (other) => looked.has(other));
        if (looked.has(one)) looked.delete(one);
        else looked.add(one);
        const open = all.filter((other) => !looked.has(other));
        const required = open.filter(({ isUncertain }) => !isUncertain).length;
        if (step.said.key === 'allLooked') expect(open).toEqual([]);
        else if (step.said.key === 'requiredLooked')
          expect([required, open.length]).toEqual([0, step.said.count]);
        else expect(step.said.count).toBe(required);
        if (step.isDone) expect(required).toBe(0);
        if (step.next) expect(open).toContain(step.next);
      },
    ),
  ));

test('those that have to be reviewed come first', () =>
  expect(inOrder([x, a, y, b]).map(({ id }) => id)).toEqual(['a', 'b', 'x', 'y']));
