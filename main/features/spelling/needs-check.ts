/** What is a word to be checked at all: numbers, units, codes and abbreviations are none. */

/** A longer one is no word of a language: a key, an address, letters that the cat typed. */
const LONGEST = 50;

export function needsCheck(word: string): boolean {
  if (word.length < 2 || word.length > LONGEST) return false;
  // Letters of English alone, with an accent or an apostrophe at most: no numbers, no other script.
  if (!/^[\p{Script=Latin}\p{M}'’]+$/u.test(word)) return false;
  // All capitals, also in the plural ("ECGs"), and capitals inside ("mmHg", "HbA").
  return !/^\p{Lu}+s?$/u.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
}

/** Without the possessive, with the straight apostrophe, and without accents: "naïve’s" is "naive". */
export const plainWord = (word: string): string =>
  word.replace(/’/g, "'").replace(/'s?$/i, '').normalize('NFD').replace(/\p{M}/gu, '');

/** Words of a text, as they are compared: plain, in lower case. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{M}'’]+/gu)].map(([word]) => plainWord(word).toLowerCase());
