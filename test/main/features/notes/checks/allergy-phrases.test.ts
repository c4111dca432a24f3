/** Allergies phrase by phrase: the words that name, deny, ask and answer them. */
import { expect, test } from 'vitest';
import {
  allergies,
  spokenAllergies,
  UNNAMED,
  writtenAllergies,
} from '../../../../../main/features/notes/checks/allergies.ts';

const isDrug = (word: string) => ['penicillin', 'aspirin', 'ibuprofen'].includes(word);
const written = (text: string) => allergies(text).map(({ to }) => to);
const spoken = (text: string) => spokenAllergies(text, isDrug, () => 'present').map(({ to }) => to);

test.each([
  'allergic to penicillin',
  'Allergic to the penicillin',
  'allergic to any penicillin',
  'allergy to penicillin',
  'allergies to penicillin',
  'hypersensitive to penicillin',
  'hypersensitivity to penicillin',
  'intolerant to penicillin',
  'intolerance to penicillin',
  'reacts to penicillin',
  'react with penicillin',
  'reaction to penicillin',
  'penicillin allergy',
  'penicillin allergic',
  'penicillin hypersensitivity',
  'Allergy: penicillin',
  'Allergies - penicillin',
  'Allergies – penicillin',
  'no fever. Allergic to penicillin',
  'I know that he is allergic to penicillin',
])('“%s” names it', (text) => expect(written(text)).toEqual(['penicillin']));

test.each([
  'NKDA',
  'nka',
  'no allergies',
  'not allergic',
  'no known allergies',
  'no known drug allergies',
  'no drug allergy',
  'no food allergy',
  'no any allergy',
  'no medication allergies',
  'no h/o allergy',
  'no history of drug allergies',
  'denies allergies',
  'denies any drug allergies',
  'denies known allergies',
  'without allergies',
  'without any known allergy',
  'Allergies: nil',
  'Allergies: none',
  'Allergy - no',
  'Allergies: NKDA',
])('“%s” denies all', (text) => expect(written(text)).toEqual(['']));

test.each([
  'never allergic to penicillin',
  'never been allergic to penicillin',
  'denies being allergic to penicillin',
  'isn’t allergic to penicillin',
  "isn't really allergic to penicillin",
])('“%s” denies that one, and names none', (text) => expect(written(text)).toEqual([]));

test('two are two, and words that are no substance are none', () => {
  expect(written('allergic to penicillin and aspirin')).toEqual(['penicillin', 'aspirin']);
  expect(written('Allergies: penicillin, aspirin')).toEqual(['penicillin', 'aspirin']);
  expect(written('Allergies: penicillin; cough')).toEqual(['penicillin']);
  expect(written('allergic to something')).toEqual([]);
  expect(written('xallergic to penicillin')).toEqual([]);
});

test.each([
  ['present', ['penicillin']],
  ['possible', ['penicillin']],
  ['absent', ['']],
  ['hypothetical', []],
] as const)('asked, and then said to be %s', (status, expected) => {
  const found = (text: string) => allergies(text, () => status).map(({ to }) => to);
  expect(found('Are you allergic to penicillin?')).toEqual(expected);
  expect(found('Are you allergic to penicillin at all, would you say?')).toEqual(expected);
  // Nobody asks.
  expect(found('You are allergic to penicillin. Right?')).toEqual(['penicillin']);
  expect(found('You are allergic to penicillin!\nRight?')).toEqual(['penicillin']);
});

const asked = (answer: string) => spoken(`Doctor: Any allergies?\nPatient: ${answer}`);
test.each(['No', 'Nope', 'None', 'Nothing', 'Never', 'Nahi', 'Not that I know', 'Nil', 'no.'])(
  'asked, “%s” denies all',
  (answer) => {
    expect(asked(answer)).toEqual(['']);
    expect(asked(`${answer}, only to penicillin`)).toEqual(['penicillin']);
    expect(asked(`${answer} but penicillin`)).toEqual(['penicillin']);
    expect(asked(`${answer}, except penicillin`)).toEqual(['penicillin']);
  },
);
test.each(['Yes', 'Yeah', 'Yep', 'Ya', 'Haan', 'Haa', 'Ji', 'I am', 'I do', 'I have'])(
  'asked, “%s” affirms one without its name',
  (answer) => {
    expect(asked(`${answer}.`)).toEqual([UNNAMED]);
    expect(asked(`${answer}, penicillin and aspirin`)).toEqual(['penicillin', 'aspirin']);
  },
);
test.each(['Notice', 'Yesterday', 'Hello', 'Jim', 'Penicilling'])(
  'asked, “%s” is no answer',
  (answer) => expect(asked(answer)).toEqual([]),
);
test('an answer ends where the next question begins, and a question without answer tells nothing', () => {
  expect(asked('Hm? penicillin')).toEqual([]);
  expect(asked('Hm\npenicillin')).toEqual([]);
  expect(spoken('Any allergies?')).toEqual([]);
  expect(spoken('Any allergies? [Patient]: penicillin')).toEqual(['penicillin']);
  expect(spoken('Any allergies to food? - "No')).toEqual(['']);
});

const REACTIONS = [
  'rash',
  'rashes',
  'hives',
  'itch',
  'itching',
  'itches',
  'swelling',
  'swells',
  'anaphylaxis',
  'reaction',
  'urticaria',
];
test.each(REACTIONS)('a medicine that brings %s is one', (reaction) => {
  for (const text of [
    `penicillin gives me ${reaction}`,
    `penicillin always gave him a ${reaction}`,
    `penicillin causes the ${reaction}`,
    `penicillin caused her an ${reaction}`,
    `penicillin brings us a bad ${reaction}`,
    `penicillin cause a severe ${reaction}`,
    `${reaction} with penicillin`,
    `${reaction} after taking penicillin`,
    `${reaction} to penicillin`,
    `${reaction} from penicillin`,
    `${reaction} when I take penicillin`,
    `${reaction} when she had penicillin`,
    `${reaction} when he took penicillin`,
  ])
    expect([text, spoken(text)]).toEqual([text, ['penicillin']]);
  expect(spoken(`walking gives me ${reaction}`)).toEqual([]);
  expect(spokenAllergies(`penicillin gives me ${reaction}`, isDrug, () => 'absent')).toEqual([]);
});

test('in a list of allergies each substance is one, unless the list denies them', () => {
  const list = (text: string, isList = true) =>
    writtenAllergies(text, isList, isDrug).map(({ to }) => to);
  expect(list('Penicillin\nAspirin - rash')).toEqual(['penicillin', 'aspirin']);
  expect(list('Penicillin', false)).toEqual([]);
  expect(list('No known allergies. Takes aspirin')).toEqual(['']);
  expect(list('Allergic to penicillin')).toEqual(['penicillin']);
});

test('places are those of the substance', () => {
  const text = 'He is allergic to penicillin and aspirin';
  expect(allergies(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'penicillin',
    'aspirin',
  ]);
  const told = 'the rash after taking penicillin';
  expect(
    spokenAllergies(told, isDrug, () => 'present').map(({ start, end }) => told.slice(start, end)),
  ).toEqual(['penicillin']);
});

test('what stands behind the colon is named, with and without a blank', () => {
  for (const text of ['Allergies:penicillin', 'Allergies: penicillin', 'Allergies:  penicillin'])
    expect(written(text)).toEqual(['penicillin']);
});
