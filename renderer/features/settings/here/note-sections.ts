/** Reads the titles of sections out of typed lines, within what the core takes. */
import { LONGEST_TITLE, MOST_SECTIONS } from '../../../../shared/model/work-here.ts';

export const titlesIn = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function problemOfTitles(
  titles: readonly string[],
): 'twice' | 'tooMany' | 'tooLong' | undefined {
  if (titles.length > MOST_SECTIONS) return 'tooMany';
  if (titles.some((title) => title.length > LONGEST_TITLE)) return 'tooLong';
  const different = new Set(titles.map((title) => title.toLowerCase()));
  return different.size < titles.length ? 'twice' : undefined;
}
