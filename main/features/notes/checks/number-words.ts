/** Reads numbers that are spelled out: "one fifty", "two and a half", "ढाई सौ". */
import { anyNukta, plainNukta, START } from './script.ts';
import words from './vocabulary/number-words.json' with { type: 'json' };

export type Numeral = {
  readonly value: number;
  /** The other end of a range. */
  readonly upTo?: number | undefined;
  /** Decimals as written or spoken: what its last digit can tell. */
  readonly decimals: number;
  /** "for a week": said as one, and rarely meant as a number. */
  readonly vague: boolean;
  /** Written so that a point is easily overlooked (".5", "5.0"). */
  readonly notation?: 'naked' | 'trailing' | undefined;
  /** Written as "2nd". */
  readonly isOrdinal?: boolean | undefined;
  readonly start: number;
  readonly end: number;
};

type Kind =
  | 'digit'
  | 'zero'
  | 'oh'
  | 'pair'
  | 'tens'
  | 'multiple'
  | 'fraction'
  | 'whole'
  | 'more'
  | 'group'
  | 'point'
  | 'and'
  | 'article';
type Token = {
  readonly kind: Kind;
  readonly value: number;
  readonly start: number;
  readonly end: number;
};

const known = new Map(
  (Object.entries(words.kinds) as [Kind, Readonly<Record<string, number>>][]).flatMap(
    ([kind, values]) =>
      Object.entries(values).map(([word, value]): [string, { kind: Kind; value: number }] => [
        plainNukta(word),
        { kind, value },
      ]),
  ),
);
/** "thousand", "lakh": they may stand behind digits. */
export const multiples: readonly string[] = Object.keys(words.kinds.multiple);
const WORD = new RegExp(
  `${START}(?:${anyNukta(
    Object.values(words.kinds)
      .flatMap((values) => Object.keys(values))
      .sort((one, other) => other.length - one.length)
      .join('|'),
  )})(?![\\p{L}\\p{M}\\p{N}])`,
  'giu',
);
/** "The right one": a pronoun, unless something countable follows. */
const PRONOUN = /(?:the|this|that|which|right|left|upper|lower|other|new|each|every|no|any)\s+$/iu;

export function spelledNumerals(text: string): Numeral[] {
  const spoken = [...text.matchAll(WORD)].flatMap(({ 0: word, index }): Token[] => {
    const one = known.get(plainNukta(word.toLowerCase()));
    return one ? [{ ...one, start: index, end: index + word.length }] : [];
  });
  const tokens = spoken.flatMap((token, at) => [
    ...pointBefore(text, spoken[at - 1], token),
    token,
  ]);
  const found: Numeral[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = readNumber(text, tokens, at);
    if (read && !isPronoun(text, read.numeral)) found.push(read.numeral);
    at = read?.next ?? at + 1;
  }
  return found;
}

/** "Two . five milligrams", "a . five": some recognisers write the point as a sign of its own. */
function pointBefore(text: string, before: Token | undefined, token: Token): Token[] {
  if (before === undefined || !['digit', 'zero', 'oh'].includes(token.kind)) return [];
  if (!isFigure(before) && before.kind !== 'article') return [];
  if (text.slice(before.end, token.start) !== ' . ') return [];
  return [{ kind: 'point', value: 0, start: before.end + 1, end: before.end + 2 }];
}

const isPronoun = (text: string, { start, end }: Numeral) =>
  /^one$/i.test(text.slice(start, end)) &&
  PRONOUN.test(text.slice(Math.max(0, start - 8), start)) &&
  !/^\s+(?:tab|cap|pill|drop|puff|dose|spoon|unit|mg|ml|day|week|month|year|hour)/i.test(
    text.slice(end),
  );

/** `part`: below the next thousand; `decimals`: those behind "point". */
type Sum = {
  readonly whole: number;
  readonly part: number;
  readonly decimals?: string | undefined;
  readonly last?: Kind | undefined;
};

function readNumber(
  text: string,
  tokens: readonly Token[],
  from: number,
): { readonly numeral: Numeral; readonly next: number } | undefined {
  const joined = (at: number) => {
    const [one, other] = [tokens[at - 1], tokens[at]];
    return (
      one !== undefined && other !== undefined && /^[\s-]+$/.test(text.slice(one.end, other.start))
    );
  };
  let sum: Sum | undefined = { whole: 0, part: 0 };
  let next = from;
  for (let at = from; at < tokens.length && (at === from || joined(at)); at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'article' && joined(at + 1) && opens(tokens[at + 1], sum)) continue;
    if (token.kind === 'and' && joined(at + 1) && goesOn(tokens, at + 1, sum)) continue;
    if (token.kind === 'point' && !(joined(at + 1) && isFigure(tokens[at + 1]))) break;
    const grown = add(sum, token, tokens[at - 1]?.kind === 'and' || tokens[at - 2]?.kind === 'and');
    if (!grown) break;
    sum = grown;
    next = at + 1;
  }
  const [first, last] = [tokens[from], tokens[next - 1]];
  if (sum.last === undefined || !first || !last || next === from) return undefined;
  const value = sum.whole + sum.part + (sum.decimals ? Number(`0.${sum.decimals}`) : 0);
  const { length } = String(value).split('.')[1] ?? '';
  const decimals = sum.decimals?.length ?? length;
  return {
    numeral: { value, decimals, vague: false, start: first.start, end: last.end },
    next,
  };
}

const isFigure = (token: Token | undefined) =>
  token !== undefined && ['digit', 'zero', 'oh', 'pair', 'tens'].includes(token.kind);

/** Words before which "a" is a part of the number. */
const opens = (token: Token | undefined, { last }: Sum) =>
  token !== undefined &&
  (token.kind === 'fraction' ||
    (last === undefined && (token.kind === 'multiple' || token.kind === 'group')));

/** "A hundred and fifty", "two and a half"; "two and three" are two numbers. */
function goesOn(tokens: readonly Token[], at: number, { last }: Sum): boolean {
  const token = tokens[at]?.kind === 'article' ? tokens[at + 1] : tokens[at];
  if (last === undefined) return false;
  if (token?.kind === 'fraction') return true;
  return (
    last === 'multiple' && token !== undefined && ['digit', 'pair', 'tens'].includes(token.kind)
  );
}

/** The sum with one more word; undefined: the word begins another number. */
function add(sum: Sum, { kind, value }: Token, behindAnd: boolean): Sum | undefined {
  const { whole, part, last, decimals } = sum;
  if (decimals !== undefined && kind !== 'multiple') return addDecimal(sum, kind, value);
  switch (kind) {
    case 'digit':
      if (last === 'oh') return { whole, part: part * 100 + value, last: 'pair' };
      return last === undefined || last === 'tens' || last === 'multiple' || last === 'more'
        ? { whole, part: part + value, last: kind }
        : undefined;
    case 'pair':
    case 'tens':
      if (last === undefined || last === 'multiple' || last === 'more')
        return { whole, part: part + value, last: kind };
      // "One fifty": hundreds without the word. "Twenty eighteen", "nineteen fifty": a year.
      return whole === 0 && ((last === 'digit' && part < 10) || isCentury(part, last, value))
        ? { whole, part: part * 100 + value, last: kind }
        : undefined;
    case 'zero':
      return last === undefined ? { whole, part, last: kind } : undefined;
    case 'oh':
      return last === 'digit' && whole === 0 && part < 10 ? { whole, part, last: kind } : undefined;
    case 'multiple':
      return multiplied(sum, value);
    case 'fraction':
      if (last === undefined || behindAnd) return { whole, part: part + value, last: kind };
      return last === 'digit' && whole === 0 && (part === 1 || part === 3)
        ? { whole, part: part * value, last: kind }
        : undefined;
    case 'point':
      return last === 'fraction' || last === 'whole'
        ? undefined
        : { whole, part, decimals: '', last: kind };
    case 'whole':
    case 'more':
    case 'group':
      return last === undefined ? { whole, part: value, last: kind } : undefined;
    default:
      return undefined;
  }
}

/** 1910 to 1999, 2010 to 2029: "twenty forty" is how somebody sees. */
const isCentury = (part: number, last: Kind | undefined, value: number) =>
  (last === 'tens' || last === 'pair') &&
  value >= 10 &&
  (part === 19 || (part === 20 && value < 30));

function multiplied({ whole, part, decimals, last }: Sum, value: number): Sum | undefined {
  if (last === 'zero' || last === 'oh' || last === 'group') return undefined;
  const count = part + (decimals ? Number(`0.${decimals}`) : 0) || 1;
  return value === 100
    ? { whole, part: count * 100, last: 'multiple' }
    : { whole: whole + count * value, part: 0, last: 'multiple' };
}

/** "Point two five", "point twenty five". */
function addDecimal(
  { decimals = '', last, ...sum }: Sum,
  kind: Kind,
  value: number,
): Sum | undefined {
  if (kind === 'digit' && last === 'tens')
    return { ...sum, decimals: decimals.slice(0, -1) + value, last: kind };
  return ['digit', 'zero', 'oh', 'pair', 'tens'].includes(kind)
    ? { ...sum, decimals: decimals + value, last: kind }
    : undefined;
}
