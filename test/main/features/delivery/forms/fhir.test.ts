/**
 * FHIR bundles of a note: what is coded and what stays words, India's traps, and the rules that
 * find seeded faults.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportNote } from '../../../../../main/features/delivery/forms/export.ts';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { breaches } from '../../../../../main/features/delivery/forms/fhir/rules.ts';
import {
  type FhirFlavour,
  neutralKinds,
  neutralNote,
} from '../../../../../shared/model/export/export.ts';
import { codes, type Loose, wholeFlavours, wholeNote } from './notes.ts';

const profile = {
  version: '0.1.0',
  facility: 'Rao Clinic',
  mrnSystem: 'https://clinic.example/mrn',
};
const bundleOf = (flavour: FhirFlavour, note = wholeNote()) =>
  JSON.parse(JSON.stringify(fhirBundle(note, flavour, profile)));
const all = (bundle: Loose, type: string): Loose[] =>
  bundle.entry
    .map(({ resource }: Loose) => resource)
    .filter(({ resourceType }: Loose) => resourceType === type);

describe.each(wholeFlavours)('%s', (flavour) => {
  test('breaks no rule, and the same note gives the same bytes', () => {
    expect(breaches(fhirBundle(wholeNote(), flavour, profile), flavour)).toEqual([]);
    expect(exportNote(wholeNote(), 'fhir', flavour, profile).text).toBe(
      exportNote(wholeNote(), 'fhir', flavour, profile).text,
    );
  });

  test('holds what a person accepted, and neither what was denied, rejected nor left open', () => {
    const conditions = all(bundleOf(flavour), 'Condition').map(({ code }) => code.text);
    expect(conditions).toEqual(['Fever', 'Type 2 diabetes mellitus', 'UTI']);
    const text = JSON.stringify(bundleOf(flavour));
    expect(text).not.toContain('Dengue');
    expect(text).toContain('No chest pain');
  });

  test('a suspicion is provisional, an entity without a code has no coding, a changed code says that a person chose it', () => {
    const [fever, diabetes, uti] = all(bundleOf(flavour), 'Condition');
    expect(uti.verificationStatus.coding[0].code).toBe('provisional');
    expect(uti.code).toEqual({ text: 'UTI' });
    expect(diabetes.code.coding[0].userSelected).toBe(true);
    expect(fever.code.coding[0].userSelected).toBeUndefined();
  });

  test('advice and follow-up that no section tells are told', () => {
    const text = JSON.stringify(all(bundleOf(flavour), 'Composition')[0].section);
    expect(text).toContain('Plenty of fluids');
    expect(text).toContain('After 5 days');
  });

  test('a draft is preliminary and bears no signature', () => {
    const [composition] = all(bundleOf(flavour, wholeNote({ draft: true })), 'Composition');
    expect([composition.status, composition.attester]).toEqual(['preliminary', undefined]);
    expect(all(bundleOf(flavour), 'Composition')[0].attester[0].mode).toBe('professional');
  });

  test('whatever is written in a note, the narrative stays text and no rule is broken', () => {
    const words = fc
      .string({
        minLength: 1,
        unit: fc.oneof(
          fc.constantFrom(
            '<',
            '>',
            '&',
            '"',
            "'",
            '\n',
            '- ',
            '# ',
            '*',
            ']]>',
            '<script>',
            'क',
            '\u202e',
            '\u0000',
          ),
          fc.string({ minLength: 1, maxLength: 3 }),
        ),
      })
      .filter((text) => text.trim() !== '');
    const section = fc.record({ title: words, text: words });
    const entity = fc.record({
      kind: fc.constantFrom(...neutralKinds),
      text: words,
      decision: fc.constantFrom('accepted', 'changed', 'rejected', 'pending'),
      negated: fc.boolean(),
      suspected: fc.boolean(),
      performed: fc.boolean(),
      codes: fc.subarray([codes.fever, codes.diabetesIcd, codes.hba1c]),
    });
    fc.assert(
      fc.property(
        fc.array(section, { maxLength: 5 }),
        fc.array(entity, { maxLength: 6 }),
        words,
        (sections, entities, name) => {
          fc.pre(sections.length > 0);
          const note = neutralNote.parse({
            ...wholeNote(),
            patient: { name, mrn: '1' },
            sections,
            entities,
          });
          expect(breaches(fhirBundle(note, flavour, profile), flavour)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('R4 keeps ICD-10-CM beside SNOMED CT; in India’s form it stands in words, and LOINC orders too', () => {
  expect(
    all(bundleOf('r4'), 'Condition')[1].code.coding.map(({ system }: Loose) => system),
  ).toEqual(['http://snomed.info/sct', 'http://hl7.org/fhir/sid/icd-10-cm']);
  const india = bundleOf('nrces');
  const [, diabetes] = all(india, 'Condition');
  expect(diabetes.code.coding.map(({ system }: Loose) => system)).toEqual([
    'http://snomed.info/sct',
  ]);
  expect(diabetes.note[0].text).toContain('ICD-10-CM E11.9');
  expect(all(india, 'ServiceRequest')[0].code).toEqual({ text: 'HbA1c' });
  expect(all(india, 'ServiceRequest')[0].note[0].text).toContain('LOINC 4548-4');
});

test('India’s sections are the fixed ones once each, then our own', () => {
  const [{ section, type }] = all(
    bundleOf(
      'nrces',
      wholeNote({
        sections: [...wholeNote().sections, { title: 'Presenting symptoms', text: 'Cough' }],
      }),
    ),
    'Composition',
  );
  expect(type.coding[0].code).toBe('371530004');
  expect(section.map(({ code }: Loose) => code?.coding[0].code)).toEqual([
    '422843007',
    '425044008',
    '722446000',
    '721963009',
    '721912009',
    '736271009',
    '371525003',
    undefined,
    undefined,
    undefined,
  ]);
  expect(section[0].text.div).toContain('Cough');
});

test('two values of one measurement are its components, one value is its own', () => {
  const [pressure, pulse] = all(bundleOf('r4'), 'Observation');
  expect(
    pressure.component.map(({ code, valueQuantity }: Loose) => [
      code.coding[0].code,
      valueQuantity.value,
      valueQuantity.code,
    ]),
  ).toEqual([
    ['8480-6', 120, 'mm[Hg]'],
    ['8462-4', 80, 'mm[Hg]'],
  ]);
  expect([pulse.code.coding[0].code, pulse.valueQuantity]).toEqual([
    '8867-4',
    { value: 76, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  ]);
});

describe('details that receivers refuse or misread', () => {
  test('words like attributes are words, and the narrative names its language', () => {
    const note = wholeNote({
      language: 'hi-IN',
      sections: [{ title: '', text: 'onset=3 days, style="x"\nclick = <b onload=1>' }],
    });
    for (const flavour of wholeFlavours) {
      exportNote(note, 'fhir', flavour, profile);
      const [{ text, section }] = all(bundleOf(flavour, note), 'Composition');
      expect(text.div).toContain(' lang="hi-IN" xml:lang="hi-IN">');
      expect(section.find(({ title }: Loose) => title === 'Note').text.div).toContain('onset=3');
    }
  });

  test('a facility has its registration number in India’s form, or no Organization', () => {
    const of = (flavour: FhirFlavour, facilityRegistration?: string) => {
      const given = { ...profile, facilityRegistration };
      exportNote(wholeNote(), 'fhir', flavour, given);
      const bundle = JSON.parse(JSON.stringify(fhirBundle(wholeNote(), flavour, given)));
      const [organization] = all(bundle, 'Organization');
      const [{ serviceProvider }] = all(bundle, 'Encounter');
      return [organization?.name, organization?.identifier?.[0].value, serviceProvider.display];
    };
    expect(of('nrces')).toEqual([undefined, undefined, 'Rao Clinic']);
    expect(of('nrces', 'HFR-1')).toEqual(['Rao Clinic', 'HFR-1', 'Rao Clinic']);
    expect(of('r4')).toEqual(['Rao Clinic', undefined, 'Rao Clinic']);
  });

  test('the app is contained in the Provenance and no document of its own', () => {
    for (const flavour of wholeFlavours) {
      const bundle = bundleOf(flavour);
      expect(all(bundle, 'Device')).toEqual([]);
      const [{ contained, agent }] = all(bundle, 'Provenance');
      expect([contained[0].resourceType, `#${contained[0].id}`]).toEqual([
        'Device',
        agent[0].who.reference,
      ]);
    }
  });

  test('sections of R4 have LOINC codes, and a new version names the one that it replaces', () => {
    const [{ section }] = all(bundleOf('r4'), 'Composition');
    expect(section[0].code.coding[0]).toMatchObject({
      system: 'http://loinc.org',
      code: '10154-3',
    });
    const [{ identifier }] = all(bundleOf('r4', wholeNote({ id: 'a' })), 'Composition');
    const [{ relatesTo }] = all(
      bundleOf('r4', wholeNote({ id: 'b', replaces: 'a' })),
      'Composition',
    );
    expect(relatesTo).toEqual([{ code: 'replaces', targetIdentifier: identifier }]);
  });
});
