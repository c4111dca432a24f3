/**
 * Reads words of languages of India in a text, in their script or in Latin letters: single words and
 * phrases of the tables, and a part of the body with a sign ("stomach ... pain").
 */
import {
  type LanguageTable,
  languageTables,
  pairConcepts,
  signConcepts,
} from '../tables/languages/languages.ts';
import { foldLatin, foldScripts, foldWithPlaces, INDIAN, lettersIn, stemOf } from './scripts.ts';

/** A stretch of a text that names a concept of `tables/languages`. */
export type Said = {
  /** UTF-16 code units of the text; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  /** Words of it that carry meaning. */
  readonly words: number;
  /** Several where the letters mean different things in two languages. */
  readonly concepts: readonly string[];
  readonly languages: readonly string[];
  /** True for a word that is too common elsewhere: it counts only where it stands by itself. */
  readonly alone: boolean;
};

type Role = 'part' | 'sign' | 'concept';
type Entry = {
  readonly role: Role;
  readonly key: string;
  readonly words: readonly string[];
  readonly alone: boolean;
};
type Lexicon = {
  readonly language: string;
  /** By the ways to look up the first word (`waysOf`). */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** By the last letter of the word, and of its stem. */
  readonly signs: ReadonlyMap<string, readonly Entry[]>;
  readonly small: ReadonlySet<string>;
  readonly suffixes: readonly string[];
};
type Token = { readonly start: number; readonly end: number; readonly word: string };
type Atom = { readonly from: number; readonly to: number; readonly entry: Entry };
type Match = {
  readonly from: number;
  readonly to: number;
  readonly words: number;
  readonly concept: string;
  readonly alone: boolean;
};

/** Small words between the words of one phrase, or between a part and its sign. */
const MOST_BETWEEN = 4;
const isNative = (word: string) => INDIAN.test(word);
const foldWord = (word: string) => (isNative(word) ? foldScripts(word) : foldLatin(word));
const TOKEN = /[\p{L}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*/gu;
const WITHIN = /^[ \t\u00a0]*-?[ \t\u00a0]*$/;

/** "Not", written together with the word before it: it is a word of its own here. */
const denials = languageTables.flatMap((table) => table.denials.map(foldScripts));

function tokensIn(folded: string): Token[] {
  return [...folded.matchAll(TOKEN)].flatMap(({ 0: word, index: start }) => {
    const denial = isNative(word)
      ? denials.find((one) => word.endsWith(one) && lettersIn(word) - lettersIn(one) >= 2)
      : undefined;
    const cut = word.length - (denial?.length ?? 0);
    const parts = denial === undefined ? [word] : [word.slice(0, cut), denial];
    return parts.map((part, at) => ({
      start: start + at * cut,
      end: start + at * cut + part.length,
      word: foldWord(part),
    }));
  });
}

const wordsIn = (phrase: string): string[] => tokensIn(foldScripts(phrase)).map(({ word }) => word);

/** Exactly, and by the stem where it is long enough to tell words apart. */
function waysOf(word: string, suffixes: readonly string[]): string[] {
  if (!isNative(word)) return [word];
  const ways = new Set([word]);
  for (const form of [word, ...withoutSuffix(word, suffixes)]) {
    const stem = stemOf(form);
    if (lettersIn(stem) >= 2) ways.add(`~${stem}`);
  }
  return [...ways];
}

const withoutSuffix = (word: string, suffixes: readonly string[]): string[] =>
  suffixes
    .filter((suffix) => word.endsWith(suffix) && word.length > suffix.length + 1)
    .map((suffix) => word.slice(0, -suffix.length));

function lexiconOf(table: LanguageTable): Lexicon {
  const particles = new Set(table.particles.flatMap(wordsIn));
  const suffixes = table.suffixes.map(foldScripts);
  const entries = new Map<string, Entry[]>();
  const signs = new Map<string, Entry[]>();
  const addTo = (map: Map<string, Entry[]>, at: string, entry: Entry) => {
    const there = map.get(at);
    if (there) there.push(entry);
    else map.set(at, [entry]);
  };
  const add = (role: Role, key: string, written: string) => {
    const all = wordsIn(written);
    const meant = all.filter((word) => !particles.has(word));
    const words = meant.length > 0 ? meant : all;
    const entry = { role, key, words, alone: written.endsWith('^') };
    const [first = ''] = words;
    for (const way of waysOf(first, [])) addTo(entries, way, entry);
    if (role !== 'sign' || words.length > 1) return;
    for (const last of new Set([first.at(-1), stemOf(first).at(-1)]))
      if (last !== undefined) addTo(signs, last, entry);
  };
  const addAll = (role: Role, rows: LanguageTable['parts']) => {
    for (const [key, written] of Object.entries(rows))
      for (const one of written) add(role, key, one);
  };
  addAll('concept', table.concepts);
  addAll('part', table.parts);
  addAll('sign', table.signs);
  return {
    language: table.language,
    entries,
    signs,
    small: new Set([...particles, ...table.fillers.flatMap(wordsIn)]),
    suffixes,
  };
}

/** Made at the first question: the start of the app does not wait for them. */
let made: Made | undefined;
type Made = {
  readonly lexicons: readonly Lexicon[];
  /** Every word of the tables, as it is compared. */
  readonly known: ReadonlySet<string>;
};
function make(): Made {
  made ??= {
    lexicons: languageTables.map(lexiconOf),
    known: new Set(
      languageTables.flatMap(({ particles, fillers, parts, signs, concepts }) =>
        [particles, fillers, ...[parts, signs, concepts].flatMap((rows) => Object.values(rows))]
          .flat()
          .flatMap(wordsIn),
      ),
    ),
  };
  return made;
}

/** True for a word of the tables, and for any word of these scripts: no slip of an English one. */
export const isOfLanguages = (word: string): boolean =>
  isNative(word) || (word.length > 2 && make().known.has(foldLatin(word)));

/** In the order of the text, without overlaps. */
export function readLanguages(text: string): Said[] {
  const { text: folded, places } = foldWithPlaces(text);
  const tokens = tokensIn(folded);
  const said = make().lexicons.flatMap((lexicon) => saidIn(lexicon, folded, tokens));
  return withoutOverlaps(said).map((one) => ({
    ...one,
    start: places[one.start] ?? text.length,
    end: endOf(places, one.end, text.length),
  }));
}

/** Behind all that the last letter was typed with. */
const endOf = (places: readonly number[], end: number, length: number) =>
  Math.max((places[end - 1] ?? length - 1) + 1, places[end] ?? length);

/** The question has nothing but these words, small words and figures. */
export function saysNoMore(text: string, said: readonly Said[]): boolean {
  let rest = text;
  for (const { start, end } of [...said].reverse())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  const smalls = make().lexicons.filter(({ language }) =>
    said.some(({ languages }) => languages.includes(language)),
  );
  return wordsIn(rest).every((word) => smalls.some(({ small }) => small.has(word)));
}

function saidIn(lexicon: Lexicon, text: string, tokens: readonly Token[]): Said[] {
  const atoms = tokens.map((_, at) => atomsAt(lexicon, text, tokens, at));
  const matches: Match[] = [];
  for (const [at, here] of atoms.entries()) {
    for (const { from, to, entry } of here) {
      const concept = entry.role === 'concept' ? entry.key : undefined;
      const alone = entry.role === 'sign' ? signConcepts.get(entry.key) : concept;
      if (alone !== undefined)
        matches.push({ from, to, words: entry.words.length, concept: alone, alone: entry.alone });
      matches.push(...pairsAt({ lexicon, text, tokens, atoms }, { from, to, entry }));
    }
    const joint = jointAt(lexicon, tokens[at]?.word ?? '');
    if (joint !== undefined)
      matches.push({ from: at, to: at + 1, words: 2, concept: joint, alone: false });
  }
  return matches.map(({ from, to, words, concept, alone }) => ({
    start: tokens[from]?.start ?? 0,
    end: tokens[to - 1]?.end ?? 0,
    words,
    concepts: [concept],
    languages: [lexicon.language],
    alone,
  }));
}

/** All entries that begin at a token. */
function atomsAt(lexicon: Lexicon, text: string, tokens: readonly Token[], at: number): Atom[] {
  const first = tokens[at];
  if (!first) return [];
  const found = new Map<Entry, Atom>();
  for (const way of waysOf(first.word, lexicon.suffixes))
    for (const entry of lexicon.entries.get(way) ?? []) {
      // A whole word of a concept is not recognised by two letters of it.
      if (way.startsWith('~') && entry.role === 'concept' && lettersIn(way) < 3 && way.length < 5)
        continue;
      const to = endOfEntry(lexicon, text, tokens, at, entry);
      if (to !== undefined) found.set(entry, { from: at, to, entry });
    }
  return [...found.values()];
}

function endOfEntry(
  lexicon: Lexicon,
  text: string,
  tokens: readonly Token[],
  at: number,
  entry: Entry,
): number | undefined {
  let to = at + 1;
  for (const word of entry.words.slice(1)) {
    const next = nextWord(lexicon, text, tokens, to, (one) => isWord(lexicon, one, word));
    if (next === undefined) return undefined;
    to = next + 1;
  }
  return to;
}

const isWord = ({ suffixes }: Lexicon, said: string, word: string): boolean => {
  const ways = waysOf(said, suffixes);
  return waysOf(word, []).some((way) => ways.includes(way));
};

/** The next token that is meant; small words may stand before it, a stop may not. */
function nextWord(
  { small }: Lexicon,
  text: string,
  tokens: readonly Token[],
  from: number,
  isMeant: (word: string) => boolean,
): number | undefined {
  for (let at = from; at < Math.min(tokens.length, from + MOST_BETWEEN + 1); at++) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (!before || !token || !WITHIN.test(text.slice(before.end, token.start))) return undefined;
    if (isMeant(token.word)) return at;
    if (!small.has(token.word)) return undefined;
  }
  return undefined;
}

type Reading = {
  readonly lexicon: Lexicon;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly atoms: readonly (readonly Atom[])[];
};

/** A part and its sign, in either order. */
function pairsAt({ lexicon, text, tokens, atoms }: Reading, first: Atom): Match[] {
  const next = nextWord(lexicon, text, tokens, first.to, (word) => !lexicon.small.has(word));
  // A small word may be a sign too: "mal" is none, "lal" is one.
  if (next === undefined) return [];
  return (atoms[next] ?? []).flatMap((second) => {
    const [a, b] = [first.entry, second.entry];
    const forward = pairConcepts.get(`${a.key} ${b.key}`);
    const concept =
      forward ?? (a.role === 'sign' ? pairConcepts.get(`${b.key} ${a.key}`) : undefined);
    if (concept === undefined || b.role === a.role) return [];
    const words = a.words.length + b.words.length;
    // "Pain, the head ...": the part before its sign is the usual order.
    return [
      {
        from: first.from,
        to: second.to,
        words: forward ? words : words - 0.5,
        concept,
        alone: false,
      },
    ];
  });
}

/** One word for a part and its sign, as the languages of the south write it. */
function jointAt(lexicon: Lexicon, word: string): string | undefined {
  const forms = [word, ...withoutSuffix(word, lexicon.suffixes)];
  for (const form of forms)
    for (const { words, key } of lexicon.signs.get(form.at(-1) ?? '') ?? []) {
      const sign = words[0] ?? '';
      const end = form.endsWith(sign) ? sign : stemOf(sign);
      if (lettersIn(end) < 2 || !form.endsWith(end) || lettersIn(form) <= lettersIn(end)) continue;
      for (const way of waysOf(form.slice(0, -end.length), lexicon.suffixes))
        for (const entry of lexicon.entries.get(way) ?? []) {
          const pair = entry.words.length === 1 && pairConcepts.get(`${entry.key} ${key}`);
          if (pair) return pair;
        }
    }
  return undefined;
}

/** More words first, then more letters; the same letters of two languages are one stretch. */
function withoutOverlaps(said: readonly Said[]): Said[] {
  const sorted = [...said].sort(
    (a, b) =>
      b.words - a.words || b.end - b.start - (a.end - a.start) || a.start - b.start || order(a, b),
  );
  const chosen: Said[] = [];
  for (const one of sorted) {
    const at = chosen.findIndex(({ start, end }) => one.start < end && start < one.end);
    const same = chosen[at];
    if (!same) chosen.push(one);
    else if (same.start === one.start && same.end === one.end && same.words === one.words)
      chosen[at] = {
        ...same,
        concepts: [...new Set([...same.concepts, ...one.concepts])],
        languages: [...new Set([...same.languages, ...one.languages])],
        alone: same.alone || one.alone,
      };
  }
  return chosen.sort((a, b) => a.start - b.start);
}

const order = (a: Said, b: Said) =>
  (a.languages[0] ?? '').localeCompare(b.languages[0] ?? '') ||
  (a.concepts[0] ?? '').localeCompare(b.concepts[0] ?? '');
