/** Classes of words from which phrases without a code are made (`unlisted.json`). */
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { wordSet } from '../../../../infrastructure/terminology/text/word-list.ts';
import unlisted from './unlisted.json' with { type: 'json' };

/** A text as one letter a word, so that phrases are patterns of classes. */
export type Classes = {
  readonly letters: string;
  /** By letter of `letters`. */
  readonly places: readonly Span[];
};

const MEDICAL = /^\p{L}{3,}(?:al|ar|ary|ic|ous|oid|ac|ular|eal|ive)$/u;
const NO_MODIFIERS = wordSet(unlisted.noModifiers);
const TOKEN = /\p{L}[\p{L}\p{M}\d'’-]*|\d+(?:[.,]\d+)*|[^\s\p{L}\d]|\n/gu;

/**
 * `h` finding, `w` finding in a place alone, `y` finding behind a medical word, `m` modifier, `o`
 * part of the body, `e` what is examined, `n` normal, `a` abnormal, `l` abnormal of a measure alone, `i` word with a medical ending, `q` modifier or normal, `g`
 * good, `s` state, `z` abnormal state, `u` normal of a part, `r` of a measure, `v` before such a word, `b` to be, `d` adverb, `t` determiner, `p` preposition,
 * `c` and, `k` colon or dash, `f` figure, `x` another word, `.` a stop.
 */
const CLASSES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['p', [unlisted.prepositions]],
      ['t', [unlisted.determiners]],
      ['d', unlisted.adverbs],
      ['b', [unlisted.be]],
      ['v', [unlisted.stableIn]],
      ['g', [unlisted.good]],
      ['r', [unlisted.normalOfMeasure]],
      ['u', [unlisted.normalOfPart]],
      ['m', unlisted.modifiers],
      ['n', unlisted.normal],
      ['s', unlisted.states],
      ['z', unlisted.abnormalStates],
      ['a', unlisted.abnormal],
      ['l', [unlisted.abnormalMeasures]],
      ['e', unlisted.measures],
      ['o', unlisted.places],
      ['w', [unlisted.inPlace]],
      ['y', unlisted.afterMedicalWords],
      ['h', unlisted.findings],
      ['c', ['and or nor but , / &']],
      ['k', [': - –']],
    ] as const
  ).flatMap(([letter, entries]) => [...wordSet(entries)].map((word) => [word, letter] as const)),
);
const NORMAL = wordSet(unlisted.normal);
const MODIFIERS = wordSet(unlisted.modifiers);

function letterOf(token: string): string {
  const word = token.toLowerCase();
  if (NORMAL.has(word) && MODIFIERS.has(word)) return 'q';
  const known = CLASSES.get(word);
  if (known !== undefined) return known;
  if (/^\d/.test(word)) return 'f';
  if (!/^\p{L}/u.test(word)) return '.';
  // A level of the spine or a lead: "L5", "V1".
  if (/^\p{L}\d{1,2}$/u.test(word)) return 'm';
  const last = word.slice(word.lastIndexOf('-') + 1);
  if (last !== word && last !== '') return letterOf(last);
  return MEDICAL.test(word) && !NO_MODIFIERS.has(word) ? 'i' : 'x';
}

export function classesOf(text: string): Classes {
  const tokens = [...text.matchAll(TOKEN)];
  return {
    letters: tokens.map(({ 0: token }) => letterOf(token)).join(''),
    places: tokens.map(({ 0: token, index: start }) => ({ start, end: start + token.length })),
  };
}
