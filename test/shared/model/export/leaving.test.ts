/** How something leaves can be said by the doctor, and what was said is what leaves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type NeutralEntity,
  neutralKinds,
  neutralNote,
  takingStates,
} from '../../../../shared/model/export/export.ts';
import { actKinds, type SaidLeaving, sayable } from '../../../../shared/model/export/leaving.ts';
import { actKindOf, asSaid, leavingOf } from '../../../../shared/model/export/leaving-rules.ts';
import { neutralEntity } from '../../../support/acts.ts';

const codes = [{ system: 'http://snomed.info/sct', code: '387458008', display: 'Aspirin' }];
const entity = (over: Partial<NeutralEntity> = {}) =>
  neutralEntity('medication', 'aspirin', { codes, ...over });

test.each<[ReturnType<typeof leavingOf>, Partial<NeutralEntity>]>([
  ['ordered', { kind: 'prescription' }],
  ['taken', {}],
  ['taken', { taking: 'active' }],
  ['past', { taking: 'completed' }],
  ['stopped', { taking: 'stopped' }],
  ['on-hold', { taking: 'on-hold' }],
  ['not-taken', { taking: 'not-taken' }],
  ['unclear', { taking: 'unknown' }],
  ['unclear', { taking: 'active', suspected: true }],
  ['allergy', { kind: 'allergy' }],
  ['words', { decision: 'pending' }],
  ['words', { kind: 'prescription', negated: true }],
  ['words', { kind: 'prescription', suspected: true }],
  ['ordered', { kind: 'order' }],
  ['words', { kind: 'order', performed: true }],
  ['words', { kind: 'order', suspected: true }],
  ['result', { kind: 'order', performed: true, components: [['', '', '7.8', '%']] }],
  ['ordered', { kind: 'procedure' }],
  ['done', { kind: 'procedure', performed: '2004' }],
  ['words', { kind: 'procedure', suspected: true }],
  ['done', { kind: 'history_procedure', performed: true }],
  ['unclear', { kind: 'history_procedure', performed: true, suspected: true }],
])('it leaves as “%s”: %j', (leaving, over) => {
  expect(leavingOf(entity(over))).toBe(leaving);
});

const anyEntity = fc.record({
  kind: fc.constantFrom(...neutralKinds),
  text: fc.constant('aspirin'),
  decision: fc.constantFrom('accepted' as const, 'changed' as const),
  codes: fc.constant(codes),
  negated: fc.boolean(),
  suspected: fc.boolean(),
  performed: fc.constantFrom<NeutralEntity['performed']>(true, false, '2004', '2019-03-12'),
  taking: fc.constantFrom(...takingStates),
  components: fc.constantFrom<NeutralEntity['components']>([], [['4548-4', 'HbA1c', '7.8', '%']]),
});
const anySaid = fc
  .constantFrom(...actKinds)
  .chain((of) =>
    fc.record({ of: fc.constant(of), as: fc.constantFrom<SaidLeaving>(...sayable[of]) }),
  );

test('whatever was read, it leaves as the doctor said, with its codes, and never as an order that nobody gave', () => {
  fc.assert(
    fc.property(anyEntity, anySaid, (read, said) => {
      const result = asSaid(read, read, said);
      expect(leavingOf(result)).toBe(said.as);
      expect(result.codes).toEqual(codes);
      if (said.as !== 'words') expect(actKindOf(result.kind)).toBe(said.of);
      const isOrder =
        result.decision !== 'pending' &&
        (result.kind === 'prescription' ||
          ((result.kind === 'order' || result.kind === 'procedure') && result.performed === false));
      expect(isOrder).toBe(said.as === 'ordered');
    }),
  );
});

test('an operation keeps the date that was read, and none is made up', () => {
  const done = (performed: NeutralEntity['performed']) =>
    asSaid(entity({ kind: 'procedure' }), entity({ kind: 'history_procedure', performed }), {
      of: 'procedure',
      as: 'done',
    }).performed;
  expect([done('2004'), done(true), done(false)]).toEqual(['2004', true, true]);
});

test('a test that is ordered leaves without the value of an earlier one', () => {
  const read = entity({ kind: 'order', performed: true, components: [['', '', '7.8', '%']] });
  expect(asSaid(read, read, { of: 'test', as: 'ordered' })).toMatchObject({
    kind: 'order',
    performed: false,
    components: [],
  });
});

test('where it came from is no part of a signed note', () => {
  const read = entity();
  const origin = { entityId: 'e1', of: 'medicine', read, isSaid: true };
  const note = neutralNote.parse({
    id: 'n',
    patient: {},
    practitioner: {},
    date: '2026-11-27',
    entities: [{ ...read, origin }],
  });
  expect(note.entities).toEqual([read]);
});
