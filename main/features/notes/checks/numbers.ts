/** Reads numbers out of a text: digits of any script, decimals, fractions, number words, ranges. */
import { multiples, type Numeral, spelledNumerals } from './number-words.ts';
import { NUMBERED_NAMES } from './numbered-names.ts';
import { anyNukta, EDGE, START } from './script.ts';
import numberWords from './vocabulary/number-words.json' with { type: 'json' };

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
// Not the number of a line in a list, nor that of a name (COVID-19); "stage-4" has one.
const written = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}.,]|(?<!(?<!\\p{L})(?:${NUMBERED_NAMES}))(?<=\\p{L})-)(?!(?<=(?:^|\\n)\\s*)\\d{1,2}[.)]\\s)` +
    `((?:\\d[\\d,]*(?:\\.\\d+)*|\\.\\d+)?[½¼¾]?)(?<=[\\d,½¼¾])` +
    `(st|nd|rd|th)?(?:\\s*(${anyNukta(multiples.join('|'))})${EDGE})?(?!\\p{L}*\\d)`,
  'giu',
);
const common = /(?<![\d/.])(?:(\d+)\s)?([13])\/([24])(?![\d/])/g;
const vague = new RegExp(
  `${START}an?(?=\\s+(?:day|week|fortnight|month|year|hour|minute)s?(?!\\p{L}))`,
  'giu',
);
/** "A year and a half", "a beer or two": the name of what is counted stands within the number. */
const AROUND =
  /(?<![\p{L}\p{M}\p{N}])(?:an?|one)(?=\s+\p{L}+(\s+and\s+a\s+(half|quarter)|\s+or\s+two)(?![\p{L}\p{M}]))/giu;
/** "On a 0-10 scale", "10-point scale": how a score is asked for, not what it was. */
const SCALE_BEHIND = /^\s*(?:-?\s*points?\s+)?scale(?![\p{L}])/iu;
/** "0 = no pain", on a line that tells of a scale. */
const EXPLAINED = /^\s*=\s*\p{L}/u;
const TELLS_OF_SCALE =
  /(?<![\d.])[01]\s*(?:-|–|to)\s*10(?![\d.])|(?<!\p{L})scale\s+(?:of|from)(?!\p{L})|out\s+of\s+(?:ten|10)(?![\p{L}\d])/iu;
const SCALE_STARTS = [0, 1];
const SCALE_ENDS = [5, 10, 100];
/** The second of "8/10", "5/5", "5/7": the end of a scale, or days of a week. */
const SCALE = /(?<!\d)(\d{1,2})\/(5|7|10|12|15|52)(?![\d/])/g;

/** "Grade II", "NYHA class III", "stage-IV"; not "the type I have". */
const ROMAN = new RegExp(
  `(?<=(?<!\\p{L})(?:${NUMBERED_NAMES})[\\s:–-]{1,3})(?:x|ix|iv|v?i{2,3}|vi|v|i(?!['’]|\\s+(?:have|had|am|was|think|feel|felt|do|did|can|could|will|would|want|need|take|took|get|got|see|saw|know|knew|said|say|believe|guess|mean|use|used|went|like|don)(?!\\p{L})))(?=[abc]?(?![\\p{L}\\p{N}]))`,
  'giu',
);
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

const HINDI: Readonly<Record<string, number>> = numberWords.latinHindi;
/** "Teen din": Hindi in Latin letters counts only before what is counted; "do" is English as well. */
const BEFORE_UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${Object.keys(HINDI).join('|')})(?=(?:\\s+(?:${Object.keys(HINDI).join('|')}))?\\s+(?:din|dinon?|haft[eao]n?|mahin[eao]n?|saal|ghant[eao]n?|goli(?:yan)?|chammach|baje)(?!\\p{L}))`,
  'giu',
);
const AT_LATIN_HINDI = new RegExp(BEFORE_UNIT.source, 'iuy');
export function isLatinHindi(text: string, at: number): boolean {
  AT_LATIN_HINDI.lastIndex = at;
  return AT_LATIN_HINDI.test(text);
}
const latinHindi = (text: string): Numeral[] =>
  [...text.matchAll(BEFORE_UNIT)].map(({ 0: word, index }) => ({
    value: HINDI[word.toLowerCase()] ?? 0,
    decimals: 0,
    vague: false,
    start: index,
    end: index + word.length,
  }));

/** Replaces digits of other scripts by ASCII digits, one for one, so that positions stay. */
export const ourDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) =>
    digit <= '9' || digit.length > 1 ? digit : String(digitValue(digit)),
  );

const romans = (text: string): Numeral[] =>
  [...text.matchAll(ROMAN)].map(({ 0: figures, index }) => ({
    value: ROMANS.indexOf(figures.toLowerCase()) + 1,
    decimals: 0,
    vague: false,
    start: index,
    end: index + figures.length,
  }));

/** Decimal digits of a script have ten code points in a row. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  for (let back = 0; back < 10 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); back++) zero -= 1;
  return (point - zero) % 10;
}

/**
 * In the order of the text. Numbers inside words (HbA1c, B12, C5) are names, not numbers. `text`:
 * after `ourDigits`; `language`: BCP 47, whose decimal sign counts.
 */
export function numerals(text: string, language: string): Numeral[] {
  const comma = decimalSign(language) === ',';
  const vagueOnes = [...text.matchAll(vague)].map(
    ({ 0: whole, index }): Numeral => ({
      value: 1,
      decimals: 0,
      vague: true,
      start: index,
      end: index + whole.length,
    }),
  );
  const ends = [...text.matchAll(SCALE)]
    .filter(({ 1: one, 2: other }) => Number(one) <= Number(other))
    .map(({ 0: whole, 1: one = '', index }) => ({
      start: index + one.length,
      end: index + whole.length,
    }));
  const { found: around, rests } = numbersAround(text);
  const none = [...ends, ...rests];
  const all = [
    ...around,
    ...[
      ...fractions(text),
      ...digits(text, comma),
      ...romans(text),
      ...spelledNumerals(text),
      ...latinHindi(text),
      ...vagueOnes,
    ].filter(({ start, end }) => !none.some((one) => start < one.end && end > one.start)),
  ].sort((one, other) => one.start - other.start || other.end - one.end);
  const apart: Numeral[] = [];
  for (const one of all) if (one.start >= (apart.at(-1)?.end ?? 0)) apart.push(one);
  return ranges(text, apart).filter((one) => !isOfScale(text, one));
}

function isOfScale(text: string, { value, upTo, start, end }: Numeral): boolean {
  const behind = text.slice(end).split('\n', 1)[0] ?? '';
  if (SCALE_BEHIND.test(behind))
    return upTo === undefined
      ? SCALE_ENDS.includes(value)
      : SCALE_STARTS.includes(value) && SCALE_ENDS.includes(upTo);
  if (!EXPLAINED.test(behind) || ![...SCALE_STARTS, ...SCALE_ENDS].includes(upTo ?? value))
    return false;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, end);
  return TELLS_OF_SCALE.test(line + behind);
}

/** `rests`: what stands behind the name, and is no number of its own. */
function numbersAround(text: string) {
  const matches = [...text.matchAll(AROUND)];
  return {
    found: matches.map(({ 0: whole, 2: fraction, index }): Numeral => {
      const place = { vague: false, start: index, end: index + whole.length };
      if (fraction === undefined) return { value: 1, upTo: 2, decimals: 0, ...place };
      return fraction.toLowerCase() === 'half'
        ? { value: 1.5, decimals: 1, ...place }
        : { value: 1.25, decimals: 2, ...place };
    }),
    rests: matches.map(({ 0: whole, 1: rest = '', index }) => {
      const from = text.indexOf(rest, index + whole.length);
      return { start: from, end: from + rest.length };
    }),
  };
}

/** "1/2", "1 1/2", "3/4". */
const fractions = (text: string): Numeral[] =>
  [...text.matchAll(common)]
    .filter(({ 2: over, 3: under }) => Number(over) < Number(under))
    .map(({ 0: whole, 1: before = '0', 2: over, 3: under, index }) => ({
      value: Number(before) + Number(over) / Number(under),
      decimals: 2,
      vague: false,
      start: index,
      end: index + whole.length,
    }));

const digits = (text: string, comma: boolean): Numeral[] =>
  [...text.matchAll(written)].flatMap(
    ({ 0: whole, 1: figures = '', 2: ordinal, 3: multiple, index }) => {
      const bare = figures.replace(/[½¼¾]$/, '');
      const plain = plainDecimal(bare.replace(/,+$/, ''), comma);
      const value = Number(plain) + (FRACTIONS[figures.slice(bare.length)] ?? 0);
      if (Number.isNaN(value)) return [];
      const factor = multiple === undefined ? 1 : valueOfMultiple(multiple);
      const decimals = bare === figures ? (plain.split('.')[1] ?? '').length : 2;
      return [
        {
          value: value * factor,
          decimals: factor === 1 ? decimals : 0,
          vague: false,
          ...(ordinal && { isOrdinal: true }),
          ...(/^[.]/.test(bare) && { notation: 'naked' as const }),
          ...(/\.0+$/.test(plain) && { notation: 'trailing' as const }),
          start: index,
          end: index + whole.replace(/,+$/, '').length,
        },
      ];
    },
  );

function valueOfMultiple(word: string): number {
  const [one] = spelledNumerals(word);
  return one?.value ?? 1;
}

/** "1,50,000" and "1.250" (in German) are grouped; "2,5" and "0,125" have a decimal comma. */
function plainDecimal(figures: string, comma: boolean): string {
  if (comma && /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(figures))
    return figures.replaceAll('.', '').replace(',', '.');
  if (!comma && /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(figures))
    return figures.replaceAll(',', '');
  if (/^\d+,\d+$/.test(figures)) return figures.replace(',', '.');
  return figures.replaceAll(',', '');
}

/** The sign before decimals in a language; a point where the language is not known. */
function decimalSign(language: string): string {
  try {
    return (
      new Intl.NumberFormat(language)
        .formatToParts(1.5)
        .find(({ type }) => type === 'decimal')
        ?.value.replace('٫', '.') ?? '.'
    );
  } catch {
    return '.';
  }
}

const BETWEEN = /^\s*(?:-|–|to|or|से|या)\s*$/iu;

/** "3-5", "three to five", "three four days": one number with two ends. */
function ranges(text: string, all: readonly Numeral[]): Numeral[] {
  const found: Numeral[] = [];
  for (const one of all) {
    const last = found.at(-1);
    const gap = last && text.slice(last.end, one.start);
    const rises = last && last.upTo === undefined && one.value > last.value && !one.vague;
    if (rises && gap !== undefined && isRange(text, last, one, gap))
      found.splice(-1, 1, { ...last, upTo: one.value, end: one.end });
    else found.push(one);
  }
  return found;
}

function isRange(text: string, one: Numeral, other: Numeral, gap: string): boolean {
  // "1-0-1" and dates have more than two parts.
  if (
    /^\s*[-–/]\s*\d/.test(text.slice(other.end)) ||
    /\d[-–/]$/.test(text.slice(Math.max(0, one.start - 2), one.start))
  )
    return false;
  if (BETWEEN.test(gap)) return true;
  // "Das pandrah din".
  if (/^\s$/.test(gap) && [one, other].every(({ start }) => isLatinHindi(text, start))) return true;
  return /^\s$/.test(gap) && [one, other].every(({ start }) => /\p{L}/u.test(text[start] ?? ''))
    ? other.value - one.value === 1
    : false;
}
