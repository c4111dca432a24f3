/**
 * States that a receiver acts on: suspected, confirmed, ordered, done, taken. A suspicion must
 * never leave as a fact, nor what was only considered as an order.
 */
import { describe, expect, test } from 'vitest';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import {
  type FhirFlavour,
  fhirFlavours,
  type NeutralKind,
  neutralKinds,
} from '../../../../../shared/model/export/export.ts';
import { type Loose, wholeNote } from './notes.ts';

const profile = { version: '0.1.0', facility: 'Rao Clinic', mrnSystem: 'https://clinic.example' };
const own = new Set([
  'Composition',
  'Patient',
  'Practitioner',
  'Encounter',
  'Organization',
  'Provenance',
]);

/** Resources of a note with one accepted entity. */
function resourcesOf(
  kind: NeutralKind,
  more: Record<string, unknown> = {},
  flavour: FhirFlavour = 'r4',
  note: Record<string, unknown> = {},
): Loose[] {
  const entities = [{ kind, text: 'Words', decision: 'accepted', ...more }];
  const bundle: Loose = fhirBundle(wholeNote({ entities, ...note }), flavour, profile);
  return bundle.entry
    .map(({ resource }: Loose) => resource)
    .filter(({ resourceType }: Loose) => !own.has(resourceType));
}
const verification = (kind: NeutralKind, suspected: boolean) =>
  resourcesOf(kind, { suspected })[0].verificationStatus;

/** A prescription holds nothing but what is prescribed. */
const wholeRecords = fhirFlavours.filter((flavour) => flavour !== 'nrces-prescription');

describe.each(wholeRecords)('%s', (flavour) => {
  const made = (kind: NeutralKind, more: Record<string, unknown> = {}) =>
    resourcesOf(kind, more, flavour).map(({ resourceType, status }) =>
      [resourceType, status].filter(Boolean).join(' '),
    );

  test.each<[NeutralKind, Record<string, unknown>, string[]]>([
    ['symptom', {}, ['Condition']],
    ['symptom', { suspected: true }, ['Condition']],
    ['diagnosis', {}, ['Condition']],
    ['history', {}, ['Condition']],
    ['allergy', {}, ['AllergyIntolerance']],
    ['allergy', { suspected: true }, ['AllergyIntolerance']],
    ['examination', {}, ['Observation final']],
    ['vital', {}, ['Observation final']],
    ['medication', {}, ['MedicationStatement active']],
    ['medication', { taking: 'stopped' }, ['MedicationStatement stopped']],
    ['medication', { suspected: true }, ['MedicationStatement unknown']],
    ['medication', { suspected: true, taking: 'active' }, ['MedicationStatement unknown']],
    ['prescription', {}, ['MedicationRequest active']],
    ['prescription', { suspected: true }, []],
    ['order', {}, ['ServiceRequest active']],
    ['order', { suspected: true }, []],
    ['order', { performed: true }, []],
    ['order', { performed: '2026-11-20' }, []],
    ['order', { components: [['4548-4', 'HbA1c', '7', '%']] }, ['Observation final']],
    ['procedure', {}, ['ServiceRequest active']],
    ['procedure', { suspected: true }, []],
    ['procedure', { performed: true }, ['Procedure completed']],
    ['procedure', { performed: '2026-11-20' }, ['Procedure completed']],
    ['history_procedure', {}, ['Procedure completed']],
    ['history_procedure', { suspected: true }, ['Procedure unknown']],
    ['advice', {}, []],
    ['followup', {}, []],
  ])('%s %j leaves as %j', (kind, more, expected) => expect(made(kind, more)).toEqual(expected));

  test('what was denied, rejected or left open leaves as no resource, of whatever kind', () => {
    for (const kind of neutralKinds)
      for (const more of [{ negated: true }, { decision: 'rejected' }, { decision: 'pending' }])
        expect([kind, more, made(kind, more)]).toEqual([kind, more, []]);
  });

  test('orders and findings of a draft are marked as such', () => {
    const draft = (kind: NeutralKind) =>
      resourcesOf(kind, {}, flavour, { draft: true })[0].status as string;
    expect(draft('prescription')).toBe('draft');
    expect(draft('order')).toBe('draft');
    expect(draft('vital')).toBe('preliminary');
  });
});

test('a prescription holds what is prescribed, and nothing of another kind', () => {
  for (const kind of neutralKinds)
    expect([
      kind,
      resourcesOf(kind, {}, 'nrces-prescription').map(({ resourceType }) => resourceType as string),
    ]).toEqual([kind, kind === 'prescription' ? ['MedicationRequest'] : []]);
});

describe('a suspicion', () => {
  const concept = (system: string, code: string, display: string) => ({
    coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code, display }],
  });

  test('of an allergy is unconfirmed, and an allergy is confirmed', () => {
    const system = 'allergyintolerance-verification';
    expect(verification('allergy', true)).toEqual(concept(system, 'unconfirmed', 'Unconfirmed'));
    expect(verification('allergy', false)).toEqual(concept(system, 'confirmed', 'Confirmed'));
  });

  test.each(['symptom', 'diagnosis', 'history'] as const)(
    'of a %s is provisional, and without one it is confirmed',
    (kind) => {
      const system = 'condition-ver-status';
      expect(verification(kind, true)).toEqual(concept(system, 'provisional', 'Provisional'));
      expect(verification(kind, false)).toEqual(concept(system, 'confirmed', 'Confirmed'));
    },
  );

  test('and a fact about the same thing stay apart', () => {
    const entities = [true, false].map((suspected) => ({
      kind: 'allergy',
      text: 'Penicillin',
      decision: 'accepted',
      suspected,
    }));
    const bundle: Loose = fhirBundle(wholeNote({ entities }), 'r4', profile);
    expect(
      bundle.entry.flatMap(({ resource: { resourceType, verificationStatus } }: Loose) =>
        resourceType === 'AllergyIntolerance' ? [verificationStatus.coding[0].code] : [],
      ),
    ).toEqual(['unconfirmed', 'confirmed']);
  });
});

describe('a medicine that a list names as taken and the plan stops', () => {
  const code = {
    system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
    code: '1191',
    display: 'aspirin',
  };
  const medicine = (text: string, taking: string, more: Record<string, unknown> = {}) => ({
    kind: 'medication',
    text,
    taking,
    decision: 'accepted',
    codes: [code],
    ...more,
  });
  /** The plan stops it, with and without its strength. */
  const plan = [{ title: 'Plan', text: 'Stop aspirin\nStop Aspirin 75 mg' }];
  const statements = (entities: Record<string, unknown>[], sections: unknown[] = plan) =>
    resourcesOf('medication', {}, 'r4', { entities, sections }).map(
      ({ resourceType, status, dosage }) => [resourceType, status, dosage?.[0]?.text],
    );

  test.each(['stopped', 'on-hold', 'not-taken'])('is one statement: %s', (taking) => {
    const taken = medicine('Aspirin 75 mg', 'active', { dosage: 'once daily' });
    const ended = medicine('aspirin', taking);
    const one = [['MedicationStatement', taking, 'once daily']];
    expect(statements([taken, ended])).toEqual(one);
    expect(statements([ended, taken])).toEqual(one);
    const named = [medicine('aspirin', 'unknown'), medicine('Aspirin 75 mg', taking)];
    expect(statements(named)).toEqual([['MedicationStatement', taking, undefined]]);
  });
  test('but what a history says was stopped once does not end what is taken now', () => {
    const history = [
      { title: 'History', text: 'Aspirin stopped in 2019 for a bleed, restarted in 2021' },
      { title: 'Current medications', text: 'Aspirin 75 mg once daily' },
    ];
    const taken = medicine('Aspirin 75 mg', 'active', { dosage: 'once daily' });
    const states = statements([taken, medicine('aspirin', 'stopped')], history);
    expect(states.map(([, status]) => status)).toEqual(['active', 'stopped']);
  });
  test('keeps the dosage that the plan names', () => {
    const taken = medicine('Aspirin', 'active', { dosage: 'twice daily' });
    const ended = medicine('aspirin', 'stopped', { dosage: 'once daily' });
    expect(statements([taken, ended])).toEqual([['MedicationStatement', 'stopped', 'once daily']]);
  });
  test('in another strength, or another medicine, stays a statement of its own', () => {
    const other = { codes: [{ ...code, code: '32968' }] };
    const states = (entities: Record<string, unknown>[]) =>
      statements(entities).map(([, status]) => status);
    expect(
      states([medicine('Aspirin 300 mg', 'active'), medicine('Aspirin 75 mg', 'stopped')]),
    ).toEqual(['active', 'stopped']);
    expect(
      states([medicine('Clopidogrel', 'active', other), medicine('Aspirin', 'stopped')]),
    ).toEqual(['active', 'stopped']);
  });
  test('and is prescribed anew keeps its prescription', () => {
    const anew = {
      ...medicine('Aspirin 75 mg', 'active'),
      kind: 'prescription',
      taking: undefined,
    };
    expect(
      resourcesOf('medication', {}, 'r4', { entities: [anew, medicine('aspirin', 'stopped')] }).map(
        ({ resourceType }) => resourceType,
      ),
    ).toEqual(['MedicationRequest', 'MedicationStatement']);
  });
});

test('only a past illness is not said to be active, and only a diagnosis belongs to this encounter', () => {
  const of = (kind: NeutralKind) => {
    const { clinicalStatus, category } = resourcesOf(kind)[0];
    return [clinicalStatus?.coding[0].code, category?.[0].coding[0].code];
  };
  expect(of('symptom')).toEqual(['active', undefined]);
  expect(of('diagnosis')).toEqual(['active', 'encounter-diagnosis']);
  expect(of('history')).toEqual([undefined, undefined]);
  expect(of('allergy')).toEqual(['active', undefined]);
});

test('a procedure bears the time of the visit, the day that the note gives, or none', () => {
  const day = (kind: NeutralKind, performed: unknown) =>
    resourcesOf(kind, { performed })[0].performedDateTime;
  expect(day('procedure', true)).toBe('2026-11-21T10:05:00+05:30');
  expect(day('procedure', '2026-11-20')).toBe('2026-11-20');
  expect(day('history_procedure', '1998')).toBe('1998');
  expect(day('history_procedure', true)).toBeUndefined();
  expect(day('history_procedure', false)).toBeUndefined();
});

test('only what this doctor did or ordered names this doctor', () => {
  const names = (kind: NeutralKind, more: Record<string, unknown> = {}) =>
    JSON.stringify(resourcesOf(kind, more)[0]).includes('Dr. B. Iyer');
  expect(names('procedure', { performed: true })).toBe(true);
  expect(names('prescription')).toBe(true);
  expect(names('history_procedure')).toBe(false);
  expect(names('medication')).toBe(false);
});
