/** A medicine that the note stops and the doctor continues, and every other pair of opposites. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const all = (note: string, transcript: string, title = 'Plan') =>
  checks({ sections: [{ id: 'one', title, text: note }], transcript, language: 'en' })
    .filter(({ kind }) => kind === 'action')
    .map(({ inNote, inTranscript }) => [inNote, inTranscript?.text]);
const told = (note: string, doctor: string) =>
  all(note, `Doctor: ${doctor}\nPatient: All right.`).length > 0;

const medicines = fc.constantFrom('aspirin', 'metformin', 'amlodipine', 'atorvastatin');
const words = {
  stop: ['Stop X', 'Discontinue X', 'Hold X', 'X to be stopped', 'Do not take X', 'Avoid X'],
  take: ['Continue X', 'Start X', 'Take X', 'Resume X', 'X to be continued', 'Keep taking X'],
  up: ['Increase X', 'Double the dose of X', 'X to be increased'],
  down: ['Reduce X', 'Cut down on X', 'Lower the dose of X', 'X to be reduced'],
};
const spoken = {
  stop: ['Stop your X', "Don't take the X", 'I want you to stop taking X', 'We will stop the X'],
  take: ['Continue your X', 'Keep taking the X', 'I will start you on X', "Don't stop the X"],
  up: ['We will increase your X', "Let's double the X"],
  down: ['We will reduce your X', "Let's cut down on the X"],
};
type Act = keyof typeof words;
const opposites: [Act, Act][] = [
  ['stop', 'take'],
  ['take', 'stop'],
  ['stop', 'up'],
  ['up', 'stop'],
  ['up', 'down'],
  ['down', 'up'],
];

test.each(opposites)('the note says %s and the doctor %s: it is told', (mine, other) =>
  fc.assert(
    fc.property(
      medicines,
      fc.constantFrom(...words[mine]),
      fc.constantFrom(...spoken[other]),
      (name, note, said) => {
        const [written, heard] = [note.replace('X', name), said.replace('X', name)];
        expect([written, heard, told(`${written}.`, `${heard}.`)]).toEqual([written, heard, true]);
      },
    ),
    { numRuns: 40 },
  ),
);
test.each(['stop', 'take', 'up', 'down'] as const)('both say %s: nothing is told', (act) =>
  fc.assert(
    fc.property(
      medicines,
      fc.constantFrom(...words[act]),
      fc.constantFrom(...spoken[act]),
      (name, note, said) => {
        const [written, heard] = [note.replace('X', name), said.replace('X', name)];
        expect([written, heard, told(`${written}.`, `${heard}.`)]).toEqual([written, heard, false]);
      },
    ),
    { numRuns: 30 },
  ),
);

test('both quotes are shown, from the word of the action to the name', () =>
  expect(all('Stop aspirin.', 'Doctor: Continue your aspirin.\nPatient: Yes.')).toEqual([
    ['Stop aspirin', 'Continue your aspirin'],
  ]));
test('a medicine that the note only names and the doctor stops is told', () => {
  expect(told('Fever: paracetamol, aspirin or others.', 'Do not take aspirin.')).toBe(true);
  expect(told('No ibuprofen, aspirin or others.', 'Do not take aspirin.')).toBe(false);
  expect(told('Aspirin causes hives.', 'Avoid aspirin.')).toBe(false);
});
test('a medicine that a prescription lists and the doctor stops is told', () =>
  expect(all('Aspirin 75 mg daily', 'Doctor: Stop the aspirin.', 'Medications')).toEqual([
    ['Aspirin', 'Stop the aspirin'],
  ]));

test('micrograms are not what a bare number means, but for what is given in them', () => {
  const dose = (note: string, said: string) =>
    checks({
      sections: [{ id: 'one', title: 'Plan', text: note }],
      transcript: `Doctor: ${said}`,
      language: 'en',
    }).filter(({ kind }) => kind === 'dose').length;
  expect(dose('Atorvastatin 40 mcg at night', 'Atorvastatin forty at night.')).toBe(1);
  expect(dose('Atorvastatin 40 mg at night', 'Atorvastatin forty at night.')).toBe(0);
  expect(dose('Levothyroxine 50 mcg daily', 'Levothyroxine fifty daily.')).toBe(0);
});

describe('nothing is told', () => {
  test.each([
    ['of a question', 'Continue aspirin.', 'Did you stop the aspirin?'],
    ['of a condition', 'Continue aspirin.', 'Stop the aspirin if you bleed.'],
    ['of a condition before it', 'Continue aspirin.', 'If you bleed, stop the aspirin.'],
    ['of what the patient did', 'Continue aspirin.', 'So you stopped the aspirin.'],
    [
      'where the last word of the doctor agrees',
      'Stop aspirin.',
      'Keep the aspirin. No, stop the aspirin.',
    ],
    [
      'where the note tells of both',
      'Stop aspirin before surgery. Then continue aspirin.',
      'Stop the aspirin for a week. Later you continue the aspirin.',
    ],
    [
      'of another medicine',
      'Stop aspirin, continue metformin.',
      'Stop the aspirin and continue the metformin.',
    ],
    [
      'of a list',
      'Stop aspirin and clopidogrel.',
      'Stop aspirin and clopidogrel. Continue metformin.',
    ],
    [
      'of what the note tells of the past',
      'He stopped aspirin last year.',
      'Continue the aspirin.',
    ],
    ['of a taper', 'Stop prednisolone.', 'Reduce the prednisolone.'],
  ])('%s: %s | %s', (_, note, said) => expect(told(note, said)).toBe(false));
  test('of what the patient says', () =>
    expect(
      all('Continue aspirin.', 'Doctor: Hello.\nPatient: Stop the aspirin, I thought.'),
    ).toEqual([]));
});
test.each([
  ['Stop aspirin, continue metformin.', 'Stop the metformin and continue the aspirin.', 2],
  ['Continue aspirin.', 'Keep the aspirin. No, stop the aspirin.', 1],
  ['Continue aspirin.', 'Aspirin band kar dijiye.', 1],
  ['Stop aspirin.', 'Aspirin जारी रखें।', 1],
])('each is told: %s | %s', (note, said, count) =>
  expect(all(note, `Doctor: ${said}`)).toHaveLength(count),
);
