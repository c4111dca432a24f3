/** What must be looked at before signing is found; what only sounds otherwise is not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContext } from '../../../../../main/features/coding/extraction/context/context.ts';
import type { Concept } from '../../../../../main/features/notes/checks/checks.ts';
import { createChecks } from '../../../../../main/features/notes/checks/checks.ts';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';

const names = new Set([
  'paracetamol',
  'amoxicillin',
  'metformin',
  'hydralazine',
  'hydroxyzine',
  'atorvastatin',
  'ibuprofen',
  'penicillin',
  'amlodipine',
  'telmisartan',
]);
/** Enough of an extraction for these sentences; the real one has tests of its own. */
const concepts = (text: string): Concept[] =>
  ['fever', 'chest pain', 'cough', 'vomiting'].flatMap((key) =>
    [...text.matchAll(new RegExp(key, 'gi'))].map(({ index }) => ({
      key,
      start: index,
      end: index + key.length,
      status:
        /(?:\bno|denies|without|not|n't)\s[^.;]*$/i.test(text.slice(0, index)) ||
        /^[^.?]*\? *(?:-|Patient:)? *no\b/i.test(text.slice(index))
          ? ('absent' as const)
          : ('present' as const),
    })),
  );
const checks = createChecks({
  isDrug: (word) => names.has(word),
  concepts,
  statuses: (text) => {
    const context = createContext(text);
    return (start, end) => context.judge(start, end).status;
  },
});
const compare = (note: string, transcript: string, key = 'notes') =>
  checks({ sections: [{ id: 's', key, title: '', text: note }], transcript, language: 'en' });
const short = (note: string, transcript: string, key?: string) =>
  compare(note, transcript, key).map(({ kind, inNote, inTranscript }) => [
    kind,
    inNote,
    inTranscript?.text ?? '',
  ]);

describe('what agrees, however it is said, is passed by', () => {
  test.each([
    ['Fever for 3 days', 'I have had a fever for three days.'],
    [
      'Tab Paracetamol 500 mg 1-1-1 for 5 days',
      'Take paracetamol five hundred milligrams three times a day for five days.',
    ],
    ['Metformin 1 g BD', 'metformin 1000 mg twice a day'],
    ['Methotrexate 10 mg twice weekly', 'methotrexate 10 mg two times a week'],
    ['Iron 100 mg thrice weekly', 'iron 100 mg three times every week'],
    ['BP 130/80 mmHg, pulse 76/min', 'Your blood pressure is 130 over 80, pulse seventy-six.'],
    ['Cough since 1 week', 'I have been coughing for a week, the cough is bad.'],
    ['Pain in the left knee', 'My left knee has been hurting, there is pain.'],
    ['Allergies: penicillin', 'I am allergic to penicillin.'],
    ['No known drug allergies', 'Any allergies? No.'],
    ['Temp 101.2 °F', 'It was one hundred and one point two degrees Fahrenheit.'],
    ['Fever up to 38.2 °C', 'The fever went up to 38.2 degrees.'],
    ['Weight 62 kg', 'You weigh sixty two kilos.'],
    ['Half a tablet at night', 'take half a tablet at bedtime'],
    ['१० दिन से बुखार', 'मुझे 10 दिन से बुखार है'],
    ['Review in 2 weeks', 'Come back after fourteen days.'],
    ['HbA1c 7.8 %', 'The HbA1c came back at 7.8 percent.'],
    ['Vitamin B12 and T2 seen', 'we looked at B12 and T2'],
  ])('%s', (note, transcript) => expect(short(note, transcript)).toEqual([]));
});

describe('what differs is told, with what was said', () => {
  test.each([
    [
      'dose',
      'Tab Paracetamol 650 mg 1-1-1',
      'Paracetamol 500 mg three times a day',
      '650 mg',
      '500 mg',
    ],
    [
      'unit',
      'Levothyroxine tab 50 mg daily',
      'tab levothyroxine 50 micrograms daily',
      '50 mg',
      '50 micrograms',
    ],
    [
      'frequency',
      'Tab Amoxicillin 500 mg BD',
      'amoxicillin 500 mg, take it three times a day',
      'BD',
      'three times a day',
    ],
    [
      'frequency',
      'Tab Methotrexate 10 mg twice weekly',
      'methotrexate 10 mg once a week',
      'twice weekly',
      'once a week',
    ],
    [
      'frequency',
      'Tab Methotrexate 10 mg weekly',
      'methotrexate 10 mg, three times a week',
      'weekly',
      'three times a week',
    ],
    ['number', 'Fever for 5 days', 'I have had fever for three days', '5 days', 'three days'],
    ['number', 'BP 150/90', 'the blood pressure is 130 over 80', '150/90', '130 over 80'],
    ['side', 'Swelling of the right ankle', 'My left ankle is swollen', 'right', 'left'],
    [
      'drug',
      'Tab Hydralazine 25 mg daily',
      'hydroxyzine 25 mg daily',
      'Hydralazine',
      'hydroxyzine',
    ],
    [
      'allergy',
      'No known drug allergies',
      'I am allergic to penicillin',
      'No known drug allergies',
      'penicillin',
    ],
    ['allergy', 'Allergic to ibuprofen', 'I have no allergies', 'ibuprofen', 'no allergies'],
    ['allergy', 'Allergic to ibuprofen', 'Doctor: Any allergies?\nPatient: No.', 'ibuprofen', 'No'],
    ['negation', 'No chest pain', 'I get chest pain when I walk', 'chest pain', 'chest pain'],
    ['negation', 'Has vomiting', 'Any vomiting? No', 'vomiting', 'vomiting'],
    ['negation', 'Denies chest pain', 'I came for my cough', 'chest pain', ''],
  ])('%s: %s', (kind, note, transcript, inNote, said) =>
    expect(short(note, transcript)).toContainEqual([kind, inNote, said]),
  );

  test('two doses that changed places are found although both numbers were said', () => {
    const found = short(
      'Tab Metformin 20 mg OD\nTab Atorvastatin 500 mg OD',
      'Start metformin 500 mg once a day. And atorvastatin 20 mg once a day.',
      'medications',
    );
    expect(found).toEqual([
      ['dose', '20 mg', '500 mg'],
      ['dose', '500 mg', '20 mg'],
    ]);
  });
  test('a medicine that was said and stands nowhere is told where medicines stand', () => {
    const found = checks({
      sections: [
        { id: 'a', title: 'Plan', text: 'Rest' },
        { id: 'm', key: 'medications', title: '', text: 'Paracetamol' },
      ],
      transcript: 'paracetamol, and go on with telmisartan',
      language: 'en',
    });
    expect(found).toMatchObject([
      { kind: 'drug', section: 'm', inNote: '', inTranscript: { text: 'telmisartan' } },
    ]);
  });
  test('an allergy that was said and stands nowhere is told', () =>
    expect(short('Fever', 'fever. I am allergic to penicillin')).toEqual([
      ['allergy', '', 'penicillin'],
    ]));
  test('each of two allergies that were said is told, and each once', () => {
    const said = 'I am allergic to penicillin, allergic to ibuprofen, allergic to penicillin';
    expect(
      short('Fever', `fever. ${said}`)
        .map(([kind, , words]) => `${kind} ${words}`)
        .sort(),
    ).toEqual(['allergy ibuprofen', 'allergy penicillin']);
  });
  test('a side that was said and left out is told', () =>
    expect(short('Knee pain', 'my left knee has pain')).toEqual([['side', '', 'left']]));
});

test('an allergy is told even where the plan has its medicine, and where it is the answer', () => {
  expect(short('Penicillin V 500 mg', 'I am allergic to penicillin, penicillin 500 mg')).toEqual([
    ['allergy', '', 'penicillin'],
  ]);
  expect(short('Cough', 'Doctor: Any allergies?\nPatient: Penicillin.\ncough')).toContainEqual([
    'allergy',
    '',
    'Penicillin',
  ]);
});

test('a medicine that was asked about and denied is not missing in the note', () => {
  const asked = (answer: string) =>
    short('Cough', `Doctor: Do you take telmisartan?\nPatient: ${answer}, only for cough.`);
  expect(asked('No')).toEqual([]);
  expect(asked('Yes')).toEqual([['drug', '', 'telmisartan']]);
});

test('at most a thousand differences are told, and what the note lacks is told first', () => {
  const found = compare(
    Array.from({ length: 1200 }, (_, at) => `Value ${1000 + at} mg`).join('\n'),
    'I take telmisartan and I am allergic to penicillin',
  );
  expect(found).toHaveLength(1000);
  expect(found.slice(0, 2)).toMatchObject([
    { kind: 'drug', inNote: '', inTranscript: { text: 'telmisartan' } },
    { kind: 'allergy', inNote: '', inTranscript: { text: 'penicillin' } },
  ]);
});

test('without a transcript there is nothing to compare', () =>
  expect(
    checks({
      sections: [{ id: 's', title: '', text: 'Fever 5 days' }],
      transcript: undefined,
      language: 'en',
    }),
  ).toEqual([]));

test('every difference points at its own words, has an id of its own, and is the same again', () => {
  const words = fc
    .array(
      fc.constantFrom(
        'left',
        'right',
        'knee',
        '500',
        'mg',
        'five',
        'days',
        'no',
        'fever',
        'paracetamol',
        'BD',
        '1-0-1',
        '\n',
        '. ',
        'allergic to',
        'penicillin',
        '130/80',
        '१०',
        'a week',
        '?',
        '½',
        'half',
      ),
      { maxLength: 25 },
    )
    .map((list) => list.join(' '));
  fc.assert(
    fc.property(words, words, (note, transcript) => {
      const found = compare(note, transcript);
      expect(compare(note, transcript)).toEqual(found);
      for (const { span, inNote, inTranscript } of found) {
        expect(note.slice(span.start, span.end)).toBe(inNote);
        if (inTranscript)
          expect(transcript.slice(inTranscript.span.start, inTranscript.span.end)).toBe(
            inTranscript.text,
          );
      }
      // The same words on both sides never differ in a number, a dose or a medicine.
      expect(
        compare(note, note).filter(({ kind }) => ['number', 'unit', 'drug'].includes(kind)),
      ).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('any text at all is read without breaking', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      for (const { start, end, value } of quantities(text, 'en'))
        expect(start >= 0 && end <= text.length && start < end && !Number.isNaN(value)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
