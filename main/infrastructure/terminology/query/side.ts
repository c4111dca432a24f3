/**
 * Codes of a side: the disease is sought without the side, then the code with that side in its
 * family ("cellulitis Rt foot": cellulitis of the right lower limb).
 */
import { HEADER, LEFT_OVER, OPTIONAL } from '../index/index-file.ts';
import type { Code, Index } from '../index/open-index.ts';
import type { Weights } from './rank.ts';
import type { Reading } from './reading/parse-query.ts';
import { RT } from './reading/words-beside.ts';
import type { Chosen } from './select-candidates.ts';

/** Parts, and the limb that the names of codes have in their stead. */
const LIMBS: ReadonlyMap<string, string> = new Map([
  ...['arm', 'forearm', 'hand', 'elbow', 'wrist', 'finger', 'shoulder'].map(
    (part) => [part, 'upper'] as const,
  ),
  ...['leg', 'thigh', 'foot', 'knee', 'ankle', 'calf', 'hip', 'toe', 'heel'].map(
    (part) => [part, 'lower'] as const,
  ),
]);
/** Words that a code of a side has only because it is one, and what the guidelines take for given. */
const OF_SIDE =
  'side dominant nondominant affecting unilateral primary part arm eye ear upper lower limb extremity female displaced nondisplaced without except';
/** Words that nobody said, by their rarity: a code with more of them is of another disease. */
const MOST_EXTRA = 1.2;
/** The disease without its side has to be found at least so well. */
const LEAST = 0.6;
/** So much nearer is the disease without its side than another one with it. */
const NEARER = 0.05;
const MOST_OF_A_FAMILY = 400;

export type Sided = {
  readonly side: 'left' | 'right' | 'bilateral';
  /** The words without the side. */
  readonly rest: string;
  /** Without "eye" or "ear", too: not every code of the eye says that it is one. */
  readonly bare?: string | undefined;
};

/** "RT" may be radiotherapy, and "LE" a lower extremity. */
const SIDE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?<right>(?:${RT}|right)\.?(?:\s?sided)?|R(?=\s*$))|(?<left>(?:lt|left)\.?(?:\s?sided)?|L(?=\s*$))|(?<both>b/l|bilat(?:eral)?\.?|both(?!\s+bones?)))(?![\p{L}\d/])`,
  'giu',
);
const EYE =
  /(?<![\p{L}\d])(?:(?<right>RE|OD)|(?<left>(?<!(?:DVT|cellulitis|o?edema|ulcer|wound|weakness)\s)LE(?!\s+(?:DVT|o?edema|cellulitis|weakness|swelling|ulcer|wound|pain))|OS)|(?<both>BE|OU))(?![\p{L}\d])/gu;
const ORGAN = /(?<![\p{L}])(?:eye|ear)s?(?![\p{L}])/giu;

/** Undefined where no side is said, or more than one. */
export function sideIn(query: string): Sided | undefined {
  const found = [...query.matchAll(SIDE), ...query.matchAll(EYE)].filter(
    // A letter by itself is a side in capitals only.
    ([word]) => !/^[rl]$/.test(word),
  );
  const sides = new Set(found.map(({ groups }) => sideOf(groups ?? {})));
  const [side, ...others] = sides;
  if (side === undefined || others.length > 0) return undefined;
  const isEye = found.some(([word]) => /^(?:RE|LE|BE|OD|OS|OU)$/.test(word));
  const rest = tidy(query.replace(SIDE, ' ').replace(EYE, ' '));
  const bare = isEye ? rest : tidy(rest.replace(ORGAN, ' '));
  if (!/\p{L}{2}/u.test(rest)) return undefined;
  return {
    side,
    rest: isEye ? `${rest} eye` : rest,
    bare: bare !== '' && (isEye || bare !== rest) ? bare : undefined,
  };
}
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
function sideOf(groups: Readonly<Record<string, string | undefined>>): Sided['side'] {
  if (groups.right !== undefined) return 'right';
  return groups.left === undefined ? 'bilateral' : 'left';
}

/**
 * `direct`: found with the side; `plain`: found without it. Returns the candidates with the code of
 * that side first, or undefined where they stay as they are.
 */
export function takeSide(
  index: Index,
  weights: Weights,
  { side, rest }: Sided,
  direct: readonly Chosen[],
  plain: readonly Chosen[],
): Chosen[] | undefined {
  const [first] = direct;
  const [disease] = plain;
  if (!first || !disease || disease.final < LEAST) return undefined;
  const { asked: words } = disease.reading;
  const sideWord = index.word(side)?.id ?? 0;
  const given = index.wordsOf(OF_SIDE).map((word) => index.word(word)?.id ?? 0);
  const asked = { ids: new Set([sideWord, ...given, ...words.map(({ id }) => id)]), words };
  const cost = (code: Code) => costOf(index, weights, code, disease.code, asked);
  const isSided = says(first.code, side);
  const isOfFamily = inFamily(first.code, disease.code);
  const isNearer = disease.final > first.final + NEARER || wasTorn(first, disease);
  if (isSided && !isOfFamily && !isNearer) return undefined;
  const sided = codeOfSide(index, disease.code, side, index.wordsOf(rest), cost);
  if (sided) {
    if (disease.final < first.final - NEARER) return undefined;
    if (isSided && isOfFamily && cost(sided) >= cost(first.code)) return undefined;
    return led({ ...disease, code: sided }, direct);
  }
  // The list has no code of that side: what nobody said ("cortical") is worse than no side.
  const saysTooMuch = isSided && isNearer && cost(first.code) > MOST_EXTRA;
  return saysTooMuch && !(disease.code.flags & HEADER) ? led(disease, direct) : undefined;
}

/** "IT femur" is a short form, and "IT Rt femur" was read as two words. */
function wasTorn(first: Chosen, disease: Chosen): boolean {
  const known = first.reading.expanded ?? {};
  return Object.keys(disease.reading.expanded ?? {}).some(
    (short) => short.includes(' ') && known[short] === undefined,
  );
}

type AskedWords = {
  /** Of the question, and those that a code of a side has in any case. */
  readonly ids: ReadonlySet<number>;
  readonly words: Reading['asked'];
};

const led = (lead: Chosen, others: readonly Chosen[]): Chosen[] => [
  lead,
  ...others.filter(({ code }) => code.id !== lead.code.id),
];

const says = ({ name }: Code, side: string): boolean =>
  new RegExp(`\\b${side === 'bilateral' ? '(?:bilateral|both)' : side}\\b`, 'i').test(name);

/** The code itself where codes are below it, else the codes that stand beside it. */
const familyOf = ({ code, flags }: Code): string =>
  flags & HEADER || code.length <= 4 ? code : code.slice(0, -1);
const inFamily = (one: Code, other: Code) => one.code.startsWith(familyOf(other));

/** Words of a code that neither the question nor the name of the disease has, by their weight. */
function costOf(
  index: Index,
  { rarity, light }: Weights,
  { name, nameWords }: Code,
  disease: Code,
  { ids, words }: AskedWords,
): number {
  // "Without rupture" is what a question that says no more means.
  const without = /\b(?:without|except)\b(.*)/.exec(name)?.[1] ?? '';
  const free = new Set(index.wordsOf(without).map((word) => index.word(word)?.id ?? 0));
  let cost = byGuideline(name);
  for (const word of nameWords) {
    if (word & OPTIONAL || ids.has(word) || free.has(word)) continue;
    if (!disease.nameWords.some((own) => (own & ~OPTIONAL) === word))
      cost += rarity(word) * light(word);
  }
  for (const { id } of words) {
    const isThere = nameWords.some((word) => (word & ~OPTIONAL) === id);
    if (disease.nameWords.includes(id) && !isThere) cost += rarity(id) * light(id);
  }
  return cost;
}

function codeOfSide(
  index: Index,
  disease: Code,
  side: string,
  words: readonly string[],
  cost: (code: Code) => number,
): Code | undefined {
  if (says(disease, side)) return undefined;
  const limbs = new Set(words.flatMap((word) => LIMBS.get(word) ?? []));
  const found = index
    .codesFrom(familyOf(disease), MOST_OF_A_FAMILY)
    .filter(
      (code) =>
        !(code.flags & (HEADER | LEFT_OVER)) && says(code, side) && isOfLimb(code.name, limbs),
    )
    .map((code) => ({ code, cost: cost(code) }))
    .filter((one) => one.cost <= MOST_EXTRA)
    .sort((a, b) => a.cost - b.cost || (a.code.code < b.code.code ? -1 : 1));
  const [best] = found;
  // Two limbs, and nobody said which one.
  const limb = limbOf(best?.code.name ?? '');
  const isOpen = limb !== undefined && limbs.size === 0;
  return isOpen && found.some(({ code }) => limbOf(code.name) !== limb) ? undefined : best?.code;
}

const limbOf = (name: string) =>
  /\b(upper|lower) (?:limb|extremit)/i.exec(name)?.[1]?.toLowerCase();

function isOfLimb(name: string, limbs: ReadonlySet<string>): boolean {
  const limb = limbOf(name);
  return limb === undefined || limbs.size === 0 || limbs.has(limb);
}

/**
 * Official guidelines of ICD-10-CM: a fracture that is not called displaced or not is displaced
 * (I.C.19.c); the right side is the dominant one, and the left is not, where nobody said (I.C.6.a).
 */
function byGuideline(name: string): number {
  let cost = 0;
  if (/\bunspecified\b/i.test(name)) cost -= 0.2;
  if (/\bnondisplaced\b/i.test(name)) cost += 0.5;
  if (/\bright nondominant\b|\bleft dominant\b/i.test(name)) cost += 0.5;
  if (/\bwithout\b/i.test(name)) cost -= 0.1;
  return cost;
}
