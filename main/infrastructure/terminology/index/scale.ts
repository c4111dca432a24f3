// biome-ignore-all lint/style/noNonNullAssertion: hot loop over typed arrays whose bounds the loop holds
/**
 * Weighs each word of an index, and tells which words rule each other out; once when an index is
 * opened.
 */

import type { Weights } from '../query/rank.ts';
import {
  LIGHT,
  NEVER_UNSAID,
  NEVER_UNSAID_BY_BRACKETS,
  NEVER_UNSAID_BY_REFERENCE,
  NUMBER_LIGHT,
} from '../query/weights.ts';
import { NEGATIONS, OPPOSITES } from '../text/small-words.ts';
import type { Index } from './open-index.ts';

/** A word that no term has weighs as a rare one. */
const UNKNOWN = 6;

export function weigh(index: Index): Weights {
  const size = index.facts.terms;
  // Tables, not functions: a question looks into them some ten thousand times.
  const rarities = new Float64Array(index.counts.length);
  for (let id = 1; id < rarities.length; id++)
    rarities[id] = Math.log(1 + size / (index.counts[id]! + 1));
  rarities[0] = UNKNOWN;
  const shares = new Float64Array(rarities.length).fill(1);
  for (const [word, share] of LIGHT) shares[index.word(word)?.id ?? 0] = share;
  for (const { id } of index.numbers()) shares[id] = NUMBER_LIGHT;
  shares[0] = 1;

  const idOf = (word: string) => index.word(word)?.id ?? 0;
  // In the form that this release keeps: "pathological" may be a form of another word.
  const idsOf = (words: readonly string[]) =>
    new Set(
      words
        .flatMap(index.wordsOf)
        .map(idOf)
        .filter((id) => id !== 0),
    );
  const opposites = new Map<number, Set<number>>();
  for (const group of OPPOSITES) {
    const ids = group.map(idOf).filter((id) => id !== 0);
    for (const id of ids) {
      const against = opposites.get(id) ?? new Set();
      for (const other of ids) if (other !== id) against.add(other);
      opposites.set(id, against);
    }
  }
  return {
    rarity: (id) => rarities[id] ?? UNKNOWN,
    light: (id) => shares[id] ?? 1,
    rules: {
      opposites,
      negations: idsOf(NEGATIONS),
      neverUnsaid: idsOf(NEVER_UNSAID),
      neverUnsaidByBrackets: idsOf(NEVER_UNSAID_BY_BRACKETS),
      neverUnsaidByReference: idsOf(NEVER_UNSAID_BY_REFERENCE),
    },
  };
}
