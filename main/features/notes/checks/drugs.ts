/** Finds the medicines that a text names: by the list of names, and by how they are written. */
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import drugWords from './drug-words.json' with { type: 'json' };

export type Drug = {
  /** In lower case. */ readonly name: string;
  readonly start: number;
  readonly end: number;
};

const WRITTEN =
  /(?<![\p{L}])(?:tabs?|tablets?|caps?|capsules?|inj(?:ection)?|syp|syr(?:up)?|susp(?:ension)?|oint(?:ment)?|drops?|cream|gel|inhaler)\.?\s+([\p{L}][\p{L}-]{3,})/giu;
const WORD = /[\p{L}][\p{L}-]{3,}/gu;
const notNames = wordSet(drugWords.notNames);

/**
 * `isDrug`: whether a word, in lower case, is the name of a medicine. `medicines`: the text is a
 * list of them, one a line.
 */
export function drugs(text: string, isDrug: (word: string) => boolean, medicines: boolean): Drug[] {
  const found = new Map<number, Drug>();
  const put = (word: string, start: number) => {
    const name = word.toLowerCase();
    if (!notNames.has(name)) found.set(start, { name, start, end: start + word.length });
  };
  for (const { 0: word, index } of text.matchAll(WORD))
    if (isDrug(word.toLowerCase())) put(word, index);
  for (const { 0: whole, 1: word = '', index } of text.matchAll(WRITTEN))
    put(word, index + whole.length - word.length);
  if (medicines) {
    for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
      const first = [...line.matchAll(WORD)].find(
        ([word]) =>
          !notNames.has(word.toLowerCase()) &&
          !/^(?:tabs?|caps?|inj|syp|syr|tablets?|capsules?|injection|syrup)$/i.test(word),
      );
      if (first) put(first[0], index + first.index);
    }
  }
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/** The same name, or one spelt a little differently, as speech recognition may write it. */
export const sameName = (one: string, other: string): boolean =>
  one === other ||
  (one.startsWith(other) && other.length >= 5) ||
  (other.startsWith(one) && one.length >= 5);

/** Different names, so alike that one may have been heard for the other. */
export function soundsLike(one: string, other: string): boolean {
  if (sameName(one, other) || one[0] !== other[0] || Math.abs(one.length - other.length) > 3)
    return false;
  return distance(one, other) <= Math.max(2, Math.floor(Math.max(one.length, other.length) / 3));
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of one.split('').entries()) {
    let left = above + 1;
    const next = [left];
    for (const [at, otherLetter] of other.split('').entries()) {
      const [diagonal = 0, up = 0] = row.slice(at, at + 2);
      left = Math.min(up + 1, left + 1, diagonal + (letter === otherLetter ? 0 : 1));
      next.push(left);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
