/**
 * Looks up abbreviations and everyday words: a short form, and the words it stands for with the
 * share of each sense.
 */
import { type ShortFormRow, shortFormTables } from '../tables/short-forms.ts';
import { rawWords } from './normalise.ts';

/** `share` of ten; one sense has all of it. */
type Sense = { readonly words: string; readonly share: number };
export type ShortForm = {
  readonly short: string;
  readonly senses: readonly Sense[];
  readonly capitalsOnly: boolean;
  /** The Index has these words too, for something that people do not mean by them. */
  readonly overrules: boolean;
  /** A common word: it means this only where it stands by itself. */
  readonly alone: boolean;
};

/** By its bare words (`rawWords`), one blank between. */
export type Abbreviations = {
  of(words: string): ShortForm | undefined;
  /** Words of the longest short form. */
  readonly longest: number;
  /** True where any short form has this word in it. */
  has(word: string): boolean;
};

export function readAbbreviations(
  tables: Iterable<readonly ShortFormRow[]> = Object.values(shortFormTables()),
): Abbreviations {
  const byWords = new Map<string, ShortForm>();
  const inShorts = new Set<string>();
  let longest = 1;
  for (const rows of tables)
    for (const { written, meaning } of rows) {
      const senses = sensesOf(meaning);
      for (const form of written.map((one) => shortFormOf(one, senses))) {
        // The first in the tables was judged first.
        if (form.short === '' || byWords.has(form.short)) continue;
        byWords.set(form.short, form);
        const words = form.short.split(' ');
        longest = Math.max(longest, words.length);
        for (const word of words) inShorts.add(word);
      }
    }
  return { of: (words) => byWords.get(words), longest, has: (word) => inShorts.has(word) };
}

const sensesOf = (meaning: ShortFormRow['meaning']): Sense[] =>
  typeof meaning === 'string'
    ? [{ words: meaning, share: 10 }]
    : meaning.map(([words, share]) => ({ words, share }));

/** The marks of a short form (tables/README.md): `!`, `*` and `^`. */
const shortFormOf = (written: string, senses: readonly Sense[]): ShortForm => ({
  short: rawWords(written.replace(/[!*^]/, '')).join(' '),
  senses,
  capitalsOnly: written.includes('!'),
  overrules: written.includes('*'),
  alone: written.includes('^'),
});
