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
  ['Whenever I took aspirin my throat would close', 'aspirin'],
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

test.each([
  ['I took penicillin once. My throat closed up', 'penicillin'],
  ['Years ago I was given penicillin for a fever. I came out in hives', 'penicillin'],
  ['I had an injection of diclofenac. Then my face swelled up', 'diclofenac'],
  ['I took aspirin last time. I couldn’t breathe', 'aspirin'],
  ['I was told never to take sulfa again', 'sulfa'],
  ['They said I should never take ibuprofen', 'ibuprofen'],
  ['The doctor told me not to take penicillin ever again', 'penicillin'],
  ['I avoid penicillin because of hives', 'penicillin'],
  ['Aspirin leke gala band ho gaya', 'Aspirin'],
  ['Aspirin leke gala band ho gaya tha', 'Aspirin'],
  ['Penicillin lene se daane nikal aate hain', 'Penicillin'],
  ['sulfa ki goli khane se chehra sooj jata hai', 'sulfa'],
  ['amoxicillin se khujli ho jati hai', 'amoxicillin'],
  ['aspirin लेने से गला बंद हो गया', 'aspirin'],
  ['Maine penicillin li thi. I had penicillin. Gala band ho gaya', 'penicillin'],
])('also over two sentences, as an order, in Hindi-English: %s', (said, to) => {
  const talk = `Patient: ${said}.`;
  for (const none of ['NKDA', 'No known drug allergies'])
    expect(told(none, talk)).toEqual([
      ['', to],
      [none, to],
    ]);
  expect(told(`Tab ${to} 75 mg OD.`, `${talk}\nDoctor: ${to} 75 mg once a day.`)).toEqual([
    ['', to],
  ]);
  for (const same of [`Allergic to ${to}`, `Told never to take ${to} again`, `${said}.`])
    expect([same, told(same, talk)]).toEqual([same, []]);
});

test.each([
  'Doctor: You may get hives after amoxicillin',
  'Doctor: Watch for any rash with amoxicillin',
  'Doctor: It can give a rash with amoxicillin',
  'Doctor: Some people come out in hives from amoxicillin',
  'Doctor: You could break out in hives after amoxicillin',
  'Patient: I took amoxicillin for the tooth. My face is swollen',
  'Patient: I took amoxicillin for the sore throat. My throat is closing',
  'Patient: I took ibuprofen for the pain. I got a rash',
  'Patient: I took cetirizine. The rash went away',
  'Patient: I took amoxicillin. I had no rash',
  'Patient: I never took amoxicillin. I got hives',
  'Patient: I was told not to take ibuprofen because of my kidneys',
  'Patient: I was told never to take ibuprofen, my stomach was bleeding',
  'Doctor: I told you not to take metformin this morning',
  'Patient: Cetirizine lene se khujli kam ho gayi',
  'Patient: Penicillin lene se daane nahi nikle',
  'Patient: Amoxicillin se pehle daane nikle',
  'Patient: Teen din se daane nikle hain',
  'Patient: My mother took penicillin. Her throat closed',
  'Patient: Aspirin leke mere papa ka gala band ho gaya',
  'Doctor: Did you ever take penicillin? My throat closed',
])('is none either: %s', (said) => expect(told('NKDA', `${said}.`)).toEqual([]));
