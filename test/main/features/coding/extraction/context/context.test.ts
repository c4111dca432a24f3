import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';
import { priorOf } from '../../../../../../main/features/coding/extraction/context/priors.ts';
import { sentencesOf } from '../../../../../../main/features/coding/extraction/context/sentences.ts';
import { judgeNegation } from '../../../../../../scripts/bench/lib/extraction-sets.ts';
import { statuses } from '../../../../../../shared/model/coding/entities.ts';
import { negatedSentences } from '../../../../../fixtures/negated-sentences.ts';
import { judgedTexts } from '../../../../../fixtures/statuses.ts';

test.each(judgedTexts)('$text', ({ text, findings }) => {
  const context = createContext(text);
  expect(
    findings.map(({ start, end }) => [text.slice(start, end), context.judge(start, end).status]),
  ).toEqual(findings.map(({ start, end, status }) => [text.slice(start, end), status]));
});

const inText = (text: string, words: string, title = '') =>
  createContext(text, title).judge(text.indexOf(words), text.indexOf(words) + words.length);

test('a heading tells of what stands under it, and words tell more than a heading', () => {
  expect(inText('Diabetes', 'Diabetes', 'familyHistory')).toEqual({
    status: 'family',
    by: 'heading',
  });
  expect(inText('Appendicitis', 'Appendicitis', 'Past Medical History')).toEqual({
    status: 'historical',
    by: 'heading',
  });
  expect(inText('K/c/o diabetes', 'diabetes', 'medicalHistory')).toEqual({
    status: 'present',
    by: 'words',
    isTold: true,
  });
  expect(inText('No diabetes', 'diabetes', 'familyHistory')).toEqual({
    status: 'absent',
    by: 'words',
  });
  expect(inText('Drink more. Fever: take paracetamol', 'Fever', 'advices').status).toBe(
    'hypothetical',
  );
  for (const plain of [
    '',
    'symptoms',
    'Plan',
    'Assessment',
    'History of present illness',
    'Examination',
  ])
    expect(priorOf(plain), plain).toBeUndefined();
});

test('a colon in front of a line counts until the next one, and not on the next line', () => {
  const text =
    'Family history: stroke. Gout in an uncle. Complaints: headache.\nCough since yesterday';
  expect(
    ['stroke', 'Gout', 'headache', 'Cough'].map((words) => inText(text, words).status),
  ).toEqual(['family', 'family', 'present', 'present']);
});

test.each([
  ['bukhar nahi hai, khansi hai', { bukhar: 'absent', khansi: 'present' }],
  ['chest pain bhi nahin, ulti hai', { 'chest pain': 'absent', ulti: 'present' }],
  ['bukhar ya khansi nahi hai', { bukhar: 'absent', khansi: 'absent' }],
  ['bukhar hai aur khansi nahi', { bukhar: 'present', khansi: 'absent' }],
  ['na bukhar hai na khansi', { bukhar: 'absent', khansi: 'absent' }],
  ['bina bukhar ke khansi', { bukhar: 'absent', khansi: 'present' }],
  ['fever tha, ab nahi hai', { fever: 'absent' }],
  ['dard nahi ja raha, bukhar theek ho gaya', { dard: 'present', bukhar: 'absent' }],
  ['pitaji ko diabetes hai', { diabetes: 'family' }],
  ['agar bukhar aaye to wapas aana', { bukhar: 'hypothetical' }],
  ['shayad dengue hai', { dengue: 'possible' }],
  ['malaria ho sakta hai', { malaria: 'possible' }],
  ['no fever lekin khansi hai', { fever: 'absent', khansi: 'present' }],
  ['Serum na 140, fever', { fever: 'present' }],
  ['Not allergic to penicillin', { penicillin: 'absent' }],
])('%s', (text, wanted) => {
  for (const [words, status] of Object.entries(wanted))
    expect(inText(text, words).status, words).toBe(status);
});

test('sentences cover the text in its order, without one reaching into another', () => {
  fc.assert(
    fc.property(
      fc
        .array(
          fc.constantFrom(
            'No fever',
            '. ',
            '? ',
            '\n',
            'Dr. Rao',
            '2.5 mg',
            ' D: ',
            ' P: ',
            '?UTI',
            '!',
            'चक्कर',
            '😀',
            ', ',
          ),
        )
        .map((parts) => parts.join('')),
      (text) => {
        let last = 0;
        for (const { start, end, text: words } of sentencesOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(words).toBe(text.slice(start, end));
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('any text at any place gets exactly one status, and none throws', () => {
  const words = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'no ',
          'fever',
          ', ',
          'but ',
          '?',
          'h/o ',
          ' - ',
          ' + ',
          'mother ',
          'if ',
          'resolved',
          '. ',
          '\n',
          'D: ',
          'P: No. ',
          'İ',
          'ﬁ',
          "n't ",
        ),
        fc.constantFrom('a', '7', '\u{1f600}', '\ud800', 'é', '(', '*', '\t'),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, fc.nat(60), fc.nat(20), (text, start, length) => {
      expect(statuses).toContain(createContext(text).judge(start, start + length).status);
    }),
    { numRuns: 60 },
  );
});

test('a list of four thousand items is judged in one go', () => {
  const text = `No ${Array.from({ length: 4_000 }, (_, at) => `thing${at}`).join(', ')}.`;
  expect(inText(text, 'thing3999').status).toBe('absent');
});

test('the sentences for negation have findings of both kinds, each at its place', () => {
  expect(new Set(negatedSentences.map(({ text }) => text)).size).toBeGreaterThanOrEqual(60);
  expect(negatedSentences.filter(({ isNegated }) => isNegated).length).toBeGreaterThan(100);
  expect(negatedSentences.filter(({ isNegated }) => !isNegated).length).toBeGreaterThan(90);
  for (const { text, start, end } of negatedSentences) {
    expect(text.slice(start, end)).toMatch(/^\S.*\S$/);
    expect(text).not.toMatch(/[{}]/);
  }
});

// A floor under what was measured on these sentences (0.917), which were written before they were
// measured. The promised 0.95 is held on the NegEx corpus by `npm run bench -- extraction`;
// docs/codification.md gives both figures.
test('negation of a given finding does not fall below what was measured (F1 of 0.91)', () => {
  expect(judgeNegation(negatedSentences).f1).toBeGreaterThanOrEqual(0.91);
});

/** Findings of one sentence, each with its status. */
const statusesIn = (text: string, ...findings: string[]) =>
  findings.map((words) => inText(text, words).status);

test('a trigger reaches as far as the next one that says otherwise', () => {
  const text = 'No fever, chills or rash, but cough and wheeze';
  expect(statusesIn(text, 'fever', 'chills', 'rash', 'cough', 'wheeze')).toEqual([
    'absent',
    'absent',
    'absent',
    'present',
    'present',
  ]);
  expect(
    statusesIn('No fever, complains of headache and nausea', 'fever', 'headache', 'nausea'),
  ).toEqual(['absent', 'present', 'present']);
  expect(statusesIn('Mother has diabetes, denies chest pain', 'diabetes', 'chest pain')).toEqual([
    'family',
    'absent',
  ]);
});

test('a field of a form says its finding before its answer, and nothing behind it', () => {
  expect(statusesIn('Pedal oedema, absent', 'Pedal oedema')).toEqual(['absent']);
  expect(statusesIn('Pedal oedema ,   absent.', 'Pedal oedema')).toEqual(['absent']);
  expect(statusesIn('Pedal oedema: absent', 'Pedal oedema')).toEqual(['absent']);
  expect(statusesIn('Pedal oedema present, icterus absent', 'Pedal oedema', 'icterus')).toEqual([
    'present',
    'absent',
  ]);
});

test('an answer counts for the words that were asked, not for others in the text', () => {
  const text = [
    'Doctor: Any vomiting or fever?',
    'Patient: Yes, fever since Monday.',
    'Doctor: Any rash?',
    'Patient: No.',
    'Doctor: Do you have a cough?',
    'Patient: Yes.',
  ].join('\n');
  expect(statusesIn(text, 'fever', 'rash', 'cough')).toEqual(['present', 'absent', 'present']);
  expect(statusesIn(text, 'vomiting')).toEqual(['possible']);
  expect(statusesIn('Any rash or itching?\nYes.', 'rash', 'itching')).toEqual([
    'possible',
    'possible',
  ]);
});

test('no word of a sentence is in two, and none but white space is in none', () => {
  const pieces = fc.constantFrom(
    'No fever',
    'Temp 38.5',
    'e.g. cough',
    'Dr. Rao',
    'b.d. for 5 days',
    '?UTI',
    'Any rash? No',
    'pain...',
    '1.5 mg',
    '\n',
    '\n\n- ',
    '. ',
    '; ',
    ' ',
    '  ',
    '.',
    '?',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let last = 0;
      for (const { start, text: words } of sentencesOf(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(text.slice(start, start + words.length)).toBe(words);
        expect(text.slice(last, start)).not.toMatch(/[\p{L}\p{N}]/u);
        last = start + words.length;
      }
      expect(text.slice(last)).not.toMatch(/[\p{L}\p{N}]/u);
    }),
  );
});

test.each([
  ['Fever. Cough', ['Fever.', 'Cough']],
  ['Temp 38.5 today', ['Temp 38.5 today']],
  ['Seen by Dr. Rao today', ['Seen by Dr. Rao today']],
  ['No rash.Fever since Monday', ['No rash.', 'Fever since Monday']],
  ['Any fever? No', ['Any fever?', 'No']],
  ['Dysuria ?UTI', ['Dysuria ?UTI']],
  ['Fever ? cause', ['Fever ? cause']],
  ['Cough\nFever', ['Cough', 'Fever']],
])('%j is cut into %j', (text, expected) => {
  expect(sentencesOf(text).map((one) => one.text.trim())).toEqual(expected);
});
