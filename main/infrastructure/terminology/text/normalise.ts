/**
 * Turns any wording into plain words that can be compared: one function for the terms of a release
 * and for a question.
 */
import { foldScripts } from './scripts.ts';
import {
  BEFORE_ARTICLE,
  BEFORE_ROMAN_NUMERAL,
  ENDING_IN_S,
  PAIRS,
  SPELLINGS,
  STOP_WORDS,
  sameMeaning,
} from './small-words.ts';

/** Stored in every index; one made by another version is made anew from its files. */
export const NORMALISER = 3;

/** Inflections of a release's own: `infected` to `infection`. Empty where a release tells none. */
export type Forms = ReadonlyMap<string, string>;
export const NO_FORMS: Forms = new Map();

/** Returns the words of a text in order, each in one form. */
export type WordsOf = (text: string) => string[];

/**
 * A release has some hundred thousand different words at most; words beyond are worked out anew.
 */
const REMEMBERED = 200_000;

/**
 * The one function for the terms of a release and for a question. Words come in lower case,
 * American spelling, singular, Arabic after `type` and the like, letters and digits apart, synonyms
 * of anatomy as one word. Words that negate or take a side stay.
 */
export function createNormaliser(forms: Forms = NO_FORMS): WordsOf {
  const known = new Map<string, string>();
  const form = (raw: string) => {
    let word = known.get(raw);
    if (word === undefined) {
      word = oneForm(raw, forms);
      if (known.size < REMEMBERED) known.set(raw, word);
    }
    return word;
  };
  return (text) => {
    const found = rawWords(text);
    const words: string[] = [];
    for (let at = 0; at < found.length; at++) {
      const raw = found[at] ?? '';
      if (!dropped(raw, found[at - 1], found[at + 1]))
        words.push(roman(raw, found[at - 1], at === found.length - 1) ?? form(raw));
    }
    return joined(words);
  };
}

function dropped(raw: string, before: string | undefined, after: string | undefined): boolean {
  if (raw === 'a') return before === undefined || BEFORE_ARTICLE.has(before);
  // "type 2" is a 2, but "intestinal type" is not the intestine.
  if (raw === 'type') return before === undefined || /^(?:\d.*|[ivx]+|\p{L})$/u.test(after ?? '');
  return STOP_WORDS.has(raw);
}

/** Without order and repetition: two texts with one key say the same. Readable on purpose. */
export function keyOf(words: readonly string[]): string {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  return [...new Set(words)].sort().join(' ');
}

/** Lower case and bare, in order, nothing dropped: the key of a table of phrases. */
export function rawWords(text: string): string[] {
  const latin = ASCII.test(text);
  let plain = (
    latin
      ? text
      : foldScripts(text)
          .normalize('NFKD')
          .replace(/[\u0300-\u036f]/g, '')
          .replace(/\u00df/g, 'ss')
          .replace(/\u00e6/g, 'ae')
          .replace(/\u0153/g, 'oe')
  ).toLowerCase();
  if (/ not |^not |\bn[eo][cs]\b|without mention/.test(plain))
    plain = plain
      .replace(/\b(?:not elsewhere classified|nec|nos|not otherwise specified)\b/g, ' ')
      .replace(/\bwithout mention of\b/g, 'without');
  if (!latin || /['`]/.test(plain))
    plain = plain
      .replace(/[\u2019\u2018`\u00b4]/g, "'")
      .replace(/(\p{L})'s\b/gu, '$1')
      .replace(/(\p{L})'(\p{L})/gu, '$1$2');
  if (/[ivx][abcd]\b/.test(plain))
    plain = plain.replace(/\b(ii|iii|iv|vi|vii|viii|ix|xi)([abcd])\b/g, '$1 $2');
  return plain.match(latin ? /[a-z]+|\d+(?:\.\d+)?/g : /[\p{L}\p{M}]+|\d+(?:\.\d+)?/gu) ?? [];
}
const ASCII = /^\p{ASCII}*$/u;

/** One word in the form that is kept: spelling, number, inflection, meaning. */
function oneForm(raw: string, forms: Forms): string {
  const word = plainForm(raw);
  const base = forms.get(word) ?? word;
  return sameMeaning.get(base) ?? base;
}

/**
 * The form of a word before the inflections of a release are known: the tables of those inflections
 * are made with it.
 */
export function plainForm(raw: string): string {
  let form = plainForms.get(raw);
  if (form === undefined) {
    form = singular(american(raw));
    if (plainForms.size < REMEMBERED) plainForms.set(raw, form);
  }
  return form;
}
const plainForms = new Map<string, string>();

function american(word: string): string {
  if (word.length < 5) return word;
  let spelt = word;
  for (const [british, other] of SPELLINGS) spelt = spelt.replace(british, other);
  return spelt;
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || ENDING_IN_S.has(word)) return word;
  if (/(?:ss|us|is|itis)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word) && word.length > 5) return `${word.slice(0, -3)}y`;
  if (/(?:oses|yses|pses)$/.test(word) && word.length > 6) return `${word.slice(0, -2)}is`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('as') && word.length < 6) return word;
  return word.slice(0, -1);
}

const ROMAN = /^[ivx]+$/;
const NUMERALS: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
  xi: '11',
  xii: '12',
  xiii: '13',
  xiv: '14',
  xv: '15',
};

/** `ii` is a number wherever it stands; `i`, `v` and `x` only after such words as `type`. */
function roman(word: string, before: string | undefined, last: boolean): string | undefined {
  // Nearly all words are none: a look-up for each of them is a tenth of the time of an import.
  const number = word.length < 5 && ROMAN.test(word) ? NUMERALS[word] : undefined;
  if (number === undefined) return undefined;
  if (before !== undefined && BEFORE_ROMAN_NUMERAL.has(before)) return number;
  if (/^(?:ii|iii|vii|viii|xii|xiii)$/.test(word)) return number;
  return last && before !== undefined && /^(?:iv|vi|ix|xi|xiv|xv)$/.test(word) ? number : undefined;
}

/** Nearly no word begins a pair, and a text for each two words takes time. */
const PAIR_STARTS = new Set([...PAIRS.keys()].map((pair) => pair.slice(0, pair.indexOf(' '))));

/**
 * Words that are one thing together: a malignant neoplasm is a cancer, the large intestine the
 * colon.
 */
function joined(words: readonly string[]): string[] {
  const malignant =
    words.includes('malignant') && words.some((word) => word === 'neoplasm' || word === 'cancer');
  const out: string[] = [];
  for (const word of words) {
    if (malignant && word === 'malignant') continue;
    const before = out.at(-1) ?? '';
    const joint = PAIR_STARTS.has(before) ? PAIRS.get(`${before} ${word}`) : undefined;
    if (malignant && word === 'neoplasm') out.push('cancer');
    else if (joint !== undefined) out[out.length - 1] = joint;
    else out.push(word);
  }
  return out;
}
