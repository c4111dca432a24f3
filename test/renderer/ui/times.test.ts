/** Lengths and clocks read as people expect. */
import { expect, test } from 'vitest';
import {
  clockFace,
  daysAgo,
  decimalIn,
  lengthOf,
  numberIn,
  shortDay,
  timeOfDay,
} from '../../../renderer/ui/times.ts';

test('the timer shows hours, minutes and whole seconds', () => {
  expect(clockFace(0)).toBe('00:00:00');
  expect(clockFace(7 * 60_000 + 42_999)).toBe('00:07:42');
  expect(clockFace(8 * 3_600_000 + 61_000)).toBe('08:01:01');
});

test('a length names its two largest units', () => {
  expect(lengthOf(42)).toEqual({ key: 'length.seconds', values: { seconds: 42 } });
  expect(lengthOf(600)).toEqual({ key: 'length.wholeMinutes', values: { minutes: 10 } });
  expect(lengthOf(62)).toEqual({ key: 'length.minutes', values: { minutes: 1, seconds: 2 } });
  expect(lengthOf(31 * 3600 + 1200)).toEqual({
    key: 'length.hours',
    values: { hours: 31, minutes: 20 },
  });
});

test('yesterday is a matter of the calendar, not of 24 hours', () => {
  const morning = new Date(2026, 10, 21, 0, 10).getTime();
  expect(daysAgo(morning - 20 * 60_000, morning)).toBe(1);
  expect(daysAgo(morning, morning + 23 * 3_600_000)).toBe(0);
});

test('a day in a table is short, and thousands are set apart, in figures that medicine writes', () => {
  const noon = new Date(2026, 10, 25, 12).getTime();
  expect(shortDay(noon, 'en')).toMatch(/^Wed, 25 Nov,? 2026$/);
  expect(shortDay(noon, 'hi')).toMatch(/25.*2026$/);
  expect(numberIn(1064, 'en')).toBe('1,064');
  expect(numberIn(123_456, 'hi')).toBe('1,23,456');
});

test('a score has two decimals at most', () => {
  expect(decimalIn(0.8649, 'en')).toBe('0.86');
  expect(decimalIn(1, 'hi')).toBe('1');
});

test('a clock follows the time zone of the computer, also when it changes while the page is open', () => {
  const noon = Date.UTC(2026, 10, 25, 12);
  const before = process.env.TZ;
  const timesIn = (zone: string) => {
    process.env.TZ = zone;
    return [timeOfDay(noon, 'en'), timeOfDay(noon, 'en', true)];
  };
  try {
    expect(timesIn('Asia/Kolkata')).toEqual(['17:30', '17:30:00']);
    expect(timesIn('Europe/London')).toEqual(['12:00', '12:00:00']);
    expect(timesIn('Asia/Kolkata')).toEqual(['17:30', '17:30:00']);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
