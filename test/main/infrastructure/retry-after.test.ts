/** `Retry-After`, whatever a server writes there. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../main/infrastructure/retry-after.ts';
import { HOUR } from '../../../shared/time.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const read = (given: string, more: Record<string, string> = {}) =>
  readRetryAfter({ 'retry-after': given, ...more }, NOW);

test.each([
  ['7', 7000],
  [' 7 ', 7000],
  ['0.5', 500],
  ['3600', HOUR],
  // Milliseconds or seconds: nobody knows, and the limit holds.
  ['30000', HOUR],
  ['86400', HOUR],
  // Milliseconds: as seconds it is more than a day.
  ['120000', 120_000],
  ['3600000', HOUR],
  ['3600001', HOUR],
  ['999999999', HOUR],
  ['9'.repeat(400), HOUR],
  ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
  ['Fri, 01 Mar 2126 10:00:30 GMT', HOUR],
  ['Sun, 01 Mar 2026 09:59:59 GMT', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['1e9', undefined],
  ['soon', undefined],
  ['', undefined],
])('%j is %s ms', (given, wait) => {
  expect(read(given)).toBe(wait);
});

test('a date is measured by the clock of the server that said it', () => {
  expect(read('Sun, 01 Mar 2026 12:00:30 GMT', { date: 'Sun, 01 Mar 2026 12:00:00 GMT' })).toBe(
    30_000,
  );
});

test('without the header there is no wish', () => {
  expect(readRetryAfter({}, NOW)).toBeUndefined();
});

test('whatever stands there, the wait is more than nothing and an hour at most, or the usual one', () => {
  const dates = fc.date({ noInvalidDate: true });
  const texts = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.bigInt().map(String),
    dates.map((date) => date.toUTCString()),
    dates.map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(texts, fc.option(texts, { nil: undefined }), fc.double(), (given, date, now) => {
      const wait = readRetryAfter(
        { 'retry-after': given, ...(date !== undefined && { date }) },
        now,
      );
      expect(wait === undefined || (wait > 0 && wait <= HOUR)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});
