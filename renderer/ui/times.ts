/** Times, lengths and sizes as people read them; the language comes from the caller. */

import { isDate } from '../../shared/model/clinic/user-rules.ts';
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

/** "10:21" in the order of the language; with seconds where asked. */
export const timeOfDay = (at: number, language: string, seconds = false) =>
  new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
  }).format(at);

export const dayOf = (at: number, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at);

/** "Wed, 25 Nov 2026", for a table. */
export const shortDay = (at: number, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(at);

/** "1,064": thousands are set apart. */
export const numberIn = (value: number, language: string) =>
  new Intl.NumberFormat(localeOf(language)).format(value);

export const dateAndTime = (at: number, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

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
