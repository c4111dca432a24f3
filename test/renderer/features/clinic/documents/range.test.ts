/** A value is marked only where value and range can both be read for certain. */
import { expect, test } from 'vitest';
import { outOfRange } from '../../../../../renderer/features/clinic/documents/range.ts';

test.each([
  ['3.1', '3.5 - 5.1', 'low'],
  ['5.2', '3.5–5.1', 'high'],
  ['5.1', '3.5 to 5.1', undefined],
  ['3.5', '3.5-5.1', undefined],
  ['<3', '3.5-5.1', undefined],
  ['3', 'below 5', undefined],
  ['3', '5.1-3.5', undefined],
] as const)('%s in the range %s: %s', (value, range, side) => {
  expect(outOfRange(value, range)).toBe(side);
});
