/** Times, days and sexes as lists of clinics write them. Day before month, as in India. */
import { isDate } from '../../../shared/calendar-day.ts';
import type { Sex } from '../../../shared/model/visit.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const two = (text: string | number) => String(text).padStart(2, '0');

/** YYYY-MM-DD; undefined for what is none, also for a year of two figures. */
export function readDay(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s])/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const figures = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4})(?=$|[T\s,])/.exec(text);
  if (figures) return dayOf(figures[3], figures[2], figures[1]);
  const named = /^(\d{1,2})[-/.\s]*([a-z]{3})[a-z]*[-/.,\s]*(\d{4})(?=$|[T\s,])/i.exec(text);
  const month = MONTHS.indexOf(named?.[2]?.toLowerCase() ?? '') + 1;
  return named && month > 0 ? dayOf(named[3], String(month), named[1]) : undefined;
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${two(month)}-${two(day)}`;
  return isDate(date) ? date : undefined;
}

/** A day of birth: a day that has come, after 1880; also a year alone. `today`: YYYY-MM-DD. */
export function readBirth(text: string, today: string): string | undefined {
  const date = /^\d{4}$/.test(text) ? text : readDay(text);
  if (date === undefined || Number(date.slice(0, 4)) < 1880) return undefined;
  return date > today.slice(0, date.length) ? undefined : date;
}

/** HH:MM. */
export function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(text);
  if (!found) return undefined;
  const [, hours = '', minutes, half] = found;
  // A number alone is an hour only with its half of the day.
  if (minutes === undefined && half === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half.toLowerCase());
  return hour === undefined || hour > 23 || Number(minutes ?? 0) > 59
    ? undefined
    : `${two(hour)}:${minutes ?? '00'}`;
}

function hourOf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** A time that may have its day before it; with a zone it is a moment, shown as it is here. */
export function readMoment(
  text: string,
): { readonly day?: string; readonly time: string } | undefined {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text))
    return readInstant(text);
  const day = readDay(text);
  const time = readTime(day === undefined ? text : text.replace(/^.*?\d{4}[,T\s]+|^\S+?[T\s]/, ''));
  return time === undefined ? undefined : { ...(day !== undefined && { day }), time };
}

/** As FHIR writes an instant. */
export function readInstant(
  text: string,
): { readonly day: string; readonly time: string } | undefined {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return undefined;
  return {
    day: `${two(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

const sexes: Readonly<Record<string, Sex>> = {
  f: 'female',
  female: 'female',
  w: 'female',
  woman: 'female',
  महिला: 'female',
  स्त्री: 'female',
  m: 'male',
  male: 'male',
  man: 'male',
  पुरुष: 'male',
  o: 'other',
  other: 'other',
  t: 'other',
  transgender: 'other',
  u: 'unknown',
  unknown: 'unknown',
};
export const readSex = (text: string): Sex | undefined => {
  const word = text.toLowerCase();
  return Object.hasOwn(sexes, word) ? sexes[word] : undefined;
};
