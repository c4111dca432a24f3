/**
 * Words that a writer cut short with a full stop ("constr. pericarditis"), or of which the ending
 * alone is left ("dislocn"): completed by what stands beside them.
 */
import type { Index } from '../../index/open-index.ts';
import type { Known } from '../../text/spelling.ts';
import { clippedForms } from './as-scribbled.ts';

const CUT = /(?<![\p{L}.'’])(\p{L}{3,})(\.(?=[\s,;)]|$)|(?<=[^aeiou\W]n)(?![\p{L}.]))/giu;
const MOST = 12;
/** More of them are no line of a ward. */
const MOST_CUT = 8;
const BESIDE = 3;
/** A word of so many letters that so many terms have is a whole one at the end of a sentence. */
const WHOLE_LETTERS = 5;
const WHOLE_TERMS = 20;
/** Terms are counted up to this. */
const ENOUGH = 40;

export function withCompletedWords(index: Index, line: string): string {
  let left = MOST_CUT;
  return line.replace(CUT, (found, written: string, _end: string, at: number) => {
    if (left === 0) return found;
    const word = written.toLowerCase();
    const isStopped = found.endsWith('.');
    const start = isStopped ? word : word.slice(0, -1);
    if (clippedForms().has(word) || isWhole(index, word, isStopped)) return found;
    const ways = waysOf(index, start);
    if (ways.length === 0) return found;
    left -= 1;
    const behind = knownIn(index, wordsIn(line.slice(at + found.length)).slice(0, BESIDE * 2));
    const before = knownIn(index, wordsIn(line.slice(0, at)).slice(-BESIDE));
    const best = nearestOf(index, ways, [...behind.slice(0, BESIDE), ...before.slice(-1)]);
    return best?.word ?? found;
  });
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}#]+\.?/gu) ?? [];

/** Those that terms have; a word that is cut short itself by all that it may be. */
function knownIn(index: Index, words: readonly string[]): (readonly string[])[] {
  return words.flatMap((one) => {
    const [word = ''] = index.wordsOf(one);
    const known = index.word(word);
    if (known && known.terms > 0) return [[known.word]];
    const ways = one.endsWith('.') ? waysOf(index, one.slice(0, -1).toLowerCase()) : [];
    return ways.length > 0 ? [ways.map((way) => way.word)] : [];
  });
}

const waysOf = (index: Index, start: string): Known[] =>
  [start, start.replace(/ae/gu, 'e').replace(/oe/gu, 'e')]
    .filter((one, at, all) => one.length >= 3 && all.indexOf(one) === at)
    .flatMap((one) => index.beginning(one, MOST))
    .filter(({ word, terms }) => terms > 0 && word.length > start.length);

function isWhole(index: Index, word: string, isStopped: boolean): boolean {
  const known = index.word(index.wordsOf(word)[0] ?? '');
  if (!known) return false;
  return !isStopped || (word.length >= WHOLE_LETTERS && known.terms >= WHOLE_TERMS);
}

/** That one of which the most terms have a word beside it, too. */
function nearestOf(
  index: Index,
  ways: readonly Known[],
  beside: readonly (readonly string[])[],
): Known | undefined {
  let best: { readonly way: Known; readonly terms: number } | undefined;
  for (const way of ways) {
    const terms = beside.reduce(
      (sum, words) => sum + index.having([[way.word], words], ENOUGH).length,
      0,
    );
    if (terms > (best?.terms ?? 0)) best = { way, terms };
  }
  if (best) return best.way;
  return beside.length === 0 ? ways[0] : undefined;
}
