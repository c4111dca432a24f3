/**
 * Differences against which nothing was said: they are shown, and need not be looked at before the
 * note is signed. Whatever was said otherwise has to be.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certainOf } from '../../../../../shared/model/note/checks.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const all = (note: string, transcript: string) =>
  checks({ sections: [{ id: 'one', title: '', text: note }], transcript, language: 'en' });
const certain = (note: string, transcript: string) =>
  certainOf(all(note, transcript)).map(({ kind, inNote }) => [kind, inNote]);
const OTHER_TALK = 'Doctor: Good morning.\nPatient: I came for my knee.';

describe('a finding that the note denies', () => {
  test('is less certain where nobody spoke of it', () =>
    expect(all('Denies nausea.', OTHER_TALK)).toEqual([
      expect.objectContaining({ kind: 'negation', isUncertain: true }),
    ]));
  test('has to be looked at where the patient has it', () =>
    fc.assert(
      fc.property(fc.constantFrom('fever', 'nausea', 'wheezing', 'dizziness'), (finding) => {
        const told = all(`Denies ${finding}.`, `Doctor: Hello.\nPatient: I have ${finding}.`);
        expect(told).toEqual([expect.objectContaining({ kind: 'negation', inNote: finding })]);
        expect(told[0]).not.toHaveProperty('isUncertain');
      }),
    ));
});

describe('a number that belongs to a name', () => {
  const parts = fc.constantFrom('toe', 'finger', 'metacarpal', 'metatarsal', 'rib', 'digit');
  test('is less certain at a part of the body that is counted, where no word says which', () =>
    fc.assert(
      fc.property(parts, (part) => {
        expect(all(`Wound of the 2nd ${part}.`, `Patient: My ${part} hurts.`)).toEqual([
          expect.objectContaining({ kind: 'number', inNote: '2nd', isUncertain: true }),
        ]);
      }),
    ));
  test('has to be looked at where any word may say another one', () =>
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom('third', '3rd', 'little', 'middle', 'big toe, the fifth', 'last'),
        (part, other) => {
          expect(certain(`Wound of the 2nd ${part}.`, `Patient: The ${other} hurts.`)).toEqual([
            ['number', '2nd'],
          ]);
        },
      ),
    ));
  test.each([
    ['Diabetes type 2.', OTHER_TALK, ['number', '2']],
    ['Diabetes type 1.', 'Doctor: You have diabetes.', ['number', '1']],
    ['Stage 2 hypertension.', 'Doctor: You have hypertension.', ['number', '2']],
    ['Diabetes type 2.', 'Doctor: So you have diabetes type 1.', ['number', '2']],
    ['Diabetes type-2.', 'Doctor: So you have type-1 diabetes.', ['number', '2']],
    ['Stage-4 kidney disease.', 'Doctor: It is stage three kidney disease.', ['number', '4']],
    ['Stage-4 kidney disease.', 'Doctor: Come back in 4 days.', ['number', '4']],
    ['Sprain, grade 3.', 'Doctor: It is a grade II sprain.', ['number', '3']],
    ['Sprain, grade III.', 'Doctor: It is a grade two sprain.', ['number', 'III']],
    ['NYHA III.', 'Doctor: That is class two.', ['number', 'III']],
    ['Stage IV disease.', 'Doctor: It is stage three.', ['number', 'IV']],
    ['Return on 10th December.', 'Doctor: Come on the fifth of December.', ['number', '10th']],
    ['Take it every 7th day.', 'Doctor: Take it daily.', ['number', '7th']],
    ['The 3rd pregnancy.', OTHER_TALK, ['number', '3rd']],
    ['Wound of the 2nd toe.', 'Patient: It is my third toe.', ['number', '2nd']],
  ] as const)('has to be looked at: %s | %s', (note, said, one) =>
    expect(certain(note, said)).toContainEqual(one),
  );
  test.each([
    ['Sprain, grade 2.', 'Doctor: It is a grade II sprain.'],
    ['Sprain, grade II.', 'Doctor: It is a grade two sprain.'],
    ['Stage-4 disease.', 'Doctor: It is stage four.'],
    ['Diabetes type 2.', 'Doctor: You have type-2 diabetes.'],
    ['NYHA class III.', 'Doctor: That is class three.'],
    ['Wound of the 2nd toe.', 'Patient: It is my second toe.'],
    ['Diabetes.', 'Doctor: Which type I have to find out.'],
  ])('is no difference where it was said: %s | %s', (note, said) =>
    expect(all(note, said)).toEqual([]),
  );
  test('“type 2 diabetes” is less certain where diabetes was spoken of, and no type', () =>
    expect(all('Type 2 diabetes.', 'Doctor: How is your diabetes?')).toContainEqual(
      expect.objectContaining({ kind: 'number', inNote: '2', isUncertain: true }),
    ));
  test('“at first” in the note is no number', () =>
    expect(all('At first the knee was sore.', OTHER_TALK)).toEqual([]));
});

describe('the numbers of a scale', () => {
  test('are no values at its ends, where the line tells of a scale', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('0-10', '1 to 10', 'scale of 0 to 10', 'out of ten'),
        fc.constantFrom('0 = no pain', '10 = worst pain'),
        (scale, end) => {
          const value = /^\d+/.exec(end)?.[0];
          expect(certain(`${end} (${scale}).`, OTHER_TALK)).not.toContainEqual(['number', value]);
        },
      ),
    ));
  test.each([
    ['Potassium 6.9 = high.', '6.9'],
    ['Potassium 10 = high.', '10'],
    ['Pain 0-10: 7 = severe.', '7'],
    ['Score 7 scale.', '7'],
  ])('are values everywhere else: %s', (note, value) =>
    expect(all(note, OTHER_TALK)).toContainEqual(
      expect.objectContaining({ kind: 'number', inNote: value }),
    ),
  );
});

test.each([
  ['Cough for 3 weeks.', ['number', '3 weeks']],
  ['Metformin 500 mg daily.', ['drug', 'Metformin']],
  ['Pain of the left knee.', ['side', 'left']],
])('other things that nobody said have to be looked at: %s', (note, one) =>
  expect(certain(note, 'Doctor: Good morning.\nPatient: My knee hurts.')).toContainEqual(one),
);
