/** Whom the note of a practice visit is about. */
import { expect, test } from 'vitest';
import { otherPatient } from '../../../../renderer/features/visits/practice.ts';
import type { Offer } from '../../../../shared/model/account/account.ts';

const cases = [
  { id: 'cold', patientName: 'Asha Rao' },
  { id: 'fall', patientName: 'Ravi Menon' },
] as unknown as Offer['practiceCases'];

test('the invented patient is told by name where the visit has another', () => {
  expect(otherPatient({ practiceCase: 'fall', patient: { name: 'Smoke Test' } }, cases)).toEqual({
    name: 'Ravi Menon',
  });
  expect(otherPatient({ practiceCase: 'fall', patient: { name: '' } }, cases)).toEqual({
    name: 'Ravi Menon',
  });
  expect(
    otherPatient({ practiceCase: 'fall', patient: { name: ' Ravi Menon ' } }, cases),
  ).toBeUndefined();
});

test('a visit that was started before the platform told its written visits says so without a name', () => {
  expect(otherPatient({ patient: { name: 'Asha Rao' } }, cases)).toEqual({});
  expect(otherPatient({ patient: { name: 'Asha Rao' } }, [])).toEqual({});
});

test('a visit with a real name is warned of while the written visits are not known, or no longer have its own', () => {
  const visit = { practiceCase: 'case-1', patient: { name: 'Real Name' } };
  expect(otherPatient(visit, [])).toEqual({});
  expect(otherPatient(visit, cases)).toEqual({});
});
