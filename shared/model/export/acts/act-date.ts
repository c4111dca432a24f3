/** The date of an act, as far as its sentence gives it. */
import { isCalendarDate } from '../calendar-date.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DATE =
  /(?<![\d/.-])(?:(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+)?((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?(?![\d/.-])/gi;

/** Undefined where the words give no date of the calendar, or more than one. */
export function dateIn(sentence: string): string | undefined {
  const written = writtenDate(sentence);
  return written !== undefined && isCalendarDate(written) ? written : undefined;
}

function writtenDate(sentence: string): string | undefined {
  const [only, another] = [...sentence.matchAll(DATE)];
  if (!only || another) return undefined;
  const [, day, month = '', year = '', isoMonth, isoDay] = only;
  if (isoMonth) return [year, isoMonth, isoDay].filter(Boolean).join('-');
  if (month === '') return year;
  const two = (value: number) => String(value).padStart(2, '0');
  const named = `${year}-${two(MONTHS.indexOf(month.toLowerCase()) + 1)}`;
  return day === undefined ? named : `${named}-${two(Number(day))}`;
}
