/** Finds stretches of a text that are, word for word, terms of an index: by the same normaliser and the same short forms as a question. */

import type { Index } from '../index/open-index.ts';
import type { Abbreviations, ShortForm } from '../text/abbreviations.ts';
import { keyOf, rawWords } from '../text/normalise.ts';
import { PAIRS } from '../text/small-words.ts';

export type Phrase = {
  /** UTF-16 code units of the text; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  /** Words that say something: what is not a small word. */
  readonly words: number;
  /** Codes that are called so, the code's own names first. None: a short form with several senses, or for words that no term has as they are. */
  readonly codes: readonly string[];
  /** It stands there in short, or as people say it: the words it was read as. */
  readonly readAs?: string | undefined;
};

/** Answers all stretches, also those within each other; who asks chooses. */
export type Phrases = (text: string) => Phrase[];

/** Words of a term at most, small ones included. */
const LONGEST = 8;
/** Stretches at hand: the words of a consultation come again and again. */
const KEPT = 60_000;
const TOKEN = /[\p{L}\p{M}]+(?:['’]\p{L}+)*|\d+(?:\.\d+)?/gu;
/** Between two words of one term: blanks, a hyphen, a slash; brackets and stops part. */
const WITHIN = /^[ \t\u00a0]*[-–/'’&+]?[ \t\u00a0]*$|^\s+$/;

type Token = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly small: boolean;
  readonly known: boolean;
  readonly useful: boolean;
};
type Found = {
  readonly words: number;
  readonly codes: readonly string[];
  readonly readAs?: string | undefined;
};

/** `isSure`: whether the linker promises one concept for these words. */
export function createPhrases(
  index: Index,
  abbreviations: Abbreviations,
  isSure: (words: string) => boolean,
): Phrases {
  const remembered = new Map<string, Found | null>();
  const tokens = new Map<string, { small: boolean; known: boolean; useful: boolean }>();
  const inPairs = new Set([...PAIRS.keys()].flatMap((pair) => pair.split(' ')));

  const token = (text: string) => {
    const lower = text.toLowerCase();
    let known = tokens.get(lower);
    if (!known) {
      const [word, second] = index.wordsOf(lower);
      const inTerms =
        word === undefined ||
        second !== undefined ||
        index.word(word) !== undefined ||
        inPairs.has(word) ||
        inPairs.has(lower);
      known = {
        small: word === undefined,
        known: inTerms,
        useful: inTerms || rawWords(lower).some((one) => abbreviations.has(one)),
      };
      if (tokens.size > KEPT) tokens.clear();
      tokens.set(lower, known);
    }
    return known;
  };

  const exactly = (text: string): Found | undefined => {
    const words = [...new Set(index.wordsOf(text))];
    if (words.length === 0) return undefined;
    const terms = index.exactly(keyOf(words)).sort((a, b) => a.kind - b.kind || a.id - b.id);
    return terms.length === 0
      ? undefined
      : {
          words: words.length,
          codes: [...new Set(terms.map(({ code }) => index.code(code).code))],
        };
  };

  const short = (words: readonly string[], text: string): ShortForm | undefined => {
    const found = abbreviations.of(words.join(' '));
    return found && (!found.capitalsOnly || /^[^\p{Ll}]*$/u.test(text)) ? found : undefined;
  };

  const look = (parts: readonly Token[], text: string): Found | null => {
    const raw = parts.flatMap(
      (part) =>
        part.text
          .toLowerCase()
          .replace(/['’]s$/u, '')
          .match(/[\p{L}\p{M}]+|\d+(?:\.\d+)?/gu) ?? [],
    );
    const whole = short(raw, text);
    if (whole) {
      const read = whole.senses.map(({ words }) => ({ words, found: exactly(words) }));
      const [only] = read;
      if (whole.senses.length === 1) {
        if (only!.found) return { ...only!.found, words: raw.length, readAs: only!.words };
        // What is only a part of a name ("rt") is no finding; "UTI" is one, although no term has just these words.
        return (
          exactly(text) ??
          (isSure(text) ? { words: raw.length, codes: [], readAs: only!.words } : null)
        );
      }
      if (read.some(({ found }) => found))
        return { words: raw.length, codes: [], readAs: read.map(({ words }) => words).join(' / ') };
    }
    const plain = parts.every(({ known }) => known) ? exactly(text) : undefined;
    if (plain || parts.length === 1) return plain ?? null;
    let changed = false;
    const spelt = parts
      .map((part) => {
        const one = short([part.text.toLowerCase()], part.text);
        if (one?.senses.length !== 1) return part.text;
        changed = true;
        return one.senses[0]!.words;
      })
      .join(' ');
    const found = changed ? exactly(spelt) : undefined;
    return found ? { ...found, readAs: spelt } : null;
  };

  return (text) => {
    const all: Token[] = [...text.matchAll(TOKEN)].map(({ 0: word, index: start }) => ({
      text: word,
      start,
      end: start + word.length,
      ...token(word),
    }));
    const phrases: Phrase[] = [];
    for (let from = 0; from < all.length; from++) {
      // "Type 2 diabetes": a small word that belongs to its number.
      if (all[from]!.small && !/^(?:[A-Z]{2,}|[Tt]ype)$/.test(all[from]!.text)) continue;
      for (let to = from; to < Math.min(all.length, from + LONGEST); to++) {
        if (to > from && !WITHIN.test(text.slice(all[to - 1]!.end, all[to]!.start))) break;
        // No term and no short form reaches over a word that none of them has.
        if (!all[to]!.useful) break;
        if (all[to]!.small && to > from) continue;
        const parts = all.slice(from, to + 1);
        const words = text.slice(all[from]!.start, all[to]!.end);
        let found = remembered.get(words);
        if (found === undefined) {
          found = look(parts, words);
          if (remembered.size > KEPT) remembered.clear();
          remembered.set(words, found);
        }
        if (found) phrases.push({ start: all[from]!.start, end: all[to]!.end, ...found });
      }
    }
    return phrases;
  };
}
