/** English words of one spelling: whether a word is among them, and what was meant by one that is not. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { wordsOfEntry } from './affixes.ts';
import { editCost, SIMILAR } from './edit-cost.ts';

export type English = 'british' | 'american';

export type Dictionary = {
  /** As it stands, or in lower case where it stands at the beginning of a sentence. */
  has(word: string): boolean;
  /** Only the other spelling has it ("color", where this is British). */
  isOther(word: string): boolean;
  /** The nearest words, the nearest first; `more` are words beside its own, in lower case. */
  suggest(word: string, more: Iterable<string>, count: number): string[];
};

type Words = {
  readonly own: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
  /** Of each of `own`, in its order: which letters it has. */
  readonly letters: Uint32Array;
};

const lines = z.array(z.string());
const table = z.strictObject({ common: lines, american: lines, british: lines });

/** Entries between two pauses, so that a recording beside it is not kept waiting: about 10 ms. */
const SLICE = 2_000;

/** Reads the words from their file, with a pause now and then. */
export async function readDictionary(english: English): Promise<Dictionary> {
  const { default: json } = await import('./english/words.json', { with: { type: 'json' } });
  const { common, american, british } = table.parse(json);
  const [mine, others] = english === 'british' ? [british, american] : [american, british];
  const own = await expand([...common, ...mine]);
  const other = await expand(others);
  for (const word of own) other.delete(word);
  const letters = new Uint32Array(own.size);
  let at = 0;
  for (const word of own) letters[at++] = lettersOf(word);
  return bind({ own, other, letters });
}

async function expand(entries: readonly string[]): Promise<Set<string>> {
  const words = new Set<string>();
  let count = 0;
  for (const line of entries)
    for (const entry of line.split(' ')) {
      for (const word of wordsOfEntry(entry)) words.add(word);
      if (++count % SLICE === 0) await nextTurn();
    }
  return words;
}

const bind = (words: Words): Dictionary => ({
  has: (word) => hasIn(words.own, word),
  isOther: (word) => hasIn(words.other, word),
  suggest: (word, more, count) => suggest(words, { word, more, count }),
});

/** "Patient" is "patient"; "london" is not "London"; "NOTED" is "noted". */
function hasIn(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  const lower = word.toLowerCase();
  if (lower === word) return false;
  if (words.has(lower)) return true;
  return word === word.toUpperCase() && words.has(capitalised(lower));
}

type Asked = { readonly word: string; readonly more: Iterable<string>; readonly count: number };
type Candidate = { readonly word: string; readonly cost: number };

/** What a candidate may cost (edit-cost.ts): first little; more where little finds nothing. */
const LIMITS = [13, 21, 30];
/** From here on a candidate begins with the same letter. */
const FAR = 20;
/** Of a name, where the written word is none. */
const NAME = 5;

function suggest(words: Words, { word, more, count }: Asked): string[] {
  const wanted = word.toLowerCase();
  const others = [...more];
  for (const limit of LIMITS) {
    if (limit > wanted.length * 5) break;
    const found = within({ words, wanted, isName: wanted !== word, others, limit });
    const ordered = found
      .sort((one, other) => one.cost - other.cost || one.word.length - other.word.length)
      .map((candidate) => inCaseOf(word, candidate.word));
    const different = [...new Set(ordered)].filter((one) => one !== word);
    if (different.length > 0) return different.slice(0, count);
  }
  return [];
}

type Search = {
  readonly words: Words;
  readonly wanted: string;
  readonly isName: boolean;
  readonly others: readonly string[];
  readonly limit: number;
};

function within({ words, wanted, isName, others, limit }: Search): Candidate[] {
  const found: Candidate[] = apart(words, wanted).filter(({ cost }) => cost <= limit);
  const mask = lettersOf(wanted);
  const mostBits = 2 * Math.floor(limit / SIMILAR);
  const weigh = (word: string, letters: number) => {
    if (bitsOf(letters ^ mask) > mostBits) return;
    const lower = word.toLowerCase();
    if (limit > FAR && lower[0] !== wanted[0]) return;
    const cost = editCost(wanted, lower, limit) + (isName || lower === word ? 0 : NAME);
    if (cost <= limit) found.push({ word, cost });
  };
  let at = 0;
  for (const word of words.own) weigh(word, words.letters[at++] ?? 0);
  for (const word of others) weigh(word, lettersOf(word));
  return found;
}

const APART = 11;
/** Two words that were written as one. */
function apart(words: Words, word: string): Candidate[] {
  const found: Candidate[] = [];
  for (let at = 3; at <= word.length - 3; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    if (words.own.has(left) && words.own.has(right))
      found.push({ word: `${left} ${right}`, cost: APART });
  }
  return found;
}

/** Bits of the letters a to z; other signs count for nothing. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const place = (word.charCodeAt(at) | 32) - 97;
    if (place >= 0 && place < 26) letters |= 1 << place;
  }
  return letters;
}

function bitsOf(letters: number): number {
  let bits = letters - ((letters >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A suggestion begins with a capital where the written word does. */
const inCaseOf = (written: string, word: string): string =>
  /^\p{Lu}/u.test(written) ? capitalised(word) : word;
