/**
 * Denials of a note that nothing in a conversation speaks against. They are shown folded, so
 * whatever is not known here counts as spoken of.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { Reading } from './compare.ts';
import data from './vocabulary/words-of-findings.json' with { type: 'json' };

const from = (patterns: readonly string[], flags: string) =>
  new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})`, flags);
const redFlags = from(data.redFlags, 'iu');
const findings = data.findings.map(({ names, words }) => ({
  names: from(names, 'iu'),
  words: from(words, 'giu'),
}));
/** Letters around a word in which the others of the finding's name stand. */
const NEAR = 60;
/** A finding that nobody should overlook. */
export const isRedFlag = (finding: string): boolean => redFlags.test(finding);
/** Words of a finding's name that say nothing of it alone. */
const SMALL = new Set(
  'pain pains painful ache aches any the and with for from his her their left right both side recent acute chronic mild signs symptoms history other new problems issues low lower upper back physical'.split(
    ' ',
  ),
);

/**
 * A place of the transcript that may tell of the finding and is not denied there; `unknown`: it is
 * not known how people speak of it, or nobody should overlook it.
 */
export function spokenOf(finding: string, said: Reading): Span | 'unknown' | undefined {
  const known = findings.filter(({ names }) => names.test(finding));
  const isTold = ({ start, end }: Span) => said.statusOf(start, end) !== 'absent';
  const own = stemsOf(finding).map((stem) => from([stem], 'giu'));
  const first =
    known.flatMap(({ words }) => placesOf(said.text, words)).find(isTold) ??
    placesTogether(said.text, own).find(isTold);
  if (first) return first;
  return known.length === 0 || isRedFlag(finding) ? 'unknown' : undefined;
}

const placesOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map((one) => wordAt(text, one));

/** Where all of them stand in one sentence: the place of the first. */
function placesTogether(text: string, [first, ...others]: readonly RegExp[]): Span[] {
  if (!first) return [];
  return placesOf(text, first).filter(({ start, end }) => {
    const before =
      text
        .slice(Math.max(0, start - NEAR), start)
        .split(/[.?!\n]/)
        .at(-1) ?? '';
    const behind = text.slice(end, end + NEAR).split(/[.?!\n]/)[0] ?? '';
    return others.every((one) => `${before} ${behind}`.search(one) >= 0);
  });
}

/** "Aching" and "aches" begin alike. */
const stemsOf = (finding: string): string[] =>
  [...finding.toLowerCase().matchAll(/\p{L}{3,}/gu)]
    .map(([word]) => word)
    .filter((word) => !SMALL.has(word))
    .map((word) => {
      const stem = word.replace(/(?:iness|ness|ings?|edly|ed|ies|es|ia|ic|al|s|e|y)$/u, '');
      return stem.length >= 4 ? stem : word;
    });

/** The whole word of which the beginning was found. */
function wordAt(text: string, { 0: found, index }: RegExpExecArray): Span {
  const rest = /^\p{L}*/u.exec(text.slice(index + found.length, index + found.length + 24));
  return { start: index, end: index + found.length + (rest?.[0].length ?? 0) };
}
