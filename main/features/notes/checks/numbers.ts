/** Reads numbers out of a text: digits of any script, decimals, number words, halves, ranges. */
import numberWords from './number-words.json' with { type: 'json' };

export type Numeral = {
  readonly value: number;
  /** The other end of a range. */
  readonly upTo?: number | undefined;
  /** "for a week": said as one, and rarely meant as a number. */
  readonly vague: boolean;
  readonly start: number;
  readonly end: number;
};

const { small, tens, multiples, others } = numberWords;
const smallValues = new Map([
  ...small.map((word, value): [string, number] => [word, value]),
  ...Object.entries(others),
]);
const tensValues = new Map(tens.map((word, at): [string, number] => [word, (at + 2) * 10]));
const WORD = `(?:${[...small, ...tens, ...multiples].join('|')})`;
const spelled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:an?|one)\\s+(?=half|hundred|thousand|lakh|couple|dozen)|)(?:half|couple|dozen|(?:point\\s+)?${WORD}(?:[\\s-]+(?:and\\s+)?(?:${WORD}|a half|point))*)(?![\\p{L}\\p{N}])`,
  'giu',
);
// Not the number of a line in a list, nor that of a name (COVID-19).
const written =
  /(?<![\p{L}\p{N}.,/]|\p{L}-)(?!(?<=(?:^|\n)\s*)\d{1,2}[.)]\s)(\d[\d,]*(?:\.\d+)?)(?:\s*(?:-|–|to|or)\s*(\d+(?:\.\d+)?)(?![\d/-]))?(?:st|nd|rd|th)?(?![\p{L}]*\d)/gu;
const vague =
  /(?<![\p{L}\p{N}])an?(?=\s+(?:day|week|fortnight|month|year|hour|minute)s?(?![\p{L}]))/giu;

/** Replaces digits of other scripts by ASCII digits, one for one, so that positions stay. */
export const ourDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) =>
    digit <= '9' || digit.length > 1 ? digit : String(digitValue(digit)),
  );

/** Decimal digits of a script have ten code points in a row. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  for (let back = 0; back < 10 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); back++) zero -= 1;
  return (point - zero) % 10;
}

/**
 * In the order of the text. Numbers inside words (HbA1c, B12, C5) are names, not numbers. `text`:
 * after `ourDigits`.
 */
export function numerals(text: string): Numeral[] {
  const found: Numeral[] = [];
  for (const { 0: whole, 1: from = '', 2: to, index } of text.matchAll(written)) {
    const value = Number(
      from
        .replace(/,(?=\d{2,3}(?!\d))/g, '')
        .replace(/,+$/, '')
        .replace(',', '.'),
    );
    if (Number.isNaN(value)) continue;
    const end = index + whole.replace(/,+$/, '').length;
    found.push({
      value,
      ...(to !== undefined && { upTo: Number(to) }),
      vague: false,
      start: index,
      end,
    });
  }
  for (const { 0: whole, index } of text.matchAll(spelled)) {
    const value = spoken(whole.toLowerCase());
    if (value !== undefined)
      found.push({ value, vague: false, start: index, end: index + whole.length });
  }
  for (const { 0: whole, index } of text.matchAll(vague))
    found.push({ value: 1, vague: true, start: index, end: index + whole.length });
  return found
    .sort((one, other) => one.start - other.start)
    .filter(({ start }, at, all) => start >= (all[at - 1]?.end ?? 0));
}

function spoken(words: string): number | undefined {
  let whole = 0;
  let part = 0;
  let decimals: string | undefined;
  for (const word of words.split(/[\s-]+/)) {
    const digit = smallValues.get(word);
    const ten = tensValues.get(word);
    if (word === 'point') decimals = '';
    else if (decimals !== undefined && digit !== undefined) decimals += String(digit);
    else if (word === 'half') part += 0.5;
    else if (word === 'hundred') part = Math.max(1, part) * 100;
    else if (word === 'thousand') [whole, part] = [whole + Math.max(1, part) * 1000, 0];
    else if (word === 'lakh') [whole, part] = [whole + Math.max(1, part) * 100_000, 0];
    else if (ten !== undefined) part += ten;
    else if (digit !== undefined) part += digit;
  }
  const value = whole + part + (decimals ? Number(`0.${decimals}`) : 0);
  return Number.isFinite(value) ? value : undefined;
}
