/** Boundaries of the forms: lengths, codes, words that stand twice, and members that are left out. */
import { expect, test } from 'vitest';
import {
  isIcd10cm,
  isLoinc,
  isSnomedConcept,
} from '../../../../../main/features/delivery/forms/check-digits.ts';
import { documentKindOf } from '../../../../../main/features/delivery/forms/document-kind.ts';
import { forms, readNeutralNote } from '../../../../../main/features/delivery/forms/export.ts';
import { unmetRequirements } from '../../../../../main/features/delivery/forms/export-requirements.ts';
import { fhirBundle } from '../../../../../main/features/delivery/forms/fhir/bundle.ts';
import { structureBreaches } from '../../../../../main/features/delivery/forms/fhir/structure.ts';
import { hl7Message } from '../../../../../main/features/delivery/forms/hl7.ts';
import { htmlPage } from '../../../../../main/features/delivery/forms/html.ts';
import { markdown } from '../../../../../main/features/delivery/forms/markdown.ts';
import { plainText } from '../../../../../main/features/delivery/forms/text.ts';
import { codes, type Loose, wholeNote } from './notes.ts';

const profile = { version: '1.2.3' };
const accepted = (kind: string, text: string, more = {}) => ({
  kind,
  text,
  decision: 'accepted',
  ...more,
});
const resources = (entities: object[], more = {}, flavour: 'r4' | 'nrces' = 'r4'): Loose[] =>
  fhirBundle(wholeNote({ entities, ...more }), flavour, profile).entry.map(
    ({ resource }) => resource,
  );
const of = (all: Loose[], type: string): Loose[] =>
  all.filter(({ resourceType }) => resourceType === type);
const sectionsOf = (all: Loose[]): Loose[] => of(all, 'Composition')[0].section;

test('a medicine that is named twice has each dosage once, and none that is empty', () => {
  const medicine = (dosage?: string) =>
    accepted('prescription', 'Paracetamol', dosage === undefined ? {} : { dosage });
  const dosages = (...given: (string | undefined)[]) =>
    of(resources(given.map(medicine)), 'MedicationRequest').map(({ dosageInstruction }) =>
      dosageInstruction.map(({ text }: Loose) => text),
    );
  expect(dosages('1-0-1', undefined)).toEqual([['1-0-1']]);
  expect(dosages('1-0-1', ' ')).toEqual([['1-0-1']]);
  expect(dosages(undefined, ' 1-0-1 ')).toEqual([['1-0-1']]);
  expect(dosages('1-0-1', '1-0-1', 'BD')).toEqual([['1-0-1', 'BD']]);
  expect(dosages(undefined)).toEqual([['Paracetamol']]);
});

test('what differs in more than its letters is another finding', () => {
  const count = (...entities: object[]) => of(resources(entities), 'Condition').length;
  const fever = (text: string, more = {}) => accepted('symptom', text, more);
  expect(count(fever('Fever'), fever('FEVER'), fever('fever'))).toBe(1);
  expect(count(fever('High fever'), fever('High   fever'))).toBe(1);
  expect(count(fever('Fever'), fever('Fever', { suspected: true }))).toBe(2);
  expect(count(fever('Fever'), accepted('diagnosis', 'Fever'))).toBe(2);
  expect(
    count(fever('Fever', { codes: [codes.fever] }), fever('Pyrexia', { codes: [codes.fever] })),
  ).toBe(1);
  expect(count(fever('Fever', { codes: [codes.fever] }), fever('Fever'))).toBe(2);
});

test('a section without words or entries is none; one of entries alone has their sentences', () => {
  const all = resources([accepted('allergy', 'Penicillin'), accepted('allergy', 'PENICILLIN')], {
    sections: [
      { title: 'Plan', text: 'Rest' },
      { title: 'Empty', text: ' \n ' },
      { title: '', text: 'Untitled words' },
    ],
  });
  expect(
    sectionsOf(all).map(({ title, entry, text }) => [
      title,
      entry?.length,
      text.div.replace(/<[^>]+>/g, '|'),
    ]),
  ).toEqual([
    ['Plan', undefined, '||Rest||'],
    ['Note', undefined, '||Untitled words||'],
    ['Allergies', 1, '|||Penicillin||PENICILLIN|||'],
  ]);
});

test('advice is told where no section has its words, unless it was not accepted', () => {
  const told = (text: string, decision: string, kind = 'advice') =>
    sectionsOf(
      resources([{ ...accepted(kind, text), decision }], {
        sections: [{ title: 'Plan', text: 'Drink enough' }],
      }),
    ).map(({ title }) => title);
  expect(told('Rest', 'accepted')).toEqual(['Plan', 'Advice']);
  expect(told('Rest', 'changed')).toEqual(['Plan', 'Advice']);
  expect(told('In a week', 'accepted', 'followup')).toEqual(['Plan', 'Follow up']);
  for (const [text, decision] of [
    ['Drink enough', 'accepted'],
    ['Rest', 'rejected'],
    ['Rest', 'pending'],
  ] as const)
    expect(told(text, decision)).toEqual(['Plan']);
});

test('in India’s form two sections of a kind are one; elsewhere each stays', () => {
  const sections = [
    { title: 'Chief complaints', text: 'Fever' },
    { title: 'Symptoms', text: 'Cough' },
    { title: 'Own words', text: 'One' },
    { title: 'More words', text: 'Two' },
  ];
  const titles = (flavour: 'r4' | 'nrces') =>
    sectionsOf(resources([], { sections }, flavour)).map(({ title }) => title);
  expect(titles('r4')).toEqual(['Chief complaints', 'Symptoms', 'Own words', 'More words']);
  expect(titles('nrces')).toEqual(['Chief complaints', 'Own words', 'More words']);
  const [first] = sectionsOf(resources([], { sections }, 'nrces'));
  expect(first.text.div).toMatch(/Fever.*Symptoms.*Cough/);
});

test.each([
  ['123456', false],
  ['12345', false],
  ['0386661006', false],
  ['386661006x', false],
  ['x386661006', false],
  ['900000000000207008', true],
  ['9000000000002070083', false],
])('%s is a SNOMED CT concept: %s', (code, is) => expect(isSnomedConcept(code)).toBe(is));

test.each([
  ['1-8', true],
  ['1234567-6', false],
  ['12345678-2', false],
  ['x4548-4', false],
  ['4548-44', false],
  ['4548-4', true],
  ['10154-3', true],
])('%s is a LOINC number: %s', (code, is) => expect(isLoinc(code)).toBe(is));

test.each([
  ['E11', true],
  ['C7A.010', true],
  ['E11.', false],
  ['E11.12345', false],
  ['E1', false],
  ['xE11', false],
  ['E11.9x!', false],
  ['e11.9', false],
])('%s has the form of ICD-10-CM: %s', (code, is) => expect(isIcd10cm(code)).toBe(is));

test.each([
  ['Discharge summary', 'discharge'],
  ['DISCHARGE  NOTE of Asha', 'discharge'],
  ['Discharge letter', 'discharge'],
  ['discharge report', 'discharge'],
  ['Discharge card', 'discharge'],
  ['Discharge', 'consultation'],
  ['Discharge summaryx', 'consultation'],
  ['Undischarge summary', 'consultation'],
  ['Ear discharge, summary', 'consultation'],
])('a note called %s is one of: %s', (title, kind) => expect(documentKindOf({ title })).toBe(kind));

test('each form has its type and its ending', () =>
  expect(
    Object.entries(forms).map(([form, { contentType, extension }]) => [
      form,
      contentType,
      extension,
    ]),
  ).toEqual([
    ['text', 'text/plain; charset=utf-8', 'txt'],
    ['markdown', 'text/markdown; charset=utf-8', 'md'],
    ['html', 'text/html; charset=utf-8', 'html'],
    ['fhir', 'application/fhir+json', 'json'],
    ['hl7', 'x-application/hl7-v2+er7; charset=utf-8', 'hl7'],
  ]));

test('what is wrong with the neutral form is said with its place, or of the whole', () => {
  const refusal = (value: unknown) => {
    try {
      return readNeutralNote(value);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal(null)).toMatch(/^This is no note in the neutral form: it – \S.*\.$/);
  expect(refusal({ ...wholeNote(), patient: { name: 5 } })).toMatch(
    /^This is no note in the neutral form: patient\.name – \S.*\.$/,
  );
  expect(refusal(wholeNote())).toMatchObject({ id: 'note-1' });
});

const obx = (change: object): string[] =>
  hl7Message(wholeNote({ title: 'T', entities: [], ...change }), profile)
    .split('\r')
    .filter((row) => row.startsWith('OBX'))
    .map((row) => row.split('|')[5]!);
const rows = (text: string) => obx({ sections: [{ title: '', text }] }).slice(2);

test('a long line is cut at a blank in its second half, else at its length, and never in a letter', () => {
  const lengths = (text: string) => rows(text).map(({ length }) => length);
  expect(lengths('a'.repeat(1000))).toEqual([1000]);
  expect(lengths('a'.repeat(1001))).toEqual([1000, 1]);
  expect(lengths(`${'a'.repeat(999)} b`)).toEqual([1000, 1]);
  expect(lengths(`${'a'.repeat(501)} ${'b'.repeat(600)}`)).toEqual([502, 600]);
  expect(lengths(`${'a'.repeat(500)} ${'b'.repeat(600)}`)).toEqual([1000, 101]);
  expect(lengths(`${'a'.repeat(999)}😀b`)).toEqual([999, 3]);
  expect(lengths(`${'a'.repeat(998)}😀b`)).toEqual([1000, 1]);
});

test('rows of HL7 are the title, an empty one before each section, its heading, and its lines', () => {
  expect(
    obx({
      sections: [
        { title: 'Plan', text: '- Rest\nDrink' },
        { title: '', text: 'End' },
      ],
    }),
  ).toEqual(['T', '', 'PLAN', '- Rest', 'Drink', '', 'End']);
});

test.each([
  ['Dr', 'Dr'],
  ['Smt. Rao', 'Rao^^^^Smt.'],
  ['MASTER Ravi', 'Ravi^^^^MASTER'],
  ['Drew Rao', 'Drew Rao'],
  ['xDr Rao', 'xDr Rao'],
  ['Rao Dr', 'Rao Dr'],
  ['  Asha   Rao ', 'Asha Rao'],
  ['de Rao, Asha', 'de Rao^Asha'],
  [', Asha', '^Asha'],
  ['', ''],
])('the name “%s” stands by its parts as “%s”', (name, wanted) => {
  const [pid] = hl7Message(wholeNote({ patient: { name, mrn: '1' } }), profile)
    .split('\r')
    .filter((row) => row.startsWith('PID'));
  expect(pid!.split('|')[5]).toBe(wanted);
});

test('a draft is one in each form, and has no signature, no codes and no time of a signature', () => {
  const draft = wholeNote({ draft: true });
  const fields = (name: string) =>
    hl7Message(draft, profile)
      .split('\r')
      .find((row) => row.startsWith(name))!
      .split('|');
  expect([fields('TXA')[17], fields('TXA').length, fields('OBX')[11]]).toEqual(['DO', 20, 'P']);
  expect(plainText(draft)).toMatch(/\n\nDraft - not signed\n$/);
  expect(markdown(draft)).toMatch(/\n\n\*Draft - not signed\*\n$/);
  const page = htmlPage(draft, {});
  expect(page).not.toContain('class="sign"');
  expect(page).not.toContain('class="codes"');
  expect(page.match(/Draft - not signed/g)).toHaveLength(3);
});

test('items of Markdown stay together, and a line of text stands by itself', () => {
  const text = '- One\n- Two\nWords\nMore\n- Three';
  expect(markdown(wholeNote({ sections: [{ title: 'Plan', text }], entities: [] }))).toContain(
    '## Plan\n\n- One\n- Two\n\nWords\n\nMore\n\n- Three\n',
  );
  const untitled = markdown(wholeNote({ sections: [{ title: '', text: 'Words' }], entities: [] }));
  expect(untitled).toMatch(/\n\nWords\n$/);
  expect(untitled).not.toContain('##');
});

test('a section that says nothing leaves no gap in plain text', () => {
  const sections = [
    { title: 'Plan', text: 'Rest' },
    { title: '', text: ' ' },
    { title: '', text: 'End' },
  ];
  expect(plainText(wholeNote({ sections, entities: [] }))).toMatch(/\n\nPLAN\nRest\n\nEnd\n$/);
});

test('a prescription for ABDM needs a medicine that is prescribed, and a registered doctor', () => {
  const lacks = (
    change: Record<string, unknown>,
    flavour: 'r4' | 'nrces' | 'nrces-prescription',
    form = 'fhir',
  ) => unmetRequirements(wholeNote(change), form as never, flavour).map(({ detail }) => detail);
  const taken = { entities: [accepted('medication', 'Metformin')] };
  expect(lacks(taken, 'nrces-prescription')).toEqual(['export-prescription']);
  expect(lacks(taken, 'nrces')).toEqual([]);
  expect(lacks(taken, 'nrces-prescription', 'hl7')).toEqual([]);
  expect(lacks({}, 'nrces-prescription')).toEqual([]);
  const unregistered = { practitioner: { name: 'Dr X' } };
  expect(lacks(unregistered, 'nrces-prescription')).toEqual(['export-registration']);
  expect(lacks(unregistered, 'nrces', 'hl7')).toEqual([]);
  const pending = { entities: [{ ...accepted('prescription', 'Metformin'), decision: 'pending' }] };
  expect(lacks(pending, 'nrces-prescription')).toEqual(['export-prescription']);
});

test('a code of a measured value is looked at like one of a finding', () => {
  const lacks = (components: unknown[], kind = 'vital') =>
    unmetRequirements(
      wholeNote({ entities: [accepted(kind, 'Pulse', { components })] }),
      'text',
      'r4',
    ).map(({ message }) => message);
  expect(lacks([['8867-5', 'Heart rate', '76', '/min']])).toEqual([
    '8867-5 cannot be a LOINC code (“Pulse”). Choose its code anew.',
  ]);
  expect(lacks([['', 'Heart rate', '76', '/min']])).toEqual([]);
  expect(lacks([['8867-4', 'Heart rate', '76', '/min']])).toEqual([]);
});

test('a resource by itself is looked at, too', () => {
  expect(structureBreaches({ resourceType: 'Patient', id: 'p', name: [{ text: 'A' }] })).toEqual(
    [],
  );
  expect(
    structureBreaches({ resourceType: 'Patient', id: 'p', nickname: 'A' } as never).join(' '),
  ).toContain('nickname');
  expect(structureBreaches({ resourceType: 'Nonsense', id: 'n' }).join(' ')).toMatch(
    /^Nonsense: \S/,
  );
});
