/**
 * The small words of the normaliser: what is dropped, respelt, or said in one way. A change of one
 * is a new version of the normaliser.
 */
import { z } from 'zod';
import { readTable } from '../tables/read-table.ts';
import same from './words/same-meaning.json' with { type: 'json' };
import small from './words/small-words.json' with { type: 'json' };
import respelt from './words/spellings.json' with { type: 'json' };

const word = z.string().min(1);
const lists = readTable(
  'small-words.json',
  z.strictObject({
    stopWords: z.array(word),
    beforeArticle: z.array(word),
    beforeRomanNumeral: z.array(word),
    endingInS: z.array(word),
    pairs: z.record(word, word),
    opposites: z.array(z.array(word).min(2)),
    negations: z.array(word),
  }),
  small,
);

/** `a` is the article behind one of these and at the beginning; elsewhere it is hepatitis A. */
export const BEFORE_ARTICLE: ReadonlySet<string> = new Set(lists.beforeArticle);

/** Words that are dropped: none that negates, takes a side or dates. */
export const STOP_WORDS: ReadonlySet<string> = new Set(lists.stopWords);

/** A Roman numeral behind one of these is a number. */
export const BEFORE_ROMAN_NUMERAL: ReadonlySet<string> = new Set(lists.beforeRomanNumeral);

/** Words whose last `s` is no plural. */
export const ENDING_IN_S: ReadonlySet<string> = new Set(lists.endingInS);

/** British, Latin and plain mis-spellings of one and the same word; applied in order. */
export const SPELLINGS: readonly (readonly [RegExp, string])[] = readTable(
  'spellings.json',
  z.array(z.tuple([word, word])),
  respelt,
).map(([pattern, spelling]) => [new RegExp(pattern, 'g'), spelling]);

/** One word for words that doctors use for the same part or thing: `renal` to `kidney`. */
export const sameMeaning: ReadonlyMap<string, string> = new Map(
  Object.entries(readTable('same-meaning.json', z.record(word, z.array(word)), same)).flatMap(
    ([kept, others]) => others.map((other) => [other, kept] as const),
  ),
);

/** Two words that are one thing; both in the form that is kept. */
export const PAIRS: ReadonlyMap<string, string> = new Map(Object.entries(lists.pairs));

/** Each word of a group rules the others out. */
export const OPPOSITES: readonly (readonly string[])[] = lists.opposites;

/** Words that say that what follows is not there. */
export const NEGATIONS: readonly string[] = lists.negations;
