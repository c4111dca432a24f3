/** Finds the medicines that a text names: by the list of names, and by how they are written. */
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import { COMMON_WORDS, EMPTY_WORDS } from '../evidence/small-words.ts';
import { isQuantityWord } from './quantity-words.ts';
import drugWords from './vocabulary/drug-words.json' with { type: 'json' };
import medicineNames from './vocabulary/same-medicines.json' with { type: 'json' };

export type Drug = {
  /** In lower case. */
  readonly name: string;
  /** By a list or with a dose; else only by the form that stands before it. */
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;
};

const WRITTEN =
  /(?<![\p{L}])(?:tabs?|tablets?|caps?|capsules?|inj(?:ection)?|syp|syr(?:up)?|susp(?:ension)?|oint(?:ment)?|drops?|cream|gel|inhaler)\.?\s+([\p{L}][\p{L}-]{3,})/giu;
const WORD = /[\p{L}][\p{L}-]{3,}/gu;
const STRENGTH = /^\s*(?:\d|\.\d|\d+\s?%)/;
const notNames = wordSet(drugWords.notNames);
/** Forms that stand before a name. */
const isForm = (word: string) =>
  /^(?:tabs?|caps?|inj|syp|syr|tablets?|capsules?|injection|syrup)$/i.test(word);

/** Words that no medicine is called: units, times, numbers, abbreviations, small words. */
export const isNoName = (word: string) =>
  notNames.has(word) || EMPTY_WORDS.has(word) || COMMON_WORDS.has(word) || isQuantityWord(word);

/**
 * `isDrug`: whether a word, in lower case, is the name of a medicine. `medicines`: the text is a
 * list of them, one a line.
 */
export function drugs(text: string, isDrug: (word: string) => boolean, medicines: boolean): Drug[] {
  const found = new Map<number, Drug>();
  const put = (word: string, start: number, isListed: boolean) => {
    const name = word.toLowerCase();
    const end = start + word.length;
    if (isNoName(name) || (found.has(start) && !isListed)) return;
    found.set(start, { name, isNamed: isListed || STRENGTH.test(text.slice(end)), start, end });
  };
  for (const { 0: whole, 1: word = '', index } of text.matchAll(WRITTEN))
    put(word, index + whole.length - word.length, false);
  if (medicines) {
    for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
      const first = [...line.matchAll(WORD)].find(([word]) => !isForm(word));
      if (first && mayBegin(line.slice(0, first.index))) put(first[0], index + first.index, false);
    }
  }
  for (const { 0: word, index } of text.matchAll(WORD))
    if (isDrug(word.toLowerCase())) put(word, index, true);
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/**
 * A line of a list begins with the name, behind its number and form at most. "Not recorded." says
 * that there is none.
 */
const mayBegin = (before: string) =>
  /^[\s\d.)•*-]*(?!(?:not?|nil|yet)\s)(?:\p{L}+\.?\s+)?$/iu.test(before);

const groups = new Map(
  medicineNames.groups.flatMap((group) => {
    const names = group.split(' ');
    return names.map((name) => [name, names] as const);
  }),
);
/** All names of the substance, its own with them. */
export const namesOf = (name: string): readonly string[] => groups.get(name) ?? [name];

/** The same substance by name, or one spelt a little differently, as speech recognition may write it. */
export const sameName = (one: string, other: string): boolean =>
  one === other || namesOf(one).some((name) => namesOf(other).some((its) => isAlike(name, its)));
const isAlike = (one: string, other: string) =>
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
