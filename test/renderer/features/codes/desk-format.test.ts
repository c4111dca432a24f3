/** Order of the code desk. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextUndecided, sectionsIn } from '../../../../renderer/features/codes/desk-format.ts';
import { entity } from '../../../support/entities.ts';

test('the next is the first undecided one behind, from the beginning again, and never one that is decided', () => {
  expect(nextUndecided(['a', 'b', 'c'], new Set(['b']), 'a')).toBe('c');
  expect(nextUndecided(['a', 'b', 'c'], new Set(['c']), 'c')).toBe('a');
  expect(nextUndecided(['a'], new Set(['a']), 'a')).toBeUndefined();
  // The only one left is the next, too.
  expect(nextUndecided(['a', 'b'], new Set(['b']), 'a')).toBe('a');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      (order, bits, at) => {
        const decided = new Set(order.filter((_, index) => (bits >> index) % 2 === 1));
        const from = order.length > 0 ? order[at % order.length] : undefined;
        const next = nextUndecided(order, decided, from);
        if (next === undefined) expect(order.filter((id) => !decided.has(id))).toEqual([]);
        else expect(decided.has(next)).toBe(false);
      },
    ),
  );
});

test('sections stand in the order of the note', () => {
  const entities = [entity({ id: 'a' }), entity({ id: 'b', section: '2' }), entity({ id: 'c' })];
  expect(
    sectionsIn(entities).map(({ section, entities: list }) => [section, list.map(({ id }) => id)]),
  ).toEqual([
    ['1', ['a', 'c']],
    ['2', ['b']],
  ]);
});
