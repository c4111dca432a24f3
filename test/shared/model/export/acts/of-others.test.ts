/**
 * What a plan says of a medicine by "it", and what is another doctor's or another patient's: neither
 * is an order.
 */
import { expect, test } from 'vitest';
import { actIn } from '../../../../../shared/model/export/acts/act-status.ts';

const statusOf = (text: string, name: string, names: readonly string[] = [name]) =>
  actIn([{ title: 'Plan', text }], name, names)?.status;

test.each([
  'Amoxicillin was given outside, stop it',
  'Amoxicillin was given outside, stop now',
  'Amoxicillin was given outside; stop it',
  'Amoxicillin was given outside - stop it',
  'Amoxicillin started by GP. Stop it.',
  'Amoxicillin started by GP, stop same',
  'He takes Amoxicillin, stop this',
  'Amoxicillin causing gastritis, please stop it today',
])('“%s” stops it', (text) => expect(statusOf(text, 'Amoxicillin')).toBe('stopped'));

test('“it” is the last that was named: the one before it is not known to be stopped, and not ordered', () => {
  const text = 'Amoxicillin was given, ibuprofen started by GP, stop it';
  const names = ['Amoxicillin', 'ibuprofen'];
  expect(statusOf(text, 'ibuprofen', names)).toBe('stopped');
  expect(statusOf(text, 'Amoxicillin', names)).not.toMatch(/ordered/);
});

test('“given now” of the next medicine is no word of this one', () => {
  const text = 'Ramipril 5 mg OD continue, aspirin given now';
  expect(statusOf(text, 'Ramipril', ['Ramipril', 'aspirin'])).toBe('ordered');
});

test.each([
  'Amoxicillin for 5 days, stop it if rash',
  'Amoxicillin for 5 days then stop',
  'Amoxicillin was started by us today',
])('“%s” orders it', (text) => expect(statusOf(text, 'Amoxicillin')).toBe('ordered'));

test.each([
  'Atorvastatin 10 mg had been started by GP',
  'Atorvastatin started by his cardiologist',
  'Atorvastatin prescribed elsewhere',
  'Atorvastatin was given by the chemist',
])('“%s” is the order of another', (text) => expect(statusOf(text, 'Atorvastatin')).toBe('taken'));

test.each([
  'GP started Atorvastatin 10 mg',
  'Cardiologist started Atorvastatin 10 mg OD',
  'His cardiologist had put him on Atorvastatin',
  'Dr Shah started Atorvastatin',
  'Family doctor has given Atorvastatin',
  'Another hospital started Atorvastatin 10 mg',
  'GP to continue Atorvastatin 10 mg',
  'Atorvastatin already prescribed',
])('“%s”: it is taken, by the order of another', (text) =>
  expect(statusOf(text, 'Atorvastatin')).toBe('taken'),
);

test.each([
  'GP to start Atorvastatin',
  'GP to prescribe Atorvastatin 10 mg',
  'The GP will start Atorvastatin 10 mg',
  'Oncology to start Atorvastatin',
  'Letter to GP to start Atorvastatin 10 mg',
  'Request GP to add Atorvastatin 10 mg',
  'Cardiologist may start Atorvastatin',
  'Treat partner with Atorvastatin 1 g',
  'Treat all contacts with Atorvastatin 600 mg',
  'Atorvastatin for contacts',
  'Atorvastatin 1 g for his wife',
  'Atorvastatin 75 mg for household contacts',
])('“%s” is no order for this patient', (text) =>
  expect(statusOf(text, 'Atorvastatin')).toBe('not-ordered'),
);

test.each([
  'As advised by cardiologist start Atorvastatin 10 mg',
  'Per GP, start Atorvastatin 10 mg',
  'Discussed with cardiologist, started Atorvastatin 10 mg OD',
  'On advice of cardiologist to start Atorvastatin 10 mg',
  'Seen by GP; start Atorvastatin 10 mg',
  'Review by GP, start Atorvastatin 10 mg',
  'Nurse to give Atorvastatin 10 mg now',
  'Patient to start Atorvastatin 10 mg',
  'To start Atorvastatin 10 mg today',
  'I started Atorvastatin 10 mg',
  'Treat patient and partner with Atorvastatin 1 g',
  'Atorvastatin 1 g for patient and partner',
  'Atorvastatin 10 mg for 3 days',
  'Atorvastatin 10 mg for contact dermatitis',
  'Tell GP. Start Atorvastatin 10 mg',
  'Atorvastatin 10 mg, GP to check LFT',
])('“%s” orders it here', (text) => expect(statusOf(text, 'Atorvastatin')).toBe('ordered'));

test.each([
  'Last dose Atorvastatin 6 am',
  'Last dose of Atorvastatin yesterday night',
  'Last took Atorvastatin at 6 am',
  'Given Atorvastatin by ambulance',
  'Atorvastatin 300 mg given by paramedics',
  'Atorvastatin given at other hospital',
  'Atorvastatin given en route',
  'Atorvastatin given before arrival',
])('“%s” was given before', (text) => expect(statusOf(text, 'Atorvastatin')).toBe('completed'));

test.each([
  'Cardiologist has advised Atorvastatin 10 mg',
  'Hospital recommended Atorvastatin 10 mg',
])('“%s”: whether it is taken is not known, and nothing is ordered here', (text) =>
  expect(statusOf(text, 'Atorvastatin')).toBe('advised'),
);

test.each(['Last dose of Atorvastatin tonight', 'Last dose of Atorvastatin to be given today'])(
  '“%s” is not over yet',
  (text) => expect(statusOf(text, 'Atorvastatin')).not.toBe('completed'),
);

test.each([
  'Give Atorvastatin 10 mg, last dose of ibuprofen 6 am',
  'Atorvastatin to be given before bed',
])('“%s” is still to be given', (text) =>
  expect(statusOf(text, 'Atorvastatin', ['Atorvastatin', 'ibuprofen'])).toBe('ordered'),
);

test.each([
  'Atorvastatin: do not restart',
  "Atorvastatin - don't restart",
  'Atorvastatin: do not resume',
  'Atorvastatin: do not re-introduce',
  'Atorvastatin 10 mg: do not restart',
  'Atorvastatin: no rechallenge',
  'Do not restart Atorvastatin',
  'Continue all but Atorvastatin',
  'Continue everything but Atorvastatin',
  'Continue all drugs but Atorvastatin',
  'Continue all save Atorvastatin',
  'Resume all medicines but Atorvastatin',
  'Atorvastatin offered',
  'Oral Atorvastatin is not possible',
])('“%s” forbids it', (text) => expect(statusOf(text, 'Atorvastatin')).toBe('not-ordered'));

test.each([
  'Do not stop Atorvastatin 10 mg',
  'Atorvastatin 10 mg, do not miss doses',
  'Continue all, but Atorvastatin 10 mg at night',
  'Atorvastatin 10 mg at night, do not restart ramipril',
  'All stopped but restart Atorvastatin 10 mg',
  'Atorvastatin 10 mg offered and accepted',
])('“%s” does not', (text) =>
  expect(statusOf(text, 'Atorvastatin', ['Atorvastatin', 'ramipril'])).toBe('ordered'),
);
