/**
 * The published definitions of FHIR R4: what they find that our own rules do not, and that whatever
 * is in a note keeps to them.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { breaches } from '../../../../../main/features/delivery/forms/fhir/rules.ts';
import { structureBreaches } from '../../../../../main/features/delivery/forms/fhir/structure.ts';
import type { Bundle } from '../../../../../main/features/delivery/forms/fhir/types.ts';
import {
  type FhirFlavour,
  neutralKinds,
  neutralNote,
  takingStates,
} from '../../../../../shared/model/export/export.ts';
import { codes, type Loose, wholeFlavours, wholeNote } from './notes.ts';

const profile = {
  version: '0.1.0',
  facility: 'Rao Clinic',
  mrnSystem: 'https://clinic.example/mrn',
};
const bundleOf = (flavour: FhirFlavour): Loose =>
  JSON.parse(JSON.stringify(fhirBundle(wholeNote(), flavour, profile)));
const of = (bundle: Loose, type: string) =>
  bundle.entry.find(({ resource }: Loose) => resource.resourceType === type).resource;

/** Each passes our own rules. */
const faults: Record<string, readonly [(bundle: Loose) => void, RegExp]> = {
  'a member that FHIR does not have': [
    (bundle) => (of(bundle, 'Patient').nickname = 'A'),
    /nickname/,
  ],
  'a list where one is allowed': [
    (bundle) => (of(bundle, 'Composition').title = ['a', 'b']),
    /title/,
  ],
  'one where a list is needed': [
    (bundle) => (of(bundle, 'Patient').name = { text: 'Asha' }),
    /name/,
  ],
  'a number as text': [
    (bundle) => (of(bundle, 'Observation').component[0].valueQuantity.value = '120'),
    /value/,
  ],
  'a day that is none': [(bundle) => (of(bundle, 'Patient').birthDate = '29.02.1988'), /birthDate/],
  'a time without seconds': [
    (bundle) => (of(bundle, 'Composition').date = '2026-11-21T10:05+05:30'),
    /date/,
  ],
  'a reference that may not stand there': [
    (bundle) => (of(bundle, 'MedicationRequest').subject = { reference: 'Practitioner/1' }),
    /subject/,
  ],
  'a code with a blank at its end': [
    (bundle) => (of(bundle, 'Condition').code.coding[0].code = '386661006 '),
    /code/,
  ],
  'a prescription without a medicine': [
    (bundle) => delete of(bundle, 'MedicationRequest').medicationCodeableConcept,
    /medication/,
  ],
  'a null': [(bundle) => (of(bundle, 'Composition').title = null), /null|title/],
  'a text of blanks': [(bundle) => (of(bundle, 'Practitioner').name[0].text = ' '), /text/],
  'an observation with both a value and a reason for none': [
    (bundle) =>
      Object.assign(of(bundle, 'Observation'), {
        valueString: '1',
        dataAbsentReason: { text: 'none' },
      }),
    /obs-6/,
  ],
};
test.each(Object.entries(faults))('found: %s', (_name, [harm, said]) => {
  for (const flavour of wholeFlavours) {
    const bundle = bundleOf(flavour);
    harm(bundle);
    expect(structureBreaches(bundle as Bundle).join(' ')).toMatch(said);
  }
});

test('a bundle that breaks them is not written, and the member is named', () => {
  const note = wholeNote({ id: 'x' });
  const harmed = {
    ...note,
    entities: note.entities.map((entity) => ({
      ...entity,
      codes: entity.codes.map((code) => ({ ...code, system: 'http://a.example/x y' })),
    })),
  };
  expect(() =>
    exportNote({ ...harmed, entities: [] }, 'fhir', 'r4', { ...profile, mrnSystem: 'no uri' }),
  ).toThrow(
    expect.objectContaining({
      detail: 'export-invalid',
      message: expect.stringContaining('system'),
    }),
  );
});

describe.each(wholeFlavours)('%s', (flavour) => {
  test('whatever is written in a note, its bundle keeps to them', () => {
    const words = fc
      .string({
        minLength: 1,
        unit: fc.oneof(
          fc.constantFrom(
            '<',
            '&',
            '\n',
            '- ',
            '*',
            'क',
            '😀',
            '\u202e',
            '\u0000',
            '\u0085',
            '\ud800',
            '\t',
          ),
          fc.string({ minLength: 1, maxLength: 3 }),
        ),
      })
      .filter((text) => text.trim() !== '');
    const component = fc.tuple(
      fc.constantFrom('8480-6', '8867-4'),
      words,
      fc.oneof(words, fc.integer()),
      fc.constantFrom('', '/min', 'mm[Hg]'),
    );
    const entity = fc.record({
      kind: fc.constantFrom(...neutralKinds),
      text: words,
      decision: fc.constantFrom('accepted', 'changed'),
      suspected: fc.boolean(),
      performed: fc.oneof(fc.boolean(), fc.constantFrom('2004', '2019-03', '2019-03-12')),
      taking: fc.option(fc.constantFrom(...takingStates), { nil: undefined }),
      dosage: fc.option(words, { nil: undefined }),
      codes: fc.subarray([codes.fever, codes.diabetesIcd, codes.hba1c]),
      components: fc.array(component, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: words, text: words }), { minLength: 1, maxLength: 3 }),
        fc.array(entity, { maxLength: 4 }),
        words,
        words,
        (sections, entities, name, mrn) => {
          const note = neutralNote.parse({
            ...wholeNote(),
            title: name,
            patient: { name, mrn },
            sections,
            entities,
          });
          const bundle = fhirBundle(note, flavour, profile);
          expect([...structureBreaches(bundle), ...breaches(bundle, flavour)]).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  });
});
