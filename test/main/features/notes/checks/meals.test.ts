/** Medicines that are taken before food, or with it and after it. */
import { describe, expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string) =>
  checks({ sections: [{ id: 'one', title: 'Plan', text: note }], transcript, language: 'en' })
    .filter(({ kind }) => kind === 'frequency')
    .map(({ inNote, inTranscript }) => [inNote, inTranscript?.text]);
const count = (note: string, said: string) =>
  told(`Tab Pantoprazole 40 mg OD ${note}`, `Doctor: Take pantoprazole 40 mg once a day ${said}.`)
    .length;

const spoken = {
  fasting: [
    'before food',
    'before meals',
    'half an hour before your breakfast',
    'on an empty stomach',
    'khali pet',
    'khaali pet',
    'khane se pehle',
    'खाली पेट',
    'खाने से पहले',
    ', never after food',
  ],
  fed: [
    'after food',
    'after meals',
    'with food',
    'with your breakfast',
    'khane ke baad',
    'khaane ke baad',
    'khana khane ke baad',
    'नाश्ते के बाद',
    'खाने के बाद',
    ', not on an empty stomach',
  ],
};
const written = {
  fasting: [...spoken.fasting, 'AC', 'a.c.', '(AC)', 'b/f'],
  fed: [...spoken.fed, 'PC', 'p.c.', '(after food)', 'a/f'],
};

describe.each(['fasting', 'fed'] as const)('%s', (when) => {
  const other = when === 'fed' ? 'fasting' : 'fed';
  test.each(spoken[when])(
    '"%s" is told of each note that has the other, and of no more',
    (said) => {
      for (const note of written[other]) expect([note, count(note, said)]).toEqual([note, 1]);
      for (const note of [...written[when], ''])
        expect([note, count(note, said)]).toEqual([note, 0]);
    },
  );
});

test.each([
  [
    'Pantoprazole 40 mg after food\nMetformin 500 mg before food',
    'Pantoprazole 40 mg before food, metformin 500 mg after food.',
    2,
  ],
  ['Pantoprazole 40 mg after food', 'Start pantoprazole 40 mg. Take it before food.', 1],
  ['Pantoprazole 40 mg after food', 'Start pantoprazole 40 mg. Half an hour before breakfast.', 1],
  ['Pantoprazole 40 mg\nafter food', 'Khali pet pantoprazole 40 mg lena hai.', 1],
  ['Metformin 500 mg AC', 'After food take metformin 500 mg.', 1],
  [
    'Metformin and glimepiride after food',
    'Take metformin and glimepiride before food, every day.',
    1,
  ],
  ['Metformin 500 mg before food', 'Metformin 500 mg, khali pet nahi lena.', 1],
  ['Metformin 500 mg AC', 'Do you take metformin 500 mg with food?\nPatient: Yes, after food.', 1],
  ['Metformin 500 mg AC', 'Do you take metformin 500 mg after food?\nPatient: Yes.', 1],
  ['Metformin 500 mg AC', 'Metformin 500 mg, before food?\nPatient: No, after food.', 1],
  ['Metformin 500 mg AC', 'Metformin 500 mg? Before or after food?\nPatient: After food.', 1],
  [
    'Amoxicillin 500 mg AC\nIbuprofen 400 mg PC',
    'Take amoxicillin 500 mg and ibuprofen 400 mg after food.',
    1,
  ],
  [
    'Amoxicillin 500 mg TDS AC\nIbuprofen 400 mg BD PC',
    'Amoxicillin 500 mg three times a day, ibuprofen 400 mg twice a day, both after food.',
    1,
  ],
  ['Glimepiride 1 mg before food', 'After food take metformin and glimepiride.', 1],
  ['Ibuprofen 400 mg before food', 'When in pain take ibuprofen 400 mg after food.', 1],
  ['Pantoprazole 40 mg after food', 'Take pantoprazole 40 mg for the pain, before food.', 1],
  ['Tab Levothyroxine 50 mcg OD PC', 'Levothyroxine 50 mcg once a day on an empty stomach.', 1],
])('is told: %s | %s', (note, said, many) => expect(told(note, said)).toHaveLength(many));

test.each([
  ['Pantoprazole 40 mg before food', 'I have burning after food. Take pantoprazole 40 mg.'],
  ['Pantoprazole 40 mg before food', 'Pantoprazole 40 mg for the burning after food.'],
  ['Pantoprazole 40 mg before food', 'I take pantoprazole 40 mg. The pain comes after food.'],
  ['Metformin 500 mg before food', 'Metformin 500 mg. Your sugar after food is 180.'],
  ['Metformin 500 mg before food', 'Do you take metformin 500 mg after food?'],
  ['Metformin 500 mg AC', 'Metformin 500 mg, after food?\nPatient: No, before food.'],
  ['Metformin 500 mg AC', 'Metformin 500 mg, after food?\nPatient: Yes, but better before food.'],
  ['Pantoprazole 40 mg AC', 'Pantoprazole 40 mg for pain after food.'],
  ['Pantoprazole 40 mg AC', 'Pantoprazole 40 mg for pain in the upper belly after food.'],
  [
    'Metformin 500 mg PC. Glimepiride 1 mg before food',
    'After food take metformin 500 mg and glimepiride 1 mg before food.',
  ],
  [
    'Pantoprazole 40 mg OD AC. Metformin 500 mg BD PC',
    'Pantoprazole 40 mg once a day before food, and metformin 500 mg twice a day after food.',
  ],
  ['Metformin 500 mg before food', 'Metformin 500 mg before or after food, as you like.'],
  ['Metformin 500 mg before food', 'Metformin 500 mg, do not forget it before food.'],
  ['Metformin 500 mg before food', 'Metformin 500 mg after food, sorry, before food.'],
  [
    'Metformin 500 mg after food, pantoprazole 40 mg AC',
    'Metformin 500 mg after food. Before food take pantoprazole 40 mg.',
  ],
  [
    'AC joint tender. Diclofenac 50 mg after food',
    'Diclofenac 50 mg with food. The joint is tender.',
  ],
  ['Metformin 500 mg. Fasting sugar 110', 'Metformin 500 mg after food. Fasting it was 110.'],
  ['Avoid spicy food. Metformin 500 mg PC', 'Metformin 500 mg with meals.'],
])('nothing is told: %s | %s', (note, said) => expect(told(note, `Doctor: ${said}`)).toEqual([]));

test('a long transcript without an end of a sentence is read whole', () => {
  const said = `Doctor: metformin 500 mg ${'before food '.repeat(8000)}`;
  expect(told('Metformin 500 mg after food', said)).toEqual([['after food', 'before food']]);
});
