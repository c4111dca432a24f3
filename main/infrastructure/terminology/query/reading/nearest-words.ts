/** Finds the known words that an unknown one may be a slip of, and the two that it may join. */
import type { Index } from '../../index/open-index.ts';
import type { Correction } from '../../text/spelling.ts';

/** The normaliser took the s of "diabtes" for a plural; the word that is meant has it. */
export function nearest(index: Index, word: string): Correction[] {
  if (word.length < 4 || !LETTERS.test(word)) return [];
  const near = meant(index.near(word), word);
  return near.length > 0 ? near : meant(index.near(`${word}s`), word);
}
const LETTERS = /^\p{L}{2,}$/u;

/** "backpain": two words that are known, each of four letters or more. */
export function parted(index: Index, word: string): ReturnType<Index['word']>[] {
  if (!/^\p{L}{8,}$/u.test(word)) return [];
  for (let at = 4; at <= word.length - 4; at++) {
    const left = index.word(index.wordsOf(word.slice(0, at))[0] ?? '');
    const right = left && index.word(index.wordsOf(word.slice(at))[0] ?? '');
    if (left && right) return [left, right];
  }
  return [];
}

/** "Menorrhea" is no slip of amenorrhea, nor "hypergonadotropic" one of hypogonadotropic. */
const meant = (near: readonly Correction[], word: string): Correction[] =>
  near.filter(({ word: other }) => !saysOpposite(word, other));

/** Beginnings that rule each other out: a word with one is no slip of a word with another. */
const BEGINNINGS: readonly (readonly string[])[] = [
  ['hyper', 'hypo'],
  ['macro', 'micro'],
  ['inter', 'intra'],
  ['supra', 'infra'],
  ['super', 'sub'],
  ['tachy', 'brady'],
  ['mono', 'non'],
  ['mon', 'non'],
  ['pre', 'post'],
  ['pre', 're', 'de'],
  ['ecto', 'endo', 'ento'],
  ['exo', 'endo', 'eso'],
];
/** What makes a word its opposite: amenorrhea, uncorrected, incomplete. */
const NEGATING = ['a', 'an', 'un', 'in', 'im', 'il', 'ir', 'non', 'dis', 'de', 'anti'];

export function saysOpposite(one: string, other: string): boolean {
  return (
    NEGATING.some((start) => other === `${start}${one}` || one === `${start}${other}`) ||
    BEGINNINGS.some((group) => {
      const own = group.find((start) => one.startsWith(start));
      return (
        own !== undefined &&
        !other.startsWith(own) &&
        group.some((start) => start !== own && other.startsWith(start))
      );
    })
  );
}
