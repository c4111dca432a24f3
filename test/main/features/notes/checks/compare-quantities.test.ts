/** Amounts of a section beside those that were said: what agrees, and what is told. */
import { describe, expect, test } from 'vitest';
import { createContext } from '../../../../../main/features/coding/extraction/context/context.ts';
import { read } from '../../../../../main/features/notes/checks/compare.ts';
import { compareQuantities } from '../../../../../main/features/notes/checks/compare-quantities.ts';

const isDrug = (word: string) =>
  ['metformin', 'glimepiride', 'insulin', 'paracetamol', 'atorvastatin'].includes(word);
const reading = (text: string, speech: boolean) =>
  read(
    text,
    '',
    { speech, section: 'other', language: 'en' },
    {
      isDrug,
      concepts: () => [],
      statuses: (whole) => {
        const context = createContext(whole);
        return (start, end) => context.judge(start, end).status;
      },
    },
  );
const compare = (note: string, said: string) => {
  const [mine, spoken] = [reading(note, false), reading(said, true)];
  return compareQuantities(mine, spoken).map(({ kind, span, said: heard }) =>
    [
      kind,
      note.slice(span.start, span.end),
      ...(heard ? [said.slice(heard.start, heard.end)] : []),
    ].join(' | '),
  );
};

describe('an empty field of a form', () => {
  test.each([
    ['pulse, 0, notes', []],
    ['pulse,  0', []],
    ['pulse, 0\nnotes', []],
    ['pulse 0, notes', ['number | 0']],
    ['pulse, 0 notes', ['number | 0']],
    ['pulse, 1, notes', ['number | 1']],
    ['dose, 0 mg, notes', ['dose | 0 mg']],
  ])('%s', (note, expected) => expect(compare(note, 'hello')).toEqual(expected));
});

describe('an age', () => {
  test.each([
    ['45 y/o man', 'hello', []],
    ['45 years old', 'hello', []],
    ['45-year-old man', 'hello', []],
    ['45 years old', 'I am 54 years old', ['number | 45 years old | 54 years old']],
    ['45 years', 'hello', ['number | 45 years']],
  ])('%s, where was said: %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );
});

describe('a range', () => {
  test.each([
    ['3-4 days', 'three to four days', []],
    ['3-4 days', 'three to five days', ['unit | 3-4 days | three to five days']],
    ['3-4', 'three or four', []],
    ['3-4', 'three or five', ['number | 3-4 | three or five']],
    ['4', 'three or four', []],
    ['5', 'three or four', ['number | 5']],
  ])('%s, where was said: %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );
});

describe('a blood pressure', () => {
  test.each([
    ['BP 150/90', '150 over 90', []],
    ['BP 150/90', '150 over 70', ['number | 150/90 | 150 over 70']],
    ['BP 150/90', 'it is 150', ['number | 150/90 | 150']],
    ['BP 150/90', '130 over 90', ['number | 150/90 | 130 over 90']],
  ])('%s, where was said: %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );
});

describe('the dose of one medicine', () => {
  test.each([
    ['Metformin 500 mg', 'metformin 500 mg', []],
    ['Metformin 500 mg', '500 mg of metformin', []],
    // What was said right before the name counts beside what was said behind it.
    ['Metformin 500 mg', '500 mg of metformin, and 850 mg from May', []],
    ['Metformin 500 mg', '500 mg metformin, and 850 mg from May', []],
    ['Metformin 500 mg', '500 mg off metformin, 850 mg from May', ['dose | 500 mg | 850 mg']],
    ['Metformin 500 mg', 'metformin five hundred', []],
    ['Metformin 500 mg', 'metformin 500 units', ['unit | 500 mg | 500 units']],
    ['Metformin 500 mg', 'metformin 850 mg', ['dose | 500 mg | 850 mg']],
    // Of the other one.
    ['Metformin 500 mg', 'metformin 850 mg and glimepiride 500 mg', ['dose | 500 mg | 850 mg']],
    ['Metformin 1 g', 'metformin 1000 mg', []],
    ['Paracetamol 15 mg/kg', 'paracetamol 15 mg', ['unit | 15 mg/kg | 15 mg']],
  ])('%s, where was said: %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );
});

describe('the times of a day', () => {
  test.each([
    ['Metformin 500 mg 1-0-1', 'metformin 500 mg morning and night', []],
    ['Metformin 500 mg BD', 'metformin 500 mg morning and night', []],
    [
      'Metformin 500 mg 1-1-0',
      'metformin 500 mg morning and night',
      ['frequency | 1-1-0 | morning and night'],
    ],
    ['Metformin 500 mg BD', 'metformin 500 mg thrice daily', ['frequency | BD | thrice daily']],
    ['Walks daily', 'I walk', []],
    [
      'Insulin 10 units in the morning, 20 units at night',
      'insulin 20 units in the morning, 10 units at night',
      ['dose | 10 units | 20 units', 'dose | 20 units | 10 units'],
    ],
    [
      'Insulin 10 units in the morning, 20 units at night',
      'insulin 10 units in the morning, 20 units at night',
      [],
    ],
    ['Metformin 2-0-1', 'metformin two tablets in the morning and one at night', []],
  ])('%s, where was said: %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );
});

test('a naked point is told whatever it stands for, a trailing zero where it is a dose', () => {
  expect(compare('Metformin .5 mg', 'metformin 0.5 mg')).toEqual(['notation | .5 mg']);
  expect(compare('Metformin 5.0 mg', 'metformin 5 mg')).toEqual(['notation | 5.0 mg']);
  expect(compare('HbA1c 7.0', 'HbA1c seven')).toEqual([]);
  expect(compare('creatinine .9', 'creatinine 0.9')).toEqual(['notation | .9']);
});

test.each(
  'Take|Takes|Taken|Taking|Apply|Applied|Inhale|Inhales|Inject|Injects|Use|Uses|Used|Using|Dose|Doses|Dosed'.split(
    '|',
  ),
)('“%s it three times a day” is about the medicine before it', (verb) => {
  const said = 'take metformin 500 mg twice a day';
  expect(compare(`Metformin 500 mg. ${verb} it three times a day.`, said)).toEqual([
    'frequency | three times a day | twice a day',
  ]);
  expect(compare(`Metformin 500 mg. X${verb.toLowerCase()}x it three times a day.`, said)).toEqual(
    [],
  );
});

test('the words beside a value choose which spoken one it is compared with', () => {
  const between = 'And then we spoke of other things, of his family and of the house. '.repeat(3);
  const said = `The rest lasted 3 days. ${between}The walking lasted 4 days.`;
  expect(compare('Walking lasted 5 days', said)).toEqual(['number | 5 days | 4 days']);
  expect(compare('Complete rest for 5 days', said)).toEqual(['number | 5 days | 3 days']);
});

describe('of several that were said', () => {
  test.each([
    // The number of the same name is heard, not the first of all.
    ['pain in the 2nd toe', 'on my first visit it was the third toe', ['number | 2nd | third']],
    // Rounded to the step of one of the two systems, it is the same weight.
    ['weight 151 lb', 'I weigh 68 kg', []],
    ['weight 153 lb', 'I weigh 68 kg', ['number | 153 lb | 68 kg']],
    // Small numbers differ by as little as large ones do, in proportion.
    ['dose 0.0010005 mg', 'dose 0.001 mg', ['dose | 0.0010005 mg | 0.001 mg']],
    // One of two weights explains the dose for each kilogram.
    [
      'weight 20 kg, paracetamol 200 mg, 10 mg/kg',
      'he was 18 kg last year and is 20 kg now, give 200 mg of paracetamol',
      [],
    ],
    [
      'weight 20 kg, paracetamol 200 mg, 12 mg/kg',
      'he was 18 kg last year and is 20 kg now, give 200 mg of paracetamol',
      ['dose | 12 mg/kg | 200 mg'],
    ],
  ])('%s, where was said: %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );
});
