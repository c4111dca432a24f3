/** The date of an act, as far as its sentence gives it. */
import { isCalendarDate } from '../calendar-date.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(?:${MONTHS.join('|')})[a-z]*\\.?,?`;
/** A date as it is read, as the source of a pattern without groups. */
export const WRITTEN_DATE = `(?<![\\d/.-])(?:(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?${MONTH}\\s+)?(?:19|20)\\d\\d(?:-\\d\\d(?:-\\d\\d)?)?(?![\\d/.-])`;
const DATE = new RegExp(WRITTEN_DATE, 'gi');
const PARTS =
  /^(?:(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3})[a-z]*\.?,?\s+)?(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/i;

/** Each date that the words give, with its place. */
export const datesIn = (sentence: string): readonly { start: number; end: number }[] =>
  [...sentence.matchAll(DATE)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));

/** Undefined where the words give no date of the calendar, or more than one. */
export function dateIn(sentence: string): string | undefined {
  const written = writtenDate(sentence);
  return written !== undefined && isCalendarDate(written) ? written : undefined;
}

function writtenDate(sentence: string): string | undefined {
  const [only, another] = datesIn(sentence);
  if (!only || another) return undefined;
  const [, day, month = '', year = '', isoMonth, isoDay] =
    PARTS.exec(sentence.slice(only.start, only.end)) ?? [];
  if (isoMonth) return [year, isoMonth, isoDay].filter(Boolean).join('-');
  if (month === '') return year;
  const two = (value: number) => String(value).padStart(2, '0');
  const named = `${year}-${two(MONTHS.indexOf(month.toLowerCase()) + 1)}`;
  return day === undefined ? named : `${named}-${two(Number(day))}`;
}
