/**
 * Records and identifiers of India's ABDM: codes and cardinalities as NRCeS publishes them in
 * PrescriptionRecord and DischargeSummaryRecord, and the type of a document by what the note is.
 */
import { describe, expect, test } from 'vitest';
import { isSnomedConcept } from '../../../../../main/features/delivery/forms/check-digits.ts';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import {
  type ExportProfile,
  type FhirFlavour,
  type NeutralNote,
  neutralNote,
} from '../../../../../shared/model/export/export.ts';
import { failureWith } from '../../../../support/failure.ts';
import { codes, type Loose, wholeNote } from './notes.ts';

const profile: ExportProfile = {
  version: '0.1.0',
  facility: 'Rao Clinic',
  mrnSystem: 'https://clinic.example/mrn',
  registrationSystem: 'https://council.example/register',
};
/** Written only where structure and rules hold. */
const bundleOf = (
  note: NeutralNote,
  flavour: FhirFlavour = 'nrces',
  more: Partial<ExportProfile> = {},
): Loose => JSON.parse(exportNote(note, 'fhir', flavour, { ...profile, ...more }).text);
const all = (bundle: Loose, type: string): Loose[] =>
  bundle.entry
    .map(({ resource }: Loose) => resource)
    .filter(({ resourceType }: Loose) => resourceType === type);
const NRCES = 'https://nrces.in/ndhm/fhir/r4/StructureDefinition';

describe('a prescription', () => {
  const bundle = bundleOf(wholeNote(), 'nrces-prescription');
  const [composition] = all(bundle, 'Composition');

  test('has its type, its title and one section', () => {
    expect(composition).toMatchObject({
      meta: { profile: [`${NRCES}/PrescriptionRecord`] },
      title: 'Prescription record',
      type: { coding: [{ code: '440545006', display: 'Prescription record' }] },
    });
    expect(composition.section).toHaveLength(1);
    expect(composition.section[0].code.coding).toEqual([
      { system: 'http://snomed.info/sct', code: '440545006', display: 'Prescription record' },
    ]);
  });

  test('holds the medicines that are prescribed, with their words, and nothing else', () => {
    const requests = all(bundle, 'MedicationRequest');
    expect(requests).toHaveLength(1);
    expect(composition.section[0].entry).toEqual([
      expect.objectContaining({
        type: 'MedicationRequest',
        reference: `urn:uuid:${requests[0].id}`,
      }),
    ]);
    expect(composition.section[0].text.div).toContain('Paracetamol 650 mg');
    expect(composition.section[0].text.div).toContain('1-0-1 for 3 days');
    expect([...all(bundle, 'Condition'), ...all(bundle, 'Observation')]).toEqual([]);
    expect(JSON.stringify(composition)).not.toContain('Chest pain');
  });

  test('is a document of its own beside the note', () => {
    const note = bundleOf(wholeNote());
    expect(bundle.identifier.value).not.toBe(note.identifier.value);
    expect(bundle.id).not.toBe(note.id);
  });

  test('of a note that prescribes nothing is not made', () => {
    const { entities, ...rest } = wholeNote();
    const none = { ...rest, entities: entities.filter(({ kind }) => kind !== 'prescription') };
    expect(() => bundleOf(none, 'nrces-prescription')).toThrow(failureWith('export-prescription'));
  });
});

describe('a discharge summary', () => {
  const note = wholeNote({ title: 'Discharge summary' });
  const bundle = bundleOf(note);
  const [composition] = all(bundle, 'Composition');
  const typeOf = (reference: string) =>
    bundle.entry.find(({ fullUrl }: Loose) => fullUrl === reference).resource.resourceType;
  /** Code, display and the resources that may stand there, as published. */
  const published: Record<string, readonly [string, readonly string[]]> = {
    '422843007': ['Chief complaint section', ['Condition']],
    '425044008': ['Physical exam section', ['Observation']],
    '722446000': ['Allergy record', ['AllergyIntolerance']],
    '1003642006': ['Past medical history section', ['Procedure', 'Condition']],
    '422432008': ['Family history section', []],
    '721981007': ['Diagnostic studies report', []],
    '1003606003': ['Medication history section', ['MedicationRequest']],
    '1003640003': ['History of past procedure section', ['Procedure']],
    '734163000': ['Care plan', []],
  };

  test('has its profile and type, for an inpatient', () => {
    expect(composition).toMatchObject({
      meta: { profile: [`${NRCES}/DischargeSummaryRecord`] },
      type: { coding: [{ code: '373942005', display: 'Discharge summary' }] },
    });
    expect(all(bundle, 'Encounter')[0].class.code).toBe('IMP');
  });

  test('has no section twice, and in each only what the profile allows', () => {
    const coded = composition.section.filter(({ code }: Loose) => code);
    expect(coded.length).toBeGreaterThan(3);
    for (const { code, entry = [] } of coded) {
      const [{ code: number, display }] = code.coding;
      expect(isSnomedConcept(number)).toBe(true);
      const [words, allowed] = published[number]!;
      expect(display).toBe(words);
      for (const { reference } of entry) expect(allowed).toContain(typeOf(reference));
    }
  });

  test('loses no resource for it: the others stand in sections of our own at the end', () => {
    const types = (one: Loose) =>
      one.entry.map(({ resource }: Loose) => resource.resourceType).sort();
    expect(types(bundle)).toEqual(types(bundleOf(wholeNote())));
    const codedLast = composition.section.findLastIndex(({ code }: Loose) => code);
    const ownFirst = composition.section.findIndex(({ code }: Loose) => !code);
    expect(ownFirst).toBeGreaterThan(codedLast);
  });
});

describe('the type of a document', () => {
  test.each([
    ['Consultation', '11488-4', 'CN'],
    ['Discharge summary', '18842-5', 'DS'],
    ['Discharge Card', '18842-5', 'DS'],
    ['Ear discharge', '11488-4', 'CN'],
  ])('of “%s” is %s', (title, code, hl7) => {
    const note = wholeNote({ title });
    expect(all(bundleOf(note, 'r4'), 'Composition')[0].type.coding[0].code).toBe(code);
    const segments = exportNote(note, 'hl7', 'r4', profile).text.split('\r');
    expect(segments.find((one) => one.startsWith('TXA'))!.split('|')[2]).toBe(hl7);
    expect(segments.find((one) => one.startsWith('OBX'))!.split('|')[3]).toMatch(`${code}^`);
  });
});

describe('identifiers', () => {
  const types = 'https://nrces.in/ndhm/fhir/r4/CodeSystem/ndhm-identifier-type-code';
  const patient = {
    ...wholeNote().patient,
    abhaNumber: '22-7225-4829-5255',
    abhaAddress: 'asha.rao@abdm',
  };

  test('of patient, doctor and facility stand beside those of the clinic', () => {
    const bundle = bundleOf(wholeNote({ patient }), 'nrces', {
      hfrId: 'IN2710004770',
      hprId: '21-1521-3828-3227',
    });
    const seen = (type: string) =>
      all(bundle, type)[0].identifier.map(({ type: of, system, value }: Loose) => [
        of.coding[0].system === types ? of.coding[0].code : `v2 ${of.coding[0].code}`,
        system,
        value,
      ]);
    expect(seen('Patient')).toEqual([
      ['v2 MR', 'https://clinic.example/mrn', 'MR-77'],
      ['HIN', 'https://healthid.ndhm.gov.in', '22-7225-4829-5255'],
      ['ABHA', 'https://healthid.ndhm.gov.in', 'asha.rao@abdm'],
    ]);
    expect(seen('Practitioner')).toEqual([
      ['v2 MD', 'https://council.example/register', 'KMC-1234'],
      ['HPIN', 'https://doctor.ndhm.gov.in', '21-1521-3828-3227'],
    ]);
    expect(seen('Organization')).toEqual([
      ['v2 PRN', 'https://facility.ndhm.gov.in', 'IN2710004770'],
    ]);
  });

  test.each([
    ['abhaNumber', '22-7225-4829'],
    ['abhaAddress', 'asha rao'],
  ])('%s “%s” is none', (field, value) => {
    expect(
      neutralNote.safeParse({ ...wholeNote(), patient: { ...patient, [field]: value } }).success,
    ).toBe(false);
  });
});

test.each([
  ['examination', [], '4548-4'],
  ['vital', [['', 'Value', '7', '%']], '4548-4'],
  ['order', [['', 'Value', '7', '%']], '4548-4'],
  ['order', [], undefined],
  ['diagnosis', [], undefined],
])('LOINC codes what was observed, and stays words elsewhere: %s %j', (kind, components, code) => {
  const entity = { kind, text: 'HbA1c', decision: 'accepted', codes: [codes.hba1c], components };
  const bundle = bundleOf(wholeNote({ entities: [entity] }));
  const found = bundle.entry
    .map(({ resource }: Loose) => resource)
    .find((one: Loose) => one.code?.text === 'HbA1c');
  expect(found.code.coding?.[0].code).toBe(code);
  expect(found.note?.[0].text).toBe(
    code ? undefined : 'LOINC 4548-4 Hemoglobin A1c/Hemoglobin.total in Blood',
  );
});
