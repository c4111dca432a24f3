/** Numbers are read as they are spoken and written, and each differing figure is another value. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spelledNumerals } from '../../../../../main/features/notes/checks/number-words.ts';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';
import { sameAmount } from '../../../../../main/features/notes/checks/units.ts';

const valuesOf = (text: string, language = 'en') =>
  quantities(text, language).map(({ bare, upTo }) => (upTo === undefined ? bare : [bare, upTo]));

describe('numbers', () => {
  test.each<[string, (number | number[])[]]>([
    ['a hundred', [100]],
    ['a hundred and fifty', [150]],
    ['one fifty', [150]],
    ['one oh eight', [108]],
    ['one hundred and one point two', [101.2]],
    ['two and a half', [2.5]],
    ['half', [0.5]],
    ['one half', [0.5]],
    ['three quarters', [0.75]],
    ['point two five', [0.25]],
    ['two point twenty five', [2.25]],
    ['two and three', [2, 3]],
    ['three four', [[3, 4]]],
    ['three to five', [[3, 5]]],
    ['one lakh thirty two thousand', [132000]],
    ['132 thousand', [132000]],
    ['.5', [0.5]],
    ['1½', [1.5]],
    ['1 1/2', [1.5]],
    ['2,5', [2.5]],
    ['0,125', [0.125]],
    ['1,000', [1000]],
    ['1,50,000', [150000]],
    ['500/125', [500, 125]],
    ['pain 8/10', [8]],
    ['ढाई सौ', [250]],
    ['साढ़े तीन', [3.5]],
    ['साढ़े तीन', [3.5]],
    ['एक लाख बत्तीस हज़ार', [132000]],
  ])('%s', (text, expected) => expect(valuesOf(text)).toEqual(expected));

  test('a decimal sign is that of the language', () => {
    expect(valuesOf('1.250 mg', 'de')).toEqual([1250]);
    expect(valuesOf('1.250 mg', 'en')).toEqual([1.25]);
    expect(valuesOf('1,250 mg', 'de')).toEqual([1.25]);
    expect(valuesOf('1,250 mg', 'en')).toEqual([1250]);
  });
  test('a naked point and a trailing zero are marked, and nothing else is', () => {
    const marks = (text: string) => quantities(text).map(({ notation }) => notation);
    expect(marks('.5 mg, 5.0 mg, 0.5 mg, 5 mg, 5.05 mg')).toEqual([
      'naked',
      'trailing',
      undefined,
      undefined,
      undefined,
    ]);
  });

  const small =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  const below100 = (n: number): string =>
    n < 20
      ? small[n]!
      : [tens[Math.floor(n / 10) - 2], n % 10 ? small[n % 10] : ''].join(' ').trim();
  const spell = (n: number): string => {
    if (n < 100) return below100(n);
    if (n < 1000)
      return `${small[Math.floor(n / 100)]} hundred${n % 100 ? ` and ${below100(n % 100)}` : ''}`;
    return `${spell(Math.floor(n / 1000))} thousand${n % 1000 ? ` ${spell(n % 1000)}` : ''}`;
  };
  test('every number up to a million is read as it is spelled', () =>
    fc.assert(
      fc.property(fc.nat(999_999), (n) => {
        expect(spelledNumerals(spell(n)).map(({ value }) => value)).toEqual([n]);
      }),
      { numRuns: 2000 },
    ));
});

describe('blood pressures', () => {
  test.each([
    'one fifty over seventy',
    '150 by 70',
    '150/70',
    'BP 150-70',
    'BP: 150 - 70',
    'one hundred and fifty over seventy',
    'upper 150 and lower 70',
    '150/70 mmHg',
    '150/70 mm[Hg]',
  ])('%s', (text) =>
    expect(quantities(text)).toMatchObject([
      { dimension: 'blood pressure', bare: 150, second: 70 },
    ]),
  );
  test.each(['150-70 people', '100 by 60 cm', '500/125 mg', '70/150', 'BP 150, pulse 72'])(
    '%s is none',
    (text) => expect(quantities(text).filter(({ second }) => second !== undefined)).toEqual([]),
  );
  test('are the same only where both values are', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 90, max: 250 }),
        fc.integer({ min: 40, max: 89 }),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: -3, max: 3 }),
        (over, under, more, less) => {
          const [one] = quantities(`BP ${over}/${under}`);
          const [other] = quantities(`${over + more} over ${under + less}`);
          fc.pre(other?.second !== undefined);
          expect(sameAmount(one!, other!, '')).toBe(more === 0 && less === 0);
        },
      ),
    ));
});

describe('units', () => {
  const same = (one: string, other: string, about = '') =>
    sameAmount(quantities(one)[0]!, quantities(other)[0]!, about);
  test.each([
    ['1 g', '1000 mg', true],
    ['1 g', '1002 mg', false],
    ['500 mg', '501 mg', false],
    ['81 kg', '81.3 kg', false],
    ['5 mg/kg', '5 mg', false],
    ['5 mg/kg', '5 mg per kilo', true],
    ['5 mg/kg', '5 mg/kg/day', false],
    ['5 mcg/kg/min', '5 mcg/kg/h', false],
    ['101 °F', '38.3 °C', true],
    ['101 °F', '38.0 °C', false],
    ['101 degrees', '38.3 degrees', true],
    ['150 lb', '68 kg', true],
    ['150 lb', '69 kg', false],
    ['5 ft 6 in', '168 cm', true],
    ['1.75 m', '175 cm', true],
    ['1.75 m', '157 cm', false],
    ['1.65m', '5 ft 5 in', true],
    ['2 m', '200 cm', false],
    ["5'6", '168 cm', true],
    ['5 ft 6 in', '171 cm', false],
    ['2 weeks', '14 days', true],
    ['2 weeks', '15 days', false],
  ])('%s and %s: %s', (one, other, expected) => expect(same(one, other)).toBe(expected));
  test('amounts and masses are compared only of a substance that is named', () => {
    expect(same('180 mg/dL', '10.0 mmol/L', 'fasting glucose')).toBe(true);
    expect(same('180 mg/dL', '10.2 mmol/L', 'fasting glucose')).toBe(false);
    expect(same('180 mg/dL', '10.0 mmol/L', 'urea')).toBe(false);
  });
});

describe('times of the day', () => {
  const partsOf = (text: string) => quantities(text).flatMap(({ parts }) => (parts ? [parts] : []));
  test.each<[string, number[][]]>([
    ['1-0-1', [[1, 0, 1]]],
    ['one zero one', [[1, 0, 1]]],
    ['in the morning and at night', [[1, 0, 1]]],
    ['morning, afternoon and night', [[1, 1, 1]]],
    ['every evening', [[0, 0, 1]]],
    ['last night it hurt', []],
    ['good morning', []],
    ['one two three', []],
  ])('%s', (text, expected) => expect(partsOf(text)).toEqual(expected));
});
