/** Single values of FHIR: limits, units, and who wrote a note. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../../../main/features/delivery/forms/fhir/context.ts';
import {
  patientOf,
  practitionerOf,
} from '../../../../../main/features/delivery/forms/fhir/document-resources.ts';
import { measured } from '../../../../../main/features/delivery/forms/fhir/measured.ts';
import type { ExportProfile, NeutralEntity } from '../../../../../shared/model/export/export.ts';
import { neutralNote } from '../../../../../shared/model/export/export.ts';
import { type Loose, wholeNote } from './notes.ts';

type Component = NeutralEntity['components'][number];
const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
const pulse: Component = ['8867-4', 'Heart rate', '76', '/min'];
const observed = (components: readonly Component[], code: Loose = { text: 'Words' }): Loose =>
  measured({ ...wholeNote().entities[0]!, text: 'Words', components: [...components] }, code);
const value = (written: string | number, unit = '') => {
  const { code: _code, ...found } = observed([['', 'Name', written, unit]]);
  return found;
};

describe('the value of an observation', () => {
  test.each([
    ['5', { value: 5 }],
    [' 5 ', { value: 5 }],
    ['-1.5', { value: -1.5 }],
    ['0', { value: 0 }],
    ['-0', { value: -0 }],
    ['007', { value: 7 }],
    ['1.50', { value: 1.5 }],
    ['2.0', { value: 2 }],
    ['<5', { value: 5, comparator: '<' }],
    ['> 5', { value: 5, comparator: '>' }],
    ['<=5', { value: 5, comparator: '<=' }],
    ['>=5', { value: 5, comparator: '>=' }],
    ['≤5', { value: 5, comparator: '<=' }],
    ['≥ 5', { value: 5, comparator: '>=' }],
  ])('%j is a number', (written, expected) =>
    expect(value(written)).toEqual({ valueQuantity: expected }),
  );

  test.each([
    'about 5',
    '5-6',
    '5,5',
    '.5',
    '5.',
    '1e3',
    '= 5',
    '<>5',
    '5 mg',
    '12345678901234567890',
  ])('%j stays text', (written) => {
    expect(value(written)).toEqual({ valueString: written });
    expect(value(written, 'mg')).toEqual({ valueString: `${written} mg` });
  });

  test('has its unit with the system of units, and none where none was said', () => {
    expect(value('5', 'mg')).toEqual({
      valueQuantity: { value: 5, unit: 'mg', system: UCUM, code: 'mg' },
    });
  });

  test('that is a number is that number, whatever its digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const found = value(String(number)) as Loose;
        // Nobody can read a minus from zero.
        if (found.valueQuantity) expect(found.valueQuantity.value).toBe(number || 0);
        else expect(found.valueString).toBe(String(number));
      }),
    );
  });
});

describe('an observation', () => {
  test('of one value has the code of it, unless it has a LOINC code of its own', () => {
    const snomed = { system: 'http://snomed.info/sct', code: '1' };
    expect(observed([pulse], { coding: [snomed], text: 'x' }).code).toEqual({
      coding: [{ system: LOINC, code: '8867-4', display: 'Heart rate' }, snomed],
      text: 'Words',
    });
    const known = { coding: [{ system: LOINC, code: '8480-6' }] };
    expect(observed([pulse], known).code).toEqual(known);
    expect(observed([['', 'Heart rate', '76', '']], { text: 'x' }).code).toEqual({ text: 'x' });
    expect(observed([['8867-4', '', '76', '']]).code.coding[0].display).toBe('8867-4');
  });

  test('of several values has each as a component; one that says nothing is left out', () => {
    const found = observed([
      pulse,
      ['8480-6', '', 120, 'mm[Hg]'],
      ['', '', 'weak', ''],
      ['8462-4', 'Diastolic', ' ', 'mm[Hg]'],
    ]);
    expect(found.code).toEqual({ text: 'Words' });
    expect(found.component.map((one: Loose) => [one.code.text, one.code.coding?.[0].code])).toEqual(
      [
        ['Heart rate', '8867-4'],
        ['8480-6', '8480-6'],
        ['Words', undefined],
      ],
    );
    expect(found.component[2]).toEqual({ code: { text: 'Words' }, valueString: 'weak' });
    expect(observed([['8867-4', 'Heart rate', '', '']])).toEqual({ code: { text: 'Words' } });
  });
});

describe('who is named', () => {
  const context = (profile: Partial<ExportProfile> = {}, change = {}) =>
    contextOf(neutralNote.parse({ ...wholeNote(), ...change }), 'r4', {
      version: '1.2.3',
      ...profile,
    });
  const identifiers = (resource: Loose) =>
    resource.identifier?.map((one: Loose) => [one.type.coding[0].code, one.system, one.value]);

  test.each<[Partial<ExportProfile>, Record<string, unknown>, unknown]>([
    [{}, {}, [['MD', undefined, 'KMC-1234']]],
    [{ registrationSystem: 'urn:council' }, {}, [['MD', 'urn:council', 'KMC-1234']]],
    [
      { hprId: '71-1111' },
      {},
      [
        ['MD', undefined, 'KMC-1234'],
        ['HPIN', 'https://doctor.ndhm.gov.in', '71-1111'],
      ],
    ],
    [
      { hprId: '71-1111' },
      { practitioner: { name: 'Dr X' } },
      [['HPIN', 'https://doctor.ndhm.gov.in', '71-1111']],
    ],
    [{}, { practitioner: { name: 'Dr X' } }, undefined],
  ])('the doctor by the numbers that are known: %j %j', (profile, change, expected) =>
    expect(identifiers(practitionerOf(context(profile, change)))).toEqual(expected),
  );

  test('the patient by the record number and what else is known', () => {
    const patient = patientOf(context({ mrnSystem: 'urn:mrn' })) as Loose;
    expect(identifiers(patient)).toEqual([['MR', 'urn:mrn', 'MR-77']]);
    expect(patient).toMatchObject({ gender: 'female', birthDate: '1988-02-29' });
    const bare = patientOf(context({}, { patient: { name: 'A', mrn: '1' } })) as Loose;
    expect([bare.gender, bare.birthDate, bare.name]).toEqual([
      undefined,
      undefined,
      [{ text: 'A' }],
    ]);
    const other = {
      patient: { name: 'A', mrn: '1', gender: 'X', abhaNumber: '22-7225-4829-5255' },
    };
    expect(patientOf(context({}, other))).toMatchObject({ gender: 'unknown' });
    expect(identifiers(patientOf(context({}, other)))[1]).toEqual([
      'HIN',
      'https://healthid.ndhm.gov.in',
      '22-7225-4829-5255',
    ]);
  });
});
