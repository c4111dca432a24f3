/** Allergies that patients tell of in plain words, without the word "allergy". */
import { describe, expect, test } from 'vitest';
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

describe('what a medicine was taken for, and what befell somebody else, is no allergy to it', () => {
  test.each([
    'Patient: My rash is better since I started prednisolone.',
    'Patient: I took amoxicillin and the swelling of my face went down.',
    'Patient: I was told never to drive after taking tramadol.',
    'Patient: The itching comes back when I stop cetirizine.',
    'Patient: My brother gets hives whenever he takes aspirin.',
    'Patient: When I take cetirizine I have less itching.',
    'Patient: I had a rash on my arms, on prednisolone it fades.',
    'Patient: I have had itching on prednisolone for a week.',
    'Patient: Paracetamol lene se bukhar utra par khujli ho rahi hai.',
    'Patient: Paracetamol lene se bukhar utra. Gala band hai.',
    'Patient: Paracetamol lene se bukhar utra, gala band hai.',
    'Patient: Paracetamol lene ke baad bhi gala band hai.',
    'Patient: I was told never to take metformin without food.',
    'Patient: My mother got a rash when she took penicillin.',
    'Patient: My sister had hives after amoxicillin.',
    'Patient: The itching with cetirizine is less now.',
    'Patient: I had itching and cetirizine helped, after cetirizine it settled.',
    'Patient: My swelling reduced after amoxicillin.',
    'Patient: After amoxicillin the swelling of my face reduced.',
    'Patient: I get hives often, after cetirizine they fade.',
    'Patient: My brother cannot take aspirin, his throat closes.',
    'Patient: My sister was told never to take sulfa again.',
    'Patient: Penicillin gives my sister a rash.',
    'Patient: Mere bhai ko penicillin se daane nikal aate hain.',
    'Patient: Cetirizine lene se khujli mein aaram hai.',
    'Patient: Cetirizine lene ke baad bhi khujli ho rahi hai.',
    'Patient: I got a rash last week and I am on amoxicillin.',
    'Patient: I got a rash on my arms, I am using hydrocortisone.',
    'Patient: I still get itching even after taking cetirizine.',
    'Doctor: The pharmacist said never to take aspirin on an empty stomach.',
    'Patient: I was told never to take ibuprofen with warfarin.',
    'Patient: I was told never to take thyroxine after breakfast.',
    'Patient: I have a rash, I took cetirizine and it got better.',
    'Patient: I had a rash and took amoxicillin.',
    'Patient: I took cetirizine but I got a rash again.',
    'Patient: I took prednisolone. I got hives.',
  ])('%s', (said) => expect(told('NKDA', `Doctor: Hello.\n${said}`)).toEqual([]));
});

describe('a reaction of the patient is told, also where it is over or somebody else tells of it', () => {
  test.each([
    ['Patient: I started on amoxicillin and I came out in hives.', 'amoxicillin'],
    ['Patient: Diclofenac lagane se chehra sooj gaya.', 'Diclofenac'],
    ['Patient: I get hives from aspirin but I am fine with paracetamol.', 'aspirin'],
    ['Patient: Whenever I take ibuprofen my lips swell and then it settles.', 'ibuprofen'],
    ['Patient: I took ibuprofen and I got a rash.', 'ibuprofen'],
    ['Patient: I took ibuprofen last year. I got a rash all over.', 'ibuprofen'],
    ['Mother: He got a rash after amoxicillin.', 'amoxicillin'],
    ['Mother: He had amoxicillin last year and he came out in hives.', 'amoxicillin'],
    ['Patient: My mother says I got a rash after penicillin.', 'penicillin'],
    ['Patient: Penicillin gives me a rash, so they started azithromycin.', 'Penicillin'],
    ['Patient: I got a rash with amoxicillin and it went away when I stopped it.', 'amoxicillin'],
    ['Patient: After starting amoxicillin I got a rash.', 'amoxicillin'],
    ['Patient: I was given penicillin and came out in hives.', 'penicillin'],
    ['Patient: I took ibuprofen, and my face swelled up.', 'ibuprofen'],
    ['Patient: On penicillin I come out in a rash.', 'penicillin'],
    ['Patient: She came out in a rash on penicillin.', 'penicillin'],
    ['Patient: With aspirin my throat closes.', 'aspirin'],
    ['Patient: I had a rash with amoxicillin.', 'amoxicillin'],
    ['Patient: I was told never to take penicillin after that.', 'penicillin'],
    ['Patient: I still get a rash when I take sulfa.', 'sulfa'],
    ['Patient: Bukhar ke liye aspirin li, aspirin lene ke baad gala band ho gaya.', 'aspirin'],
    ['Patient: When I took prednisolone my face swelled.', 'prednisolone'],
    [
      'Patient: I took amoxicillin last year. I broke out in hives and they treated me in hospital.',
      'amoxicillin',
    ],
    ['Patient: They gave me diclofenac and my lips swelled.', 'diclofenac'],
    ['Patient: My wife gave me ibuprofen and I got hives.', 'ibuprofen'],
  ])('%s', (said, to) =>
    expect(told('NKDA', `Doctor: Hello.\n${said}`)).toEqual([
      ['', to],
      ['NKDA', to],
    ]),
  );
});
