/** The date of an act: as exact as its words give it, and none that they do not give. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateIn } from '../../../../../shared/model/export/acts/act-date.ts';
import { doneAtLast } from '../../../../../shared/model/export/acts/act-undone.ts';

test.each([
  ['in 2004', '2004'],
  ['1999, in Pune', '1999'],
  ['(2004)', '2004'],
  ['in March 2019', '2019-03'],
  ['in MAR 2019', '2019-03'],
  ['in Sept. 2019', '2019-09'],
  ['in March, 2019', '2019-03'],
  ['in March  2019', '2019-03'],
  ['on 5 March 2019', '2019-03-05'],
  ['on 5th  March 2019', '2019-03-05'],
  ['on 1st January 2019', '2019-01-01'],
  ['on 22nd Dec 2019', '2019-12-22'],
  ['on 3rd Nov 2019', '2019-11-03'],
  ['on 2019-03-12', '2019-03-12'],
  ['on 2019-03', '2019-03'],
])('“%s” gives %s', (words, date) => expect(dateIn(words)).toBe(date));

test.each([
  ['', 'no date at all'],
  ['long ago', 'no figure'],
  ['in 1850', 'another century'],
  ['in 2104', 'another century'],
  ['in 12004', 'a longer number'],
  ['in 20045', 'a longer number'],
  ['3.2004', 'a date that is written otherwise'],
  ['12/2004', 'a date that is written otherwise'],
  ['2004/05', 'a date that is written otherwise'],
  ['2004.5', 'a number'],
  ['-2004', 'a number'],
  ['2019-03-12-4', 'a longer number'],
  ['in 2004, again in 2010', 'two dates'],
  ['on 31 February 2019', 'a day that the month has not'],
  ['on 2019-13', 'a month that the year has not'],
  ['on 2019-02-30', 'a day that the month has not'],
])('“%s” gives none: %s', (words) => expect(dateIn(words)).toBeUndefined());

test('each day of the calendar is read in words as in figures', () =>
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('1900-01-01'),
        max: new Date('2099-12-31'),
        noInvalidDate: true,
      }),
      fc.constantFrom('long', 'short'),
      (date, month) => {
        const iso = date.toISOString().slice(0, 10);
        const format = new Intl.DateTimeFormat('en-US', { month, timeZone: 'UTC' });
        const said = `${date.getUTCDate()} ${format.format(date)} ${iso.slice(0, 4)}`;
        expect([said, dateIn(`done on ${said}`)]).toEqual([said, iso]);
        expect(dateIn(`done on ${iso}`)).toBe(iso);
      },
    ),
  ));

test.each([
  [' 2019 postponed, then done 2020', 'done 2020'],
  [' planned 2018, should have been done in 2019, done 2020', 'done 2020'],
  [' done 2019, reviewed 2020', ' done 2019, reviewed 2020'],
  [' planned 2019, TKR done 2020', ' planned 2019, TKR done 2020'],
  [' to be done in 2027', ' to be done in 2027'],
])('behind the name, of “%s” the date is looked for in “%s”', (behind, read) =>
  expect(doneAtLast(behind)).toBe(read),
);
