/** Rows of the code desk: equal findings are one, and progress counts what a doctor has to do. */
import { expect, test } from 'vitest';
import {
  itemsOf,
  leadsOf,
  progressOf,
  settledIn,
} from '../../../../../../renderer/features/codes/desk/work/desk-items.ts';
import type { Decision, Desk, DeskAnswer } from '../../../../../../shared/model/coding/desk.ts';
import type { NoteEntity, Status } from '../../../../../../shared/model/coding/entities.ts';
import { entity } from '../../../../../support/entities.ts';

const decision = (entityId: string, part: Partial<Decision> = {}): Decision => ({
  entityId,
  verdict: 'accepted',
  codes: [{ ontology: 'icd-10-cm', code: 'R50.9', name: 'Fever, unspecified' }],
  at: 1,
  who: '',
  seen: [],
  ...part,
});
const items = (
  entities: readonly NoteEntity[],
  {
    decisions = [],
    answers = {},
    statuses = {},
  }: {
    decisions?: Decision[];
    answers?: Record<string, DeskAnswer>;
    statuses?: Record<string, Status>;
  } = {},
) =>
  itemsOf({
    desk: { visitId: 'v', entities, decisions } satisfies Desk,
    answers,
    picks: {},
    statuses,
  });
const rows = (found: ReturnType<typeof items>) =>
  leadsOf(found).map(({ entity: { id }, equals }) => [id, ...equals.map((one) => one.id)]);
const nothing = (entityId: string): DeskAnswer => ({
  entityId,
  answers: (['snomed', 'icd-10-cm'] as const).map((ontology) => ({
    id: entityId,
    ontology,
    linker: 'local',
    version: '1',
    candidates: [],
  })) as never,
  agree: [],
  disagree: [],
});

const note = [
  entity({ id: 'a' }),
  entity({ id: 'b', text: 'cough' }),
  entity({ id: 'c', text: 'Fever', section: '2' }),
  entity({ id: 'd', section: '3', status: 'absent' }),
  entity({ id: 'e', kind: 'advice' }),
];

test('equal findings are one row at the first of them; advice, which has no code, is none', () => {
  expect(rows(items(note))).toEqual([['a', 'c'], ['b'], ['d']]);
  expect(items(note).get('c')).toMatchObject({ lead: 'a' });
});

test('a finding whose status is changed stands apart, and one that was decided otherwise', () => {
  expect(rows(items(note, { statuses: { c: 'possible' } }))).toEqual([['a'], ['b'], ['c'], ['d']]);
  expect(rows(items(note, { decisions: [decision('a')] }))).toEqual([['a'], ['b'], ['c'], ['d']]);
  const both = [decision('a'), decision('c')];
  expect(rows(items(note, { decisions: both }))).toEqual([['a', 'c'], ['b'], ['d']]);
  const rejected = decision('c', { verdict: 'rejected', codes: [] });
  expect(rows(items(note, { decisions: [decision('a'), rejected] }))).toHaveLength(4);
  const reasons = ['said twice', 'a doubt'].map((reason, at) => ({
    ...rejected,
    entityId: 'ac'[at]!,
    reason,
  }));
  expect(rows(items(note, { decisions: reasons }))).toHaveLength(4);
});

test('what is absent waits for nobody, and counts only where it was decided', () => {
  expect([...settledIn(items(note))]).toEqual(['d']);
  expect(progressOf(items(note))).toEqual({ decided: 0, of: 2 });
  const keptOut = decision('d', { verdict: 'rejected', codes: [] });
  expect(progressOf(items(note, { decisions: [keptOut] }))).toEqual({ decided: 1, of: 3 });
  expect(items(note, { statuses: { d: 'present' } }).get('d')?.noCode).toBeUndefined();
});

test('a finding without a code in any list settles once all were asked', () => {
  expect(items(note).get('b')?.noCode).toBeUndefined();
  const found = items(note, { answers: { b: nothing('b') } });
  expect(found.get('b')?.noCode).toBe('none-found');
  expect(progressOf(found)).toEqual({ decided: 0, of: 1 });
});
