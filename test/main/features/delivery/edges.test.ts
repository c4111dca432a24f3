/** Edges of forms, targets and rows: what a change of one word or one sign would break. */
import { expect, test } from 'vitest';
import { isSnomedConcept } from '../../../../main/features/delivery/forms/check-digits.ts';
import { unmetRequirements } from '../../../../main/features/delivery/forms/export-requirements.ts';
import { fhirBundle } from '../../../../main/features/delivery/forms/fhir/bundle.ts';
import { hl7Message } from '../../../../main/features/delivery/forms/hl7.ts';
import {
  checkCapability,
  tryServer,
} from '../../../../main/features/delivery/targets/capability.ts';
import { failureOf } from '../../../../main/features/delivery/targets/emr-call.ts';
import { exportForms, neutralNote } from '../../../../shared/model/export/export.ts';
import { failure } from '../../../support/failure.ts';
import { type Loose, wholeNote } from './forms/notes.ts';
import { profile } from './support.ts';

const settings = { ...profile, version: '1.2.3' };
const field = (message: string, segment: string, at: number) =>
  message
    .split('\r')
    .find((one) => one.startsWith(`${segment}|`))
    ?.split('|')[at];
const messageOf = (patient: Record<string, unknown>) =>
  Buffer.from(
    hl7Message(
      neutralNote.parse(wholeNote({ patient: { ...wholeNote().patient, ...patient } })),
      settings,
    ) as never,
  ).toString();

test.each([
  ['m', 'M'],
  ['M', 'M'],
  ['male', 'M'],
  ['Male', 'M'],
  ['f', 'F'],
  ['Female', 'F'],
  ['o', 'O'],
  ['other', 'O'],
  ['unknown', 'U'],
])('the sex %j stands in HL7 as %j', (gender, wanted) => {
  expect(field(messageOf({ gender }), 'PID', 8)).toBe(wanted);
});

test.each([
  ['Dr', 'Dr'],
  ['Dr Rao', 'Rao^^^^Dr'],
  ['Rao,', 'Rao'],
  ['Rao, Asha', 'Rao^Asha'],
  ['Dr Rao, Asha Devi Kumari', 'Rao^Asha^Devi Kumari^^Dr'],
])('the name %s stands in HL7 as %s', (name, wanted) => {
  expect(field(messageOf({ name }), 'PID', 5)).toBe(wanted);
});

test.each([
  ['386661006', true],
  ['100000104', false],
  // Verhoeff's digit fits, and the partition is one of descriptions, relations, or no partition.
  ['754786011', false],
])('whether %s names a concept: %s', (code, concept) => {
  expect(isSnomedConcept(code)).toBe(concept);
});

test('a number longer than any concept’s is none, whatever its last digit', () => {
  for (let digit = 0; digit < 10; digit++)
    expect(isSnomedConcept(`123456789012345600${digit}`.replace('1234', '12345'))).toBe(false);
});

test('a code that cannot be one of its system is named, with the words that it stands for', () => {
  const withCode = (system: string, code: string) =>
    unmetRequirements(
      wholeNote({
        sections: [{ title: 'Empty', text: ' ' }],
        entities: [
          {
            kind: 'symptom',
            text: 'Fever',
            decision: 'accepted',
            codes: [{ system, code, display: 'x' }],
          },
        ],
      }),
      'text',
      'r4',
    ).map(({ message }) => message);
  expect(withCode('http://snomed.info/sct', '386616006')).toEqual([
    '386616006 cannot be a SNOMED CT code (“Fever”). Choose its code anew.',
  ]);
  expect(withCode('http://loinc.org', '8480-7')).toEqual([
    '8480-7 cannot be a LOINC code (“Fever”). Choose its code anew.',
  ]);
  expect(withCode('no system', '1')).toEqual([
    'The code 1 of “Fever” belongs to no system that can be named. Choose its code anew.',
  ]);
  expect(withCode('http://snomed.info/sct', '386661006')).toEqual([]);
});

test('what a note lacks is said with the name of the form', () => {
  const bare = neutralNote.parse(
    wholeNote({ patient: { name: '' }, practitioner: { name: '' }, sections: [], entities: [] }),
  );
  const names = {
    text: 'Text',
    markdown: 'Markdown',
    html: 'HTML',
    fhir: 'FHIR',
    hl7: 'HL7',
    pdf: 'PDF',
  };
  for (const form of exportForms) {
    const unmet = unmetRequirements(bare, form, 'r4');
    expect(unmet[0]).toEqual(failure('invalid', 'export-patient-name'));
    expect(unmet[0]?.message).toContain(`${names[form]} export needs one`);
    expect(unmet[1]).toEqual(failure('invalid', 'export-empty'));
    const more = unmet.slice(2).map(({ detail }) => detail);
    expect(more).toEqual(
      form === 'fhir' || form === 'hl7' ? ['export-record-number', 'export-doctor-name'] : [],
    );
  }
});

test('a prescription for ABDM holds what this doctor orders, and nothing that is taken already', () => {
  const note = wholeNote({
    entities: [
      { kind: 'medication', text: 'Metformin 500 mg', decision: 'accepted' },
      { kind: 'prescription', text: 'Paracetamol 650 mg', decision: 'accepted' },
      { kind: 'prescription', text: 'Aspirin', decision: 'accepted', status: 'stopped' },
      { kind: 'prescription', text: 'Ibuprofen', decision: 'accepted', negated: true },
    ],
  });
  const bundle = fhirBundle(note, 'nrces-prescription', settings) as Loose;
  const of = (type: string) =>
    bundle.entry
      .map(({ resource }: Loose) => resource)
      .filter(({ resourceType }: Loose) => resourceType === type);
  const orders = of('MedicationRequest').map(
    ({ medicationCodeableConcept }: Loose) => medicationCodeableConcept.text,
  );
  expect(orders).toContain('Paracetamol 650 mg');
  expect(orders).not.toContain('Metformin 500 mg');
  expect(of('MedicationStatement')).toEqual([]);
  const [composition] = of('Composition');
  expect(composition.section[0].entry.map(({ display }: Loose) => display)).toEqual(orders);
});

const answer = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(body)),
});

test('what a server says for a person stands in the refusal, once and in one line', () => {
  const outcome = (issue: object[]) =>
    failureOf(answer(422, { resourceType: 'OperationOutcome', issue }) as never).message;
  const plain = 'The FHIR server did not accept the note.';
  expect(outcome([{ diagnostics: 'No\n patient ' }, { details: { text: 'No\u202e code' } }])).toBe(
    `${plain} It said: “No patient No code”`,
  );
  expect(outcome([{ diagnostics: 'Twice' }, { diagnostics: 'Twice' }])).toBe(
    `${plain} It said: “Twice”`,
  );
  for (const silent of [[], [{}], [{ details: {} }], [{ diagnostics: '' }]])
    expect(outcome(silent)).toBe(plain);
  expect(failureOf({ ...answer(422, ''), body: new Uint8Array() } as never).message).toBe(plain);
});

const capability = (resource: object[], interaction: object[] = []) =>
  ({
    rest: [
      {
        interaction,
        resource: resource.map((one) => ({ interaction: [], searchParam: [], ...one })),
      },
    ],
  }) as never;

test('only a server that names its resources can say that it takes no documents', () => {
  const refused = failure('refused', 'emr-no-documents');
  expect(() => checkCapability({ rest: [] } as never, 'document')).not.toThrow();
  expect(() => checkCapability(capability([]), 'document')).not.toThrow();
  expect(() => checkCapability(capability([{ type: 'Patient' }]), 'document')).toThrow(refused);
  const documents = (...codes: string[]) =>
    capability([{ type: 'DocumentReference', interaction: codes.map((code) => ({ code })) }]);
  expect(() => checkCapability(documents(), 'document')).not.toThrow();
  expect(() => checkCapability(documents('read', 'create'), 'document')).not.toThrow();
  expect(() => checkCapability(documents('read'), 'document')).toThrow(refused);
});

test('a server is doubted for each thing that it does not name', async () => {
  const doubts = async (resource: object[], interaction: object[] = []) =>
    (
      await tryServer(
        {
          capability: async () => capability(resource, interaction),
          patients: async () => [],
          document: async () => undefined,
        } as never,
        { sendAs: 'transaction', patients: 'any' },
        { number: 'n', identifier: 'i', system: undefined },
      )
    ).doubts;
  const whole = {
    type: 'DocumentReference',
    interaction: [{ code: 'create' }, { code: 'update' }],
    conditionalCreate: true,
    searchParam: [{ name: 'patient' }, { name: 'identifier' }],
  };
  const patients = { type: 'Patient', searchParam: [{ name: 'name' }, { name: 'identifier' }] };
  const transaction = [{ code: 'transaction' }];
  expect(await doubts([whole, patients], transaction)).toEqual([]);
  expect(
    await doubts([{ ...whole, searchParam: [{ name: 'patient' }] }, patients], transaction),
  ).toEqual(['searchIdentifier']);
  expect(await doubts([whole, { ...patients, searchParam: [] }], transaction)).toEqual([
    'patientSearch',
  ]);
  expect(await doubts([whole], transaction)).toEqual(['patientSearch']);
  expect(await doubts([{ ...whole, conditionalCreate: false }, patients], transaction)).toEqual([
    'conditionalCreate',
  ]);
  expect(
    await doubts([{ ...whole, interaction: [{ code: 'create' }] }, patients], transaction),
  ).toEqual(['supersede']);
});
