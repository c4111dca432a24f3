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
    expect(all('Denies wheezing.', OTHER_TALK)).toEqual([
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
  test.each([
    ['Wound of the 2nd toe.', '2nd'],
    ['Diabetes type 2.', '2'],
    ['Sprain, grade 3.', '3'],
    ['Heart failure, class 3.', '3'],
    ['Ulcer, stage 2.', '2'],
  ])('is less certain where no such number was spoken: %s', (note, inNote) =>
    expect(all(note, OTHER_TALK)).toEqual([
      expect.objectContaining({ kind: 'number', inNote, isUncertain: true }),
    ]),
  );
  test.each([
    ['Wound of the 2nd toe.', 'Patient: It is my third toe.', '2nd'],
    ['Diabetes type 2.', 'Doctor: So you have diabetes type 1.', '2'],
  ])('has to be looked at where another was: %s', (note, said, inNote) =>
    expect(certain(note, said)).toEqual([['number', inNote]]),
  );
  test('is no difference where it was spoken in words', () =>
    expect(all('Wound of the 2nd toe.', 'Patient: It is my second toe.')).toEqual([]));
  test('“at first” in the note is no number', () =>
    expect(all('At first the knee was sore.', OTHER_TALK)).toEqual([]));
});

test.each([
  ['Cough for 3 weeks.', ['number', '3 weeks']],
  ['Metformin 500 mg daily.', ['drug', 'Metformin']],
  ['Pain of the left knee.', ['side', 'left']],
])('other things that nobody said have to be looked at: %s', (note, one) =>
  expect(certain(note, 'Doctor: Good morning.\nPatient: My knee hurts.')).toContainEqual(one),
);
