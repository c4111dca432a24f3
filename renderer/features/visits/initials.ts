/** Letters that stand for a patient where the name must not. */
import { LONGEST_INITIALS } from '../../../shared/model/desktop.ts';

/**
 * First letters of the first and the last word, with all their marks; words that begin with no
 * letter do not count.
 */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '');
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word) => firstLetter(word ?? '')).join('');
  // More marks than any script puts on a letter are no initials.
  return letters.length > LONGEST_INITIALS ? '' : letters;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstLetter = (word: string): string => {
  for (const { segment } of segmenter.segment(word)) return segment.toLocaleUpperCase();
  return '';
};
