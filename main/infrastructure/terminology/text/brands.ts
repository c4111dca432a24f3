/**
 * Finds brands of medicines in a line or a text: by their whole names alone. No name is ever
 * corrected: one that is near a brand is another drug, or none.
 */
import { z } from 'zod';
import type { BrandRow } from '../tables/brands/brands.ts';
import { readTable } from '../tables/read-table.ts';
import lineWords from './words/brand-lines.json' with { type: 'json' };

export type FoundBrand = {
  /** UTF-16 code units of the text; `end` is behind the name or its strength. */
  readonly start: number;
  readonly end: number;
  /** The name as it stands in the text. */
  readonly written: string;
  readonly ingredients: readonly string[];
  /** One for each ingredient; empty where the text or the table does not tell. */
  readonly strengths: readonly string[];
  /** True for a brand of the clinic's own list. */
  readonly own?: boolean | undefined;
};
export type Brands = {
  /** In the order of the text; none overlaps another. */
  in(text: string): FoundBrand[];
  /** As one types: brands whose names begin so, shorter names first. */
  beginning(typed: string, most: number): NamedBrand[];
};
type NamedBrand = { readonly name: string; readonly ingredients: readonly string[] };

const word = z.string().min(1);
const lists = readTable(
  'brand-lines.json',
  z.strictObject({
    forms: z.array(word),
    sameProduct: z.array(word),
    otherProduct: z.array(word),
  }),
  lineWords,
);
const FORMS: ReadonlySet<string> = new Set(lists.forms);
const FORM_SUFFIX: ReadonlySet<string> = new Set(lists.forms.filter(({ length }) => length > 1));
const SAME_PRODUCT: ReadonlySet<string> = new Set([...FORM_SUFFIX, ...lists.sameProduct]);
const OTHER_PRODUCT: ReadonlySet<string> = new Set(lists.otherProduct);
/** A suffix that makes another product is short: "Telma CT", "Glycomet GP". */
const LONGEST_SUFFIX = 3;
/** Words of a name at most, with numbers among them: "Glycomet 500 GP Forte". */
const LONGEST = 6;
const TOKEN = /[\p{L}\p{M}]+|\d+(?:\.\d+)?(?:\/\d+(?:\.\d+)?)*/gu;
/** Between the parts of one name. */
const WITHIN = /^[ \t\u00a0]?[-–]?[ \t\u00a0]?$/;
const UNITS = /^(?:mg|mcg|µg|gm?|ml|iu|u|k)$/;
/** "at night", while "AT" is atenolol. */
const AT_A_TIME = /^at\s+(?:night|bed|the|home|once|\d)/;

type Token = {
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
};
/** `own`: of the clinic's own list. */
type OwnBrandRow = BrandRow & { readonly own?: boolean | undefined };
type Known = OwnBrandRow & { readonly known: ReadonlyMap<string, readonly string[]> };
type Reader = { readonly byKey: ReadonlyMap<string, Known>; readonly begins: ReadonlySet<string> };

/** Of two rows with one name the later counts: a clinic's own rows come last. */
export function readBrands(rows: readonly OwnBrandRow[]): Brands {
  const byKey = new Map<string, Known>();
  const begins = new Set<string>();
  for (const row of rows) {
    const known = new Map(Object.entries(row.strengths ?? {}));
    for (const name of row.names) {
      byKey.set(keyOf(tokensIn(name)), { ...row, known });
      // "TelmaAM" is written as one word: the first letters are enough to look closer.
      begins.add(name.toLowerCase().slice(0, 1));
    }
  }
  const reader = { byKey, begins };
  const names = rows
    .flatMap(({ names: all, of }) => all.map((name) => ({ name, ingredients: of })))
    .map((one) => ({ ...one, key: keyOf(tokensIn(one.name)) }))
    .sort((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1));
  return {
    in: (text) => brandsIn(reader, text),
    beginning(typed, most) {
      const key = keyOf(tokensIn(typed));
      if (key.length < LEAST_TYPED) return [];
      return names.filter((one) => one.key.startsWith(key)).slice(0, most);
    },
  };
}
/** Letters that say which brand is meant. */
const LEAST_TYPED = 3;

/** "paracetamol 650 mg", "telmisartan 40 mg + amlodipine 5 mg". */
export const ingredientWords = ({
  ingredients,
  strengths,
}: Pick<FoundBrand, 'ingredients' | 'strengths'>): string =>
  ingredients.map((name, at) => [name, strengths[at]].filter(Boolean).join(' ')).join(' + ');

const tokensIn = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: found, index: start }) => ({
    lower: found.toLowerCase(),
    start,
    end: start + found.length,
    isNumber: /^\d/.test(found),
  }));

/** Equal for two names of one brand. */
export const brandKey = (name: string): string => keyOf(tokensIn(name));

/** Blanks and hyphens are written or not: "Pan-D", "Pan D", "PanD". */
const keyOf = (tokens: readonly Token[]) => tokens.map(({ lower }) => lower).join('');

function brandsIn(reader: Reader, text: string): FoundBrand[] {
  const tokens = tokensIn(text);
  const found: FoundBrand[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const one = brandAt(reader, text, tokens, at);
    if (!one) continue;
    found.push(one.brand);
    at = one.last;
  }
  return found;
}

function brandAt({ byKey, begins }: Reader, text: string, tokens: readonly Token[], at: number) {
  const [first] = tokens.slice(at, at + 1);
  if (first === undefined || !begins.has(first.lower.slice(0, 1))) return undefined;
  const line = run(text, tokens, at);
  for (let length = Math.min(LONGEST, line.length); length > 0; length--) {
    const parts = line.slice(0, length);
    const letters = parts.filter(({ isNumber }) => !isNumber);
    const row =
      byKey.get(keyOf(parts)) ??
      (parts.at(-1)?.isNumber === false ? byKey.get(keyOf(letters)) : undefined);
    if (!row) continue;
    // A longer product of another composition, which the table does not have, stays words.
    if (isOtherProduct(text, line, length)) return undefined;
    const number =
      parts.slice(1).find(({ isNumber }) => isNumber) ?? strengthBehind(text, line[length]);
    const strengths = strengthsOf(row, number, line[length + 1]);
    if (row.only && !isSaidToBeDrug(row, text, tokens, { at, line, length, number }))
      return undefined;
    const isBehind = number !== undefined && line.indexOf(number) === length;
    const end = isBehind && row.known.has(number.lower) ? number.end : (parts.at(-1)?.end ?? 0);
    const brand: FoundBrand = {
      start: first.start,
      end,
      written: text.slice(first.start, end),
      ingredients: row.of,
      strengths,
      ...(row.own && { own: true }),
    };
    return { brand, last: at + length - 1 };
  }
  return undefined;
}

/** "1-0-1", "10 - 0 - 5": when it is taken, behind which no name goes on. */
const TIMES = /^[\d½.]+\s?[-–]\s?[\d½.]+\s?[-–]\s?[\d½.]/u;
/** "H/S" is at bedtime, while "H" is hydrochlorothiazide. */
const SHORT_FORM_WITH_SLASH = /^\p{L}\/\p{L}(?![\p{L}])/u;

/** Tokens from here on that nothing but a blank or a hyphen parts. */
function run(text: string, tokens: readonly Token[], at: number): Token[] {
  const line: Token[] = [];
  for (const token of tokens.slice(at, at + LONGEST + 4)) {
    const before = line.at(-1);
    if (before && !WITHIN.test(text.slice(before.end, token.start))) break;
    const rest = text.slice(token.start, token.start + 20);
    if (before && (TIMES.test(rest) || SHORT_FORM_WITH_SLASH.test(rest))) break;
    line.push(token);
  }
  return line;
}

/** A number behind the name that is no count of tablets, no hour and no part of "1-0-1". */
function strengthBehind(text: string, next: Token | undefined): Token | undefined {
  if (!next?.isNumber || COUNT.test(text.slice(next.end))) return undefined;
  // "1 x 5 days" is a tablet a day; "500 x 3 days" is a strength.
  const isFew = Number(next.lower) < FEW && /^\s*x(?![\p{L}])/iu.test(text.slice(next.end));
  return isFew ? undefined : next;
}
const FEW = 10;
const COUNT =
  /^(?:[-–]\d|\s*(?:tabs?|tablets?|caps?|capsules?|puffs?|drops?|sachets?|ml|units?|u|times?|hrly|hourly|hours?|hrs?|days?|d|weeks?|wks?|months?)(?![\p{L}]))/iu;

/** "Telma 40 + H": a drug beside it, by the letters of a suffix. */
const ADDED = /^[ \t]*\+[ \t]*(\p{L}{1,3})(?![\p{L}])/u;

/** True where the name goes on: "Telma 40 XY", "Crocin Cold". */
function isOtherProduct(text: string, line: readonly Token[], length: number): boolean {
  const [, added] = ADDED.exec(text.slice(line.at(-1)?.end ?? text.length)) ?? [];
  if (added !== undefined && !SAME_PRODUCT.has(added.toLowerCase())) return true;
  const next = line.slice(length).find(({ lower, isNumber }) => !isNumber && !UNITS.test(lower));
  if (!next || AT_A_TIME.test(text.slice(next.start))) return false;
  const isJoined = /[-–]/.test(text[next.start - 1] ?? '');
  if ((isJoined ? FORM_SUFFIX : SAME_PRODUCT).has(next.lower)) return false;
  return next.lower.length <= LONGEST_SUFFIX || OTHER_PRODUCT.has(next.lower);
}

/** Known for this number; for no number where the brand has one strength alone. */
function strengthsOf(
  { known, of, own: isOwn }: Known,
  number: Token | undefined,
  next: Token | undefined,
): readonly string[] {
  // A clinic writes one strength for a name: another number is another product.
  if (isOwn && number && !known.has(number.lower)) return [];
  const strengths = (number && known.get(number.lower)) ?? known.get('') ?? [];
  const [own] = strengths;
  // "Thyronorm 50 mg" of a drug in micrograms: a person has to see what was written.
  const unit = number && of.length === 1 && next && UNITS.test(next.lower) ? next.lower : undefined;
  const isContradicted = unit !== undefined && own !== undefined && !own.endsWith(` ${unit}`);
  return isContradicted ? [] : strengths;
}

type Place = {
  readonly at: number;
  readonly line: readonly Token[];
  readonly length: number;
  readonly number: Token | undefined;
};

/** Names that are ordinary words or names of people, too, count only where a drug is written. */
function isSaidToBeDrug(
  { only, known }: Known,
  text: string,
  tokens: readonly Token[],
  { at, line, length, number }: Place,
): boolean {
  const before = tokens[at - 1];
  const start = tokens[at]?.start ?? 0;
  const isBehindForm =
    before !== undefined &&
    FORMS.has(before.lower) &&
    /^\.?[ \t]*$/.test(text.slice(before.end, start));
  const isBeforeForm = line
    .slice(length, length + 3)
    .some(({ lower }) => lower.length > 1 && FORMS.has(lower));
  const hasNumber = only === 'with number' && number !== undefined && known.has(number.lower);
  return isBehindForm || isBeforeForm || hasNumber;
}
