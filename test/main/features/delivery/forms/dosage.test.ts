/** Dosages: structure where every word is understood, else the text alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSnomedConcept } from '../../../../../main/features/delivery/forms/check-digits.ts';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { dosageOf } from '../../../../../main/features/delivery/forms/fhir/dosage.ts';
import { structureBreaches } from '../../../../../main/features/delivery/forms/fhir/structure.ts';
import { codes, type Loose, wholeNote } from './notes.ts';

const day = (value: number) => ({
  value,
  unit: 'd',
  system: 'http://unitsofmeasure.org',
  code: 'd',
});
const mg = (value: number) => ({
  doseQuantity: { value, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' },
});
const daily = (frequency: number) => ({ frequency, period: 1, periodUnit: 'd' });

test.each([
  ['1-0-1 for 3 days', { timing: { repeat: { boundsDuration: day(3), ...daily(2) } } }],
  ['BD', { timing: { repeat: daily(2) } }],
  ['three times a day', { timing: { repeat: daily(3) } }],
  [
    'up to three times a day, 3 days',
    { timing: { repeat: { boundsDuration: day(3), ...daily(1), frequencyMax: 3 } } },
  ],
  ['every 6 hours', { timing: { repeat: { frequency: 1, period: 6, periodUnit: 'h' } } }],
  ['650 mg SOS', { asNeededBoolean: true, doseAndRate: [mg(650)] }],
  [
    '500 mg TDS SOS',
    { asNeededBoolean: true, doseAndRate: [mg(500)], timing: { repeat: daily(3) } },
  ],
  ['SOS if fever', { asNeededCodeableConcept: { text: 'fever' } }],
  ['alternate days', { timing: { repeat: { frequency: 1, period: 2, periodUnit: 'd' } } }],
  ['at night', { timing: { repeat: { ...daily(1), when: ['NIGHT'] } } }],
  [
    '1 tablet, 1-0-1, 5 d, after food',
    {
      timing: { repeat: { boundsDuration: day(5), ...daily(2) } },
      doseAndRate: [{ doseQuantity: { value: 1, unit: 'tablet' } }],
      additionalInstruction: [{ text: 'after food' }],
    },
  ],
  [
    '2 puffs twice daily for 2 weeks',
    { timing: { repeat: { boundsDuration: { code: 'wk', value: 2 }, ...daily(2) } } },
  ],
  ['500 mg IM', { route: { coding: [{ code: '78421000' }] }, doseAndRate: [mg(500)] }],
])('“%s” is understood', (text, expected) => {
  expect(dosageOf(text)).toMatchObject({ text, ...expected });
});

test.each([
  '1-0-2',
  '5 mg for 3 days, then 10 mg',
  'OD in the right eye',
  'as directed by the other doctor',
  'BD or TDS',
  '10 mg BD 1-0-1',
  'twice daily except on Sundays',
  '1 tablet twice daily, not with milk',
  '0.5-1 mg/kg',
  'half',
  // What stands around a word that was read is not read as if it stood together.
  '1-BD 2 tablets',
  'TDS morning and night',
  '3',
])('“%s” stays text: nothing is guessed', (text) => expect(dosageOf(text)).toEqual({ text }));

test('whatever is written, the text is whole and the structure keeps to FHIR', () => {
  const words = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...'1-0-1|BD|TDS|for 3 days|650 mg|1 tablet|SOS|if fever|after food|at night|HS|IM|,'.split(
            '|',
          ),
          'every 6 hours',
          'up to 2 times a day',
          '1-2 tablets',
          'half tablet',
        ),
        fc.string({ maxLength: 4 }),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => parts.join(' ').trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(words, (dosage) => {
      expect(dosageOf(dosage).text).toBe(dosage);
      const entities = [{ kind: 'prescription', text: 'X', decision: 'accepted', dosage }];
      const bundle = fhirBundle(wholeNote({ entities }), 'r4', { version: '1' });
      expect(structureBreaches(bundle)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const resourcesOf = (entities: object[]): Loose[] =>
  fhirBundle(wholeNote({ entities }), 'r4', { version: '1' })
    .entry.map(({ resource }): Loose => resource)
    .filter(({ resourceType }) => /^(?:Medication|Observation)/.test(resourceType));

test('one medicine of two documents is one resource, with every dosage that was said', () => {
  const one = {
    kind: 'prescription',
    text: 'Paracetamol',
    decision: 'accepted',
    codes: [codes.fever],
  };
  const found = resourcesOf([
    one,
    { ...one, dosage: 'BD' },
    { ...one, text: 'PCM', dosage: 'SOS' },
  ]);
  expect(found).toHaveLength(1);
  expect(found[0].dosageInstruction.map(({ text }: Loose) => text)).toEqual(['BD', 'SOS']);
  const both = [one, { ...one, kind: 'medication' }];
  expect(resourcesOf(both).map(({ resourceType }) => resourceType)).toEqual([
    'MedicationRequest',
    'MedicationStatement',
  ]);
});

test('two values of one measurement both leave; a component without a value says nothing', () => {
  const pulse = (value: string | number, unit = '/min') => ({
    kind: 'vital',
    text: 'Pulse',
    decision: 'accepted',
    components: [['8867-4', 'Heart rate', value, unit]],
  });
  const values = resourcesOf([
    pulse('76'),
    pulse('90'),
    pulse('76'),
    pulse(''),
    pulse('<40'),
    pulse('about 70'),
    pulse('12345678901234567890', ''),
  ]).map(({ valueQuantity, valueString }) => [
    valueQuantity?.comparator,
    valueQuantity?.value,
    valueString,
  ]);
  expect(values).toEqual([
    [undefined, 76, undefined],
    [undefined, 90, undefined],
    [undefined, undefined, undefined],
    ['<', 40, undefined],
    [undefined, undefined, 'about 70 /min'],
    [undefined, undefined, '12345678901234567890'],
  ]);
  const uncoded = { ...pulse('30'), text: 'Grip', components: [['', 'Grip', '30', 'kg']] };
  expect(resourcesOf([uncoded])[0]).toMatchObject({
    code: { text: 'Grip' },
    valueQuantity: { value: 30, code: 'kg' },
  });
});

test('codes of routes have the check digits of SNOMED CT', () => {
  const routes = ['orally', 'IM', 'IV', 'SC', 'topical', 'nasal', 'per rectum'].map(
    (route) => (dosageOf(route).route as Loose).coding[0].code as string,
  );
  expect(new Set(routes).size).toBe(7);
  expect(routes.every(isSnomedConcept)).toBe(true);
});
