/**
 * Selects codes by their terms: one entry a code, the least specific first among equals, and
 * whether the first is promised.
 */
import { BILLABLE, HEADER, LEFT_OVER, OPTIONAL } from '../index/index-file.ts';
import type { Code, Index, Term } from '../index/open-index.ts';
import { type Match, SIDES, type Weights } from './rank.ts';
import type { Reading } from './reading/parse-query.ts';
import {
  LINK_THRESHOLD,
  LINK_THRESHOLD_IF_CORRECTED,
  MIN_SCORE_GAP,
  TOP_CANDIDATES,
} from './thresholds.ts';

/** The best term of a code, and by which reading it was found. */
export type Best = {
  readonly term: Term;
  readonly match: Match;
  readonly reading: Reading;
  readonly score: number;
};
export type Chosen = Best & {
  readonly code: Code;
  readonly final: number;
  /** The code's own name says something that was not asked. */
  readonly adds: boolean;
  /** It is of a part ("foot") that was not asked, although its name leaves open which one. */
  readonly isOfPart: boolean;
  /** Found by a name that is not of the release. */
  readonly byOtherName: boolean;
};

/** The same with another code first, in the place of the one that was. */
export const ledBy = (code: Code, first: Chosen, chosen: readonly Chosen[]): Chosen[] => [
  { ...first, code },
  ...chosen.filter((one) => one.code.id !== code.id),
];

/** "Other ..." says less than a code with a name of its own. */
const LEFT_OVER_COUNTS = 0.97;
/** Share of a word that the code's own name leaves open, among the words that were not asked. */
const OPEN_COUNTS = 0.15;
/** Below this share of the first, a candidate gives its place to the header above the first. */
const WEAK = 0.9;
const MOST_HEADERS = 2;
/** Names of codes to which the Index leads a question that says no more. */
const DEFAULT = /\b(?:without|uncomplicated|unspecified|not specified)\b/i;

export const isWhole = ({ missing, added }: Match) => missing === 0 && added < 1;
const above = (code: string) =>
  code.length <= 3 ? undefined : code.slice(0, code.length === 5 ? 3 : -1);

/** One entry a code, best first; among equals the least specific first. */
export function selectCandidates(
  index: Index,
  weights: Weights,
  best: Iterable<Best>,
  top: number,
): Chosen[] {
  const near = [...best]
    .sort((a, b) => b.score - a.score || a.term.id - b.term.id)
    .slice(0, TOP_CANDIDATES)
    .map((one) => compared(index, weights, one));
  const [first] = near;
  const placed = near.map((one) =>
    first && isDefaultBelow(first, one)
      ? { ...one, final: Math.max(one.final, first.final), place: -1 }
      : { ...one, place: placeOf(one.code) },
  );
  placed.sort(
    (a, b) =>
      b.final - a.final ||
      a.place - b.place ||
      a.unsaid - b.unsaid ||
      (a.code.code < b.code.code ? -1 : 1),
  );
  return withHeaders(index, withSide(signable(index, placed)).slice(0, top), top);
}

/**
 * Where a header comes first, the code below it that is called the same but for "unspecified"
 * ("Malignant neoplasm of larynx, unspecified") comes before it: a header cannot be signed. A short
 * form is a diagnosis to sign: there the code comes first that leaves more open, too ("unspecified
 * trimester", "without ascites"), but not the side or the place, which the doctor knows.
 */
function signable(index: Index, placed: readonly Compared[]): readonly Compared[] {
  const [first] = placed;
  if (!first || !(first.code.flags & HEADER)) return placed;
  const bare = bareName(first.code.name);
  const isToSign = first.reading.expanded !== undefined || first.reading.isLine;
  const isBelow = ({ code, flags }: Code) =>
    !(flags & HEADER) && code.startsWith(first.code.code) && code !== first.code.code;
  const leaf =
    placed.find(({ code }) => isBelow(code) && bareName(code.name) === bare)?.code ??
    (isToSign && placed.find((one) => isBelow(one.code) && isTold(one, first))?.code) ??
    (isToSign &&
      index
        .codesFrom(first.code.code, MOST_BELOW)
        .find((code) => isBelow(code) && leavesOpen(code.name, bare)));
  if (!leaf) return placed;
  const found = placed.find(({ code }) => code.id === leaf.id);
  return [
    { ...(found ?? first), code: leaf, adds: false, final: first.final },
    ...placed.filter(({ code }) => code.id !== leaf.id),
  ];
}
const MOST_BELOW = 60;
/** The Index leads to it, and adds nothing: "AWMI". */
const isTold = ({ byIndex, match, final }: Compared, first: Compared): boolean =>
  byIndex && match.added < 1 && final > first.final * WEAK;
/** "Contusion of unspecified eyelid" leaves the side open, and stays as it is. */
const bareName = (name: string): string =>
  (
    name
      .toLowerCase()
      .replace(/, not elsewhere classified|^unspecified\s+|,\s+unspecified$/g, '')
      .match(/[\p{L}\d]+/gu) ?? []
  )
    .sort()
    .join(' ');

/** True where a name is the bare one, and what it leaves open at its end. */
function leavesOpen(name: string, bare: string): boolean {
  let left = name;
  while (bareName(left) !== bare) {
    const end = OPEN_END.exec(left);
    if (!end) return false;
    left = left.slice(0, end.index);
  }
  return true;
}
const OPEN_END =
  /,?\s+(?:without\b(?:(?!,?\s+(?:unspecified|without)\b).)*|not having achieved remission|initial encounter(?: for closed fracture)?|accidental \(unintentional\)|(?:fetus )?not applicable or unspecified|uncomplicated|(?<=lymphoma,?\s)unspecified site|unspecified(?:\s+(?:trimester|weeks of gestation|weight|type|severity|as to\b.*))?)$/i;

/** A header that leaves the side open is no answer: a code below it may be less near. */
const SIDE_OF_HEADER = 0.75;

/** Where a side was said, the code below with that side comes before the one that leaves it open. */
function withSide<One extends Compared>(placed: readonly One[]): readonly One[] {
  const [first] = placed;
  const side = first?.reading.asked.find(({ word }) => SIDES.has(word));
  if (!first || !side) return placed;
  const says = ({ code }: Chosen) => code.nameWords.some((word) => (word & ~OPTIONAL) === side.id);
  if (says(first)) return placed;
  const leaf = placed.find(
    (one) =>
      one !== first &&
      one.code.code.startsWith(first.code.code) &&
      says(one) &&
      one.final > first.final * (first.code.flags & HEADER ? SIDE_OF_HEADER : WEAK),
  );
  if (!leaf) return placed;
  return [{ ...leaf, final: first.final }, ...placed.filter((one) => one !== leaf)];
}

/** The term says what nobody leaves unsaid (weights.ts). */
const UNSAID_COUNTS = 0.85;
/** The code's own name says the opposite of a word that its term leaves out. */
const OPPOSITE_COUNTS = 0.6;
/** Its term is of any part, and its code of one that nobody named. */
const PART_COUNTS = 0.96;
/** A name that the release does not have is for its own words; for words like them it says less. */
const NEAR_OTHER_COUNTS = 0.9;
type Compared = Chosen & {
  /** Weight of the words of the code's own name that were not asked. */
  readonly unsaid: number;
  readonly byIndex: boolean;
};

function compared(index: Index, weights: Weights, one: Best): Compared {
  const { rarity, light } = weights;
  const code = index.code(one.term.code);
  const asked = new Set(one.reading.asked.map(({ id }) => id));
  let unsaid = 0;
  let adds = false;
  for (const word of code.nameWords) {
    const id = word & ~OPTIONAL;
    if (asked.has(id)) continue;
    unsaid += rarity(id) * light(id) * (word & OPTIONAL ? OPEN_COUNTS : 1);
    if (!(word & OPTIONAL)) adds = true;
  }
  const kind = index.kind(one.term.kind);
  const byIndex = kind === 'index' || kind === 'see';
  const byOtherName = kind === 'other';
  const isOfPart = kind === 'preferred' && leavesPartOut(index, code, asked);
  const final =
    one.score *
    (code.flags & LEFT_OVER ? LEFT_OVER_COUNTS : 1) *
    (leavesUnsaid(index, weights, one, code, asked) ? UNSAID_COUNTS : 1) *
    (isOfPart ? PART_COUNTS : 1) *
    (byOtherName && !isWhole(one.match) ? NEAR_OTHER_COUNTS : 1) *
    (saysOpposite(weights, one, code, asked) || (kind === 'see' && isOfMother(weights, code, asked))
      ? OPPOSITE_COUNTS
      : 1);
  return { ...one, code, final, unsaid, adds, byIndex, isOfPart, byOtherName };
}

/** A name in brackets is a further one of the code: there the code's own name counts as well. */
function leavesUnsaid(
  index: Index,
  { rules }: Weights,
  { term }: Best,
  { name, nameWords }: Code,
  asked: ReadonlySet<number>,
): boolean {
  const tells = (words: readonly number[], never: ReadonlySet<number>) =>
    words.some((id) => never.has(id) && !asked.has(id));
  return (
    tells(term.words, rules.neverUnsaid) ||
    (index.kind(term.kind) === 'synonym' &&
      tells(nameWords, rules.neverUnsaidByBrackets) &&
      name.includes(`[${index.text(term.id)}]`))
  );
}

/** "Ethmoiditis" leads to chronic sinusitis, and acute ethmoiditis was asked. */
function saysOpposite(
  { rules }: Weights,
  { term }: Best,
  { nameWords }: Code,
  asked: ReadonlySet<number>,
): boolean {
  for (const id of asked) {
    const others = rules.opposites.get(id);
    if (!others || nameWords.includes(id) || hasWord(term.words, id)) continue;
    if (nameWords.some((word) => others.has(word) && !asked.has(word))) return true;
  }
  return false;
}
/** A reference leads to the care of a mother, and nobody said that there is one. */
const isOfMother = ({ rules }: Weights, { nameWords }: Code, asked: ReadonlySet<number>): boolean =>
  nameWords.some((id) => rules.neverUnsaidByReference.has(id) && !asked.has(id));
const hasWord = (words: readonly number[], id: number) =>
  words.some((word) => (word & ~OPTIONAL) === id);

/**
 * "Fistula, unspecified foot" is below "Fistula, ankle and foot": it says less about the foot, and
 * still that it is one.
 */
function leavesPartOut(index: Index, code: Code, asked: ReadonlySet<number>): boolean {
  const up = above(code.code);
  const header = up === undefined ? undefined : index.codeOf(up);
  return code.nameWords.some((word) => {
    const id = word & ~OPTIONAL;
    return (word & OPTIONAL) !== 0 && !asked.has(id) && header?.nameWords.includes(id) === true;
  });
}

/**
 * "Mumps" is a category of three characters and no diagnosis; the Index tells the code below it for
 * a question that says no more.
 */
function isDefaultBelow(first: Compared, { code, match, adds, byIndex }: Compared): boolean {
  const isDefault =
    adds &&
    byIndex &&
    isWhole(match) &&
    (code.flags & BILLABLE) !== 0 &&
    (code.flags & LEFT_OVER) === 0 &&
    DEFAULT.test(code.name);
  return (
    isDefault &&
    (first.code.flags & HEADER) !== 0 &&
    first.code.code.length === 3 &&
    isWhole(first.match) &&
    code.code.startsWith(first.code.code)
  );
}

/** Codes that can be signed come first among equals, headers last. */
function placeOf({ flags }: Code): number {
  if (flags & BILLABLE) return 0;
  return flags & HEADER ? 2 : 1;
}

/**
 * The headers above the first choice take the places of weak last ones: for a doctor who finds that
 * the first says too much.
 */
function withHeaders(index: Index, chosen: Chosen[], top: number): Chosen[] {
  const lead = chosen[0];
  if (!lead || top < 2) return chosen;
  const headers: Code[] = [];
  for (let up = above(lead.code.code); up !== undefined; up = above(up)) {
    const header = chosen.some(({ code }) => code.code === up) ? undefined : index.codeOf(up);
    if (header) headers.push(header);
  }
  const weak = (one: Chosen | undefined) => !one || one.final <= lead.final * WEAK;
  const fits = headers.slice(0, MOST_HEADERS).filter((_, at) => weak(chosen[top - 1 - at]));
  const kept = chosen.slice(0, top - fits.length);
  const final = Math.min(lead.final * 0.5, kept.at(-1)?.final ?? 0);
  return [...kept, ...fits.map((code) => ({ ...lead, code, final }))];
}

/**
 * True where another code has the very term, and neither is above the other: "right" is in brackets
 * in the names of each injury of the colon.
 */
const hasTwin = (first: Chosen, others: readonly Chosen[]): boolean =>
  first.adds &&
  others.some(
    ({ code, term, adds }) =>
      adds &&
      term.words.join() === first.term.words.join() &&
      !code.code.startsWith(first.code.code) &&
      !first.code.code.startsWith(code.code),
  );

/** Weight of words that were asked and are not in the term. */
const MAY_MISS = 0.6;
const MAY_MISS_IF_CORRECTED = 1;

/**
 * True where "severe" was asked and a code of the same category has a degree in its name, or where
 * codes have no categories.
 */
export function degreeMatters(index: Index, { code, reading }: Chosen): boolean {
  if (reading.aside === undefined) return false;
  const category = CATEGORY.exec(code.code)?.[0];
  return (
    category === undefined ||
    index.codesFrom(category, MOST_OF_A_CATEGORY).some(({ name }) => DEGREES.test(name))
  );
}
const CATEGORY = /^[A-Z]\d[0-9A-Z](?=\.|$)/;
const MOST_OF_A_CATEGORY = 600;
const DEGREES = /\b(?:severe|mild|moderate|profound|intermittent|persistent|recurrent|massive)\b/i;

const isAbove = ({ code, final, byOtherName }: Chosen, first: Chosen): boolean =>
  !byOtherName && first.code.code.startsWith(code.code) && final >= first.final - 0.001;

/**
 * True where the first may be promised: nothing that was asked is missing, nothing is added, no
 * second disease says it as well.
 */
export function isConfident([first, ...others]: readonly Chosen[]): boolean {
  if (!first || first.reading.ambiguous || first.code.flags & LEFT_OVER) return false;
  // No coder has reviewed the other names, so one is promised only where the release says the same.
  if (first.byOtherName && !others.some((one) => isAbove(one, first))) return false;
  if (first.isOfPart || hasTwin(first, others)) return false;
  const corrected = Object.keys(first.reading.corrected ?? {}).length;
  if (corrected > 1) return false;
  const mayMiss = corrected > 0 ? MAY_MISS_IF_CORRECTED : MAY_MISS;
  const threshold = corrected > 0 ? LINK_THRESHOLD_IF_CORRECTED : LINK_THRESHOLD;
  if (first.match.missing > mayMiss || first.final < threshold) return false;
  // A header can be promised where a code below it, which can be signed, says no more than it does.
  const canBeSigned = others.some(
    ({ code, adds }) => code.flags & BILLABLE && !adds && code.code.startsWith(first.code.code),
  );
  if (first.code.flags & HEADER && !canBeSigned) return false;
  const category = first.code.code.slice(0, 3);
  return !others.some(
    ({ code, final }) => code.code.slice(0, 3) !== category && final > first.final - MIN_SCORE_GAP,
  );
}
