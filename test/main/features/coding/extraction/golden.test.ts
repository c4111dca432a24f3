/**
 * What is found in each sentence of the fixtures, and in a note of the EMR template with every
 * spelling of codes and states, place by place: a change of a word list or a rule that moves one of
 * them is seen. Where it is meant, `npx vitest run FILE --update` writes them anew, and the
 * difference is read before it is committed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createContext } from '../../../../../main/features/coding/extraction/context/context.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createDrugWords } from '../../../../../main/features/coding/extraction/medicines/drug-words.ts';
import { formOf, templateItem } from '../../../../../main/features/coding/extraction/template.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { entityKinds } from '../../../../../shared/model/export/export.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { codedSentences } from '../../../../fixtures/coded-sentences.ts';
import pairs from '../../../../fixtures/difference-pairs.json' with { type: 'json' };
import { negatedSentences } from '../../../../fixtures/negated-sentences.ts';
import { judgedTexts } from '../../../../fixtures/statuses.ts';
import { noteDocument } from '../../../../support/note-document.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const golden = (name: string) =>
  path.join(import.meta.dirname, '../../../../fixtures/extraction', `${name}.txt`);
const terminology = createTerminology({ folder: folderWithLists() });
const extraction = createExtraction({ terminology });

function found(text: string, title?: string): string[] {
  return [
    `${title === undefined ? '' : `${title}: `}${JSON.stringify(text)}`,
    ...extraction
      .ofText(text, title)
      .map(
        ({ text: words, kind, status, span, concept, readAs, hints }) =>
          `  ${kind} ${status} ${span.start} ${JSON.stringify(words)} ${concept}${readAs === undefined ? '' : ` as ${readAs}`}${hints === undefined ? '' : ` ${JSON.stringify(hints)}`}`,
      ),
  ];
}
const whole = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const measured = [
  'BP 120/80 mmHg, PR 76/min, RR 18/min, SpO2 98% on room air, Temp 101.2 F, Wt 62 kg, Ht 165 cm',
  'weight is 62.5 kgs; height: 165 cms; BMI 24.3; bmi = 31; pulse 110 bpm; saturation 88 %',
  'Blood pressure: 150 / 90. Temperature was 38.2 °C. resp rate 24. RBS 180 mg/dl, FBS 110',
  'BP 20/10; BMI 7; wt 3; temp 12',
];

test('what is found in each sentence is what it was', async () => {
  const texts = [
    ...codedSentences.map(({ sentence }) => sentence),
    ...new Set(pairs.map(({ note }) => note)),
    ...measured,
  ];
  const sections = [
    'Allergies',
    'Medications',
    'Past history',
    'Family history',
    'Advice',
    'Vitals',
  ];
  const titled = sections.flatMap((title) =>
    [
      'Asthma, penicillin',
      'No diabetes; hypertension since 2010',
      'Tab Metformin 500 mg, fever?',
    ].map((text) => found(text, title)),
  );
  await expect(whole([...texts.map((text) => found(text)), ...titled].flat())).toMatchFileSnapshot(
    golden('sentences'),
  );
});

test('the status of each finding, whose text is given, is what it was', async () => {
  const judge = (text: string, findings: readonly { start: number; end: number }[]) => {
    const context = createContext(text);
    return [
      JSON.stringify(text),
      ...findings.map(
        ({ start, end }) =>
          `  ${JSON.stringify(text.slice(start, end))} ${JSON.stringify(context.judge(start, end))}`,
      ),
    ];
  };
  const lines = [
    ...judgedTexts.map(({ text, findings }) => judge(text, findings)),
    ...negatedSentences.map(({ text, start, end }) => judge(text, [{ start, end }])),
  ];
  await expect(whole(lines.flat())).toMatchFileSnapshot(golden('statuses'));
});

/** Lines of a fixture: `[heading] words`, where `\n` is a new line. */
const lines = readFileSync(golden('lines'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const { 1: title, 2: words = '' } = /^(?:\[([^\]]*)\] )?(.*)$/.exec(line) ?? [];
    const isSpeaker = title === 'doctor';
    return {
      text: (isSpeaker ? line : words).replaceAll('\\n', '\n'),
      title: isSpeaker ? undefined : title,
    };
  });
const judgedWords = ['fever', 'cough', 'pain', 'diabetes'];

test('what is found in each line, also with two blanks for one, is what it was', async () => {
  const withoutPlaces = (all: readonly string[]) =>
    all.slice(1).map((line) => line.replace(/ \d+ /, ' ').replace(/\s+/g, ' '));
  const told = lines.flatMap(({ text, title }) => {
    const once = found(text, title);
    const twice = found(text.replaceAll(' ', '  '), title);
    const context = createContext(text, title);
    const judged = judgedWords.flatMap((words) => {
      const at = text.toLowerCase().indexOf(words);
      if (at < 0) return [];
      const { status, by } = context.judge(at, at + words.length);
      return [`${words} ${status} by ${by}`];
    });
    const isSame = withoutPlaces(once).join() === withoutPlaces(twice).join();
    return [
      ...once,
      ...(judged.length > 0 ? [`  judged: ${judged.join(', ')}`] : []),
      ...(isSame ? [] : ['  with two blanks:', ...twice.slice(1).map((line) => `  ${line}`)]),
    ];
  });
  await expect(whole(told)).toMatchFileSnapshot(golden('lines-found'));
});

/** Each way of asking with each way of answering, and each trigger with what may stand between. */
const questions = [
  'Any fever?',
  'Do you have a fever?',
  'Have you had any fever, chills, or cough?',
  'Okay, so any other fever?',
  'How about fever',
  'You said you had a cough, do you have a fever?',
  'You have a fever, right?',
  'You have a fever , okay ?',
  'Is there fever and is there any pain',
  'Any cough? Any fever?',
  'Fever?',
  'Kya fever hai?',
  'I see. Do you have pain, I see you have fever',
];
const replies = [
  'No.',
  'No, no fever.',
  'Nope, only headache.',
  'Only when I walk.',
  'Just chills.',
  'Sirf khansi.',
  'Um, yes.',
  'Yeah - a little.',
  'Haan ji.',
  'Haan, fever hai.',
  'Fever hai, khansi nahi.',
  'Fever yes, cough no.',
  'Fever - is present.',
  'Fever no.',
  'Fever ji nahi.',
  'Fever absent.',
  'Fever negative but cough.',
  'No cough but fever.',
  'No cough, just fever.',
  'Nothing except for fever.',
  'Apart from fever nothing.',
  "I don't have fever.",
  'Never any fever.',
  'My mother has fever.',
  'I had fever last week.',
  'The fever was gone.',
  'If I run, fever yes.',
  'Sometimes.',
  'I think so.',
  'There is a bit.',
  'Hello.',
  'Okay.',
  'Well, sorry... um.',
  'Uh?',
  'नहीं।',
  'हाँ, बुखार है।',
  'Since Monday.',
  '',
];
const between = [
  '',
  'any ',
  'of the ',
  'recent or new ',
  'cough, ',
  'cough, or ',
  'cough and ',
  'cough; ',
  'cough. ',
  'cough but ',
  'cough with ',
  'cough, wheeze, chills, ',
  'cough, has ',
  'cough, now ',
  'one two three four five six seven eight nine ten eleven ',
  'cough (mild) / ',
  'cough - ',
  'cough: ',
  'cough\n',
];
const triggers = [
  'No',
  'Denies',
  'Without',
  'History of',
  'Possible',
  'Rule out',
  'Mother has',
  'Father and his brother had',
  'Return if',
  'Not',
  'Never had',
  'Resolved',
  'H/o',
  '?',
];

test('the status of what was asked or stands behind a trigger is what it was', async () => {
  const statusIn = (text: string, words: string) => {
    const start = text.toLowerCase().lastIndexOf(words);
    const { status, by } = createContext(text).judge(start, start + words.length);
    return `${status} by ${by}`;
  };
  const asked = questions.flatMap((question) => [
    question,
    ...replies.map((reply) => {
      const ask = `Doctor: ${question}`;
      const at = ask.toLowerCase().lastIndexOf('fever');
      const context = createContext(`${ask}\nPatient: ${reply}\nDoctor: I see.`);
      const { status, by } = context.judge(at, at + 'fever'.length);
      return `  ${JSON.stringify(reply)} ${status} by ${by}`;
    }),
  ]);
  const reached = triggers.flatMap((trigger) => [
    trigger,
    ...between.map((gap) => {
      const text = `${trigger} ${gap}fever`;
      return `  ${JSON.stringify(gap)} ${statusIn(text, 'fever')}, before ${statusIn(`Fever, ${text.slice(0, -5)}pain`, 'fever')}, ended ${statusIn(`${text} was there, ruled out`, 'fever')}`;
    }),
  ]);
  await expect(whole([...asked, ...reached])).toMatchFileSnapshot(golden('reach'));
});

const items: readonly unknown[] = [
  'Fever',
  7,
  null,
  {
    name: 'Tab. Crocin 500 mg',
    dose: { unit: 'tablet', custom: '1-0-1' },
    generic: { name: 'Paracetamol' },
  },
  { name: 'Syp Ambroxol', form: 'liquid', dose_unit: 'ml', generic_name: 'Ambroxol', generic: 'x' },
  { name: 'HbA1c', value: { value: '7.8', unit: '%' }, specimen: 'blood', range: '4-6' },
  { name: 'TSH', value: 2.1, unit: 'mIU/L', sample: 'serum', reference_range: '0.4-4' },
  {
    name: 'Fever',
    codes: [{ system: 'http://snomed.info/sct', code: '386661006', display: 'Fever' }],
  },
  { name: 'Fever', codes: { coding: [{ system: 'SCT', code: '386661006' }, { code: 'R50.9' }] } },
  { name: 'Fever', codes: ['R50.9', '386661006', '8310-5', 'zzz', ''] },
  { name: 'Fever', code: 'R50.9', system: 'ICD-10-CM' },
  {
    name: 'Fever',
    code: { system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'R50.9', name: 'F' },
  },
  { name: 'Fever', code: ['R50.9', 'R50.9'], code_system: '' },
  { name: 'Glucose', code: '2345-7', code_system: 'http://loinc.org' },
  { name: 'Glucose', code: { system: 'urn:oid:2.16.840.1.113883.6.1', code: '2345-7' } },
  { name: 'X', code: { ontology: 'medication', code: '123456' } },
  { name: 'Fever', snomed_id: '386661006', snomed_name: 'F', icd10_code: 'R50.9', icd10_name: 'R' },
  { name: 'Glucose', loinc_id: '2345-7', loinc_name: 'Glucose in blood', snomed_id: 33747003 },
  ...[
    'ruled out',
    'refuted',
    'no',
    'n',
    'nil',
    'not present',
    'entered-in-error',
    'suspected',
    '?',
    'probable',
    'query',
    'resolved',
    'in remission',
    'old',
    'past',
    'confirmed',
    'active',
    'yes',
    'y',
    'ongoing',
    'not',
    'presently',
    'unknown',
    '',
  ].map((status) => ({ name: 'Asthma', status })),
  { name: 'Asthma', verification: { name: 'Suspected' }, status: 'active' },
  { name: 'Asthma', verification_status: { value: 'refuted' }, clinical_status: 'active' },
  { name: 'Asthma', current_status: { custom: 'resolved' }, clinical_status: 'confirmed' },
  { name: 'Asthma', present: false },
  { name: 'Asthma', present: true },
  { name: 'Asthma', status: true },
];

test('each item of the template, as each kind, is read as it was', async () => {
  const lines = items.flatMap((raw) => [
    JSON.stringify(raw),
    ...entityKinds.map((kind) => `  ${JSON.stringify(templateItem(raw, kind))}`),
  ]);
  await expect(whole(lines)).toMatchFileSnapshot(golden('items'));
});

test.each([
  ['Tab Crocin', 'tablet'],
  ['Tabs. Crocin', 'tablet'],
  ['tablet Crocin', 'tablet'],
  ['Cap Omeprazole', 'capsule'],
  ['SYP Ambroxol', 'syrup'],
  ['Syr. Ambroxol', 'syrup'],
  ['Inj Ceftriaxone', 'injection'],
  ['Oint Mupirocin', 'ointment'],
  ['Susp X', 'suspension'],
  ['drop X', 'drops'],
  ['Cream X', 'cream'],
  ['Table X', undefined],
  ['Crocin tab', undefined],
  ['Tab', undefined],
])('the form of %s is %s', (name, form) => expect(formOf(name)).toBe(form));

test('a note of all documents is read as it was', async () => {
  const emr = {
    symptoms: [{ name: 'Fever', since: '3 days' }, 'Cough', { name: 'Vomiting', status: 'no' }],
    diagnosis: [{ name: 'Asthma', codes: ['J45.9'], status: 'suspected' }],
    medicalHistory: [{ name: 'Type 2 diabetes', status: 'resolved' }],
    familyHistory: ['Mother: hypertension'],
    allergies: [{ name: 'Penicillin' }, 'No food allergies'],
    examinations: ['Chest clear, no wheeze'],
    vitals: [{ name: 'Blood pressure', value: '120/80', unit: 'mmHg' }],
    medications: [{ name: 'Tab Paracetamol 650 mg' }],
    labTests: [{ name: 'HbA1c', code: '4548-4' }],
    procedures: ['Nebulisation'],
    advices: ['Return if chest pain'],
    notes: ['Dengue ruled out'],
  };
  const documents = [
    noteDocument(emr),
    noteDocument('## Complaints\n- Fever, headache\n- No rash\n\n## Plan\n- Rest'),
    noteDocument('Doctor: Any vomiting?\nPatient: No. I have fever and a headache.', 'transcript'),
  ];
  const show = (all: readonly NoteDocument[]) =>
    JSON.stringify(extraction.ofNote({ documents: all }), undefined, 1);
  const texts = [documents, documents.slice(1), documents.slice(2), [documents[0]!]].map(show);
  await expect(whole(texts)).toMatchFileSnapshot(golden('notes'));
});

test('a word is the name of a medicine where it is a whole one of a list', () => {
  const isDrug = createDrugWords(terminology);
  expect(['paracetamol', 'metformin', 'amoxicillin'].map(isDrug)).toEqual([true, true, true]);
  expect(['paracetamo', 'fever', 'rest', '', 'tablet', 'metformin tablets'].map(isDrug)).toEqual(
    Array(6).fill(false),
  );
});
