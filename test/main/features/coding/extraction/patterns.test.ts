/** Measured values, medicines and allergies that are found by the form in which they are written. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patternsIn } from '../../../../../main/features/coding/extraction/patterns.ts';

type Vital = {
  readonly names: readonly string[];
  readonly value: fc.Arbitrary<string>;
  /** As written, and as it is told. */
  readonly units: readonly (readonly [string, string])[];
};

const whole = (min: number, max: number) => fc.integer({ min, max }).map(String);
const tenths = (min: number, max: number) =>
  fc.tuple(whole(min, max), fc.constantFrom('', '.0', '.5', '.9')).map((parts) => parts.join(''));
const pressure = fc
  .tuple(whole(60, 250), fc.constantFrom('/', ' / ', ' /'), whole(30, 150))
  .map((parts) => parts.join(''));

const vitals: Readonly<Record<string, Vital>> = {
  pressure: {
    names: ['BP', 'bp', 'Blood pressure'],
    value: pressure,
    units: [
      ['', 'mmHg'],
      [' mmHg', 'mmHg'],
      [' mm Hg', 'mmHg'],
    ],
  },
  pulse: {
    names: ['Pulse', 'pulse rate', 'Heart rate', 'PR', 'HR'],
    value: whole(30, 220),
    units: [
      ['', '/min'],
      ['/min', '/min'],
      [' / minute', '/minute'],
      [' bpm', 'bpm'],
      [' beats per min', 'beatspermin'],
    ],
  },
  breathing: {
    names: ['Resp', 'Respiratory rate', 'resp rate', 'RR', 'RR.'],
    value: whole(10, 60),
    units: [
      ['', '/min'],
      ['/min', '/min'],
      [' breaths per minute', 'breathsperminute'],
    ],
  },
  saturation: {
    names: ['SpO2', 'O2 sat', 'O2 saturation', 'oxygen saturation', 'Sats'],
    value: whole(50, 100),
    units: [
      ['', '%'],
      ['%', '%'],
      [' %', '%'],
    ],
  },
  temperature: {
    names: ['Temp', 'Temp.', 'Temperature'],
    value: tenths(34, 106),
    units: [
      [' F', 'F'],
      ['°C', 'C'],
      [' deg c', 'c'],
      [' degrees F', 'F'],
    ],
  },
  weight: {
    names: ['Wt', 'Wt.', 'Weight'],
    value: tenths(2, 199),
    units: [
      [' kg', 'kg'],
      ['kgs', 'kgs'],
      [' lbs', 'lbs'],
      [' pounds', 'pounds'],
    ],
  },
  'body mass': { names: ['BMI', 'bmi'], value: tenths(12, 60), units: [['', 'kg/m2']] },
};
const links = fc.constantFrom(' ', ': ', ' : ', ' = ', '-', ' is ', ' was ', ' of ', '  ');
const around = fc.constantFrom(
  ['', ''],
  ['O/E ', ', alert.'],
  ['(', ')'],
  ['\n', '\nChest clear'],
  ['1. ', ' today'],
);

describe('a measured value', () => {
  test.each(Object.entries(vitals))('%s: however it is written', (_name, vital) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...vital.names),
        links,
        vital.value,
        fc.constantFrom(...vital.units),
        around,
        (name, link, value, [written, unit], [before = '', after = '']) => {
          const words = `${name}${link}${value}${written}`;
          expect(patternsIn(before + words + after)).toEqual([
            {
              start: before.length,
              end: before.length + words.length,
              kind: 'vital',
              hints: { value: value.replaceAll(' ', ''), unit },
            },
          ]);
          // Part of another word is no name of it.
          expect(patternsIn(`x${words}`).filter(({ start }) => start <= 1)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    'HR 120/80',
    'RR 18/20',
    'pulse 1200',
    'RR 180',
    'temp 98.6',
    'Temp 38 cm',
    'weight 70',
    'weight loss 5 kg',
    'BP 120',
    'BP normal',
    'BMI 5',
    'SpO2 normal',
  ])('%s is none', (words) => {
    expect(patternsIn(words)).toEqual([]);
  });

  test('each of several is found, in the order of the text', () => {
    const text = 'Wt 70 kg, BP 130/80 mmHg, pulse 82/min, RR 18, SpO2 98 %, temp 99.1 F, BMI 24.5';
    expect(patternsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Wt 70 kg',
      'BP 130/80 mmHg',
      'pulse 82/min',
      'RR 18',
      'SpO2 98 %',
      'temp 99.1 F',
      'BMI 24.5',
    ]);
  });
});

describe('an allergy', () => {
  const substances = (text: string) =>
    patternsIn(text)
      .filter(({ kind }) => kind === 'allergy')
      .map(({ start, end }) => text.slice(start, end));

  test.each([
    ['Allergic to brufen.', ['brufen']],
    ['Allergic reaction to the latex glove', ['latex']],
    ['Allergic  reactions to dust', []],
    ['hypersensitivity to quinine', ['quinine']],
    ['Hypersensitive to Co-trimoxazole', ['Co-trimoxazole']],
    ['Drug allergies: septran', ['septran']],
    ['Known allergy – pollen', ['pollen']],
    ['Penicillin allergy', ['Penicillin']],
    ['sulpha drugs allergy', ['sulpha drugs']],
    ['Allergic to penicillin, eggs and peanuts', ['penicillin', 'eggs', 'peanuts']],
    ['Allergies: milk or shellfish', ['milk', 'shellfish']],
  ])('%s', (text, expected) => {
    expect(substances(text)).toEqual(expected);
  });

  test.each([
    'Allergies: none',
    'Allergies: NKDA',
    'No allergy to any medicine',
    'Are you allergic to anything?',
    'allergic to it',
    'penicillin given',
    'eats eggs and peanuts',
    'seasonal allergy to be seen',
    'Allergic rhinitis',
  ])('%s names no substance', (text) => {
    expect(substances(text)).toEqual([]);
  });
});

describe('a medicine', () => {
  const names = (text: string) =>
    patternsIn(text)
      .filter(({ kind }) => kind === 'medication')
      .map(({ start, end }) => text.slice(start, end));

  test.each([
    ['Tab. Azithral 500 mg OD', ['Tab. Azithral 500 mg']],
    ['Inj Monocef 1 g stat', ['Inj Monocef 1 g']],
    ['syrup Calpol 250 mg/5 ml', ['syrup Calpol 250 mg/5 ml']],
    ['Metformin 500 mg twice daily', ['Metformin 500 mg']],
    ['Amlodipine 2.5 mg, once', ['Amlodipine 2.5 mg']],
    ['Insulin 10 units at night', ['Insulin 10 units']],
    ['Cap Becosules for 5 days', ['Cap Becosules']],
    ['continue tab Ecosprin 75', ['tab Ecosprin 75']],
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test.each(['tab twice', 'tablet daily', 'start 500 mg od', 'Hb 12 g today', 'taken 5 mg orally'])(
    '%s names none',
    (text) => {
      expect(names(text)).toEqual([]);
    },
  );
});

test.each([
  ['Dolo 650 given in casualty', undefined],
  ['Tab Dolo 650 given', 'Tab Dolo 650'],
  ['Inj Monocef 1 g given', 'Inj Monocef 1 g'],
  ['Tab Prednisolone 10-0-5', 'Tab Prednisolone'],
  ['Tab Prednisolone 10 - 0 - 5', 'Tab Prednisolone'],
  ['Tab Dolo 650 - 1 tab SOS', 'Tab Dolo 650'],
  ['Inj. Lantus 10 U HS', 'Inj. Lantus 10 U'],
  ['Inj Actrapid 8 u stat', 'Inj Actrapid 8 u'],
  ['Syp Calpol 250 mg/5 ml TDS', 'Syp Calpol 250 mg/5 ml'],
])('no letter of another word is a unit, and no time of a day a strength: “%s”', (text, name) => {
  const [medicine] = patternsIn(text).filter(({ kind }) => kind === 'medication');
  expect(medicine && text.slice(medicine.start, medicine.end)).toBe(name);
});
