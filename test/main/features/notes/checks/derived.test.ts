/** Values that a note calculates from what was said; a wrong result, or another source, is told. */
import { describe, expect, test } from 'vitest';
import { read } from '../../../../../main/features/notes/checks/compare.ts';
import { compareQuantities } from '../../../../../main/features/notes/checks/compare-quantities.ts';
import { timedAmounts, timesOfDay } from '../../../../../main/features/notes/checks/schedules.ts';
import { unitBehind } from '../../../../../main/features/notes/checks/units.ts';

const isDrug = (word: string) => ['paracetamol', 'metformin'].includes(word);
const reading = (text: string, speech: boolean) =>
  read(
    text,
    '',
    { speech, section: 'other', language: 'en' },
    { isDrug, concepts: () => [], statuses: () => () => 'present' },
  );
const told = (note: string, said: string) =>
  compareQuantities(reading(note, false), reading(said, true)).map(({ span }) =>
    note.slice(span.start, span.end),
  );

describe('a body mass index', () => {
  const said = 'you are 70 kg and 175 cm tall';
  test.each([
    ['BMI 22.9 kg/m2', said, []],
    ['BMI 22.86 kg/m2', said, []],
    ['BMI 23 kg/m2', said, []],
    ['BMI 23.0 kg/m2', said, ['23.0 kg/m2']],
    ['BMI 22.8 kg/m2', said, ['22.8 kg/m2']],
    // The height stands in the note, beside a length that is none.
    ['Wound 3 cm. Height 175 cm. BMI 22.9 kg/m2', 'you are 70 kg, 175 cm, the wound is 3 cm', []],
    ['BMI 22.9 kg/m2', 'you are 70 kg', ['22.9 kg/m2']],
    ['BMI 22.9 kg/m2', 'you are 175 cm tall', ['22.9 kg/m2']],
    // From 40 cm to 2.6 m somebody may be tall.
    ['BMI 59.5 kg/m2', 'he is 10 kg and 41 cm', []],
    ['BMI 62.5 kg/m2', 'he is 10 kg and 40 cm', ['62.5 kg/m2']],
    ['BMI 22.4 kg/m2', 'he is 150 kg and 259 cm', []],
    ['BMI 22.2 kg/m2', 'he is 150 kg and 260 cm', ['22.2 kg/m2']],
    // From half a kilogram on somebody may weigh.
    ['BMI 2.0 kg/m2', 'he is 500 g and 50 cm', []],
    ['BMI 1.6 kg/m2', 'he is 400 g and 50 cm', ['1.6 kg/m2']],
  ])('%s, where was said: %s', (note, words, expected) =>
    expect(told(note, words)).toEqual(expected),
  );
});

describe('a dose by weight', () => {
  test.each([
    ['Paracetamol 150 mg (15 mg/kg)', 'she is 10 kg, give paracetamol 150 mg', []],
    ['Weight 10 kg. Paracetamol 150 mg (15 mg/kg)', '10 kg. paracetamol 150 mg', []],
    ['Paracetamol 150 mg (16 mg/kg)', 'she is 10 kg, give paracetamol 150 mg', ['16 mg/kg']],
    ['Paracetamol 150 mg (15 mg/kg)', 'she is 12 kg, give paracetamol 150 mg', ['15 mg/kg']],
    ['Paracetamol 150 mg\n15 mg/kg', 'she is 10 kg, give paracetamol 150 mg', ['15 mg/kg']],
    ['Paracetamol 5 ml (0.5 ml/kg)', 'she is 10 kg, give paracetamol 5 ml', []],
    ['Paracetamol 5 ml (0.6 ml/kg)', 'she is 10 kg, give paracetamol 5 ml', ['0.6 ml/kg']],
  ])('%s, where was said: %s', (note, words, expected) =>
    expect(told(note, words)).toEqual(expected),
  );
});

describe('tablets of a strength', () => {
  test.each([
    ['Paracetamol 325 mg, 2 tablets', 'paracetamol 650 mg', []],
    ['Paracetamol 325 mg, 3 tablets', 'paracetamol 650 mg', ['325 mg', '3 tablets']],
    ['Paracetamol 650 mg, 1 tablet', 'paracetamol 650 mg', []],
    ['Paracetamol 650 mg, 2 tablets', 'paracetamol 650 mg', ['2 tablets']],
  ])('%s, where was said: %s', (note, words, expected) =>
    expect(told(note, words).filter((one) => one !== '325 mg' || expected.length > 0)).toEqual(
      expected,
    ),
  );
});

describe('another unit beside a value that was said', () => {
  const said = 'your glucose is 180 mg/dL';
  test.each([
    ['Glucose:\n180 mg/dL (10.0 mmol/L)', said, []],
    ['Glucose:\n180 mg/dL = 10.0 mmol/L', said, []],
    ['Glucose:\n10.0 mmol/L / 180 mg/dL', said, []],
    ['Glucose:\n180 mg/dL (10.5 mmol/L)', said, ['10.5 mmol/L']],
    ['Glucose:\n180 mg/dL, then 10.0 mmol/L', said, ['10.0 mmol/L']],
    ['Urea:\n180 mg/dL (10.0 mmol/L)', said, ['10.0 mmol/L']],
    ['Glucose:\n190 mg/dL (10.5 mmol/L)', said, ['190 mg/dL', '10.5 mmol/L']],
  ])('%s, where was said: %s', (note, words, expected) =>
    expect(told(note, words)).toEqual(expected),
  );
});

test('what a dose goes by is named with its time only where that is by weight', () => {
  const of = (rest: string) => unitBehind(rest, 5)?.dimension;
  expect(of(' mg/kg/day')).toBe('mass/kg/d');
  expect(of(' mg/kg/hr')).toBe('mass/kg/h');
  expect(of(' mg/kg a day')).toBe('mass/kg/d');
  expect(of(' mg/h/day')).toBe('mass/h');
  expect(of(' mg/m2/day')).toBe('mass/m²');
  expect(of(' mg/kg/days')).toBe('mass/kg');
  expect(of(' days/kg')).toBe('time');
  expect(unitBehind(' mg/h/day', 5)?.end).toBe(5);
  expect(unitBehind(' mg/kg/day', 5)?.end).toBe(10);
  expect(unitBehind(' apples', 5)).toBeUndefined();
});

test('times of a day are one frequency up to a stop, a new line or another medicine', () => {
  const parts = (text: string, medicines: { start: number; end: number }[] = []) =>
    timesOfDay(text, medicines).map((one) => [one.value, one.vague]);
  expect(parts('in the morning and at night')).toEqual([[2, false]]);
  expect(parts('in the morning 2.5 and at night')).toEqual([[2, false]]);
  for (const stop of ['. ', '; ', '? ', '! ', '\n', '। '])
    expect([stop, parts(`in the morning${stop}at night`)]).toEqual([
      stop,
      [
        [1, false],
        [1, false],
      ],
    ]);
  expect(parts('in the morning, aspirin at night', [{ start: 16, end: 23 }])).toHaveLength(2);
  expect(parts(`in the morning ${'and '.repeat(10)}at night`)).toHaveLength(1);
  expect(parts(`in the morning ${'and '.repeat(12)}at night`)).toHaveLength(2);
  expect(parts('after lunch')).toEqual([[1, true]]);
  expect(parts('lunch')).toEqual([]);
});

test('an amount belongs to the time behind it, or before it, as it is at the first time', () => {
  const amounts = (text: string) => {
    const { quantities } = reading(text, true);
    return timedAmounts(text, quantities, []).map(({ part, amount, isPattern }) => [
      part,
      amount.bare,
      isPattern,
    ]);
  };
  expect(amounts('10 units in the morning, 20 units at night')).toEqual([
    [0, 10, false],
    [2, 20, false],
  ]);
  expect(amounts('morning: 10 units, night: 20 units')).toEqual([
    [0, 10, false],
    [2, 20, false],
  ]);
  expect(amounts('1-0-2')).toEqual([
    [0, 1, true],
    [1, 0, true],
    [2, 2, true],
  ]);
  expect(amounts('10 units. In the morning and at night')).toEqual([]);
});
