import { expect, test } from 'vitest';
import { without } from '../../../../../main/features/recordings/segments/stretches.ts';

test('what is taken away is cut out of each stretch', () => {
  const stretches = [
    [0, 10],
    [20, 30],
  ] as const;
  expect(without(stretches, 12, 18)).toEqual(stretches);
  expect(without(stretches, 5, 25)).toEqual([
    [0, 5],
    [25, 30],
  ]);
  expect(without(stretches, 2, 4)).toEqual([
    [0, 2],
    [4, 10],
    [20, 30],
  ]);
  expect(without(stretches, 0, 30)).toEqual([]);
  expect(without(stretches, 10, 20)).toEqual(stretches);
});
