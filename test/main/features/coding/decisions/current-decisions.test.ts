/** Decisions follow their words while the words mean the same. */
import { expect, test } from 'vitest';
import { currentDecisions } from '../../../../../main/features/coding/decisions/current-decisions.ts';
import { icd } from './support.ts';

test('a place that reads otherwise by now wants its own decision: a mother’s illness never becomes the patient’s', () => {
  const entity = {
    id: 'e',
    text: 'diabetes',
    kind: 'history' as const,
    document: 0,
    section: '0',
    span: { start: 0, end: 8 },
    source: 'text' as const,
    given: [],
  };
  const row = (own: object = {}) => [
    {
      batch: 1,
      entity: { ...entity, status: 'family' as const },
      decision: {
        entityId: 'e',
        verdict: 'accepted' as const,
        codes: [icd('E11.9')],
        at: 1,
        who: '',
        seen: [],
        ...own,
      },
    },
  ];
  const rows = row();
  expect(currentDecisions([{ ...entity, status: 'family' }], rows).decisions).toHaveLength(1);
  expect(currentDecisions([{ ...entity, status: 'present' }], rows)).toMatchObject({
    decisions: [],
    superseded: [{ entity: { text: 'diabetes', status: 'family' } }],
  });
  expect(
    currentDecisions([{ ...entity, status: 'family', kind: 'order' }], rows).decisions,
  ).toEqual([]);
  // A status that the doctor gave holds, whatever is read.
  expect(
    currentDecisions([{ ...entity, status: 'present' }], row({ status: 'family' })).decisions,
  ).toHaveLength(1);
});
