// biome-ignore-all lint/style/noNonNullAssertion: hot loop over tokens whose bounds the loop holds
/**
 * Finds stretches of a text that are, word for word, terms of an index: by the same normaliser and
 * the same short forms as a question.
 */

import type { Index } from '../index/open-index.ts';
import type { Abbreviations, ShortForm } from '../text/abbreviations.ts';
import { keyOf, rawWords } from '../text/normalise.ts';
import { PAIRS } from '../text/small-words.ts';

export type Phrase = {
  /** UTF-16 code units of the text; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  /** Words that are no small words. */
  readonly words: number;
  /**
   * Codes that are called so, the code's own names first. None: a short form with several senses,
   * or for words that no term has as they are.
   */
  readonly codes: readonly string[];
  /** The words of the terminology, where the text has a short form or an everyday word. */
  readonly readAs?: string | undefined;
  /** SNOMED CT alone: the kind of thing that the first code is. */
  readonly tag?: string | undefined;
  /** True for a stretch that a whole list has and the starter, where it stands beside it, has not. */
  readonly rare?: boolean | undefined;
  /** True for words of another language than English. */
  readonly foreign?: boolean | undefined;
  /** True for words of the clinic's own list. */
  readonly own?: boolean | undefined;
};

/** Returns all stretches, also those within each other; the caller chooses. */
export type Phrases = (text: string) => Phrase[];

/** Words of a term at most, small ones included. */
const LONGEST = 8;
/** Stretches at hand: the words of a visit come again and again. */
const KEPT = 60_000;
const WORD = /[\p{L}\p{M}]+|\d+(?:\.\d+)?/gu;
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

/** The part of an index that phrases need. */
export type PhraseIndex = Pick<Index, 'wordsOf' | 'word' | 'exactly' | 'code'>;
type ShortForms = Pick<Abbreviations, 'of' | 'has'>;
type PhraseFinder = {
  readonly index: PhraseIndex;
  readonly abbreviations: ShortForms;
  /** True where the linker promises one concept for these words. */
  readonly isLinked: (words: string) => boolean;
  /** By the text of a stretch. They hold words of a patient (`forget` in terminology.ts). */
  readonly stretches: Map<string, Found | null>;
  readonly tokens: Map<string, TokenFacts>;
  /** Words of pairs that are one thing together. */
  readonly inPairs: ReadonlySet<string>;
};
type TokenFacts = Pick<Token, 'small' | 'known' | 'useful'>;

export function createPhrases(
  index: PhraseIndex,
  abbreviations: ShortForms,
  isLinked: (words: string) => boolean,
): Phrases {
  const finder: PhraseFinder = {
    index,
    abbreviations,
    isLinked,
    stretches: new Map(),
    tokens: new Map(),
    inPairs: new Set([...PAIRS.keys()].flatMap((pair) => pair.split(' '))),
  };
  return (text) => phrasesIn(finder, text);
}

function phrasesIn(finder: PhraseFinder, text: string): Phrase[] {
  const all: Token[] = [...text.matchAll(TOKEN)].map(({ 0: word, index: start }) => ({
    text: word,
    start,
    end: start + word.length,
    ...factsOf(finder, word),
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
      const { start } = all[from]!;
      const { end } = all[to]!;
      const found = stretch(finder, all.slice(from, to + 1), text.slice(start, end));
      if (found) phrases.push({ start, end, ...found });
    }
  }
  return phrases;
}

function factsOf({ index, abbreviations, tokens, inPairs }: PhraseFinder, text: string) {
  const lower = text.toLowerCase();
  const kept = tokens.get(lower);
  if (kept) return kept;
  const [word, second] = index.wordsOf(lower);
  const known =
    word === undefined ||
    second !== undefined ||
    index.word(word) !== undefined ||
    inPairs.has(word) ||
    inPairs.has(lower);
  const facts: TokenFacts = {
    small: word === undefined,
    known,
    useful: known || rawWords(lower).some((one) => abbreviations.has(one)),
  };
  if (tokens.size > KEPT) tokens.clear();
  tokens.set(lower, facts);
  return facts;
}

function stretch(finder: PhraseFinder, parts: readonly Token[], text: string): Found | null {
  const { stretches } = finder;
  let found = stretches.get(text);
  if (found === undefined) {
    found = asShortForm(finder, parts, text) ?? asTerm(finder, parts, text) ?? null;
    if (stretches.size > KEPT) stretches.clear();
    stretches.set(text, found);
  }
  return found;
}

/** Undefined where the stretch is no short form, null where it is one that says nothing. */
function asShortForm(
  finder: PhraseFinder,
  parts: readonly Token[],
  text: string,
): Found | null | undefined {
  const raw = parts.flatMap(
    (part) =>
      part.text
        .toLowerCase()
        .replace(/['’]s$/u, '')
        .match(WORD) ?? [],
  );
  const form = shortForm(finder, raw, text);
  if (!form) return undefined;
  const senses = form.senses.map(({ words }) => ({ words, found: exactly(finder, words) }));
  const [sense] = senses;
  if (sense && senses.length === 1) {
    if (sense.found) return { ...sense.found, words: raw.length, readAs: sense.words };
    // A mere part of a name ("rt") is no finding; "UTI" is one, although no term has just these
    // words.
    const term = exactly(finder, text);
    if (term) return term;
    return finder.isLinked(text) ? { words: raw.length, codes: [], readAs: sense.words } : null;
  }
  if (!senses.some(({ found }) => found)) return undefined;
  return { words: raw.length, codes: [], readAs: senses.map(({ words }) => words).join(' / ') };
}

/** The words as they stand, then with the short forms of one sense among them written out. */
function asTerm(finder: PhraseFinder, parts: readonly Token[], text: string): Found | undefined {
  const plain = parts.every(({ known }) => known) ? exactly(finder, text) : undefined;
  if (plain || parts.length === 1) return plain;
  const written = parts.map((part) => {
    const form = shortForm(finder, [part.text.toLowerCase()], part.text);
    return form?.senses.length === 1 ? form.senses[0]?.words : undefined;
  });
  if (written.every((words) => words === undefined)) return undefined;
  const readAs = parts.map((part, at) => written[at] ?? part.text).join(' ');
  const found = exactly(finder, readAs);
  return found && { ...found, readAs };
}

function shortForm(
  { abbreviations }: PhraseFinder,
  words: readonly string[],
  text: string,
): ShortForm | undefined {
  const form = abbreviations.of(words.join(' '));
  return form && (!form.capitalsOnly || /^[^\p{Ll}]*$/u.test(text)) ? form : undefined;
}

function exactly({ index }: PhraseFinder, text: string): Found | undefined {
  const words = [...new Set(index.wordsOf(text))];
  if (words.length === 0) return undefined;
  const terms = index.exactly(keyOf(words)).sort((a, b) => a.kind - b.kind || a.id - b.id);
  if (terms.length === 0) return undefined;
  return {
    words: words.length,
    codes: [...new Set(terms.map(({ code }) => index.code(code).code))],
  };
}
