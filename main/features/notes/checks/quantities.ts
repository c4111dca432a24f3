/** Reads quantities out of a text: a number with its unit, how often a day, a blood pressure. */
import { z } from 'zod';
import frequencyData from './frequencies.json' with { type: 'json' };
import { type Numeral, numerals, ourDigits } from './numbers.ts';
import unitData from './units.json' with { type: 'json' };

export type Quantity = {
  readonly kind: 'number' | 'measure' | 'dose' | 'frequency';
  /**
   * In the unit that all of its dimension are compared in; a frequency in times a day, 0 for "when
   * needed".
   */
  readonly value: number;
  readonly upTo?: number | undefined;
  /** Undefined for a bare number. */
  readonly dimension?: string | undefined;
  /** The number as spoken or written, without its unit. */
  readonly bare: number;
  readonly vague: boolean;
  readonly start: number;
  readonly end: number;
};

/** `factor` leads to the unit that all quantities of the dimension are compared in. */
type Unit = {
  readonly dimension: string;
  readonly kind: 'measure' | 'dose';
  readonly factor: number;
  readonly pattern: RegExp;
};
const units = unitData.map(
  ({ dimension, kind, factor, written }): Unit => ({
    dimension,
    kind: z.enum(['measure', 'dose']).parse(kind),
    factor,
    pattern: new RegExp(`^[\\s-]?\\s*(?:${written.join('|')})(?![\\p{L}])`, 'iu'),
  }),
);

const frequencies = frequencyData.wordings.map(({ timesADay, written }) => ({
  timesADay,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
}));
const EVERY =
  /(?<![\p{L}\p{N}])(?:every|q|each)\s*(\d{1,2}|two|three|four|six|eight|twelve)\s*(?:h(?:ou)?rs?|hrly|hourly|h)(?![\p{L}])|(?<![\p{L}\p{N}])(\d{1,2})[- ]hourly(?![\p{L}])/giu;
const hours = new Map(Object.entries(frequencyData.hours));
const PATTERN =
  /(?<![\d.-])([0-3½])\s?[-–]\s?([0-3½])\s?[-–]\s?([0-3½])(?:\s?[-–]\s?([0-3½]))?(?![\d-])/gu;
const PRESSURE =
  /(?<![\d/.])(\d{2,3})\s?(?:\/|over|by)\s?(\d{2,3})(?![\d/])(?:\s?mm\s?(?:of\s)?hg)?/giu;
const DATE =
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/(?:19|20)\d{2})(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)/gu;

/** In the order of the text; none overlaps another. Dates and times of day are left out. */
export function quantities(given: string): Quantity[] {
  const text = ourDigits(given);
  const taken: { start: number; end: number }[] = [...text.matchAll(DATE)].map(placeOf);
  const found: Quantity[] = [];
  // Each reader takes only places that no earlier reader took.
  for (const read of [dosePatterns, intervals, pressures, wordedFrequencies, measurements])
    for (const quantity of read(text)) {
      if (taken.some((one) => quantity.start < one.end && quantity.end > one.start)) continue;
      taken.push(quantity);
      found.push(quantity);
    }
  return found.sort((one, other) => one.start - other.start);
}

const placeOf = ({ 0: whole, index }: RegExpExecArray) => ({
  start: index,
  end: index + whole.length,
});

/** "1-0-1": times a day that a dose is taken. */
const dosePatterns = (text: string): Quantity[] =>
  [...text.matchAll(PATTERN)].map((match) => {
    const times = match.slice(1).filter((one) => one !== undefined && one !== '0').length;
    return { kind: 'frequency', value: times, bare: times, vague: false, ...placeOf(match) };
  });

/** "Every 8 hours". */
const intervals = (text: string): Quantity[] =>
  [...text.matchAll(EVERY)].flatMap((match): Quantity[] => {
    const written = (match[1] ?? match[2] ?? '').toLowerCase();
    const every = hours.get(written) ?? Number(written);
    if (!(every > 0)) return [];
    return [{ kind: 'frequency', value: 24 / every, bare: every, vague: false, ...placeOf(match) }];
  });

const pressures = (text: string): Quantity[] =>
  [...text.matchAll(PRESSURE)].flatMap((match): Quantity[] => {
    const [over, under] = [Number(match[1]), Number(match[2])];
    if (over <= under || over >= 300) return [];
    return [
      {
        kind: 'measure',
        dimension: 'blood pressure',
        value: over * 1000 + under,
        bare: over,
        vague: false,
        ...placeOf(match),
      },
    ];
  });

const wordedFrequencies = (text: string): Quantity[] =>
  frequencies.flatMap(({ timesADay, pattern }) =>
    [...text.matchAll(pattern)].map(
      (match): Quantity => ({
        kind: 'frequency',
        value: timesADay,
        bare: timesADay,
        vague: false,
        ...placeOf(match),
      }),
    ),
  );

const measurements = (text: string): Quantity[] =>
  numerals(text).map((numeral) => measured(text, numeral));

function measured(text: string, { value, upTo, vague, start, end }: Numeral): Quantity {
  const rest = text.slice(end, end + 40);
  for (const { dimension, kind, factor, pattern } of units) {
    const unit = pattern.exec(rest)?.[0];
    if (unit !== undefined)
      return {
        kind,
        dimension,
        value: value * factor,
        upTo: upTo === undefined ? undefined : upTo * factor,
        bare: value,
        vague,
        start,
        end: end + unit.length,
      };
  }
  return { kind: 'number', value, upTo, bare: value, vague, start, end };
}

/** The same amount, in any unit of the dimension. Half a percent of difference is rounding. */
export const sameAmount = (one: Quantity, other: Quantity): boolean =>
  near(one.value, other.value) &&
  (one.upTo === undefined || other.upTo === undefined || near(one.upTo, other.upTo));
const near = (one: number, other: number) => Math.abs(one - other) <= Math.abs(one) * 0.005 + 1e-9;
