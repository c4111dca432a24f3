/** The clauses of a sentence, and its words. */
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { lowerCase } from './lower-case.ts';

/** Between two clauses, each of which says something of its own. */
const BETWEEN =
  /[;\n\u0964]|(?<![a-z])(?:but|however|although|though|whereas|lekin|magar|par)(?![a-z])|(?<![\u0900-\u0963])(?:लेकिन|मगर|पर)(?![\u0900-\u0963])|(?:,|(?<![a-z])and)\s+(?:(?:now|also|then|so|today)\s+)?(?:i|he|she|it|they|we|you|there|let)(?=\s|['’])|,\s+(?:the\s+)?(?:patient|pt)(?![a-z])|(?<![a-z])(?:so|okay|alright|yeah|well)\s+(?:i|you|we|it|let|on|how|what)(?=\s|['’])/giu;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[,()/+&]|:(?=\s)/gu;

/** Places between the clauses of a sentence: the same for each of its findings. */
export const cutsOf = (sentence: string): Span[] =>
  [...sentence.matchAll(BETWEEN)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));

/** Positions are within `sentence`; `end` is behind the last letter. */
export function clauseAround(sentence: string, { start, end }: Span, cuts: readonly Span[]): Span {
  const clause = { start: 0, end: sentence.length };
  for (const cut of cuts) {
    if (cut.end <= start) clause.start = cut.start;
    else if (cut.start >= end) return { ...clause, end: cut.start };
  }
  return clause;
}

/** A word in lower case, or a sign of a list. */
export type Word = Span & { readonly word: string };

export const wordsOf = (sentence: string): Word[] =>
  [...sentence.matchAll(WORD)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    word: lowerCase(word).replaceAll('’', "'"),
  }));

/** Of a word that stands there in part, that part: of "cough's" behind the cough an "s". */
export const wordsWithin = (words: readonly Word[], from: number, to: number): Word[] =>
  words
    .filter(({ start, end }) => start < to && end > from)
    .map((one) => {
      const [start, end] = [Math.max(one.start, from), Math.min(one.end, to)];
      const part = one.word.slice(start - one.start, end - one.start);
      return { start, end, word: part.replace(/^'|'$/g, '') };
    })
    .filter(({ word }) => word !== '');
