/** A second record for one patient, or one number for two: said before the recording starts. */
import { expect, test } from 'vitest';
import { doubleOf } from '../../../../renderer/features/record/doubles.ts';

const seen = (name: string, recordNumber?: string) => ({
  patient: { name, ...(recordNumber !== undefined && { recordNumber }) },
  lastAt: 1,
  lastId: `${name} ${recordNumber}`,
});
const typed = (name: string, recordNumber = '') => ({ name, recordNumber });
const rao = [seen('Asha Rao', 'U-1')];

test('a number of a patient of another name is told, whatever its case', () => {
  expect(doubleOf(typed('Ravi Das', 'u-1 '), rao)).toMatchObject({
    kind: 'number',
    patient: { name: 'Asha Rao' },
  });
});

test('a name that was here before is told until one of them is chosen', () => {
  expect(doubleOf(typed(' asha  rao'), rao)).toEqual({ kind: 'name', count: 1 });
  expect(doubleOf(typed('Asha Rao', 'U-2'), rao)).toEqual({ kind: 'name', count: 1 });
  expect(doubleOf(typed('Asha Rao', 'U-1'), rao)).toBeUndefined();
});

test('two patients of one name without numbers cannot be told apart by choosing', () => {
  const two = [seen('Asha Rao'), seen('Asha Rao', 'U-1')];
  expect(doubleOf(typed('Asha Rao'), two)).toEqual({ kind: 'name', count: 2 });
});

test('nothing is said of a new name, a part of a name, or no name', () => {
  for (const one of [typed('Meena Iyer'), typed('Asha'), typed('', 'U-1')])
    expect(doubleOf(one, rao)).toBeUndefined();
});
