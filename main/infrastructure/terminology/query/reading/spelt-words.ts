/** Reads each word of a question: as it is known, parted in two, or corrected. */
import type { Index } from '../../index/open-index.ts';
import { plainWordsOfCompound } from '../../text/compounds.ts';
import { isOfLanguages } from '../../text/languages.ts';
import { keyOf } from '../../text/normalise.ts';
import { PLAIN_WORDS } from '../../text/plain-words.ts';
import type { Asked } from '../rank.ts';
import { nearest, parted } from './nearest-words.ts';

type Spelt = {
  readonly asked: readonly Asked[];
  readonly key: string;
  readonly corrected?: Readonly<Record<string, string>> | undefined;
};

/**
 * Known words, each as it is, parted in two, or corrected. `choice`: which of the corrections, the
 * best is 0.
 */
export function spelt(index: Index, words: readonly string[], choice = 0): Spelt {
  const corrected: Record<string, string> = {};
  const asked: Asked[] = [];
  for (const word of words) {
    const { correction, parts } = readWord(index, word, choice);
    if (correction !== undefined) corrected[word] = correction;
    for (const part of parts) if (!asked.some((one) => one.word === part.word)) asked.push(part);
  }
  const folded = Object.keys(corrected).length > 0 ? asOneWord(index, asked) : asked;
  return {
    asked: folded,
    key: keyOf(folded.map(({ word }) => word)),
    ...(Object.keys(corrected).length > 0 ? { corrected } : {}),
  };
}

/** The normaliser says "cancer" for a malignant neoplasm, which it could not see misspelt. */
function asOneWord(index: Index, asked: readonly Asked[]): readonly Asked[] {
  const words = asked.map(({ word }) => word);
  const cancer = index.word('cancer');
  if (!cancer || !words.includes('malignant') || !words.includes('neoplasm')) return asked;
  const parts = asked.filter(({ word }) => word === 'malignant' || word === 'neoplasm');
  const sure = Math.min(...parts.map((part) => part.sure));
  const others = asked.filter(
    ({ word }) => word !== 'malignant' && word !== 'neoplasm' && word !== 'cancer',
  );
  return [asWord(cancer.word, cancer.id, sure), ...others];
}

type WordReading = { readonly parts: readonly Asked[]; readonly correction?: string };
const asWord = (word: string, id: number, sure = 1, weight = 1): Asked => ({
  word,
  id,
  weight,
  sure,
});

function readWord(index: Index, word: string, choice: number): WordReading {
  const known = index.word(word);
  if (known) return { parts: [asWord(word, known.id)] };
  // A word of another language is no slip of an English one: "seene" is no urethra.
  if (isOfLanguages(word)) return { parts: [asWord(word, 0, 1, 0.1)] };
  const plain = plainWordsOfCompound(word);
  if (plain !== undefined) {
    const parts = index.wordsOf(plain);
    return {
      correction: plain,
      parts: parts.map((part) => asWord(part, index.word(part)?.id ?? 0, 0.85)),
    };
  }
  if (PLAIN_WORDS.has(word)) return { parts: [asWord(word, 0, 1, 0.1)] };
  const near = nearest(index, word);
  const better = near[choice] ?? near[0];
  const [left, right] = better?.distance === 1 ? [] : parted(index, word);
  if (left && right) return { parts: [asWord(left.word, left.id), asWord(right.word, right.id)] };
  if (better) {
    const kept = index.wordsOf(better.word)[0] ?? better.word;
    return {
      correction: better.word,
      parts: [asWord(kept, better.id, better.distance === 1 ? 0.92 : 0.8)],
    };
  }
  // Letters without a meaning here count little: the subtype of a gene, the name of its finder.
  return { parts: [asWord(word, 0, 1, /\d/.test(word) || word.length <= 2 ? 0.2 : 0.8)] };
}
