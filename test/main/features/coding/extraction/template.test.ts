/** Items of the platform's EMR template: their codes in each spelling, their state, their hints. */
import { expect, test } from 'vitest';
import {
  formOf,
  kindOfSection,
  rawItems,
  templateItem,
} from '../../../../../main/features/coding/extraction/template.ts';

const FEVER = { ontology: 'snomed', code: '386661006', name: 'Fever' };
const given = (
  item: Record<string, unknown>,
  kind: 'symptom' | 'medication' | 'order' = 'symptom',
) => templateItem({ name: 'Fever', ...item }, kind).given;

test.each<[string, Record<string, unknown>]>([
  ['as its own field', { snomed_id: '386661006' }],
  ['as a number', { snomed_id: 386661006 }],
  [
    'by the address of its system',
    { code: { system: 'http://snomed.info/sct', code: '386661006' } },
  ],
  ['by its short name', { code: { system: 'sct', code: '386661006' } }],
  ['by its identifier', { code: { system: 'urn:oid:2.16.840.1.113883.6.96', code: '386661006' } }],
  ['by its ontology', { codes: [{ ontology: 'SNOMED', code: '386661006' }] }],
  ['in a list of codings', { code: { coding: [{ system: 'SNOMED CT', code: '386661006' }] } }],
  ['beside its system', { system: 'snomed', code: '386661006' }],
  ['beside the system of the code', { code_system: 'snomed', code: '386661006' }],
  ['as a bare number', { code: '386661006' }],
  ['as bare numbers', { codes: ['386661006'] }],
  ['twice', { snomed_id: '386661006', code: '386661006' }],
])('a code of SNOMED CT that came %s', (_how, item) => {
  expect(given(item)).toEqual([FEVER]);
});

test('a name that came with the code is the code’s name', () => {
  expect(given({ snomed_id: '1', snomed_name: 'A' })).toMatchObject([{ name: 'A' }]);
  expect(given({ icd10_code: 'R50.9', icd10_name: 'B' })).toEqual([
    { ontology: 'icd-10-cm', code: 'R50.9', name: 'B' },
  ]);
  expect(given({ loinc_id: '4548-4', loinc_name: 'C' })).toEqual([
    { ontology: 'loinc', code: '4548-4', name: 'C' },
  ]);
  const coding = (more: object) => given({ code: { system: 'sct', code: '1', ...more } })[0]?.name;
  expect([coding({ display: 'D', name: 'E' }), coding({ name: 'E' }), coding({})]).toEqual([
    'D',
    'E',
    'Fever',
  ]);
});

test.each([
  ['R50.9', 'icd-10-cm'],
  ['M79.A1', 'icd-10-cm'],
  ['A00', 'icd-10-cm'],
  ['U07.1', undefined],
  ['R50.', undefined],
  ['R50.12345', undefined],
  ['xR50.9', undefined],
  ['4548-4', 'loinc'],
  ['123456-4', undefined],
  ['4548-44', undefined],
  ['38666', undefined],
  ['386661', 'snomed'],
  ['1234567890123456789', undefined],
  ['fever', undefined],
])('the bare code %s is one of %s', (code, ontology) => {
  expect(given({ code })[0]?.ontology).toBe(ontology);
});

test('a bare number of a medicine may be anything', () => {
  expect(given({ code: '386661006' }, 'medication')).toEqual([]);
  expect(given({ code: { system: 'drug list', code: '7' } }, 'medication')).toMatchObject([
    { ontology: 'medication', code: '7' },
  ]);
});

test.each([
  [{ code: { system: 'unknown', code: '1' } }],
  [{ code: { system: 'sct', code: ' ' } }],
  [{ code: { system: 'sct' } }],
  [{ codes: [undefined, null, 7.5, []] }],
  [{ code: { system: 'icd-9', code: '1' } }],
])('what names no code brings none: %j', (item) => {
  expect(given(item)).toEqual([]);
});

const states = {
  absent: [
    'ruled out',
    'Ruled-out',
    'ruledout',
    'refuted',
    'absent',
    'no',
    'N',
    'negative',
    'denied',
    'none',
    'nil',
    'not present',
    'false',
    'entered-in-error',
  ],
  possible: [
    'suspected',
    'Provisional',
    'probable',
    'possible',
    'differential',
    'unconfirmed',
    'query',
    '?',
  ],
  historical: [
    'resolved',
    'inactive',
    'past',
    'remission',
    'in remission',
    'history',
    'historical',
    'old',
    'cured',
    'recovered',
  ],
  present: [
    'confirmed',
    'Active',
    'present',
    'yes',
    'Y',
    'positive',
    'recurrence',
    'relapse',
    'chronic',
    'ongoing',
    'current',
    'true',
  ],
} as const;
const FIELDS = [
  'status',
  'verification',
  'verification_status',
  'current_status',
  'clinical_status',
  'present',
];
test.each(
  Object.entries(states).flatMap(([state, words]) => words.map((word) => [word, state] as const)),
)('the state %j: %s', (word, state) => {
  const status = (item: object, kind: 'diagnosis' | 'symptom' | 'medication' = 'diagnosis') =>
    templateItem({ name: 'Fever', ...item }, kind).status;
  for (const field of FIELDS) expect(status({ [field]: word })).toBe(state);
  for (const shape of ['name', 'value', 'custom'])
    expect(status({ status: { [shape]: word } })).toBe(state);
  for (const other of [`x${word}`, `${word}x`, `${word} ${word}`, `was ${word}`])
    expect(status({ status: other })).toBeUndefined();
  // A complaint that is over is no complaint.
  expect(status({ status: word }, 'symptom')).toBe(state === 'historical' ? 'absent' : state);
  expect(status({ status: word }, 'medication')).toBeUndefined();
});

test('of two states the worse counts, and a yes or no may be one', () => {
  const status = (item: object) => templateItem(item, 'diagnosis').status;
  expect(status({ status: 'active', verification: 'refuted' })).toBe('absent');
  expect(status({ status: 'active', verification: 'suspected' })).toBe('possible');
  expect(status({ status: 'suspected', clinical_status: 'resolved' })).toBe('historical');
  expect([status({ present: true }), status({ present: false }), status({ status: true })]).toEqual(
    ['present', 'absent', undefined],
  );
  expect(status({})).toBeUndefined();
});

test('hints are texts, from wherever they stand', () => {
  const hints = (item: object, kind: 'vital' | 'order' | 'medication' | 'symptom') =>
    templateItem(item, kind).hints;
  expect(hints({ value: 38.2, unit: 'Cel' }, 'vital')).toEqual({ value: '38.2', unit: 'Cel' });
  expect(hints({ value: { value: '38.2', unit: 'Cel' } }, 'vital')).toEqual({
    value: '38.2',
    unit: 'Cel',
  });
  expect(hints({ specimen: 'blood', range: '1-2' }, 'order')).toEqual({
    specimen: 'blood',
    range: '1-2',
  });
  expect(hints({ sample: 'urine', reference_range: '3' }, 'order')).toEqual({
    specimen: 'urine',
    range: '3',
  });
  expect(
    hints(
      { name: 'Tab. Crocin', dose: { unit: 'mg', custom: '1 tab' }, generic: { name: 'p' } },
      'medication',
    ),
  ).toEqual({ dose_unit: 'mg', dose_custom: '1 tab', generic_name: 'p', form: 'tablet' });
  expect(
    hints({ name: 'Crocin', dose_unit: 'ml', generic: 'p', dosage_form: 'syrup' }, 'medication'),
  ).toEqual({
    dose_unit: 'ml',
    generic_name: 'p',
    form: 'syrup',
  });
  expect(hints({ name: 'x', generic_name: 'g', form: 'f' }, 'medication')).toEqual({
    generic_name: 'g',
    form: 'f',
  });
  expect(hints({ value: '1', unit: 'x' }, 'symptom')).toEqual({});
});

test.each([
  ['Tab Crocin', 'tablet'],
  ['Tabs. Crocin', 'tablet'],
  ['tablet Crocin', 'tablet'],
  ['Cap. Omez', 'capsule'],
  ['Syp Ambroxol', 'syrup'],
  ['Syr. Ambroxol', 'syrup'],
  ['Inj Ceftriaxone', 'injection'],
  ['Oint X', 'ointment'],
  ['Susp. X', 'suspension'],
  ['Drop X', 'drops'],
  ['Drops X', 'drops'],
  ['Cream X', 'cream'],
  ['Tabular X', undefined],
  ['Crocin tab', undefined],
])('the form of %s: %s', (name, form) => expect(formOf(name)).toBe(form));

test('sections are known by their keys, and their items stay apart', () => {
  expect(kindOfSection('symptoms')).toBe('symptom');
  expect([kindOfSection('advices'), kindOfSection(undefined)]).toEqual([undefined, undefined]);
  const emr = {
    prescription: { symptoms: [{ name: 'Fever' }, {}, { name: 'Cough' }], advices: 'Rest' },
  };
  expect(rawItems(emr)).toEqual([[{ name: 'Fever' }, { name: 'Cough' }], ['Rest']]);
  expect(rawItems(emr.prescription)).toEqual(rawItems(emr));
  expect(templateItem('Fever', 'symptom')).toEqual({
    kind: 'symptom',
    given: [],
    hints: {},
    status: undefined,
  });
});
