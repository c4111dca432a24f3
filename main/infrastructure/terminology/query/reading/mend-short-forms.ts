/** Mends slips in the words of a short form: "Chiari-Frommel syndromme" is known as a whole. */
import type { Index } from '../../index/open-index.ts';
import type { Abbreviations } from '../../text/abbreviations.ts';
import { rawWords } from '../../text/normalise.ts';

export type Mended = {
  readonly text: string;
  /** Words as written, and as they were meant. */
  readonly corrected: Readonly<Record<string, string>>;
};

/** Shorter words have too many neighbours. */
const SHORTEST = 6;

/** Undefined where no word that the list does not know is a slip of a word of a short form. */
export function mended(
  index: Index,
  abbreviations: Abbreviations,
  text: string,
): Mended | undefined {
  const corrected: Record<string, string> = {};
  const words = rawWords(text).map((word) => {
    if (word.length < SHORTEST || abbreviations.has(word) || isKnown(index, word)) return word;
    const meant = abbreviations.near(word);
    if (meant !== undefined) corrected[word] = meant;
    return meant ?? word;
  });
  return Object.keys(corrected).length === 0 ? undefined : { text: words.join(' '), corrected };
}

const isKnown = (index: Index, word: string): boolean =>
  index.wordsOf(word).some((one) => index.word(one) !== undefined);
