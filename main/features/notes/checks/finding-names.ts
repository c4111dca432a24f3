/**
 * The names that a finding has in speech: words of laymen, another form of its word, and the same
 * finding without the place where the note has it.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { isPart, partOf } from './sides.ts';
import data from './vocabulary/same-findings.json' with { type: 'json' };

export type Named = {
  /** Matches the finding in speech, as the table of wordings has it. */
  readonly wording: RegExp | undefined;
  /** The finding without its place: "tingling" of "tingling in the left arm". */
  readonly head: readonly string[];
  /** Parts of the body that have it. */
  readonly parts: readonly string[];
};

const wordings = data.findings.map((names) => edged(names));
const general = new Set(data.general);
const NOT_HEAD = new Set(data.notHead);
/** Letters around a word in which the other words of the finding stand. */
const NEAR = 60;

function edged(patterns: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`, 'giu');
}

export function namedFinding(text: string): Named {
  const words = [...text.toLowerCase().matchAll(/\p{L}{3,}/gu)].map(([word]) => word);
  const all = words.filter((word) => !NOT_HEAD.has(word));
  return {
    wording: wordings.find((one) => text.search(one) >= 0),
    head: all.filter((word) => !isPart(partOf(word))),
    parts: all.filter((word) => isPart(partOf(word))).map(partOf),
  };
}

/** Findings by the table of wordings; all wordings of one have the same key. */
export const wordedFindings = (
  text: string,
  isWanted: (words: string) => boolean,
): (Span & { readonly key: string })[] =>
  wordings.flatMap((wording, at) =>
    placesOf(text, wording)
      .filter(({ start, end }) => isWanted(text.slice(start, end)))
      .map((one) => ({ ...one, key: `wording ${at}` })),
  );

/** "Pain", "tenderness" without a place. */
export const isGeneral = ({ head, parts }: Named): boolean =>
  parts.length === 0 && head.every((word) => general.has(word));

/** Places where the finding is spoken of. A pain is not told without its place. */
export function wordsAlike(text: string, { wording, head, parts }: Named): Span[] {
  const [first, ...others] = head;
  if (first === undefined) return [];
  const needed = head.every((word) => general.has(word)) ? [...others, ...parts] : others;
  const byForm = general.has(first) && needed.length === 0 ? undefined : formsOf(first);
  return [
    ...(wording ? placesOf(text, wording) : []),
    ...(byForm
      ? placesOf(text, byForm).filter(({ start, end }) => {
          const around = sentenceAround(text, start, end);
          return needed.every((word) => around.search(formsOf(word)) >= 0);
        })
      : []),
  ];
}

const placesOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
  }));

const sentenceAround = (text: string, start: number, end: number) =>
  (text
    .slice(Math.max(0, start - NEAR), start)
    .split(/[.?!\n]/)
    .at(-1) ?? '') + (text.slice(start, end + NEAR).split(/[.?!\n]/)[0] ?? '');

const forms = new Map<string, RegExp>();
/** "Wheezing" for "wheezes", "numb" for "numbness". */
function formsOf(word: string): RegExp {
  const known = forms.get(word);
  if (known) return known;
  const stem = word.replace(/(?:ness|ing|es|ed|s|e)$/u, '');
  const made = edged([stem.length >= 4 ? `${stem}(?:ness|ing|es|ed|s|e)?` : `${word}s?`]);
  forms.set(word, made);
  return made;
}
