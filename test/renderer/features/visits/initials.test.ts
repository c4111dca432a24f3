import { expect, test } from 'vitest';
import { initialsOf } from '../../../../renderer/features/visits/initials.ts';

test.each([
  ['Asha Rao', 'AR'],
  ['asha', 'A'],
  ['Dr. Maria de la Cruz', 'DC'],
  ['(Baby) of Rao', 'BR'],
  ['क्षितिज शर्मा', 'क्षिश'],
  ['', ''],
  ['  - ', ''],
  [`a${'\u0301'.repeat(40)}`, ''],
])('%s is %s', (name, initials) =>
  expect(initialsOf(name).normalize('NFC')).toBe(initials.normalize('NFC')),
);
