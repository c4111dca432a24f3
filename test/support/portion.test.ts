import fc from 'fast-check';
import { expect, test } from 'vitest';
import { waitingOn } from './portion.ts';

test('files that take turns run once each in as many days as there are turns', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { maxLength: 20 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 40_000 }),
      (files, turns, first) => {
        const days = Array.from({ length: turns }, (_, day) => first + day);
        const runs = days.flatMap((day) => {
          const waiting = waitingOn(day, files, turns);
          return files.filter((file) => !waiting.includes(file));
        });
        expect(runs.sort()).toEqual([...files].sort());
      },
    ),
  );
});
