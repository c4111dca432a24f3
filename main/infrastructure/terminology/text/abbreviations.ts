/** Reads the tables of abbreviations and everyday words: a short form to the words it stands for, with the share of each sense. */

import { abbreviationsAtoH } from '../tables/abbreviations-a-to-h.ts';
import { abbreviationsItoZ } from '../tables/abbreviations-i-to-z.ts';
import { abbreviationsRare } from '../tables/abbreviations-rare.ts';
import { everyday } from '../tables/everyday.ts';
import { hindi } from '../tables/hindi.ts';
import { lay } from '../tables/lay.ts';
import { rawWords } from './normalise.ts';

/** `share` of ten; one sense has all of it. */
export type Sense = { readonly words: string; readonly share: number };
export type Short = {
  readonly short: string;
  readonly senses: readonly Sense[];
  readonly capitalsOnly: boolean /** The Index has these words too, for something that people do not mean by them. */;
  readonly overrules: boolean /** A common word: it means this only where it stands by itself. */;
  readonly alone: boolean;
};

/** By its bare words (`rawWords`), one blank between. */
export type Abbreviations = {
  of(words: string): Short | undefined;
  readonly longest: number /** Whether any short form has this word in it. */;
  has(word: string): boolean;
};

export function readAbbreviations(
  tables: readonly string[] = [
    abbreviationsAtoH,
    abbreviationsItoZ,
    lay,
    hindi,
    everyday,
    abbreviationsRare,
  ],
): Abbreviations {
  const byWords = new Map<string, Short>();
  const inShorts = new Set<string>();
  let longest = 1;
  for (const line of tables.flatMap((table) => table.trim().split('\n'))) {
    const [shorts, senses] = line.split(' = ') as [string, string];
    const meant = senses.split(' ; ').map((sense) => {
      const [, words, share] = /^(.*?)(?:\s+(\d+))?\s*$/.exec(
        senses.includes(' ; ') ? sense : sense.trim(),
      )!;
      return senses.includes(' ; ')
        ? { words: words!.trim(), share: Number(share ?? 5) }
        : { words: sense.trim(), share: 10 };
    });
    for (const written of shorts.split(',')) {
      const capitalsOnly = written.includes('!');
      const overrules = written.includes('*');
      const alone = written.includes('^');
      const words = rawWords(written.replace(/[!*^]/, ''));
      const short = words.join(' ');
      longest = Math.max(longest, words.length);
      for (const word of words) inShorts.add(word);
      // What stands first in the tables was judged first.
      if (short !== '' && !byWords.has(short))
        byWords.set(short, { short, senses: meant, capitalsOnly, overrules, alone });
    }
  }
  return { of: (words) => byWords.get(words), longest, has: (word) => inShorts.has(word) };
}
