/** Times, lengths and sizes as people read them; the language comes from the caller. */

import { isDate } from '../../shared/calendar-day.ts';
import { SAMPLE_RATE } from '../../shared/model/recording.ts';

/**
 * Language of the interface with the customs of India: day before month, and figures as medicine
 * writes them.
 */
export const localeOf = (language: string) => `${language}-IN-u-nu-latn`;

export const secondsOf = (samples: number) => samples / SAMPLE_RATE;

/** "00:07:42", for a running timer. */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const CLOCK_WITH_SECONDS = { ...CLOCK, second: '2-digit' } as const;
const WHOLE_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const DAY_AND_CLOCK = { day: 'numeric', month: 'short', ...CLOCK } as const;
const PLAIN = {};
const TWO_DECIMALS = { maximumFractionDigits: 2 };

type Kept<Options extends object, Format> = WeakMap<Options, Map<string, Format>>;
const dates: Kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat> = new WeakMap();
const numbers: Kept<Intl.NumberFormatOptions, Intl.NumberFormat> = new WeakMap();

/** A formatter takes longer to make than a row of a list to draw: each is made once. */
function kept<Options extends object, Format>(
  all: Kept<Options, Format>,
  options: Options,
  key: string,
  make: () => Format,
): Format {
  const ofOptions = all.get(options) ?? new Map<string, Format>();
  all.set(options, ofOptions);
  const format = ofOptions.get(key) ?? make();
  ofOptions.set(key, format);
  return format;
}

/** A formatter keeps the time zone in which it was made, so one that has another offset is another. */
function dateIn(at: number, language: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${new Date(at).getTimezoneOffset()}`;
  const make = () => new Intl.DateTimeFormat(localeOf(language), options);
  return kept(dates, options, key, make).format(at);
}

function figureIn(value: number, language: string, options: Intl.NumberFormatOptions): string {
  const make = () => new Intl.NumberFormat(localeOf(language), options);
  return kept(numbers, options, language, make).format(value);
}

/** "10:21" in the order of the language; with seconds where asked. */
export const timeOfDay = (at: number, language: string, seconds = false) =>
  dateIn(at, language, seconds ? CLOCK_WITH_SECONDS : CLOCK);

export const dayOf = (at: number, language: string) => dateIn(at, language, WHOLE_DAY);

/** "Wed, 25 Nov 2026", for a table. */
export const shortDay = (at: number, language: string) => dateIn(at, language, SHORT_DAY);

export const dateAndTime = (at: number, language: string) => dateIn(at, language, DAY_AND_CLOCK);

/** "1,064": thousands are set apart. */
export const numberIn = (value: number, language: string) => figureIn(value, language, PLAIN);

/** "0.87": of a score. */
export const decimalIn = (value: number, language: string) =>
  figureIn(value, language, TWO_DECIMALS);

/** The same local day has the same key. */
export function dayKey(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Days from `at` to `now` by the calendar: 0 today, 1 yesterday. */
export function daysAgo(at: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(at)) / 86_400_000);
}

export type Length = { readonly key: string; readonly values: Readonly<Record<string, number>> };

/** A length in words: a catalogue key and its numbers. */
export function lengthOf(seconds: number): Length {
  const whole = Math.round(seconds);
  if (whole < 60) return { key: 'length.seconds', values: { seconds: whole } };
  if (whole < 3600 && whole % 60 === 0)
    return { key: 'length.wholeMinutes', values: { minutes: whole / 60 } };
  if (whole < 3600)
    return {
      key: 'length.minutes',
      values: { minutes: Math.floor(whole / 60), seconds: whole % 60 },
    };
  return {
    key: 'length.hours',
    values: { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) },
  };
}

function spanOf(minutes: number) {
  if (minutes < 120) return { value: minutes, unit: 'minute' };
  return minutes < 2 * 24 * 60
    ? { value: Math.round(minutes / 60), unit: 'hour' }
    : { value: Math.round(minutes / (24 * 60)), unit: 'day' };
}

/** Minutes up to two hours, hours up to two days, then days. `ms`: not negative. */
export function spanInWords(ms: number, language: string): string {
  const { value, unit } = spanOf(Math.round(ms / 60_000));
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  }).format(value);
}

/** Less than 0.1 MB is said in kB: nothing that is there is "0 MB". */
export function megabytes(bytes: number, language: string): string {
  const small = bytes > 0 && bytes < 100_000;
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: small ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / (small ? 1_000 : 1_000_000));
}

/**
 * A day that was typed, written out so that day and month cannot be mistaken; undefined for none.
 * `day`: YYYY-MM-DD.
 */
export function dateInWords(day: string, language: string): string | undefined {
  return isDate(day)
    ? new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
        Date.parse(`${day}T00:00:00Z`),
      )
    : undefined;
}
