/**
 * ConText's trigger table as regular expressions (`triggers.json`; the README beside it says what
 * each field means).
 */
import { z } from 'zod';
import { unifyScripts } from '../../../../infrastructure/terminology/text/scripts.ts';
import { FAMILY_WORD } from './people.ts';
import triggerData from './triggers.json' with { type: 'json' };
import languageData from './triggers-languages.json' with { type: 'json' };

const kinds = [
  'nothing',
  'absent',
  'present',
  'possible',
  'historical',
  'current',
  'family',
  'hypothetical',
] as const;
export type Kind = (typeof kinds)[number];
const connectivities = ['=', '>', '>|', '>1', '<', '<1'] as const;
export type Connectivity = (typeof connectivities)[number];
export type Rule = { readonly kind: Kind; readonly reach: Connectivity; readonly pattern: RegExp };

const tables = z.array(
  z.object({
    parts: z.record(z.string(), z.string()),
    rules: z.array(
      z.object({
        kind: z.enum(kinds),
        reach: z.enum(connectivities),
        phrases: z.array(z.string()),
      }),
    ),
  }),
);
const read = tables.parse([triggerData, languageData]);
const table = read.flatMap(({ rules: own }) => own);
const partsByName = new Map([
  ...read.flatMap(({ parts }) => Object.entries(parts)),
  ['FAMILY', FAMILY_WORD] as const,
]);
/** Puts the parts in the place of their names in angle brackets; a part may name others. */
function withParts(phrase: string): string {
  return phrase.replace(/<([A-Z]+)>/g, (whole, name: string) => {
    const part = partsByName.get(name);
    return part === undefined ? whole : withParts(part);
  });
}

/** With the letters and vowel signs of the scripts of India, and without their full stop. */
const LETTER = "[a-z0-9\u00e0-\u024f\u0900-\u0963\u0966-\u0d7f'’]";
/** A phrase that begins or ends with a sign needs no word boundary there. */
const opens = (phrase: string) => (/^(?:\\[(+?]|\[|,)/.test(phrase) ? '' : `(?<!${LETTER})`);
const closes = (phrase: string) =>
  /(?:\\[?+)]\+?|\))$/.test(phrase) && !/\\w\*\)+$|[a-z]\)+$/.test(phrase)
    ? ''
    : '(?![a-z0-9\u00e0-\u024f\u0900-\u0963\u0966-\u0d7f])';
/** Some transcripts write "do n't" as two words. */
const spaced = (phrase: string) =>
  phrase.replaceAll("n['’]?t", "\\s*n['’]?t").replace(/ \?/g, '\\s*').replace(/ /g, '\\s+');

/**
 * One expression for all phrases of a rule. Phrases with the same boundaries share them, which is
 * five times as fast.
 */
function together(phrases: readonly string[]): RegExp {
  const groups = new Map<string, string[]>();
  for (const phrase of phrases) {
    const edges = `${opens(phrase)}(?:*)${closes(phrase)}`;
    groups.set(edges, [...(groups.get(edges) ?? []), spaced(phrase)]);
  }
  return new RegExp(
    [...groups].map(([edges, all]) => edges.replace('*', () => all.join('|'))).join('|'),
    'g',
  );
}

/**
 * A question mark right before a word, or right behind it, doubts this word and nothing on the
 * other side.
 */
const DOUBTED: readonly Rule[] = [
  { kind: 'possible', reach: '>|', pattern: /(?<![^\s(,/:;["'“‘])\?+(?=\s?[^\W\d_])/g },
  // "Chest pain?angina" asks of the second.
  { kind: 'possible', reach: '>|', pattern: /(?<=[^\W\d_])\?+(?=[^\W\d_])/g },
  { kind: 'possible', reach: '<1', pattern: /(?<=\S)\?+(?!\w)/g },
];

/** In the order of the table; built once. They look at a sentence in lower case. */
export const rules: readonly Rule[] = [
  ...DOUBTED,
  ...table.map(({ kind, reach, phrases }) => ({
    kind,
    reach,
    // Of two phrases that begin alike the longer one is meant.
    pattern: together(
      phrases
        .map(withParts)
        .map(unifyScripts)
        .sort((a, b) => b.length - a.length),
    ),
  })),
];
