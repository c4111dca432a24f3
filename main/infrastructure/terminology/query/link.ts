/** The local linker: one question, the best codes for it, each with why. */

import { BILLABLE, HEADER, type TermKind } from '../index/index-file.ts';
import type { Index } from '../index/open-index.ts';
import { weigh } from '../index/scale.ts';
import { readAbbreviations } from '../text/abbreviations.ts';
import { candidates } from './candidates.ts';
import { read } from './parse-query.ts';
import { match } from './rank.ts';
import { type Best, choose, degreeMatters, isSure } from './select-candidates.ts';
import { KIND_BONUS } from './weights.ts';

export type Why = {
  /** The wording that was found, and what it is to the code. */
  readonly term: string;
  readonly kind: TermKind;
  /** Words that were read as others. */
  readonly corrected?: Readonly<Record<string, string>> | undefined;
  /** Abbreviations and everyday words, as they were understood. */
  readonly expanded?: Readonly<Record<string, string>> | undefined;
  /** Words of degree or course that were said, and that the code does not say: `severe`. */
  readonly aside?: readonly string[] | undefined;
};
export type Candidate = {
  readonly code: string;
  readonly name: string;
  /** 0 to 1; comparable within one answer only (contract 2.2). */
  readonly score: number;
  /** A promise, on one candidate at most: this is the single right concept. */
  readonly isLinked: boolean;
  readonly billable: boolean;
  readonly header: boolean;
  readonly why: Why;
};

export type Linker = {
  /** At most `top` candidates, best first, one a code; none where nothing is in common. */
  link(query: string, top?: number): Candidate[];
};

/** A note is no question; what is longer is cut. */
const MOST_LETTERS = 1_000;
const MOST_WORDS = 40;

export function createLinker(index: Index): Linker {
  const abbreviations = readAbbreviations();
  const weights = weigh(index);
  return {
    link(query, top = 5) {
      const question = read(index, abbreviations, query.slice(0, MOST_LETTERS));
      const best = new Map<number, Best>();
      for (const reading of question.readings) {
        const asked = reading.asked.slice(0, MOST_WORDS).map((one) => ({
          ...one,
          weight: weights.rarity(one.id) * weights.light(one.id) * one.weight,
        }));
        const terms = candidates(index, weights, asked);
        for (const term of index.exactly(reading.key)) terms.set(term.id, term);
        for (const term of terms.values()) {
          const found = match(asked, term.words, weights);
          if (found.score === 0) continue;
          const score = found.score * reading.weight * KIND_BONUS[term.kind]!;
          const before = best.get(term.code);
          if (
            !before ||
            score > before.score ||
            (score === before.score && term.id < before.term.id)
          )
            best.set(term.code, { term, match: found, reading, score });
        }
      }
      // The promise does not depend on how many candidates were wished for.
      const chosen = choose(index, weights, best.values(), Math.max(top, 5));
      const sure = !question.doubtful && isSure(chosen) && !degreeMatters(index, chosen[0]!);
      return chosen
        .slice(0, top)
        .map(({ code, term, final, reading: { corrected, expanded, aside } }, at) => ({
          code: code.code,
          name: code.name,
          score: Math.round(final * 10_000) / 10_000,
          isLinked: sure && at === 0,
          billable: (code.flags & BILLABLE) !== 0,
          header: (code.flags & HEADER) !== 0,
          why: {
            term: index.text(term.id),
            kind: index.kind(term.kind),
            ...(corrected ? { corrected } : {}),
            ...(expanded ? { expanded } : {}),
            ...(aside ? { aside } : {}),
          },
        }));
    },
  };
}
