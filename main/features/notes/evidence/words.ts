/**
 * Reads the words of a text in the form in which they are compared: stemmed, short forms written
 * out, numbers by their value, each with its place.
 */

import type { WordsOf } from '../../../infrastructure/terminology/text/normalise.ts';
import { rawWords } from '../../../infrastructure/terminology/text/normalise.ts';
import { isLatinHindi, ourDigits } from '../checks/numbers.ts';
import { quantities } from '../checks/quantities.ts';
import type { Quantity } from '../checks/quantity.ts';
import type { ShortForms } from './short-forms.ts';
import { COMMON_WORDS, EMPTY_WORDS } from './small-words.ts';

/** `share`: of a full word's weight, 0 to 1. */
export type Word = {
  readonly form: string;
  readonly share: number;
  readonly start: number;
  readonly end: number;
};
export type ReaderDeps = {
  readonly wordsOf: WordsOf;
  /** Called once, when the first text is read. */
  readonly shorts: () => ShortForms;
};
/**
 * `note`: the meaning of a short form takes its place; `speech`: it comes in addition. In the order
 * of the text.
 */
export type ReadWords = (text: string, as: 'note' | 'speech') => Word[];

const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’](?:s|t|d|m|re|ve|ll)(?!\p{L}))?/giu;
const COMMON = 0.35;
const NUMBER = 0.7;

export function createReader({ wordsOf, shorts: readShorts }: ReaderDeps): ReadWords {
  let shorts: ShortForms | undefined;
  const stemsOf = (written: string) =>
    wordsOf(written)
      .map(stem)
      .filter((form) => form !== '');
  return (given, as) => {
    shorts ??= readShorts();
    return readWords({ shorts, stemsOf }, given, as);
  };
}

type Reader = {
  readonly shorts: ShortForms;
  /** Normalised words of a text. */
  readonly stemsOf: (written: string) => readonly string[];
};

function readWords(reader: Reader, given: string, as: 'note' | 'speech'): Word[] {
  const { shorts, stemsOf } = reader;
  const text = ourDigits(given);
  const formsOf = createFormsOf(reader);
  // "Teen din" is of another language, and makes no transcript in it comparable.
  const counted = quantities(text).filter(
    ({ vague, start }) => !vague && !isLatinHindi(text, start),
  );
  const found: Word[] = counted.flatMap((quantity) =>
    formsOfQuantity(quantity).map((form) => ({
      form,
      share: NUMBER,
      start: quantity.start,
      end: quantity.end,
    })),
  );
  const words = [...text.matchAll(WORD)]
    .filter(outsideOf(counted))
    .map(({ 0: written, index }) => ({
      written,
      raw: rawWords(written).join(' '),
      start: index,
      end: index + written.length,
    }));
  let skipTo = 0;
  for (const [at, { written, start, end }] of words.entries()) {
    if (at < skipTo) continue;
    const long = meaning(shorts, words, at);
    if (long) {
      const last = words[at + long.count - 1]?.end ?? end;
      for (const form of stemsOf(long.words)) found.push({ form, share: 1, start, end: last });
      if (as === 'note') {
        skipTo = at + long.count;
        continue;
      }
    }
    for (const one of formsOf(written)) found.push({ ...one, start, end });
  }
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Remembers forms within one text only: no spoken word is remembered beyond it. */
function createFormsOf({ stemsOf }: Reader) {
  const known = new Map<string, readonly { form: string; share: number }[]>();
  return (written: string) => {
    const lower = written.toLowerCase();
    const before = known.get(lower);
    if (before) return before;
    const bare = lower.replace(/['’].*$/u, '');
    const isEmpty = EMPTY_WORDS.has(lower) || EMPTY_WORDS.has(bare);
    const share = COMMON_WORDS.has(bare) ? COMMON : 1;
    const forms = isEmpty ? [] : stemsOf(bare).map((form) => ({ form, share }));
    known.set(lower, forms);
    return forms;
  };
}

function formsOfQuantity({ kind, value, bare, upTo, second, dimension }: Quantity): string[] {
  if (kind === 'frequency') return [`x${value}`];
  if (second !== undefined) return [`#${bare}`, `#${second}`];
  return upTo === undefined || dimension !== undefined ? [`#${bare}`] : [`#${bare}`, `#${upTo}`];
}

/**
 * A filter for matches in the order of the text: keeps those that do not begin inside one of
 * `spans`.
 */
function outsideOf(spans: readonly Quantity[]): (match: RegExpExecArray) => boolean {
  let next = 0;
  return ({ index }) => {
    let span = spans[next];
    while (span && span.end <= index) span = spans[++next];
    return !(span && span.start <= index);
  };
}

/**
 * The longest short form or everyday wording that begins at a word, and its most frequent meaning.
 */
function meaning(
  shorts: ShortForms,
  words: readonly { readonly written: string; readonly raw: string }[],
  at: number,
): { words: string; count: number } | undefined {
  const first = words[at];
  // "T2DM" is one word of the text and three of the tables.
  const [begin = ''] = first?.raw.split(' ') ?? [];
  if (!first || !shorts.has(begin)) return undefined;
  for (let count = Math.min(shorts.longest, words.length - at); count > 0; count--) {
    const some = words.slice(at, at + count).map(({ raw }) => raw);
    const short = shorts.of(some.join(' '));
    if (!short || short.alone || EMPTY_WORDS.has(short.short)) continue;
    if (short.capitalsOnly && first.written !== first.written.toUpperCase()) continue;
    const [likeliest] = [...short.senses].sort((one, other) => other.share - one.share);
    if (likeliest) return { words: likeliest.words, count };
  }
  return undefined;
}

/** Removes English inflections; other words stay as they are. */
function stem(form: string): string {
  if (form.length < 5 || !/^[a-z]+$/.test(form)) return form;
  const cut = form.replace(
    /(?:ations?|ingly|ing|ied|ies|edly|ed|ly|ness|ment|ion|ive|al|er|s)$/,
    '',
  );
  const base = cut.length < 3 ? form : cut;
  return base.replace(/([bdgklmnprt])\1$/, '$1').replace(/(?<=...)[eyi]$/, '');
}
