/** Reads quantities out of a text: a number with its unit, how often a day, a blood pressure. */
import type { Numeral } from './number-words.ts';
import { numberedName } from './numbered-names.ts';
import { numerals, ourDigits } from './numbers.ts';
import { CLOCK, frequency, type Place, type Quantity, SCORE, STRENGTH_VOLUME } from './quantity.ts';
import { dosePatterns, timesOfDay } from './schedules.ts';
import { anyNukta } from './script.ts';
import { unitBehind } from './units.ts';
import frequencyData from './vocabulary/frequencies.json' with { type: 'json' };
import namedNumbers from './vocabulary/named-numbers.json' with { type: 'json' };
import { weekdays } from './weekdays.ts';

const frequencies = frequencyData.wordings.map(({ timesADay, written }) => ({
  timesADay,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(?:${anyNukta(written.join('|'))})(?![\\p{L}\\p{M}\\p{N}])`,
    'giu',
  ),
}));
/** "Every uh, six hours": somebody looks for the number. */
const EVERY =
  /(?<![\p{L}\p{N}])(?:every|q|each)(?:(?:[\s,]+(?:uh+|um+|erm?))+[\s,]+|\s*)(\d{1,2}|two|three|four|six|eight|twelve)\s*(?:h(?:ou)?rs?|hrly|hourly|h)(?![\p{L}])|(?<![\p{L}\p{N}])(\d{1,2})[- ]hourly(?![\p{L}])/giu;
const edged = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.join('|')})(?![\\p{L}\\p{M}])`, 'giu');
const CONDITIONS = edged(frequencyData.conditions);
const days = new Map(Object.entries(frequencyData.days));
const DAYS = edged([...days.keys()].sort((one, other) => other.length - one.length));
const hours = new Map(Object.entries(frequencyData.hours));
const DATE =
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/(?:19|20)\d{2})(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)/gu;
const NAMED = namedNumbers.patterns.map((pattern) => new RegExp(pattern, 'diu'));

/**
 * In the order of the text; none overlaps another. Dates, times of day and numbers of names are
 * left out. `medicines`: their places, which part the times of two medicines.
 */
export function quantities(
  given: string,
  language = 'en',
  medicines: readonly Place[] = [],
): Quantity[] {
  const text = ourDigits(given);
  const doses = dosePatterns(text);
  const taken: Place[] = [...dates(text, doses), ...named(text)];
  const numbers = numerals(text, language);
  const found: Quantity[] = [];
  const readers = [
    () => doses,
    () => intervals(text),
    () => pressures(text, numbers),
    () => scores(text, numbers),
    () => weekdays(text),
    () => wordedFrequencies(text),
    () => conditions(text),
    () => relativeDays(text),
    () => timesOfDay(text, medicines),
    () => heights(text, measurements(text, numbers)),
    () => spokenOrdinals(text),
  ];
  // Each reader takes only places that no earlier reader took.
  for (const read of readers)
    for (const quantity of read()) {
      if (taken.some((one) => quantity.start < one.end && quantity.end > one.start)) continue;
      // A time of day may have its dose inside: "at night 20 units in the morning".
      if (
        quantity.parts === undefined ||
        quantity.kind !== 'frequency' ||
        isPattern(quantity, text)
      )
        taken.push(quantity);
      found.push(quantity);
    }
  return found.sort((one, other) => one.start - other.start);
}

const isPattern = ({ start }: Quantity, text: string) => /[\d½]/.test(text[start] ?? '');
const placeOf = ({ 0: whole, index }: RegExpExecArray): Place => ({
  start: index,
  end: index + whole.length,
});

/** "20-0-10" is a dose, however much it looks like a date. */
const dates = (text: string, doses: readonly Place[]): Place[] =>
  [...text.matchAll(DATE)]
    .map(placeOf)
    .filter(({ start, end }) => !doses.some((one) => start < one.end && end > one.start));

/** Numbers that are part of a name: "10 g monofilament". */
const named = (text: string): Place[] =>
  NAMED.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, 'dgiu'))].flatMap(({ indices }) => {
      const [start, end] = indices?.[1] ?? [];
      return start === undefined || end === undefined ? [] : [{ start, end }];
    }),
  );

/** "Every 8 hours". */
const intervals = (text: string): Quantity[] =>
  [...text.matchAll(EVERY)].flatMap((match): Quantity[] => {
    const written = (match[1] ?? match[2] ?? '').toLowerCase();
    const every = hours.get(written) ?? Number(written);
    if (!(every > 0)) return [];
    return [{ ...frequency(24 / every, every), ...placeOf(match) }];
  });

const wordedFrequencies = (text: string): Quantity[] =>
  frequencies.flatMap(({ timesADay, pattern }) =>
    [...text.matchAll(pattern)].map(
      (match): Quantity => ({ ...frequency(timesADay), ...placeOf(match) }),
    ),
  );

/** "If it hurts": as needed, in other words. */
const conditions = (text: string): Quantity[] =>
  [...text.matchAll(CONDITIONS)].map((match) => ({
    ...frequency(0),
    vague: true,
    ...placeOf(match),
  }));

/** "Tomorrow" is a day from now. */
const relativeDays = (text: string): Quantity[] =>
  [...text.matchAll(DAYS)].map((match): Quantity => {
    const value = days.get(match[0].toLowerCase()) ?? 1;
    const time = { kind: 'measure', dimension: 'time', system: 'metric' } as const;
    return { ...time, value, bare: value, decimals: 0, step: 1, vague: true, ...placeOf(match) };
  });

const NAME =
  /(?:pressure|(?<!\p{L})b\.?p\.?|systolic|upper|बीपी|प्रेशर|रक्तचाप)(?:[\s:=]|is|was|of|one|today)*$/iu;
const OVER = /^(?:\s*(?:\/|over|by|upon|बटा|बाई))+\s*$/iu;
const NAMED_OVER = /^\s*(?:-|–|\/|on|and|,|\s|is|the|lower|one|number|bottom|diastolic|was)+$/iu;

/** "150/70", "one fifty over seventy", "150 by 70", "BP 150-70", "upper 150 and lower 70". */
function pressures(text: string, all: readonly Numeral[]): Quantity[] {
  return all.flatMap((one, at): Quantity[] => {
    const other = all[at + 1];
    if (!other || !isPressure(text, one, other)) return [];
    const unit = /^\s*mm\s*(?:of\s+)?\[?hg\]?/i.exec(text.slice(other.end))?.[0].length ?? 0;
    return [
      {
        kind: 'measure',
        dimension: 'blood pressure',
        value: one.value,
        second: other.value,
        bare: one.value,
        decimals: 0,
        step: 1,
        vague: false,
        start: one.start,
        end: other.end + unit,
      },
    ];
  });
}

function isPressure(text: string, one: Numeral, other: Numeral): boolean {
  const [over, under] = [one.value, other.value];
  if (over <= under || over < 50 || over >= 300 || under < 20) return false;
  if (!Number.isInteger(over) || !Number.isInteger(under)) return false;
  const gap = text.slice(one.end, other.start);
  const isNamed = NAME.test(text.slice(Math.max(0, one.start - 30), one.start));
  if (!(OVER.test(gap) || (isNamed && NAMED_OVER.test(gap)))) return false;
  const unit = unitBehind(text.slice(other.end), under);
  return unit === undefined || unit.dimension === 'pressure';
}

/** The best of usual scores: of strength, pain, consciousness, memory. */
const BEST: readonly number[] = [5, 10, 15, 30];

/** "GCS 13/15", "eight out of ten": the best is part of it, and no value. */
function scores(text: string, all: readonly Numeral[]): Quantity[] {
  return all.flatMap((one, at): Quantity[] => {
    const other = all[at + 1];
    if (!other || !BEST.includes(other.value) || one.value > other.value) return [];
    if (!Number.isInteger(one.value) || one.upTo !== undefined || other.upTo !== undefined)
      return [];
    const gap = text.slice(one.end, other.start);
    if (!/^\s*(?:\/|out\s+of)\s*$/iu.test(gap) || /^\s*\//.test(text.slice(other.end))) return [];
    if (unitBehind(text.slice(other.end, other.end + 60), other.value)) return [];
    const own = { value: one.value, second: other.value, bare: one.value, decimals: 0, step: 1 };
    const place = { start: one.start, end: other.end };
    return [{ kind: 'measure', dimension: SCORE, vague: false, ...own, ...place }];
  });
}

const measurements = (text: string, all: readonly Numeral[]): Quantity[] =>
  all.map((numeral) => measured(text, numeral));

/** "250 mg per 5 ml": the strength of a syrup, not how much of it is given. */
const STRENGTH =
  /(?<!\p{L})(?:mg|mcg|µg|g|iu|units?|milligrams?|micrograms?|grams?)\s*(?:\/|per)\s*(?:(?:each|every)\s+)?$/iu;

/** "At 10 pm", "at eight in the morning", "8 o'clock" is no amount, and is a part of a day as well. */
const AT = /(?<!\p{L})(?:at|by|around|about|till|until)\s+$/iu;
/** "Keep the insulin at ten in the morning": how much. */
const KEPT =
  /(?<!\p{L})(?:keep|kept|stay|leave|left|set|continu|remain|maintain|hold)\p{L}*\s+(?:\p{L}+\s+){0,3}at\s+$/iu;
const OF_HOUR =
  /^(?::[0-5]\d|\s(?:thirty|fifteen|forty[- ]five))?(?:\s?[ap]\.?\s?m(?![\p{L}])|,?\s+(?:(?:in\s+the|at|every|each|the)\s+)*(?:mornings?|noon|afternoons?|evenings?|nights?|bed ?time)(?!\p{L}))/iu;
const OCLOCK = /^\s+(?:o['’]?\s?clock|baje|बजे)(?![\p{L}\p{M}])/iu;

const SPELLED_HOUR = /^\p{L}+\s(?:thirty|fifteen|forty[- ]five)$/iu;
/** "5 mg OD 8 am"; "insulin 8 am" are eight units. */
const BEHIND_DOSE =
  /(?<!\p{L})(?:mg|mcg|µg|g|ml|iu|units?|u|tab(?:let)?s?|o\.?d\.?|b\.?i?\.?d\.?|t\.?[di]\.?[sd]\.?|daily|(?:once|twice|three times) a day|\d\s?[ap]\.?m\.?)[\s,;(&–-]+(?:and\s+)?$/iu;

/** "In the morning", without minutes and without "am". */
const BARE_HOUR = /^,?\s+(?:in|at|every|each|the|morning|noon|afternoon|evening|night|bed)/iu;
const INSULIN =
  /(?<!\p{L})(?:insulin|units?|lantus|glargine|mixtard|novomix|humalog|actrapid)(?!\p{L})/iu;
const UNITS =
  /(?:\d|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+teen|eleven|twelve|(?:twen|thir|for|fif|six)ty))[\s-]*(?:units?|iu)(?!\p{L})/iu;
/** "The insulin was at eight in the morning": eight units, unless units are told beside it. */
function isOfInsulin(text: string, start: number, end: number): boolean {
  const behind = text.slice(end, end + ABOUT).split(/[.;?!\n]/)[0] ?? '';
  const around = text.slice(Math.max(0, start - ABOUT), end) + behind;
  return INSULIN.test(around) && !UNITS.test(around);
}
/** Letters in which it is told what the numbers are of. */
const ABOUT = 120;

function isClock(text: string, { value, start, end }: Numeral): boolean {
  const isHour = value >= 1 && value <= 24;
  if (!isHour && !SPELLED_HOUR.test(text.slice(start, end))) return false;
  const [before, behind] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 32)];
  if (OCLOCK.test(behind)) return true;
  if (BEHIND_DOSE.test(before)) return /^\s?[ap]\.?\s?m(?!\p{L})/iu.test(behind);
  if (!AT.test(before) || KEPT.test(before)) return false;
  const hour = OF_HOUR.exec(behind)?.[0];
  return hour !== undefined && !(BARE_HOUR.test(hour) && isOfInsulin(text, start, end));
}

function measured(text: string, numeral: Numeral): Quantity {
  const { value, upTo, decimals, vague, notation, isOrdinal, start, end } = numeral;
  const own = { bare: value, decimals, vague, ...(notation && { notation }) };
  const rest = text.slice(end, end + 60);
  const name = numberedName(text, start);
  if (name !== undefined && !isOrdinal)
    return { ...own, kind: 'number', dimension: name, value, upTo, step: 1, start, end };
  if (isClock(text, numeral))
    return { ...own, kind: 'number', dimension: CLOCK, value, step: 1, start, end };
  // "Half a tablet".
  const article = value < 1 ? (/^\s+an?(?=\s)/iu.exec(rest)?.[0].length ?? 0) : 0;
  const unit = isOrdinal ? undefined : unitBehind(rest.slice(article), value);
  if (unit === undefined) {
    const number = { kind: 'number', value, upTo, step: 10 ** -decimals, start, end } as const;
    return { ...own, ...number, ...(isOrdinal && { dimension: 'ordinal' }) };
  }
  const { kind, dimension, factor, system } = unit;
  const isStrength =
    dimension === 'volume' && STRENGTH.test(text.slice(Math.max(0, start - 30), start));
  return {
    ...own,
    kind: isStrength ? 'measure' : kind,
    dimension: isStrength ? STRENGTH_VOLUME : dimension,
    system,
    value: value * factor,
    upTo: upTo === undefined ? undefined : upTo * factor,
    step: 10 ** -decimals * factor,
    start,
    end: end + article + unit.end,
  };
}

const ORDINALS =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth'.split('|');
const ORDINAL = edged(ORDINALS);

/** "For the first week, then": one week; "the first week of March" is a date. */
const FIRST_TIME = /^first\s+(?:day|week|fortnight|month)(?!\p{L})(?!\s+of(?!\p{L}))/iu;
const oneOf = (text: string, { index }: RegExpExecArray) => {
  const unit = unitBehind(text.slice(index + 'first'.length), 1);
  const value = unit?.factor ?? 1;
  const time = { kind: 'measure', dimension: 'time', system: 'metric' } as const;
  return { ...time, value, bare: 1, decimals: 0, step: value, vague: true };
};

/** "Second toe". Such words often count nothing ("at first"): in a note they are not compared. */
const spokenOrdinals = (text: string): Quantity[] =>
  [...text.matchAll(ORDINAL)].map((match): Quantity => {
    if (FIRST_TIME.test(text.slice(match.index)))
      return { ...oneOf(text, match), ...placeOf(match) };
    const value = ORDINALS.indexOf(match[0].toLowerCase()) + 1;
    const own = { value, bare: value, decimals: 0, step: 1, vague: true };
    return { kind: 'number', dimension: 'ordinal', ...own, ...placeOf(match) };
  });

const FOOT = 304.8;
const INCH = 25.4;

/** "5 ft 7 in", "five foot six" as one length. */
function heights(text: string, all: readonly Quantity[]): Quantity[] {
  const found: Quantity[] = [];
  for (const one of all) {
    const last = found.at(-1);
    const isFeet =
      last?.dimension === 'length' && last.value === last.bare * FOOT && last.upTo === undefined;
    const isInches =
      (one.dimension === undefined || one.value === one.bare * INCH) && one.bare < 12;
    const gap = last && text.slice(last.end, one.start);
    if (isFeet && isInches && gap !== undefined && /^[\s,-]*(?:and\s)?$/.test(gap))
      found.splice(-1, 1, {
        ...last,
        value: last.value + one.bare * INCH,
        step: INCH,
        end: one.end,
      });
    else found.push(one);
  }
  return found;
}
