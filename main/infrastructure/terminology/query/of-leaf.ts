/**
 * The leaf of a family by what a line of a ward says elsewhere: "T1DM, DKA" is a type 1 diabetes
 * with ketoacidosis, "Alc cirrhosis Child C, tense ascites" one with ascites.
 */
import { HEADER, LEFT_OVER, OPTIONAL } from '../index/index-file.ts';
import type { Code, Index } from '../index/open-index.ts';
import type { Weights } from './rank.ts';
import { namedInLeaves } from './reading/leaf-words.ts';
import { type Chosen, ledBy } from './select-candidates.ts';

const MOST_OF_A_FAMILY = 600;
const CATEGORY = 3;
/** So much more a leaf has to say of the line than the code that was found. */
const MORE = 2;
/** A word that nobody said costs more than a word that was said is worth. */
const UNSAID = 1.5;
/** So much a word costs that the code has, and the leaf has not. */
const LOST = 0.6;
const SIDES = /\b(?:left|right|bilateral|both)\b/i;
/** Without the place behind it: "without foreign body of scalp". */
const WITHOUT = /\b(?:without|not|except)\b((?:(?! of |, (?:first|second|third|unspecified) ).)*)/i;
/** What a name leaves open it does not say: "unspecified as to partial versus complete". */
const UNSPECIFIED_AS_TO = /,?\s+unspecified as to\b.*/i;
/** Another day of the same disease, or what it left behind. */
const LATER_ENCOUNTER = /\b(?:subsequent encounter|sequela|remission)\b/i;

/** What was said of an intent chooses among these, and nothing else (of-family.ts). */
const INTENT = /^T(?:3[6-9]|[45]\d|6[0-5])/;

/** The numbers of the words of a line. */
type Told = { readonly said: ReadonlySet<number>; readonly denied: ReadonlySet<number> };

/**
 * The numbers of the words that were said, short forms written out. `untold`: words that the line,
 * read as it is meant, says are not there; `denied`: those of it as it was written.
 */
export function wordsSaid(
  index: Index,
  { told, untold, denied }: { told: string; untold: string; denied: string },
  asked: readonly { readonly id: number; readonly sure: number }[],
): Told {
  const idsOf = (text: string) => index.wordsOf(text).flatMap((word) => index.word(word)?.id ?? []);
  const inWords = idsOf(`${told} ${namedInLeaves(told)}`);
  const not = new Set(idsOf(untold).filter((id) => !inWords.includes(id)));
  const said = new Set([
    ...asked.filter(({ id, sure }) => sure === 1 && id !== 0 && !not.has(id)).map(({ id }) => id),
    ...inWords,
  ]);
  return { said, denied: new Set(idsOf(denied).filter((id) => !said.has(id))) };
}

/** "Malignant neoplasm of unspecified kidney", where the line says one side. */
export function ofNamedSide(
  index: Index,
  side: string | undefined,
  chosen: readonly Chosen[],
): Chosen[] | undefined {
  const [first] = chosen;
  if (!first || side === undefined || SIDES.test(first.code.name)) return undefined;
  const bare = withoutSide(first.code.name);
  const code = index
    .codesFrom(first.code.code.slice(0, CATEGORY), MOST_OF_A_FAMILY)
    .find(
      ({ name, flags }) =>
        !(flags & HEADER) &&
        SIDES.exec(name)?.[0].toLowerCase() === side &&
        withoutSide(name) === bare,
    );
  const found = code ?? ofSideBelow(index, first.code, side);
  return found && ledBy(found, first, chosen);
}
/** Below these stand other things, too. */
const OPEN = /\b(?:other|multiple|specified|degree)\b/i;
/** The one code of that side below a header: "open bite of lower leg" and its right one. */
function ofSideBelow(index: Index, { code, name, flags }: Code, side: string): Code | undefined {
  if (!(flags & HEADER) || code.length <= CATEGORY || OPEN.test(name)) return undefined;
  const [one, ...others] = index
    .codesFrom(code, MOST_OF_A_FAMILY)
    .filter(
      (below) => !(below.flags & HEADER) && SIDES.exec(below.name)?.[0].toLowerCase() === side,
    );
  return others.length === 0 ? one : undefined;
}

/** In any order, without what a side says and what is left open beside it. */
const withoutSide = (name: string): string =>
  (
    name
      .toLowerCase()
      .replace(/\b(?:unspecified|right|left|both)\s+(?:ear|eye)s?\b/g, ' ')
      .replace(/\b(?:unspecified|right|left|bilateral|side|female|initial encounter.*)\b/g, ' ')
      .match(/[\p{L}\d]+/gu) ?? []
  )
    .sort()
    .join(' ');

export function ofLeaf(
  index: Index,
  weights: Weights,
  { said, denied }: Told,
  chosen: readonly Chosen[],
): Chosen[] | undefined {
  const [first] = chosen;
  if (!first || INTENT.test(first.code.code)) return undefined;
  const found = { said, denied, name: saysOf(index, first.code), term: new Set(first.term.words) };
  const leavesOut = [...found.name.isNot].some((id) => said.has(id)) || denied.size > 0;
  const side = SIDES.exec(first.code.name)?.[0].toLowerCase();
  let best: { readonly code: Code; readonly gain: number } | undefined;
  for (const code of index.codesFrom(first.code.code.slice(0, CATEGORY), MOST_OF_A_FAMILY)) {
    if (code.flags & (HEADER | LEFT_OVER)) continue;
    if (!code.nameWords.some((id) => said.has(id) && !found.name.is.has(id)) && !leavesOut)
      continue;
    if (LATER_ENCOUNTER.test(code.name)) continue;
    if (SIDES.exec(code.name)?.[0].toLowerCase() !== side) continue;
    const gain = gainOf(weights, saysOf(index, code), found);
    if (gain >= (best?.gain ?? MORE)) best = { code, gain };
  }
  if (!best || best.code.id === first.code.id) return undefined;
  return ledBy(best.code, first, chosen);
}

type Says = {
  readonly is: ReadonlySet<number>;
  /** What it says that there is not: "without coma". */
  readonly isNot: ReadonlySet<number>;
};

function saysOf(index: Index, { name, nameWords }: Code): Says {
  const idsOf = (text: string) => index.wordsOf(text).map((word) => index.word(word)?.id ?? 0);
  const open = UNSPECIFIED_AS_TO.exec(name)?.[0];
  if (open !== undefined) {
    const told = new Set(idsOf(name.replace(open, ' ')));
    return { is: new Set(nameWords.filter((word) => told.has(word))), isNot: new Set() };
  }
  const without = WITHOUT.exec(name)?.[1];
  if (without === undefined)
    return { is: new Set(nameWords.filter((word) => !(word & OPTIONAL))), isNot: new Set() };
  const is = new Set(idsOf(name.replace(WITHOUT, ' ')));
  return {
    is: new Set(nameWords.filter((word) => is.has(word))),
    isNot: new Set(idsOf(without).filter((id) => !is.has(id))),
  };
}

type Found = Told & {
  readonly name: Says;
  readonly term: ReadonlySet<number>;
};

/** What a leaf says more of the line than the code that was found, less what nobody said. */
function gainOf(
  { rarity, light }: Weights,
  leaf: Says,
  { said, denied, name, term }: Found,
): number {
  const weight = (id: number) => rarity(id) * light(id);
  let gain = 0;
  for (const id of leaf.is)
    if (said.has(id)) gain += name.is.has(id) || term.has(id) ? 0 : weight(id);
    else if (!name.is.has(id)) gain -= weight(id) * UNSAID;
  for (const id of leaf.isNot) if (said.has(id)) gain -= weight(id);
  for (const id of name.is) {
    if (leaf.is.has(id)) continue;
    if (said.has(id)) gain -= weight(id) * LOST;
    if (denied.has(id)) gain += weight(id);
  }
  for (const id of name.isNot) if (said.has(id)) gain += weight(id);
  return gain;
}
