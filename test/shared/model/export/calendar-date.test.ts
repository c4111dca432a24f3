/** A date of the calendar, as exact as it is written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCalendarDate } from '../../../../shared/model/export/calendar-date.ts';

test.each([
  ['2019', true],
  ['2019-02', true],
  ['2019-02-28', true],
  ['2020-02-29', true],
  ['2019-02-29', false],
  ['2019-13', false],
  ['2019-00', false],
  ['2019-1', false],
  ['2019-01-1', false],
  ['2019-01-00', false],
  ['2019-04-31', false],
  ['219', false],
  ['20190', false],
  ['x2019', false],
  ['2019-01-01T00:00', false],
  ['2019-', false],
  ['', false],
])('%s: %s', (text, expected) => expect(isCalendarDate(text)).toBe(expected));

test('each day that there is, its month and its year are dates', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        expect([day, day.slice(0, 7), day.slice(0, 4)].map(isCalendarDate)).toEqual([
          true,
          true,
          true,
        ]);
      },
    ),
  ));
