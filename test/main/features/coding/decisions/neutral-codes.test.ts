/** Proves that only codes leave which a person accepted and which the patient has. */
import { expect, test } from 'vitest';
import { neutralEntities } from '../../../../../main/features/coding/decisions/neutral-codes.ts';
import type { Decision } from '../../../../../shared/model/coding/desk.ts';
import {
  type NoteEntity,
  type Status,
  statuses,
} from '../../../../../shared/model/coding/entities.ts';
import { isCoded } from '../../../../../shared/model/export/export.ts';

const entity = (status: Status, more: Partial<NoteEntity> = {}): NoteEntity => ({
  id: 'e',
  text: 'fever',
  kind: 'symptom',
  status,
  document: 0,
  section: '0',
  span: { start: 0, end: 5 },
  source: 'text',
  given: [],
  ...more,
});
const decision = (more: Partial<Decision> = {}): Decision => ({
  entityId: 'e',
  verdict: 'accepted',
  codes: [{ ontology: 'snomed', code: '386661006', name: 'Fever' }],
  at: 0,
  who: '',
  seen: [],
  ...more,
});
const one = (mine: NoteEntity, made: Decision) =>
  neutralEntities([{ entity: mine, decision: made }], {
    brand: 'eka',
    tagOf: () => '',
    documents: [],
  })[0]!;

test('present and possible findings are coded; absent, family and hypothetical ones never', () => {
  expect(statuses.filter((status) => isCoded(one(entity(status), decision())))).toEqual([
    'present',
    'possible',
    'historical',
  ]);
  expect(one(entity('possible'), decision()).suspected).toBe(true);
  expect(one(entity('historical'), decision()).kind).toBe('history');
  expect(one(entity('family'), decision()).codes).toEqual([]);
});

test('what the doctor says of it counts, not what was read', () => {
  expect(one(entity('absent'), decision({ status: 'present' }))).toMatchObject({
    negated: false,
    decision: 'accepted',
  });
  expect(one(entity('present'), decision({ status: 'family' })).codes).toEqual([]);
});

test('a medicine has the system of whoever offered its code', () => {
  const medicine = { ontology: 'medication' as const, code: '161', name: 'Paracetamol' };
  const seen = (linker: 'platform' | 'local') => [
    {
      linker,
      ontology: 'medication' as const,
      version: '1',
      offered: [{ code: '161', name: 'Paracetamol', score: null, linked: false }],
    },
  ];
  expect(
    one(
      entity('present', { kind: 'medication' }),
      decision({ codes: [medicine], seen: seen('platform') }),
    ).codes[0]!.system,
  ).toBe('urn:eka:medication');
  expect(
    one(
      entity('present', { kind: 'medication' }),
      decision({ codes: [medicine], seen: seen('local') }),
    ).codes[0]!.system,
  ).toBe('http://www.nlm.nih.gov/research/umls/rxnorm');
});
