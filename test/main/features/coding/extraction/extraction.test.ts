import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidentCodes } from '../../../../../main/features/coding/extraction/confident-codes.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import type { Finder } from '../../../../../main/features/coding/extraction/mentions.ts';
import { createPhrases } from '../../../../../main/infrastructure/terminology/query/phrases.ts';
import type { Terminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import { readExcerpt } from '../../../../../scripts/lib/official-excerpt.ts';
import { statuses } from '../../../../../shared/model/coding/entities.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { sectionsOf } from '../../../../../shared/model/note/note-sections.ts';
import { codedSentences } from '../../../../fixtures/coded-sentences.ts';
import { noteDocument } from '../../../../support/note-document.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { index, linker } = buildSmallIndex();
const phrases = createPhrases(index, readAbbreviations(), (words) =>
  linker.link(words, 1).some(({ isLinked }) => isLinked),
);
const terminology = {
  status: () => [{ ...index.facts, bytes: 1 }],
  phrases: (_: unknown, text: string) => phrases(text),
  link: (_: unknown, query: string, top?: number) => linker.link(query, top),
} as Finder & Pick<Terminology, 'link'>;
const extraction = createExtraction({ terminology });
const said = (text: string, title?: string) =>
  extraction.ofText(text, title).map((one) => [one.text, one.kind, one.status]);

const ofNote = (...documents: NoteDocument[]) => extraction.ofNote({ documents });

test('the longest words count, short forms and everyday words as well', () => {
  expect(said('C/o right knee pain, loose motions and fever. K/c/o DM2, HTN. No PE.')).toEqual([
    ['right knee pain', 'symptom', 'present'],
    ['loose motions', 'symptom', 'present'],
    ['fever', 'symptom', 'present'],
    ['DM2', 'diagnosis', 'present'],
    ['HTN', 'diagnosis', 'present'],
    ['PE', 'diagnosis', 'absent'],
  ]);
  expect(said('Pain in the left big toe')).toEqual([]);
  expect(said('Mother has type 2 diabetes.')).toEqual([['type 2 diabetes', 'history', 'family']]);
});

test('words that are terms of some list and no finding are left alone', () => {
  expect(
    said(
      'He may come back in old age; she was well, cold feet, other test, follow up, mg, MS teacher, right side. AGE as before.',
    ),
  ).not.toContainEqual(expect.arrayContaining(['may']));
  for (const nothing of [
    'may',
    'back',
    'cold feet',
    'he',
    'other',
    'right',
    'follow up',
    'as',
    'age',
    '12 mg',
  ])
    expect(said(nothing), nothing).toEqual([]);
});

test('one finding with one status is one entity, with another status it is another', () => {
  expect(said('Fever since Monday. Fever at night. No fever today.')).toEqual([
    ['Fever', 'symptom', 'present'],
    ['fever', 'symptom', 'absent'],
  ]);
});

test('under medical history a staying illness is there, another is past', () => {
  expect(said('Hypertension\nAcute bronchitis', 'Past medical history')).toEqual([
    ['Hypertension', 'diagnosis', 'present'],
    ['Acute bronchitis', 'history', 'historical'],
  ]);
});

test('medicines and measured values are known by their form', () => {
  expect(
    extraction
      .ofText(
        'BP 130/80, SpO2 98%. Tab. Crocin 650 mg SOS for fever. Continue lisinopril 20 mg once daily.',
      )
      .map(({ text, kind, hints }) => [text, kind, hints]),
  ).toEqual([
    ['BP 130/80', 'vital', { value: '130/80', unit: 'mmHg' }],
    ['SpO2 98%', 'vital', { value: '98', unit: '%' }],
    ['Tab. Crocin 650 mg', 'medication', { form: 'tablet' }],
    ['fever', 'symptom', undefined],
    ['lisinopril 20 mg', 'medication', undefined],
  ]);
});

test('what somebody is allergic to is told, whether a list has it or not', () => {
  expect(
    said('Allergic to sulfa and peanuts, gets hives. Not allergic to latex.').filter(
      ([, kind]) => kind === 'allergy',
    ),
  ).toEqual([
    ['sulfa', 'allergy', 'present'],
    ['peanuts', 'allergy', 'present'],
    ['latex', 'allergy', 'absent'],
  ]);
  expect(said('Penicillin allergy. Allergies: iodine')).toEqual([
    ['Penicillin', 'allergy', 'present'],
    ['iodine', 'allergy', 'present'],
  ]);
  for (const none of [
    'No known drug allergies.',
    'Is she allergic to anything?',
    'Allergies: none',
    'Sensitive to light, allergic to some foods',
  ])
    expect(
      said(none).filter(([, kind]) => kind === 'allergy'),
      none,
    ).toEqual([]);
});

const emr = {
  prescription: {
    symptoms: [
      {
        name: 'Fever',
        since: '2 days',
        notes: 'no chest pain',
        codes: [
          {
            system: 'http://hl7.org/fhir/sid/icd-10-cm',
            code: 'R50.9',
            display: 'Fever, unspecified',
          },
        ],
      },
      'Dysuria',
      { name: 'Diarrhea', status: 'resolved' },
    ],
    conditions: [
      {
        name: 'Asthma',
        verification: 'suspected',
        code: {
          coding: [{ system: 'http://snomed.info/sct', code: '195967001', display: 'Asthma' }],
        },
      },
      { name: 'No hypertension' },
    ],
    family_history: [
      {
        name: 'Multiple sclerosis',
        snomed_id: '24700007',
        icd10_code: 'G35',
        icd10_name: 'Multiple sclerosis',
      },
    ],
    lab_tests: [{ name: 'Hb', unit: 'g/dL', specimen: 'Blood', loinc_id: '718-7' }],
    vitals: [{ name: 'Pulse', value: '76', unit: '/min' }],
    medications: [
      {
        name: 'Tab. Crocin',
        dose: { value: 1, unit: 'tablet', custom: '1 tablet' },
        generic_name: 'Paracetamol',
        codes: [{ system: 'urn:x:medication', code: 'm1', display: 'Crocin' }],
      },
    ],
    advices: ['Return if dysuria'],
  },
};

test('the template is read first, with its codes in every spelling, its hints and its states', () => {
  const found = ofNote(noteDocument(emr));
  expect(found.map(({ text, kind, status, source }) => [text, kind, status, source])).toEqual([
    ['Fever', 'symptom', 'present', 'template'],
    ['chest pain', 'symptom', 'absent', 'text'],
    ['Dysuria', 'symptom', 'present', 'template'],
    ['Diarrhea', 'symptom', 'absent', 'template'],
    ['Asthma', 'diagnosis', 'possible', 'template'],
    ['hypertension', 'diagnosis', 'absent', 'template'],
    ['Multiple sclerosis', 'history', 'family', 'template'],
    ['Pulse', 'vital', 'present', 'template'],
    ['Tab. Crocin', 'medication', 'present', 'template'],
    ['Hb', 'order', 'present', 'template'],
    ['dysuria', 'symptom', 'hypothetical', 'text'],
  ]);
  const given = (text: string) =>
    found
      .find((one) => one.text === text)!
      .given.map(({ ontology, code }) => `${ontology} ${code}`);
  expect([
    given('Fever'),
    given('Asthma'),
    given('Multiple sclerosis'),
    given('Hb'),
    given('Tab. Crocin'),
    given('Dysuria'),
  ]).toEqual([
    ['icd-10-cm R50.9'],
    ['snomed 195967001'],
    ['snomed 24700007', 'icd-10-cm G35'],
    ['loinc 718-7'],
    ['medication m1'],
    [],
  ]);
  expect(found.find(({ kind }) => kind === 'medication')!.hints).toEqual({
    dose_unit: 'tablet',
    dose_custom: '1 tablet',
    generic_name: 'Paracetamol',
    form: 'tablet',
  });
  expect(found.find(({ kind }) => kind === 'order')!.hints).toEqual({
    unit: 'g/dL',
    specimen: 'Blood',
  });
});

test('other documents add what the template does not name, and a transcript shows where it was said', () => {
  const transcript = 'Doctor: Any chest pain?\nPatient: No. But I have fever, and I had asthma.';
  const found = ofNote(
    noteDocument(transcript, 'transcript'),
    noteDocument('## Complaints\n- Fever\n- Dysuria'),
    noteDocument({ symptoms: ['Fever'] }),
  );
  expect(
    found.map(({ text, source, document: at, transcript: place }) => [
      text,
      source,
      at,
      place && transcript.slice(place.start, place.end),
    ]),
  ).toEqual([
    ['Fever', 'template', 2, 'fever'],
    ['Dysuria', 'text', 1, undefined],
  ]);
  expect(
    ofNote(noteDocument(transcript, 'transcript')).map(({ text, status }) => [text, status]),
  ).toEqual([
    ['chest pain', 'absent'],
    ['fever', 'present'],
    // "I had" may be over.
    ['asthma', 'possible'],
  ]);
});

test('ids are the same each time, and differ from one another', () => {
  const documents = [noteDocument(emr), noteDocument('Chest pain. Asthma. No mumps.')];
  const ids = ofNote(...documents).map(({ id }) => id);
  expect(ofNote(...documents).map(({ id }) => id)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('without any list the template and the form of words are still read', () => {
  const bare = createExtraction({ terminology: { status: () => [], phrases: () => [] } });
  expect(
    bare
      .ofNote({ documents: [noteDocument({ symptoms: ['Fever'], notes: ['BP 120/80'] })] })
      .map(({ text }) => text),
  ).toEqual(['Fever', 'BP 120/80']);
});

test('reading goes in steps: a long transcript is never one', () => {
  const walk = extraction.steps({
    documents: [noteDocument('I had fever and chest pain.\n'.repeat(2_000), 'transcript')],
  });
  let steps = 0;
  while (walk.next().done !== true) steps += 1;
  expect(steps).toBeGreaterThan(10);
});

const anything = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'fever',
        'no ',
        'chest pain',
        'DM2',
        ', ',
        '. ',
        'Tab. ',
        'BP 120/80 ',
        '?',
        'knee pain ',
        'mother ',
        '\n',
        'İ',
        'FEVER ',
        'e\u0301',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
  )
  .map((parts) => parts.join(''));

test('spans are inside the text and equal to the words, whatever the text', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom('', 'Past history', 'advices'), (text, title) => {
      for (const one of extraction.ofText(text, title)) {
        expect(one.span.end).toBeGreaterThan(one.span.start);
        expect(text.slice(one.span.start, one.span.end)).toBe(one.text);
        expect(statuses).toContain(one.status);
      }
    }),
    { numRuns: 100 },
  );
});

test('the same holds for whatever an EMR template may hold', () => {
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      anything,
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'name',
          'codes',
          'code',
          'status',
          'value',
          'unit',
          'dose',
          'x',
          '__proto__',
        ),
        tie('any'),
        { maxKeys: 4 },
      ),
    ),
  })).any;
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'symptoms',
          'diagnosis',
          'conditions',
          'vitals',
          'medications',
          'familyHistory',
          'advices',
          'followup',
          'prescription',
          'constructor',
        ),
        value,
        { maxKeys: 4 },
      ),
      (content) => {
        const one = noteDocument(content);
        const texts = new Map(sectionsOf(one).map(({ id, text }) => [id, text]));
        for (const { section, span, text } of ofNote(one))
          expect(texts.get(section)!.slice(span.start, span.end)).toBe(text);
      },
    ),
    { numRuns: 80 },
  );
});

test('a code is told only where the linker is sure of it', () => {
  const [pain, ambiguous] = extraction.ofText('Left knee pain. RA.');
  expect(confidentCodes(terminology, pain!)).toEqual([
    { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'M25.562', name: 'Pain in left knee' },
  ]);
  expect(confidentCodes(terminology, ambiguous!)).toEqual([]);
});

test('the categories of our own sentences are in the release', () => {
  const release = readExcerpt().icd10cm;
  for (const category of new Set(
    codedSentences.flatMap(({ wanted }) => wanted.map((one) => one.category)),
  ))
    expect(release.has(category), `${category} in ICD-10-CM`).toBe(true);
  expect(codedSentences.length).toBeGreaterThanOrEqual(60);
});
