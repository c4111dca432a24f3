/** What a plan says of a medicine by "it", and what another doctor has started: neither is an order. */
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
