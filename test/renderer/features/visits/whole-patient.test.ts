/** A patient is sent whole, and a day of birth is understood as it was typed or not at all. */
import { expect, test } from 'vitest';
import {
  birthInWords,
  noPatient,
  patientFrom,
  readBirthDate,
  valuesOfPatient,
} from '../../../../renderer/features/visits/whole-patient.ts';
import { patientSchema } from '../../../../shared/model/visit-setup.ts';

const today = '2026-11-21';

test('a day of birth is read day before month, or as much of it as is known', () => {
  expect(
    ['29/02/1988', '29.2.1988', '29-02-1988', '1988-02-29', ' 1988-02 ', '1988'].map((typed) =>
      readBirthDate(typed, today),
    ),
  ).toEqual(['1988-02-29', '1988-02-29', '1988-02-29', '1988-02-29', '1988-02', '1988']);
});

test('what is no day, or has not come yet, is none', () => {
  for (const typed of [
    '31/02/1988',
    '2/29/1988',
    '1988-13',
    '22/11/2026',
    '2027',
    '2026-12',
    '88',
    '1/1/88',
    '1823',
    'yesterday',
    '',
  ])
    expect(readBirthDate(typed, today), typed).toBeUndefined();
});

test('every day of the calendar that is read is one that the core takes', () => {
  for (let year = 1899; year <= 2026; year += 1) {
    for (const [month, day] of [
      [2, 29],
      [2, 28],
      [4, 31],
      [12, 31],
      [1, 1],
    ] as const) {
      const read = readBirthDate(`${day}/${month}/${year}`, today);
      if (read !== undefined)
        expect(patientSchema.safeParse({ name: 'A', birthDate: read }).success, read).toBe(true);
    }
  }
});

test('the form gives back the whole patient that it was filled from', () => {
  const patient = {
    name: 'Asha Rao',
    recordNumber: 'U-1',
    birthDate: '1988-02',
    sex: 'female' as const,
  };
  expect(patientFrom(valuesOfPatient(patient), today)).toEqual(patient);
  expect(patientFrom(valuesOfPatient({ name: 'Asha Rao' }), today)).toEqual({ name: 'Asha Rao' });
  expect(patientFrom({ ...noPatient, name: 'A', birthDate: '31/02/1988' }, today)).toBeUndefined();
  expect(patientFrom({ ...noPatient, name: '  ' }, today)).toBeUndefined();
  const withAbha = { ...patient, abhaNumber: '22-7225-4829-5255', abhaAddress: 'asha@abdm' };
  expect(patientFrom(valuesOfPatient(withAbha), today)).toEqual(withAbha);
  for (const wrong of [{ abhaNumber: '22-7225' }, { abhaAddress: 'asha' }])
    expect(patientFrom({ ...noPatient, name: 'Asha', ...wrong }, today)).toBeUndefined();
});

test('a day is said as exactly as it is known', () => {
  expect(['1988-02-29', '1988-02', '1988'].map((day) => birthInWords(day, 'en'))).toEqual([
    '29 February 1988',
    'February 1988',
    '1988',
  ]);
});
