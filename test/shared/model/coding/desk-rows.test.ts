/** Which findings are one row, and which wait for no decision. */
import { describe, expect, test } from 'vitest';
import type { LinkedEntity } from '../../../../shared/model/coding/codification.ts';
import { asksForCode, equalityKey, hasNoCodes } from '../../../../shared/model/coding/desk-rows.ts';
import { entity } from '../../../support/entities.ts';

describe('equal findings', () => {
  const key = (part: Parameters<typeof entity>[0]) =>
    equalityKey(entity(part), part?.status ?? 'present');

  test('have the same words, however they are written, in whichever section', () => {
    expect(key({ text: ' Fever\n', section: '9', id: 'other' })).toBe(key({}));
    expect(key({ text: 'high  fever' })).toBe(key({ text: 'High fever' }));
  });

  test.each<[string, Parameters<typeof entity>[0]]>([
    ['words', { text: 'fevers' }],
    ['a status', { status: 'possible' }],
    ['code lists', { kind: 'procedure' }],
    ['hints', { hints: { volume: '500' } }],
  ])('never differ in %s', (_what, part) => {
    expect(key(part)).not.toBe(key({}));
  });

  test('have the same hints in whichever order', () => {
    expect(key({ hints: { form: 'tablet', volume: '500' } })).toBe(
      key({ hints: { volume: '500', form: 'tablet' } }),
    );
  });
});

test('a code is asked for unless the patient does not have it, or not now', () => {
  const all = ['present', 'absent', 'possible', 'historical', 'family', 'hypothetical'] as const;
  expect(all.filter((status) => asksForCode(entity(), status))).toEqual([
    'present',
    'possible',
    'historical',
    'family',
  ]);
  expect(asksForCode(entity({ kind: 'advice' }), 'present')).toBe(false);
});

describe('that no list has a code', () => {
  const answer = (part: Partial<LinkedEntity>) =>
    ({
      ontology: 'snomed',
      linker: 'local',
      version: '1',
      candidates: [],
      ...part,
    }) as LinkedEntity;
  const icd = answer({ ontology: 'icd-10-cm' });
  const missing = { code: 'missing', detail: 'no-terminology' } as const;

  test('is said once all were asked and none has one; a list that is not there has none', () => {
    expect(hasNoCodes(entity(), [answer({}), icd])).toBe(true);
    expect(hasNoCodes(entity(), [answer({ trouble: missing }), icd])).toBe(true);
  });

  test.each<[string, Parameters<typeof entity>[0], LinkedEntity[]]>([
    ['nothing was asked yet', {}, []],
    ['one list was not asked', {}, [icd]],
    ['one has a candidate', {}, [icd, answer({ candidates: [{ code: '1' }] as never })]],
    ['a linker could not be reached', {}, [icd, answer({ trouble: { code: 'offline' } as never })]],
    ['no list is there at all', {}, [answer({ trouble: missing }), { ...icd, trouble: missing }]],
    [
      'a code came with the note',
      { given: [{ ontology: 'snomed', code: '1', name: 'x' }] },
      [answer({}), icd],
    ],
  ])('is not said where %s', (_why, part, answers) => {
    expect(hasNoCodes(entity(part), answers)).toBe(false);
  });
});
