/** Sides as notes shorten them, and parts of the body that notes name by an adjective. */
import { expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string, title = 'History') =>
  checks({ sections: [{ id: 'one', title, text: note }], transcript, language: 'en' })
    .filter(({ kind }) => kind === 'side')
    .map(({ inNote }) => inNote);

test.each([
  ['B/L pedal edema', 'B/L', 'my left foot is swollen'],
  ['b/l pedal oedema', 'b/l', 'there is swelling of the right foot'],
  ['Bilateral pedal edema', 'Bilateral', 'only my left foot is swollen'],
  ['Pedal edema bilaterally', 'bilaterally', 'my left ankle is swollen'],
  ['Bilat knee pain', 'Bilat', 'my left knee hurts'],
  ['Bil knee pain', 'Bil', 'my left knee hurts'],
  ['b/l knee pain', 'b/l', 'my right knee hurts'],
  ['Left pedal edema', 'Left', 'both my feet are swollen'],
  ['Rt pedal edema', 'Rt', 'my left foot is swollen'],
])('"%s" has "%s", and is told where "%s"', (note, side, said) => {
  expect(told(note, `Patient: ${said}.`)).toEqual([side]);
});

test.each(['B/L pedal edema', 'Bilateral pedal oedema', 'Pedal edema B/L'])(
  'a swelling of both feet is told also under an examination where one was said: %s',
  (note) => {
    expect(told(note, 'Patient: my left foot is swollen.', 'Examination')).toHaveLength(1);
    for (const same of ['both feet are swollen', 'both my ankles swell', 'both legs are swollen'])
      expect([same, told(note, `Patient: ${same}, the left foot hurts.`, 'Examination')]).toEqual([
        same,
        [],
      ]);
  },
);

test.each([
  ['B/L pedal edema', 'my feet are swollen'],
  ['Bilat knee pain', 'my left knee and my right knee hurt'],
  ['R/L knee pain', 'my left knee hurts'],
  ['R/L knee pain', 'both my knees hurt'],
  ['L/R knee pain', 'my right knee hurts'],
  ['Right/left knee pain', 'my right knee hurts'],
  ['B/L pedal pulses felt', 'my knee hurts'],
  ['No pedal edema', 'my left foot hurts'],
  ['Left knee pain. T. Bil raised', 'my left knee hurts'],
])('nothing is told of "%s" where "%s"', (note, said) =>
  expect(told(note, `Patient: ${said}.`)).toEqual([]),
);

test('a short side of a laboratory value hides no side that is missing', () =>
  expect(told('Knee pain. T. Bil raised', 'Patient: my left knee hurts.')).toEqual(['']));

test.each(['Right eye 6/6. Left eye 6/12.', 'Vision: right eye 6/6, left eye 6/12'])(
  'the other side of a part that is not named again was said: %s',
  (note) => {
    const both = 'six by six in the right eye and six by twelve in the left';
    expect(told(note, `Doctor: ${both}.`)).toEqual([]);
    expect(told(note, `Doctor: ${both}, it is a cataract.`)).toEqual([]);
    expect(told(note, 'Doctor: six by six in the right eye. The knee hurts on the left.')).toEqual([
      note.includes('Left') ? 'Left' : 'left',
    ]);
  },
);

test('of both sides, one that hurts more is not the only one', () =>
  expect(told('Left knee pain', 'Patient: both knees hurt, more in the left.')).toEqual(['Left']));
