/**
 * Words of visits as tokens of the index: keyed digests, so that nothing of a word can be read from
 * the disk. A word stands with each of its beginnings, so that a visit is found while one types.
 */
import { addDays, type DayRange, daysIn } from './days.ts';

/** What a token is about; a part of what is hashed, so that a name is not a code. */
export type TokenField = 'word' | 'patient' | 'day' | 'month' | 'year' | 'template' | 'code';
/** A keyed digest of some words: `VaultKeys.wordDigest`. */
export type WordDigest = (words: string) => Buffer;

/** Shorter beginnings stand in nearly every visit. In code points. */
const SHORTEST = 2;
/** A word counts up to here: longer beginnings would cost room and tell no more visits apart. */
const LONGEST = 10;
/** Numbers of patients differ in their last figures. */
const LONGEST_NUMBER = 20;
/** 48 bits, which a JavaScript number holds: among a million tokens two are the same once in 500. */
const TOKEN_BYTES = 6;

/**
 * Lower case without accents, in the order of the text. Vowel signs of Indic scripts stay. A full
 * stop within a number or a code belongs to it ("38.9", "J06.9").
 */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+(?:\.\p{N}+)*/gu)
    ?.map((word) => word.normalize('NFC')) ?? [];

/** The word as far as it counts. */
export function counted(word: string): string {
  if (word.length <= LONGEST) return word;
  const most = /\p{N}/u.test(word) ? LONGEST_NUMBER : LONGEST;
  return [...word].slice(0, most).join('');
}

/** The beginnings under which a word stands in the index. */
export function beginnings(word: string): string[] {
  const letters = [...counted(word)];
  return letters.slice(SHORTEST - 1).map((_, at) => letters.slice(0, at + SHORTEST).join(''));
}

/** The words of a search; a single letter is still being typed. */
export const typedWords = (typed: string): string[] =>
  [...new Set(wordsOf(typed).map(counted))].filter((word) => [...word].length >= SHORTEST);

export const tokenOf = (digest: WordDigest, field: TokenField, value: string): number =>
  digest(`${field}\0${value}`).readUIntBE(0, TOKEN_BYTES);

/** The tokens of days from the first to the last: whole years and months where they fit. */
export function tokensOfDays(digest: WordDigest, { first, last }: DayRange): number[] {
  const tokens: number[] = [];
  for (let day = first; day <= last; ) {
    const [field, value, next] = widest(day, last);
    tokens.push(tokenOf(digest, field, value));
    day = next;
  }
  return tokens;
}

function widest(day: string, last: string): ['day' | 'month' | 'year', string, string] {
  const year = day.slice(0, 4);
  const month = day.slice(0, 7);
  if (day.endsWith('-01-01') && `${year}-12-31` <= last)
    return ['year', year, addDays(`${year}-12-31`, 1)];
  const lastOfMonth = `${month}-${daysIn(month)}`;
  if (day.endsWith('-01') && lastOfMonth <= last) return ['month', month, addDays(lastOfMonth, 1)];
  return ['day', day, addDays(day, 1)];
}
