// biome-ignore-all lint/style/noNonNullAssertion: hot loop over arrays whose bounds the loop holds
/**
 * Scores how well a term says the words of a question: shared words weighed by their rarity, less
 * what is missing on either side.
 */
import { OPTIONAL } from '../index/index-file.ts';

/**
 * A word of the question: its number in the index (0 where it is not known), and how sure it is
 * that the word was meant.
 */
export type Asked = {
  readonly word: string;
  readonly id: number;
  readonly weight: number;
  readonly sure: number;
};

/** Words that rule each other out, by their numbers; built once an index. */
type Rules = {
  readonly opposites: ReadonlyMap<number, ReadonlySet<number>>;
  readonly negations: ReadonlySet<number>;
  readonly neverUnsaid: ReadonlySet<number>;
  readonly neverUnsaidByBrackets: ReadonlySet<number>;
  readonly neverUnsaidByReference: ReadonlySet<number>;
};
const CONTRADICTED = 0.55;

/** Left against right, acute against chronic, "without crisis" against "with crisis". */
function contradicts(
  asked: readonly Asked[],
  words: readonly number[],
  { opposites, negations }: Rules,
): boolean {
  const has = (id: number) => words.some((word) => (word & ~OPTIONAL) === id);
  const isAsked = (id: number) => asked.some((one) => one.id === id);
  for (const { id } of asked) {
    const others = opposites.get(id);
    if (others && !has(id))
      for (const word of words) if (others.has(word) && !isAsked(word)) return true;
  }
  const askedNot = asked.some(({ id }) => negations.has(id));
  const saidNot = words.findIndex((word) => negations.has(word & ~OPTIONAL));
  if (askedNot && saidNot < 0) return true;
  // The question asks for a word that the term excludes.
  return (
    !askedNot && saidNot >= 0 && words.slice(saidNot + 1).some((word) => isAsked(word & ~OPTIONAL))
  );
}

export type Weights = {
  readonly rules: Rules;
  readonly rarity: (id: number) => number;
  readonly light: (id: number) => number;
};

export type Match = {
  /** 0 to 1. */
  readonly score: number;
  /** Weight of the words that both have. */
  readonly shared: number;
  /**
   * Weight of the words of the question that the term lacks, and of the words of the term that the
   * question lacks.
   */
  readonly missing: number;
  readonly added: number;
};

/** Nothing is told by the side of what is not known: "Chylothx Lt" is no colon. */
export const SIDES: ReadonlySet<string> = new Set(['left', 'right', 'bilateral']);

/** A missing word of the question costs more than an added word of the term. */
const MISSING = 1;
const ADDED = 0.9;
const ASIDE = 0.6;
const ADDED_OPTIONAL = 0.003;

export function match(asked: readonly Asked[], words: readonly number[], weights: Weights): Match {
  const { rarity, light } = weights;
  let shared = 0;
  let missing = 0;
  // A corrected word is there, and may not be the one that was meant.
  let unsure = 0;
  let besides = 0;
  let found = 0;
  let strong = false;
  for (const { id, word, weight, sure } of asked) {
    let there = false;
    let aside = false;
    if (id !== 0) {
      for (let at = 0; at < words.length && !there; at++) {
        there = (words[at]! & ~OPTIONAL) === id;
        aside = there && (words[at]! & OPTIONAL) !== 0;
      }
    }
    const isTelling = light(id) === 1 && !SIDES.has(word);
    if (isTelling) strong = true;
    if (aside) besides += weight * sure;
    if (there) {
      shared += weight * sure;
      unsure += weight * (1 - sure) * 0.5;
      if (isTelling) found += 1;
    } else missing += weight;
  }
  // A name that shares only a word such as "syndrome" with the question does not match it.
  if (found === 0 && strong) return { score: 0, shared: 0, missing, added: 0 };
  let added = 0;
  for (const word of words) {
    const id = word & ~OPTIONAL;
    let wanted = false;
    for (let at = 0; at < asked.length && !wanted; at++) wanted = asked[at]!.id === id;
    if (!wanted) added += rarity(id) * light(id) * (word & OPTIONAL ? ADDED_OPTIONAL : ADDED);
  }
  // Words in brackets count little where the rest of the term was not asked for.
  const lost = added > 0.5 ? besides * ASIDE : 0;
  const score = (shared - lost) / (shared + missing * MISSING + unsure + added);
  return {
    score: contradicts(asked, words, weights.rules) ? score * CONTRADICTED : score,
    shared,
    missing,
    added,
  };
}
