/** Reads quantities out of a text: a number with its unit, how often a day, a blood pressure. */
import { type Numeral, numerals, ourDigits } from './numbers.ts';

export type Quantity = {
  readonly kind: 'number' | 'measure' | 'dose' | 'frequency';
  /** In the unit that all of its dimension are compared in; a frequency in times a day, 0 for "when needed". */
  readonly value: number;
  readonly upTo?: number | undefined;
  /** Undefined for a bare number. */
  readonly dimension?: string | undefined;
  /** The number as it was said, without its unit. */
  readonly bare: number;
  readonly vague: boolean;
  readonly start: number;
  readonly end: number;
};

/** dimension, kind, factor to the unit of comparison, how it is written. UCUM would not know half of them: this is how people speak. */
const UNITS: readonly (readonly [
  dimension: string,
  kind: 'measure' | 'dose',
  factor: number,
  written: string,
])[] = [
  ['concentration-mass', 'measure', 1, 'mg\\s?\\/\\s?dl|mgs?\\s+per\\s+(?:dl|decilit(?:er|re))'],
  ['concentration-g', 'measure', 1, 'g(?:m|ms)?\\s?\\/\\s?dl'],
  [
    'concentration-molar',
    'measure',
    1,
    'mmol\\s?\\/\\s?l|millimol\\w*(?:\\s+per\\s+lit(?:er|re))?',
  ],
  ['concentration-molar', 'measure', 0.001, '(?:u|µ|μ)mol\\s?\\/\\s?l'],
  ['concentration-small', 'measure', 1, 'ng\\s?\\/\\s?ml|(?:u|µ|μ|mc)g\\s?\\/\\s?l'],
  ['activity', 'measure', 1, '(?:i?u|units?)\\s?\\/\\s?l|m?iu\\s?\\/\\s?m?l'],
  ['dose-by-weight', 'dose', 1, 'mg\\s?\\/\\s?kg'],
  ['mass', 'dose', 1, 'mgs?|milligrams?|milligrammes?'],
  ['mass', 'dose', 0.001, 'mcgs?|(?:u|µ|μ)gs?|micrograms?|mikes?'],
  ['mass', 'dose', 1000, 'g|gms?|grams?|grammes?'],
  ['mass', 'measure', 1_000_000, 'kgs?|kilos?|kilograms?'],
  ['weight-pounds', 'measure', 1, 'lbs?|pounds?'],
  ['volume', 'dose', 1, 'mls?|cc|millilit(?:er|re)s?'],
  ['volume', 'measure', 1000, 'l|lit(?:er|re)s?'],
  ['units', 'dose', 1, 'iu|i\\.u\\.|units?|international units?'],
  ['pieces', 'dose', 1, 'tab(?:let)?s?|cap(?:sule)?s?|pills?'],
  ['drops', 'dose', 1, 'drops?|gtts?'],
  ['puffs', 'dose', 1, 'puffs?'],
  ['spoons', 'dose', 1, '(?:tea|table)?spoons?(?:ful)?|tsp|tbsp'],
  ['sachets', 'dose', 1, 'sachets?'],
  ['percent', 'measure', 1, '%|per ?cent'],
  ['pressure', 'measure', 1, 'mm\\s?(?:of\\s)?hg|millimet(?:er|re)s of mercury'],
  [
    'rate',
    'measure',
    1,
    '(?:beats?|breaths?|bpm|\\/\\s?min|per\\s+min(?:ute)?|beats per minute|breaths per minute)(?:\\s*(?:\\/|per)\\s*min(?:ute)?)?',
  ],
  ['celsius', 'measure', 1, '(?:°|º|degrees?)\\s?c(?:elsius|entigrade)?'],
  ['fahrenheit', 'measure', 1, '(?:°|º|degrees?)\\s?f(?:ahrenheit)?'],
  ['degrees', 'measure', 1, '°|º|degrees?'],
  ['length', 'measure', 10, 'cms?|centimet(?:er|re)s?'],
  ['length', 'measure', 1, 'mms?|millimet(?:er|re)s?'],
  ['length', 'measure', 1000, 'met(?:er|re)s?'],
  ['feet', 'measure', 1, 'feet|foot|ft'],
  ['inches', 'measure', 1, 'inch(?:es)?'],
  ['time', 'measure', 1 / 1440, 'min(?:ute)?s?'],
  ['time', 'measure', 1 / 24, 'h(?:ou)?rs?'],
  ['time', 'measure', 1, 'days?|d'],
  ['time', 'measure', 7, 'w(?:ee)?ks?'],
  ['time', 'measure', 14, 'fortnights?'],
  ['months', 'measure', 1, 'mo(?:nth)?s?|mths?'],
  ['months', 'measure', 12, 'y(?:ea)?rs?(?:[- ]old)?|y\\/o|y\\.o\\.?'],
  ['packs', 'measure', 1, 'packs?|pack[- ]years?'],
  ['cigarettes', 'measure', 1, 'cigarettes?|cigs?|bidis?|beedis?'],
];
const units = UNITS.map(([dimension, kind, factor, written]) => ({
  dimension,
  kind,
  factor,
  finds: new RegExp(`^[\\s-]?\\s*(?:${written})(?![\\p{L}])`, 'iu'),
}));

/** Times a day. Order: the longer wording first. */
const OFTEN: readonly (readonly [times: number, written: string])[] = [
  [4, 'q\\.?i\\.?d\\.?|qds|(?:four|4) times (?:a |per |each )?(?:day|daily)'],
  [
    3,
    't\\.?d\\.?s\\.?|t\\.?i\\.?d\\.?|thrice(?: (?:a|per) day| daily)?|(?:three|3) times (?:a |per |each )?(?:day|daily)',
  ],
  [
    2,
    'b\\.?i\\.?d\\.?|b\\.?d\\.?|twice (?:a|per|each) day|twice daily|(?:two|2) times (?:a |per )?(?:day|daily)|morning and (?:night|evening)|12[- ]hourly',
  ],
  [1 / 7, 'once (?:a|per|every) week|once weekly|weekly'],
  [2 / 7, 'twice (?:a|per) week|twice weekly'],
  [1 / 30, 'once a month|once monthly|monthly'],
  [0.5, 'alternate days?|every other day|eod|q\\.?o\\.?d'],
  [
    1,
    'o\\.?d\\.?|once (?:a|per|each) day|once daily|(?:one|1) times? (?:a |per )?(?:day|daily)|every (?:day|morning|night|evening)|each (?:morning|night|day)|at (?:bed ?time|night)|before bed|h\\.?s\\.?|q\\.?h\\.?s|q\\.?d|daily|nocte|mane',
  ],
  [0, 's\\.?o\\.?s\\.?|p\\.?r\\.?n\\.?|as needed|when needed|if needed|as required|when required'],
  [-1, 'stat|single dose|one[- ]off'],
];
const often = OFTEN.map(([times, written]) => ({
  times,
  finds: new RegExp(`(?<![\\p{L}\\p{N}])(?:${written})(?![\\p{L}\\p{N}])`, 'giu'),
}));
const EVERY =
  /(?<![\p{L}\p{N}])(?:every|q|each)\s*(\d{1,2}|two|three|four|six|eight|twelve)\s*(?:h(?:ou)?rs?|hrly|hourly|h)(?![\p{L}])|(?<![\p{L}\p{N}])(\d{1,2})[- ]hourly(?![\p{L}])/giu;
const hours = new Map([
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['six', 6],
  ['eight', 8],
  ['twelve', 12],
]);
const PATTERN =
  /(?<![\d.-])([0-3½])\s?[-–]\s?([0-3½])\s?[-–]\s?([0-3½])(?:\s?[-–]\s?([0-3½]))?(?![\d-])/gu;
const PRESSURE =
  /(?<![\d/.])(\d{2,3})\s?(?:\/|over|by)\s?(\d{2,3})(?![\d/])(?:\s?mm\s?(?:of\s)?hg)?/giu;
const DATE =
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\/(?:19|20)\d{2})(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)/gu;

/** In the order of the text; none overlaps another. Dates and times of day are left out. */
export function quantities(given: string): Quantity[] {
  const text = ourDigits(given);
  const taken: { start: number; end: number }[] = [...text.matchAll(DATE)].map(
    ({ 0: whole, index }) => ({ start: index, end: index + whole.length }),
  );
  const free = (start: number, end: number) =>
    taken.every((one) => end <= one.start || start >= one.end);
  const found: Quantity[] = [];
  const put = (quantity: Quantity) => {
    if (!free(quantity.start, quantity.end)) return;
    taken.push(quantity);
    found.push(quantity);
  };
  const at = (index: number, whole: string) => ({
    start: index,
    end: index + whole.length,
    vague: false,
  });
  for (const { 0: whole, index, ...parts } of text.matchAll(PATTERN)) {
    const times = [parts[1], parts[2], parts[3], parts[4]].filter(
      (one) => one !== undefined && one !== '0',
    ).length;
    put({ kind: 'frequency', value: times, bare: times, ...at(index, whole) });
  }
  for (const { 0: whole, index, ...parts } of text.matchAll(EVERY)) {
    const said = (parts[1] ?? parts[2])!.toLowerCase();
    const every = hours.get(said) ?? Number(said);
    if (every > 0) put({ kind: 'frequency', value: 24 / every, bare: every, ...at(index, whole) });
  }
  for (const { 0: whole, index, ...parts } of text.matchAll(PRESSURE)) {
    const [over, under] = [Number(parts[1]), Number(parts[2])];
    if (over > under && over < 300)
      put({
        kind: 'measure',
        dimension: 'blood pressure',
        value: over * 1000 + under,
        bare: over,
        ...at(index, whole),
      });
  }
  for (const { times, finds } of often)
    for (const { 0: whole, index } of text.matchAll(finds))
      put({ kind: 'frequency', value: times, bare: times, ...at(index, whole) });
  for (const numeral of numerals(text)) put(measured(text, numeral));
  return found.sort((one, other) => one.start - other.start);
}

function measured(text: string, { value, upTo, vague, start, end }: Numeral): Quantity {
  const rest = text.slice(end, end + 40);
  for (const { dimension, kind, factor, finds } of units) {
    const unit = finds.exec(rest)?.[0];
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

/** The same amount, in whatever unit; half a percent apart is rounding. */
export const sameAmount = (one: Quantity, other: Quantity): boolean =>
  near(one.value, other.value) &&
  (one.upTo === undefined || other.upTo === undefined || near(one.upTo, other.upTo));
const near = (one: number, other: number) => Math.abs(one - other) <= Math.abs(one) * 0.005 + 1e-9;
