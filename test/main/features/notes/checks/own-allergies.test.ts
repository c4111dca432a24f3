/** A patient's own allergies beside words that silence those of others, or of a remedy. */
import { expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (transcript: string) =>
  checks({ sections: [{ id: 'one', title: 'History', text: 'NKDA' }], transcript, language: 'en' })
    .filter(({ kind }) => kind === 'allergy')
    .map(({ inNote, inTranscript }) => [inNote, inTranscript?.text.toLowerCase()]);

test.each([
  'My mother says penicillin gives me hives',
  'My wife says penicillin makes me come out in hives',
  'My mother always said penicillin makes me swell up',
  'According to my wife I am allergic to penicillin',
  'Like my mother I am allergic to penicillin',
  'I came out in hives when my mother gave me penicillin',
  'I was told never to take penicillin when I was a child',
  'I was told never to take penicillin until tested',
  'I was told never to take penicillin with my condition',
  'I was told never to take penicillin on account of a rash',
  'Even with penicillin I get hives',
  'Penicillin gives me hives even after one tablet',
  'Penicillin gives me hives, no allergies otherwise',
  'Penicillin gives me hives, no other allergies',
  'Penicillin gives me hives, if you must know',
  'I was on penicillin and my face swelled up',
  'I am on penicillin and I have come out in hives',
  'I was on penicillin when I came out in hives',
  'I had hives on penicillin',
  'I had hives when I was on penicillin',
  'I had itching all over on penicillin',
  'When penicillin was started I came out in hives from penicillin',
  'Penicillin lene se gala band ho gaya tha, injection se aaram mila',
  'Penicillin lene se chehra suj gaya tha, phir utar gaya',
  'Penicillin ke baad bhi khujli hoti hai',
  'Penicillin khane se chehra suj jata hai aur dawa se theek hota hai',
  'Penicillin brings me out in hives, better to avoid it',
  'Penicillin makes my throat close, better safe than sorry',
])('is told against NKDA: %s', (said) =>
  expect(told(`Doctor: Hello.\nPatient: ${said}.`)).toContainEqual(['NKDA', 'penicillin']),
);

test.each([
  'My mother is allergic to penicillin',
  'My wife says penicillin gives her hives',
  'My mother always said penicillin makes her swell up',
  'I was told never to take ibuprofen with alcohol',
  'I was told never to take ibuprofen when my stomach is empty',
  'I was told never to take iron with milk',
  'I was told never to take tramadol before driving',
  'I was told never to take amlodipine with my other tablets',
  'I still get hives even with cetirizine',
  'I get hives despite cetirizine',
  'I had hives on cetirizine',
  'I was on cetirizine and I came out in hives',
  'I was on amoxicillin for the hives I had',
  'I am on metformin for my sugar and I had a rash last week',
  'Penicillin never gave me any rash, no allergies',
  'I came out in a rash, so they started prednisolone',
  'Khujli hoti hai, cetirizine lene se theek ho jati hai',
  'Cetirizine ke baad bhi khujli hoti hai',
  'Paracetamol ke baad bhi gala band hai',
  'Penicillin lene se bukhar utra, gala band hai',
])('is none: %s', (said) => expect(told(`Doctor: Hello.\nPatient: ${said}.`)).toEqual([]));
