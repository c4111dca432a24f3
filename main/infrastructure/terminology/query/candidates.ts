/**
 * Fetches the terms worth comparing: all words together, then all but one, then the rarest ones in
 * pairs and alone.
 */
import type { Index, Term } from '../index/open-index.ts';
import type { Asked, Weights } from './rank.ts';

/** Terms of one fetch; the shortest come first, which add least to the question. */
const MOST = 110;
/** Terms of one fetch by a single word or a pair. */
const FEW = 50;
/** So many terms with nearly all words are enough. */
const ENOUGH = 80;
/**
 * A word in more than one of so many terms is too common to fetch by, where a rarer one is in the
 * question.
 */
const COMMON = 20;
const MOST_RARE = 4;
/** A longer question is not tried with each word left out. */
const MOST_LEFT_OUT = 7;

export function fetchCandidates(
  index: Index,
  { light }: Weights,
  asked: readonly Asked[],
): Map<number, Term> {
  const found = new Map<number, Term>();
  const take = (words: readonly Asked[], most: number) => {
    for (const term of index.having(
      words.map(({ word }) => [word]),
      most,
    ))
      found.set(term.id, term);
  };
  const countOf = ({ id }: Asked) => index.counts[id] ?? 0;
  // A number says which of several things, never which thing.
  const known = asked
    .filter(({ id, word }) => id !== 0 && (asked.length === 1 || !/^\d/.test(word)))
    .sort((a, b) => countOf(a) - countOf(b) || (a.word < b.word ? -1 : 1));
  if (known.length === 0) return found;
  if (known.length <= MOST_LEFT_OUT) {
    take(known, MOST);
    if (known.length > 2 && found.size < ENOUGH)
      for (const left of known)
        take(
          known.filter((one) => one !== left),
          MOST,
        );
  }
  if (known.length === 1) return found;
  const rare = known
    .filter(({ id }) => light(id) === 1 && (index.counts[id] ?? 0) <= index.facts.terms / COMMON)
    .slice(0, MOST_RARE);
  const few = rare.length > 0 ? rare : known.slice(0, 2);
  for (const [at, one] of few.entries()) {
    if (known.length > 2 && found.size < ENOUGH)
      for (const other of few.slice(at + 1)) take([one, other], FEW);
    take([one], FEW);
  }
  return found;
}
