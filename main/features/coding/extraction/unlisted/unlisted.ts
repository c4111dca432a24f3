/**
 * Finds what a text says in words that no code list has: findings ("pulmonary nodules", "the aortic
 * valve is thickened"), and what is as it should be ("left atrial size is normal", "afebrile").
 */
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { classesOf } from './word-classes.ts';

export type Unlisted = Span & {
  /** True where the words name a finding, false where they tell how a part or the patient is. */
  readonly named: boolean;
};

/** Before the word that names the finding or the part; `i` is a word with a medical ending. */
const BEFORE = '[miaoeqdw]';
const PART = `(?:${BEFORE}{0,5}[oe])`;
const PLACE = `(?:pt?${BEFORE}{0,4}[oi])`;
const PARTS = `(?:${PART}(?:c{1,2}t?${PART}){0,3}(?:p+t?${PART}(?:ct?${PART})?)?)`;
const BE = '(?:b(?:pb|b|p)?d{0,2})';
const NAMED = new RegExp(
  [
    `${BEFORE}{1,6}(?:c${BEFORE}{1,3})?h+${PLACE}{0,2}`,
    `h+${PLACE}{1,2}`,
    `w${PLACE}`,
    `[miaoe]{0,4}[ioe]y${PLACE}?`,
  ].join('|'),
  'g',
);
/** Abnormal, then normal. */
const DESCRIBED = new RegExp(
  [
    `a[miaoe]{0,5}[oe]`,
    `l[miaoe]{0,4}e`,
    `${PARTS}(?:${BE}|k)[mq]?[al](?:c{1,2}d?[al]){0,3}(?![miaoeh])`,
    `${PARTS}(?:${BE}|k|)[nq](?:c{0,2}d?[nqs]){0,4}`,
    `${PARTS}(?:${BE}|k)[us]`,
    `${BEFORE}{0,4}e(?:${BE}|k)r`,
    `[nqg](?:c[nqg])?[mioeq]{0,5}[oe](?:c[oe])?`,
    `v[nq]`,
    's',
    'z',
  ].join('|'),
  'g',
);

/** In the order of the text. */
export function unlistedIn(text: string): Unlisted[] {
  const { letters, places } = classesOf(text);
  const found: Unlisted[] = [];
  for (const [pattern, named] of [
    [NAMED, true],
    [DESCRIBED, false],
  ] as const)
    for (const { 0: words, index } of letters.matchAll(pattern)) {
      const start = places[index]?.start ?? 0;
      const end = places[index + words.length - 1]?.end ?? 0;
      if (!found.some((one) => one.start < end && start < one.end))
        found.push({ start, end, named });
    }
  return found.sort((a, b) => a.start - b.start);
}
