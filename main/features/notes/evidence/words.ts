/** The words of a text as they are compared: in one form, with what they stand for, numbers by their value, each with its place. */

import type { Abbreviations } from '../../../infrastructure/terminology/text/abbreviations.ts';
import type { WordsOf } from '../../../infrastructure/terminology/text/normalise.ts';
import { rawWords } from '../../../infrastructure/terminology/text/normalise.ts';
import { ourDigits } from '../checks/numbers.ts';
import { quantities } from '../checks/quantities.ts';
import { COMMON_WORDS, EMPTY_WORDS } from './small-words.ts';

/** `share` of a full word's weight. */
export type Word = {
  readonly form: string;
  readonly share: number;
  readonly start: number;
  readonly end: number;
};
export type ReaderDeps = {
  readonly wordsOf: WordsOf /** Asked for once, when the first text is read. */;
  readonly shorts: () => Abbreviations;
};
/** `note`: what a short form stands for takes its place; `speech`: it stands beside it. In the order of the text. */
export type ReadWords = (text: string, as: 'note' | 'speech') => Word[];

const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’](?:s|t|d|m|re|ve|ll)(?!\p{L}))?/giu;
const COMMON = 0.35;
const NUMBER = 0.7;

export function createReader({ wordsOf, shorts: readShorts }: ReaderDeps): ReadWords {
  let shorts: Abbreviations | undefined;
  const inOneForm = (written: string) =>
    wordsOf(written)
      .map(stem)
      .filter((form) => form !== '');
  /** Of one text: nothing that was said is remembered beyond it. */
  function formsIn() {
    const known = new Map<string, readonly { form: string; share: number }[]>();
    return (written: string) => {
      const lower = written.toLowerCase();
      let forms = known.get(lower);
      if (forms === undefined) {
        const bare = lower.replace(/['’].*$/u, '');
        forms =
          EMPTY_WORDS.has(lower) || EMPTY_WORDS.has(bare)
            ? []
            : inOneForm(bare).map((form) => ({ form, share: COMMON_WORDS.has(bare) ? COMMON : 1 }));
        known.set(lower, forms);
      }
      return forms;
    };
  }

  return (given, as) => {
    const text = ourDigits(given);
    const formsOf = formsIn();
    const found: Word[] = [];
    const counted = quantities(text).filter(({ vague }) => !vague);
    for (const { kind, value, bare, upTo, dimension, start, end } of counted) {
      const forms =
        kind === 'frequency'
          ? [`x${value}`]
          : dimension === 'blood pressure'
            ? [`#${bare}`, `#${value % 1000}`]
            : [`#${bare}`, ...(upTo === undefined || dimension !== undefined ? [] : [`#${upTo}`])];
      for (const form of forms) found.push({ form, share: NUMBER, start, end });
    }
    let next = 0;
    const inNumber = (start: number) => {
      while (next < counted.length && counted[next]!.end <= start) next++;
      return next < counted.length && counted[next]!.start <= start;
    };
    const words = [...text.matchAll(WORD)].filter(({ index }) => !inNumber(index));
    const raw = words.map(([written]) => rawWords(written).join(' '));
    shorts ??= readShorts();
    for (let at = 0; at < words.length; at++) {
      const long = meaning(shorts, words, raw, at);
      if (long) {
        const end = words[at + long.count - 1]!.index + words[at + long.count - 1]![0].length;
        for (const form of inOneForm(long.words))
          found.push({ form, share: 1, start: words[at]!.index, end });
        if (as === 'note') {
          at += long.count - 1;
          continue;
        }
      }
      const { 0: written, index } = words[at]!;
      for (const one of formsOf(written))
        found.push({ ...one, start: index, end: index + written.length });
    }
    return found.sort((one, other) => one.start - other.start || one.end - other.end);
  };

  /** The longest short form or everyday wording that begins here, and what it mostly means. */
  function meaning(
    shorts: Abbreviations,
    words: readonly RegExpMatchArray[],
    raw: readonly string[],
    at: number,
  ): { words: string; count: number } | undefined {
    if (!shorts.has(raw[at]!)) return undefined;
    for (let count = Math.min(shorts.longest, words.length - at); count > 0; count--) {
      const short = shorts.of(raw.slice(at, at + count).join(' '));
      if (!short || short.alone || EMPTY_WORDS.has(short.short)) continue;
      const written = words[at]![0];
      if (short.capitalsOnly && written !== written.toUpperCase()) continue;
      const [likeliest] = [...short.senses].sort((one, other) => other.share - one.share);
      return { words: likeliest!.words, count };
    }
    return undefined;
  }
}

/** What inflections have in common; only of words in Latin letters. */
export function stem(form: string): string {
  if (form.length < 5 || !/^[a-z]+$/.test(form)) return form;
  const cut = form.replace(
    /(?:ations?|ingly|ing|ied|ies|edly|ed|ly|ness|ment|ion|ive|al|er|s)$/,
    '',
  );
  const base = cut.length < 3 ? form : cut;
  return base.replace(/([bdgklmnprt])\1$/, '$1').replace(/(?<=...)[eyi]$/, '');
}
