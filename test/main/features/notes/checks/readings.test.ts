/** What the readers of the checks take out of single phrases: each value, and where it ends. */
import { expect, test } from 'vitest';
import { drugs } from '../../../../../main/features/notes/checks/drugs.ts';
import { examined } from '../../../../../main/features/notes/checks/examined.ts';
import {
  namedFinding,
  wordsAlike,
} from '../../../../../main/features/notes/checks/finding-names.ts';
import { layConcepts } from '../../../../../main/features/notes/checks/lay-wordings.ts';
import { ourDigits } from '../../../../../main/features/notes/checks/numbers.ts';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';
import { sides } from '../../../../../main/features/notes/checks/sides.ts';
import { sameAmount } from '../../../../../main/features/notes/checks/units.ts';

/** In short: kind and dimension, value, end of a range, second value, parts of the day, words. */
const quantitiesIn = (text: string, language = 'en') =>
  quantities(text, language).map(
    ({ kind, dimension, value, upTo, second, parts, notation, start, end }) =>
      [
        kind,
        dimension,
        `${+value.toPrecision(9)}${upTo === undefined ? '' : `..${upTo}`}${second === undefined ? '' : `/${second}`}`,
        parts && `[${parts}]`,
        notation,
        `“${text.slice(start, end)}”`,
      ]
        .filter(Boolean)
        .join(' '),
  );

test.each<[string, string[]]>([
  ['BP 49/30', ['number 49 “49”', 'number 30 “30”']],
  ['BP 50/30', ['measure blood pressure 50/30 “50/30”']],
  ['BP 299/90', ['measure blood pressure 299/90 “299/90”']],
  ['BP 300/90', ['number 300 “300”', 'number 90 “90”']],
  ['BP 120/120', ['number 120 “120”', 'number 120 “120”']],
  ['BP 120/19', ['number 120 “120”', 'number 19 “19”']],
  ['BP 120/20', ['measure blood pressure 120/20 “120/20”']],
  ['BP 120.5/80', ['number 120.5 “120.5”', 'number 80 “80”']],
  ['150/70 mmHg', ['measure blood pressure 150/70 “150/70 mmHg”']],
  ['150 over 70', ['measure blood pressure 150/70 “150 over 70”']],
  ['one fifty over seventy', ['measure blood pressure 150/70 “one fifty over seventy”']],
  ['BP 150-70', ['measure blood pressure 150/70 “150-70”']],
  ['upper 150 and lower 70', ['measure blood pressure 150/70 “150 and lower 70”']],
  ['150/70 mg', ['number 150 “150”', 'dose mass 70 “70 mg”']],
  ['BP: 150/70 mm of Hg', ['measure blood pressure 150/70 “150/70 mm of Hg”']],
  ['9 mg', ['dose mass 9 “9 mg”']],
  ['९ मिलीग्राम', ['dose mass 9 “९ मिलीग्राम”']],
  ['०.५ मिलीग्राम', ['dose mass 0.5 “०.५ मिलीग्राम”']],
  ['1,50,000 platelets', ['number 150000 “1,50,000”']],
  ['12,500', ['number 12500 “12,500”']],
  ['1,2345 mg', ['dose mass 1.2345 “1,2345 mg”']],
  ['a hundred and fifty mg', ['dose mass 150 “a hundred and fifty mg”']],
  ['one hundred and fifty five', ['number 155 “one hundred and fifty five”']],
  ['two and three', ['number 2 “two”', 'number 3 “three”']],
  ['two and a half tablets', ['dose pieces 2.5 “two and a half tablets”']],
  ['a half tablet', ['dose pieces 0.5 “a half tablet”']],
  ['three quarters', ['number 0.75 “three quarters”']],
  ['three and a quarter', ['number 3.25 “three and a quarter”']],
  ['two point five mg', ['dose mass 2.5 “two point five mg”']],
  ['two . five mg', ['dose mass 2.5 “two . five mg”']],
  ['two. five', ['number 2 “two”', 'number 5 “five”']],
  ['point two five mg', ['dose mass 0.25 “point two five mg”']],
  ['point twenty five', ['number 0.25 “point twenty five”']],
  ['two point', ['number 2 “two”']],
  ['two point of care', ['number 2 “two”']],
  ['one oh five', ['number 105 “one oh five”']],
  ['a thousand', ['number 1000 “a thousand”']],
  ['two thousand five hundred', ['number 2500 “two thousand five hundred”']],
  ['two lakh', ['number 200000 “two lakh”']],
  ['a couple of days', ['number 2 “a couple”']],
  ['a dozen', ['number 12 “a dozen”']],
  ['two dozen', ['number 2 “two”', 'number 12 “dozen”']],
  ['zero point five', ['number 0.5 “zero point five”']],
  ['zero five', ['number 0 “zero”', 'number 5 “five”']],
  ['five hundred thousand', ['number 500000 “five hundred thousand”']],
  ['fifteen hundred', ['number 1500 “fifteen hundred”']],
  ['hundred and', ['number 100 “hundred”']],
  ['hundred and of', ['number 100 “hundred”']],
  ['twenty-five', ['number 25 “twenty-five”']],
  ['ninety nine', ['number 99 “ninety nine”']],
  ['the right one', []],
  ['the right one tablet', ['dose pieces 1 “one tablet”']],
  ['one tablet', ['dose pieces 1 “one tablet”']],
  ['3-5 days', ['measure time 3..5 “3-5 days”']],
  ['three to five days', ['measure time 3..5 “three to five days”']],
  ['three four days', ['measure time 3..4 “three four days”']],
  ['3 4 days', ['number 3 “3”', 'measure time 4 “4 days”']],
  ['1-0-1', ['frequency 2 [1,0,1] “1-0-1”']],
  ['3-4-5 days', ['number 3 “3”', 'number 4 “4”', 'measure time 5 “5 days”']],
  ['5-3 days', ['number 5 “5”', 'measure time 3 “3 days”']],
  ['two or three', ['number 2..3 “two or three”']],
  ['12/10/2025', []],
  ['10:30', []],
  ['8/10', ['number 8 “8”']],
  ['5/7', ['number 5 “5”']],
  ['1/2 tablet', ['dose pieces 0.5 “1/2 tablet”']],
  ['1 1/2 tablets', ['dose pieces 1.5 “1 1/2 tablets”']],
  ['3/4', ['number 0.75 “3/4”']],
  ['2/2', ['number 2 “2”', 'number 2 “2”']],
  ['.5 mg', ['dose mass 0.5 naked “.5 mg”']],
  ['5.0 mg', ['dose mass 5 trailing “5.0 mg”']],
  ['0.5 mg', ['dose mass 0.5 “0.5 mg”']],
  ['½ tablet', ['dose pieces 0.5 “½ tablet”']],
  ['2½ tablets', ['dose pieces 2.5 “2½ tablets”']],
  ['every 8 hours', ['frequency 3 “every 8 hours”']],
  ['every eight hours', ['frequency 3 “every eight hours”']],
  ['q6h', ['frequency 4 “q6h”']],
  ['8 hourly', ['frequency 3 “8 hourly”']],
  ['twice a day', ['frequency 2 “twice a day”']],
  ['if it hurts', ['frequency 0 “if it hurts”']],
  ['tomorrow', ['measure time 1 “tomorrow”']],
  ['5 ft 7', ['measure length 1701.8 “5 ft 7”']],
  ['five foot six', ['measure length 1676.4 “five foot six”']],
  ['5 ft, 7', ['measure length 1701.8 “5 ft, 7”']],
  ['5 feet 12 inches', ['measure length 1524 “5 feet”', 'measure length 304.8 “12 inches”']],
  ['5 ft 7 cm', ['measure length 1524 “5 ft”', 'measure length 70 “7 cm”']],
  ['5 mg/kg', ['dose mass/kg 5 “5 mg/kg”']],
  ['5 mg per kilo per day', ['dose mass/kg/d 5 “5 mg per kilo per day”']],
  ['10 ml/h', ['dose volume/h 10 “10 ml/h”']],
  ['2 units/min', ['dose units/min 2 “2 units/min”']],
  ['15 mg/m2', ['dose mass/m² 15 “15 mg/m2”']],
  ['1 mg a kg', ['dose mass/kg 1 “1 mg a kg”']],
  ['3 mL per mL', ['dose volume/mL 3 “3 mL per mL”']],
  ['COVID-19', []],
  ['B12', []],
  ['1. rest', []],
  ['2) walk', []],
  ['HbA1c 7', ['number 7 “7”']],
  ['5 g', ['dose mass 5000 “5 g”']],
  ['20 lbs', ['measure mass 9071847.4 “20 lbs”']],
  ['10 inches', ['measure length 254 “10 inches”']],
  ['a week', ['measure time 7 “a week”']],
  ['an hour', ['measure time 0.0416666667 “an hour”']],
  ['for a while', []],
])('%s', (text, expected) => expect(quantitiesIn(text)).toEqual(expected));

test('a decimal comma is one where the language has it', () => {
  expect(quantitiesIn('1.250 mg', 'de')).toEqual(['dose mass 1250 “1.250 mg”']);
  expect(quantitiesIn('2,5 mg', 'de')).toEqual(['dose mass 2.5 “2,5 mg”']);
  expect(quantitiesIn('0,125 mg', 'de')).toEqual(['dose mass 0.125 “0,125 mg”']);
});

test('digits of each script are read, and keep their places', () => {
  for (const zero of ['०', '০', '௦', '٠', '۰'])
    expect(
      ourDigits(
        [...'0123456789']
          .map((digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)))
          .join(''),
      ),
    ).toBe('0123456789');
  expect(ourDigits('9 mg, 0')).toBe('9 mg, 0');
});

test.each<[string, boolean, string[]]>([
  ['left knee', true, ['left knee 0-4']],
  ['Rt knee', true, ['right knee 0-2']],
  ['Rt knee', false, []],
  ['l knee', true, []],
  ['L knee', true, ['left knee 0-1']],
  ['left knee and right hip', false, ['left knee 0-4', 'right hip 14-19']],
  [
    'Cataract in the left eye and in the right',
    false,
    [
      'left eye 16-20',
      'left cataract 16-20',
      'left cataract own 16-20',
      'right eye 36-41',
      'right cataract own 36-41',
    ],
  ],
  [
    'Cataract in the left eye and the right one is clear',
    false,
    ['left eye 16-20', 'left cataract 16-20', 'left cataract own 16-20', 'right clear 33-38'],
  ],
  [
    'Cataract in the left eye and in the right',
    false,
    [
      'left eye 16-20',
      'left cataract 16-20',
      'left cataract own 16-20',
      'right eye 36-41',
      'right cataract own 36-41',
    ],
  ],
  [
    'Cataract of the right eye',
    false,
    ['right eye 16-21', 'right cataract 16-21', 'right cataract own 16-21'],
  ],
  ['It’s your left knee, right?', false, ['left knee 10-14']],
  ['all right knee', false, []],
  ['right now the knee', false, []],
  ['on the right now the knee', false, ['right knee 7-12']],
  ['my right here the knee', false, ['right knee 3-8']],
  ['right so the knee', false, []],
  ['go right there to the knee', false, []],
  ['right okay the knee', false, []],
  ['left okay the knee', false, ['left knee 0-4']],
  // Said without its part.
  ['The pain is on the right.', false, ['right  19-24']],
  ['bilateral knees', false, ['both knee 0-9']],
  ['both knees', false, ['both knee 0-4']],
  ['knee, left-sided', false, ['left knee 6-16']],
  [
    'Pain in the left knee and the right knee is fine',
    false,
    ['left knee 12-16', 'right knee 30-35'],
  ],
  [
    'swelling of the left ankle and the right is normal',
    false,
    ['left ankle 16-20', 'right normal 35-40', 'right ankle 35-40'],
  ],
  [
    'swelling of the left ankle and the right   is normal',
    false,
    ['left ankle 16-20', 'right normal 35-40', 'right ankle 35-40'],
  ],
  ['left. knee', false, []],
  ['eyes left', false, ['left eye 5-9', 'left eye own 5-9']],
  ['5 L water', true, []],
  ['left’s knee', true, []],
  ['that is right knee', false, []],
  ['quite right arm', false, []],
  ['is that right? knee', false, []],
])('sides in %j, with short forms %s', (text, abbreviations, expected) => {
  const found = sides(text, { abbreviations });
  expect(
    found.map(
      ({ side, of, isOwn, start, end }) => `${side} ${of}${isOwn ? ' own' : ''} ${start}-${end}`,
    ),
  ).toEqual(expected);
});

test.each<[string, string, boolean]>([
  ['Examination', 'a', true],
  ['', 'Physical exam:\nclear', true],
  ['', 'PHYSICAL EXAM\nclear', true],
  ['', 'Exam of the knee\nx', false],
  ['Examination', 'HISTORY\nx', false],
  ['Examination', 'Past medical history: asthma\nx', false],
  ['Examination', 'present history\nx', false],
  ['Examination', 'Plan\nx', false],
  ['', 'O/E chest clear today and no\nx', false],
  ['', '## Examination\nx', true],
  ['Examination', 'Knee: swollen\nx', true],
  ['Examination', 'NOTES\nx', false],
  ['Examination', 'A, B\nx', true],
  ['Examination', 'ABC\nx', true],
  ['Examination', 'Treatment; rest\nx', true],
  ['Examination', 'Treatment; rest: x\nx', false],
  ['Objective', ':\nx', true],
  ['', '- Objective -\nx', true],
  ['Examination', 'He came with his family for history taking\nx', true],
])('under %j, behind %j, something was examined: %s', (title, text, expected) => {
  expect(examined(text, title)(text.length - 1)).toBe(expected);
});

test.each<[string, string, string[]]>([
  ['my arm tingles', 'tingling in the left arm', ['tingles']],
  ['wheezing at night', 'wheezes', ['wheezing']],
  ['my hand is numb', 'numbness', ['numb']],
  ['it hurts', 'pain', []],
  ['pain in the knee', 'knee pain', ['pain']],
  ['pain in my left knee', 'pain of the knee', ['pain']],
  ['knee is fine. pain elsewhere', 'knee pain', []],
  ['coughing up blood', 'haemoptysis', ['coughing up blood']],
  ['the rash is on my arm', 'rash', ['rash']],
])('in %j the finding %j is told in the words %j', (text, finding, expected) => {
  const found = wordsAlike(text, namedFinding(finding));
  expect([...new Set(found.map(({ start, end }) => text.slice(start, end)))]).toEqual(expected);
});

test('a finding is its own words, without its place and without small words', () => {
  const named = (text: string) => {
    const { wording, head, parts } = namedFinding(text);
    return [wording !== undefined, head, parts];
  };
  expect(named('tingling in the left arm')).toEqual([true, ['tingling'], ['arm']]);
  expect(named('knee pain')).toEqual([false, ['pain'], ['knee']]);
  expect(named('swelling of both ankles')).toEqual([true, ['swelling'], ['ankle']]);
});

test.each<[string, boolean, string[]]>([
  ['Tab Paracetamol 500 mg', false, ['paracetamol named']],
  ['1. Zincovit daily', true, ['zincovit']],
  ['- Tab. Zincovit', true, ['zincovit']],
  ['new Zincovit', true, ['zincovit']],
  ['take Zincovit daily', true, []],
  ['with food take Zincovit', true, []],
  ['Zincovit 20 mg', false, []],
  ['• Inj Zincovit', true, ['zincovit']],
  ['Inj Cap Zincovit', true, ['zincovit']],
  ['Inj. Zincovit 20 mg', false, ['zincovit named']],
])('medicines in %j, as a list %s', (text, list, expected) => {
  const found = drugs(text, (word) => word === 'paracetamol', list);
  expect(found.map(({ name, isNamed }) => `${name}${isNamed ? ' named' : ''}`)).toEqual(expected);
});

const amount = (text: string) => quantities(text)[0]!;
test.each([
  ['38.3 °C', '101 °F', '', true],
  ['38.3 °C', '100.9 °F', '', true],
  ['38.3 °C', '100.5 °F', '', false],
  ['38 degrees', '100.4 degrees', '', true],
  ['38 degrees', '38 °C', '', true],
  ['33 degrees', '33 °C', '', false],
  ['110 degrees', '43.3 °C', '', true],
  ['111 degrees', '43.9 °C', '', false],
  ['5.5 mmol/L', '99 mg/dL', 'glucose', true],
  ['99 mg/dL', '5.5 mmol/L', 'glucose', true],
  ['5.5 mmol/L', '120 mg/dL', 'glucose', false],
  ['5.5 mmol/L', '99 mg/dL', 'sodium chloride nothing', false],
  ['5.5 mmol/L', '5.5 mg/dL', 'glucose', false],
  ['70 kg', '154 lbs', '', true],
  ['70 kg', '150 lbs', '', false],
  ['500 mg', '0.5 g', '', true],
  ['500 mg', '500 mcg', '', false],
  ['3-5 days', '3-6 days', '', false],
  ['3-5 days', '3-5 days', '', true],
  ['1 week', '7 days', '', true],
  ['150/70', '150/80', '', false],
  ['150/70', '150/70', '', true],
] as const)('%s and %s about %j are the same: %s', (one, other, about, expected) => {
  expect(sameAmount(amount(one), amount(other), about)).toBe(expected);
  expect(sameAmount(amount(other), amount(one), about)).toBe(expected);
});

test('words of laymen count in a question about illness, never beside a number', () => {
  const keys = (text: string) =>
    layConcepts(
      text,
      (name) => name,
      () => 'present',
    ).map(({ key, start, end }) => `${key} “${text.slice(start, end)}”`);
  expect(keys('Do you have sugar?')).toEqual(['diabetes “sugar”']);
  expect(keys('Do you have BP?')).toEqual(['hypertension “BP”']);
  expect(keys('Do you have b.p.?')).toEqual(['hypertension “b.p.”']);
  expect(keys('Is your BP 120?')).toEqual([]);
  expect(keys('Any sugar?')).toEqual(['diabetes “sugar”']);
  expect(keys('Your sugar is high.')).toEqual([]);
  expect(keys('I take sugar.')).toEqual([]);
  expect(keys('Have you had a heart attack?')).toEqual([]);
  expect(keys('Do you have sugar')).toEqual([]);
  expect(keys('Tell me. Any blood pressure, asthma?')).toEqual(['hypertension “blood pressure”']);
  expect(keys('What is your sugar? 120.')).toEqual([]);
  expect(keys('What is your sugar?')).toEqual([]);
  expect(keys('coughing up blood')).toEqual(['hemoptysis “coughing up blood”']);
});
