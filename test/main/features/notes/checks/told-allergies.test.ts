/** Allergies that patients tell of in plain words, without the word "allergy". */
import { expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string, title = 'History') =>
  checks({ sections: [{ id: 'one', title, text: note }], transcript, language: 'en' })
    .filter(({ kind }) => kind === 'allergy')
    .map(({ inNote, inTranscript }) => [inNote, inTranscript?.text]);

test.each([
  ['I cannot take aspirin, my throat closes', 'aspirin'],
  ['My throat closes up when I take penicillin', 'penicillin'],
  ['My face swelled up after penicillin', 'penicillin'],
  ['I come out in a rash with sulfa', 'sulfa'],
  ["I can't have ibuprofen, I get hives", 'ibuprofen'],
  ['Whenever I have prawns my lips swell', 'prawns'],
  ['My tongue got swollen after taking diclofenac', 'diclofenac'],
  ['I broke out in hives from amoxicillin', 'amoxicillin'],
  ['I swell up with ibuprofen', 'ibuprofen'],
  ['Ibuprofen makes my face swell', 'Ibuprofen'],
  ['I got itching all over with tramadol', 'tramadol'],
  ['Last time I took amoxicillin I got a rash all over', 'amoxicillin'],
])('%s', (said, to) => {
  const talk = `Patient: ${said}.`;
  for (const none of ['NKDA', 'No known drug allergies'])
    expect(told(none, talk)).toEqual([
      ['', to],
      [none, to],
    ]);
  expect(told(`Tab ${to} 75 mg OD.`, `${talk}\nDoctor: ${to} 75 mg once a day.`)).toEqual([
    ['', to],
  ]);
  for (const same of [
    `Allergic to ${to}`,
    `Allergies: ${to}`,
    `Cannot take ${to} (throat swelling)`,
  ])
    expect([same, told(same, talk)]).toEqual([same, []]);
});

test.each([
  'Patient: I cannot take tablets',
  'Patient: I cannot take metformin because of my stomach',
  'Patient: I cannot take metformin, it upsets my stomach',
  'Patient: I cannot take ramipril, it makes me cough',
  'Patient: I had a rash and took cetirizine, the rash went away with cetirizine',
  'Patient: I have a sore throat and took amoxicillin',
  'Patient: I took amoxicillin, and had no rash after amoxicillin',
  'Doctor: You have a rash, start with prednisolone',
  'Doctor: If you get a rash with amoxicillin, stop it',
  'Doctor: Did you come out in a rash with sulfa?\nPatient: No',
])('is no allergy: %s', (said) => expect(told('NKDA', `${said}.`)).toEqual([]));
