/**
 * Words of complaints, findings, common diseases and parts of the body in languages of India, and
 * the concepts that they mean. README.md one folder above describes the files.
 */
import { z } from 'zod';
import { readTable } from '../read-table.ts';
import bengali from './bn.json' with { type: 'json' };
import table from './concepts.json' with { type: 'json' };
import gujarati from './gu.json' with { type: 'json' };
import hindi from './hi.json' with { type: 'json' };
import kannada from './kn.json' with { type: 'json' };
import malayalam from './ml.json' with { type: 'json' };
import odia from './or.json' with { type: 'json' };
import punjabi from './pa.json' with { type: 'json' };
import tamil from './ta.json' with { type: 'json' };
import telugu from './te.json' with { type: 'json' };

const word = z.string().regex(/^\S(?:.*\S)?$/);
const words = z.array(word);
const concept = z
  .strictObject({
    key: word,
    snomed: z.strictObject({ code: word, term: word }).optional(),
    icd10: z.strictObject({ code: word, name: word }).optional(),
  })
  .refine(({ snomed, icd10 }) => snomed ?? icd10, 'a concept without a code');
const language = z.strictObject({
  language: z.string().length(2),
  name: word,
  reviewed: word,
  particles: words,
  fillers: words,
  suffixes: words,
  denials: words,
  parts: z.record(word, words.min(1)),
  signs: z.record(word, words.min(1)),
  concepts: z.record(word, words.min(1)),
});

export type LanguageConcept = z.infer<typeof concept>;
export type LanguageTable = z.infer<typeof language>;

const read = readTable(
  'concepts.json',
  z.strictObject({
    concepts: z.array(concept),
    signs: z.record(word, word),
    pairs: z.array(z.tuple([word, word, word])),
  }),
  table,
);

export const languageConcepts: ReadonlyMap<string, LanguageConcept> = new Map(
  read.concepts.map((one) => [one.key, one]),
);
/** What a sign means without a part of the body; some mean nothing alone ("burning"). */
export const signConcepts: ReadonlyMap<string, string> = new Map(Object.entries(read.signs));
/** By part and sign, one blank between. */
export const pairConcepts: ReadonlyMap<string, string> = new Map(
  read.pairs.map(([part, sign, key]) => [`${part} ${sign}`, key]),
);

export const languageTables: readonly LanguageTable[] = Object.entries({
  'hi.json': hindi,
  'bn.json': bengali,
  'gu.json': gujarati,
  'pa.json': punjabi,
  'or.json': odia,
  'ta.json': tamil,
  'te.json': telugu,
  'kn.json': kannada,
  'ml.json': malayalam,
}).map(([file, one]) => readTable(file, language, one));
