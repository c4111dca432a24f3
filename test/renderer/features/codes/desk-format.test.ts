/** Order, progress and duplicates of the code desk. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  duplicatesOf,
  nextUndecided,
  progressOf,
  sectionsIn,
} from '../../../../renderer/features/codes/desk-format.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';

const entity = (part: Partial<NoteEntity> = {}): NoteEntity => ({
  id: 'e',
  text: 'fever',
  kind: 'symptom',
  status: 'present',
  document: 0,
  section: '1',
  span: { start: 0, end: 5 },
  source: 'text',
  given: [],
  ...part,
});

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

test('sections stand in the order of the note, and advice, which has no code, is not counted', () => {
  const entities = [
    entity({ id: 'a' }),
    entity({ id: 'b', section: '2' }),
    entity({ id: 'c' }),
    entity({ id: 'd', kind: 'advice' }),
  ];
  expect(
    sectionsIn(entities).map(({ section, entities: list }) => [section, list.map(({ id }) => id)]),
  ).toEqual([
    ['1', ['a', 'c']],
    ['2', ['b']],
  ]);
  expect(
    progressOf({
      entities,
      decisions: [{ entityId: 'a', verdict: 'rejected', codes: [], at: 1, who: '', seen: [] }],
    }),
  ).toEqual({ decided: 1, of: 3 });
});

test('the same words belong together only where the status is the same', () => {
  const entities = [
    entity({ id: 'a' }),
    entity({ id: 'b', text: 'Fever ', section: '2' }),
    entity({ id: 'c', status: 'absent' }),
    entity({ id: 'd', kind: 'procedure' }),
  ];
  expect(duplicatesOf(entities[0]!, entities, ({ status }) => status).map(({ id }) => id)).toEqual([
    'b',
  ]);
});

test('the same words with another strength or unit beside them are not decided together', () => {
  const tablet = entity({
    id: 'a',
    text: 'Metformin',
    kind: 'medication',
    hints: { form: 'tablet', volume: '500' },
  });
  expect(
    duplicatesOf(
      tablet,
      [
        tablet,
        { ...tablet, id: 'b', hints: { volume: '500', form: 'tablet' } },
        { ...tablet, id: 'c', hints: { form: 'tablet', volume: '1000' } },
      ],
      ({ status }) => status,
    ).map(({ id }) => id),
  ).toEqual(['b']);
});
