/** Our own rules for a finished bundle: each finds its own fault, says it, and finds no other. */
import { expect, test } from 'vitest';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { breaches } from '../../../../../main/features/delivery/forms/fhir/rules.ts';
import type { FhirFlavour } from '../../../../../shared/model/export/export.ts';
import { codes, type Loose, wholeFlavours, wholeNote } from './notes.ts';

const profile = {
  version: '0.1.0',
  facility: 'Rao Clinic',
  facilityRegistration: 'KA-77',
  mrnSystem: 'https://clinic.example/mrn',
};
/** The whole note, and a medicine that the patient takes already. */
const note = () => {
  const whole = wholeNote();
  return wholeNote({
    entities: [
      ...whole.entities,
      { kind: 'medication', text: 'Metformin 500 mg', decision: 'accepted' },
    ],
  });
};
const bundleOf = (flavour: FhirFlavour): Loose =>
  JSON.parse(JSON.stringify(fhirBundle(note(), flavour, profile)));
const found = (bundle: Loose, flavour: FhirFlavour) => breaches(bundle, flavour);

const resource = (bundle: Loose, type: string): Loose =>
  bundle.entry.find((one: Loose) => one.resource.resourceType === type).resource;
const composition = (bundle: Loose) => resource(bundle, 'Composition');
const coding = (bundle: Loose) => resource(bundle, 'Condition').code.coding;
const narrative = (bundle: Loose, div: unknown) => (composition(bundle).section[0].text.div = div);
const XHTML = '<div xmlns="http://www.w3.org/1999/xhtml"';
const LOST = 'urn:uuid:00000000-0000-4000-8000-000000000000';

test.each([...wholeFlavours])('a bundle as it is made breaks none: %s', (flavour) => {
  expect(found(bundleOf(flavour), flavour)).toEqual([]);
});

type Fault = readonly [sentence: string, harm: (bundle: Loose) => void];
const faults: readonly Fault[] = [
  ['The bundle is no document.', (bundle) => (bundle.type = 'collection')],
  ['The first entry is no Composition.', (bundle) => bundle.entry.push(bundle.entry.shift())],
  ['The bundle has no time.', (bundle) => delete bundle.timestamp],
  ['The bundle has no time.', (bundle) => (bundle.timestamp = '2026-11-21T10:05:00')],
  ['The bundle has no time.', (bundle) => (bundle.timestamp = '2026-11-21')],
  ['The bundle has no time.', (bundle) => (bundle.timestamp = '2026-11-21T10:05:00Z later')],
  ...['system', 'value'].map(
    (member): Fault => [
      'The bundle has no identifier with system and value.',
      (bundle) => (bundle.identifier[member] = ''),
    ],
  ),
  ['The bundle has no identifier with system and value.', (bundle) => delete bundle.identifier],
  ['Two entries have one address.', (bundle) => bundle.entry.push(bundle.entry[1])],
  ['Condition: its address is not its id.', (bundle) => (resource(bundle, 'Condition').id = 'x')],
  [
    `A reference leads nowhere: ${LOST}.`,
    (bundle) => (composition(bundle).section[0].entry[0].reference = LOST),
  ],
  [
    'A reference leads nowhere: #x.',
    (bundle) => (composition(bundle).custodian = { reference: '#x' }),
  ],
  [
    'Observation stands in the bundle, and nothing refers to it.',
    (bundle) => {
      const lone = { ...resource(bundle, 'Observation'), id: LOST.replace('urn:uuid:', '') };
      bundle.entry.push({ fullUrl: LOST, resource: lone });
    },
  ],
  ['An empty list of codings.', (bundle) => (resource(bundle, 'Condition').code.coding = [])],
  ...['system', 'code', 'display'].map(
    (member): Fault => [
      'A coding lacks system, code or display: ',
      (bundle) => (coding(bundle)[0][member] = member === 'display' ? '' : undefined),
    ],
  ),
  ['386616006 is no SNOMED CT concept.', (bundle) => (coding(bundle)[0].code = '386616006')],
  ['754786011 is no SNOMED CT concept.', (bundle) => (coding(bundle)[0].code = '754786011')],
  [
    '8480-7 is no LOINC number.',
    (bundle) => (resource(bundle, 'Observation').component[0].code.coding[0].code = '8480-7'),
  ],
  ...[
    `${XHTML}><script>1</script></div>`,
    `${XHTML}><style>p {}</style></div>`,
    `${XHTML}><link href="x"/></div>`,
    `${XHTML}><iframe src="x"></iframe></div>`,
    `${XHTML}><IMG src="x"/></div>`,
    `${XHTML}><p onclick="x">1</p></div>`,
    `${XHTML}><p class="a" OnLoad = "x">1</p></div>`,
    `${XHTML}><p style="color: red">1</p></div>`,
    '<div>1</div>',
    `1${XHTML}>1</div>`,
    `${XHTML}x>1</div>`,
    undefined,
  ].map(
    (div): Fault => ['A narrative is not plain XHTML.', (bundle) => void narrative(bundle, div)],
  ),
  ...(
    [
      ['Composition', ['status', 'type', 'date', 'author', 'title', 'subject']],
      ['Patient', ['name']],
      ['Practitioner', ['name']],
      ['Encounter', ['status', 'class']],
      ['Condition', ['subject', 'code']],
      ['Observation', ['status', 'code']],
      ['MedicationRequest', ['status', 'intent', 'subject', 'medicationCodeableConcept']],
      ['MedicationStatement', ['status', 'subject', 'medicationCodeableConcept']],
      ['ServiceRequest', ['status', 'intent', 'subject']],
      ['Procedure', ['status', 'subject']],
      ['AllergyIntolerance', ['patient']],
      ['Provenance', ['target', 'recorded', 'agent']],
    ] as const
  ).flatMap(([type, members]) =>
    members.map(
      (member): Fault => [
        `${type} lacks ${member}.`,
        (bundle) => delete resource(bundle, type)[member],
      ],
    ),
  ),
];

/** And these in India's form. */
const indian: readonly Fault[] = [
  ['The bundle has no version.', (bundle) => delete bundle.meta.versionId],
  ['The bundle has no version.', (bundle) => (bundle.meta.versionId = '')],
  [
    'A section stands there twice.',
    (bundle) => {
      const { section } = composition(bundle);
      section[1].code = section[0].code;
    },
  ],
  [
    'One of our own sections stands before a fixed one.',
    (bundle) => void delete composition(bundle).section[0].code,
  ],
  ['The record has no section.', (bundle) => (composition(bundle).section = [])],
  ['The record has no section.', (bundle) => delete composition(bundle).section],
  ...['Patient', 'Practitioner'].flatMap((type): Fault[] => [
    [
      `${type} has no identifier with type and value.`,
      (bundle) => delete resource(bundle, type).identifier,
    ],
    [
      `${type} has no identifier with type and value.`,
      (bundle) => delete resource(bundle, type).identifier[0].type,
    ],
    [
      `${type} has no identifier with type and value.`,
      (bundle) => delete resource(bundle, type).identifier[0].type.coding[0].display,
    ],
    [
      `${type} has no identifier with type and value.`,
      (bundle) => (resource(bundle, type).identifier[0].value = ''),
    ],
    [`${type} has no name.text.`, (bundle) => (resource(bundle, type).name = [{ family: 'Rao' }])],
    [`${type} has no name.text.`, (bundle) => (resource(bundle, type).name = [])],
  ]),
  [
    'Organization has no identifier.',
    (bundle) => (resource(bundle, 'Organization').identifier = []),
  ],
  [
    'There is not exactly one Encounter.',
    (bundle) => {
      const id = LOST.replace('urn:uuid:', '');
      bundle.entry.push({ fullUrl: LOST, resource: { ...resource(bundle, 'Encounter'), id } });
      composition(bundle).event = [{ detail: [{ reference: LOST }] }];
    },
  ],
  ...['requester', 'authoredOn', 'dosageInstruction'].map(
    (member): Fault => [
      `MedicationRequest lacks ${member}.`,
      (bundle) => delete resource(bundle, 'MedicationRequest')[member],
    ],
  ),
  ...(
    [
      ['Condition', 'code'],
      ['MedicationRequest', 'medicationCodeableConcept'],
      ['MedicationStatement', 'medicationCodeableConcept'],
      ['Procedure', 'code'],
      ['ServiceRequest', 'code'],
      ['AllergyIntolerance', 'code'],
    ] as const
  ).map(
    ([type, member]): Fault => [
      `${type} is coded with something else than SNOMED CT.`,
      (bundle) => (resource(bundle, type)[member].coding = [codes.diabetesIcd]),
    ],
  ),
  ['Condition names no profile.', (bundle) => delete resource(bundle, 'Condition').meta],
  ['Condition names no profile.', (bundle) => (resource(bundle, 'Condition').meta = {})],
  [
    'Condition names a foreign profile.',
    (bundle) => (resource(bundle, 'Condition').meta.profile = ['https://other.example/Condition']),
  ],
];

test.each(faults)('%s', (sentence, harm) => {
  for (const flavour of wholeFlavours) {
    const bundle = bundleOf(flavour);
    harm(bundle);
    expect(found(bundle, flavour)).toContainEqual(expect.stringContaining(sentence));
  }
});

test.each(indian)('in India’s form: %s', (sentence, harm) => {
  const bundle = bundleOf('nrces');
  harm(bundle);
  expect(found(bundle, 'nrces')).toContainEqual(expect.stringContaining(sentence));
  // Only there: R4 knows no such rule.
  const other = bundleOf('r4');
  other.meta ??= {};
  expect(found(other, 'r4')).toEqual([]);
});

test('words of a note that look like markup are none', () => {
  const bundle = bundleOf('r4');
  narrative(bundle, `${XHTML} lang="en">onset=3 days, style=good, &lt;script&gt;</div>`);
  expect(found(bundle, 'r4')).toEqual([]);
  // A reference into the resource itself leads somewhere.
  const contained = bundleOf('r4');
  composition(contained).contained = [{ resourceType: 'Organization', id: 'o' }];
  composition(contained).custodian = { reference: '#o' };
  expect(found(contained, 'r4')).toEqual([]);
});

test('a bundle without an entry is told so, and is no error', () => {
  const bundle = { ...bundleOf('r4'), entry: [] };
  expect(found(bundle, 'r4')).toContain('The first entry is no Composition.');
});
