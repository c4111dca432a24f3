/**
 * Looks up abbreviations and everyday words: a short form, and the words it stands for with the
 * share of each sense.
 */
import { once } from '../../../../shared/once.ts';
import { type ShortFormRow, shortFormTables } from '../tables/short-forms.ts';
import { rawWords } from './normalise.ts';
import { distance, slips } from './spelling.ts';

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
  /** Of `linesAlone`: nothing is promised for it. */
  readonly ofLines: boolean;
};

/** By its bare words (`rawWords`), one blank between. */
export type Abbreviations = {
  of(words: string): ShortForm | undefined;
  /** Words of the longest short form. */
  readonly longest: number;
  /** True where any short form has this word in it. */
  has(word: string): boolean;
  /** The one word of the short forms of several words that this may be a slip of. */
  near(word: string): string | undefined;
};

/** `linesAlone`: what only the linker reads, behind the tables. */
export function readAbbreviations(
  tables: Iterable<readonly ShortFormRow[]> = Object.values(shortFormTables()),
  linesAlone: Iterable<readonly ShortFormRow[]> = [],
): Abbreviations {
  const byWords = new Map<string, ShortForm>();
  const inShorts = new Set<string>();
  let longest = 1;
  const add = (rows: readonly ShortFormRow[], ofLines: boolean) => {
    for (const { written, meaning } of rows) {
      const senses = sensesOf(meaning);
      for (const form of written.map((one) => shortFormOf(one, senses, ofLines))) {
        // The first in the tables was judged first.
        if (form.short === '' || byWords.has(form.short)) continue;
        byWords.set(form.short, form);
        const words = form.short.split(' ');
        longest = Math.max(longest, words.length);
        for (const word of words) inShorts.add(word);
      }
    }
  };
  for (const rows of tables) add(rows, false);
  for (const rows of linesAlone) add(rows, true);
  const byLetter = once(() => wordsByLetter(byWords.keys()));
  return {
    of: (words) => byWords.get(words),
    longest,
    has: (word) => inShorts.has(word),
    near: (word) => nearestOf(byLetter().get(word[0] ?? '') ?? [], word),
  };
}

/** Words of four letters or more, by their first letter: who mistypes a word begins it rightly. */
function wordsByLetter(forms: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const form of forms)
    if (form.includes(' '))
      for (const word of form.split(' ')) {
        if (slips(word) === 0) continue;
        const letter = word[0] ?? '';
        found.set(letter, (found.get(letter) ?? new Set()).add(word));
      }
  return new Map([...found].map(([letter, words]) => [letter, [...words].sort()]));
}

/** Undefined where two are as near. */
function nearestOf(words: readonly string[], word: string): string | undefined {
  let best: string | undefined;
  let least = slips(word) + 1;
  for (const one of words) {
    const apart = distance(word, one, Math.min(least, slips(word)));
    if (apart > least || apart > Math.min(slips(word), slips(one))) continue;
    best = apart < least ? one : undefined;
    least = apart;
  }
  return best;
}

const sensesOf = (meaning: ShortFormRow['meaning']): Sense[] =>
  typeof meaning === 'string'
    ? [{ words: meaning, share: 10 }]
    : meaning.map(([words, share]) => ({ words, share }));

/** The marks of a short form (tables/README.md): `!`, `*` and `^`. */
const shortFormOf = (written: string, senses: readonly Sense[], ofLines: boolean): ShortForm => ({
  short: rawWords(written.replace(/[!*^]/, '')).join(' '),
  senses,
  capitalsOnly: written.includes('!'),
  overrules: written.includes('*'),
  alone: written.includes('^'),
  ofLines,
});
