/** Reads the titles of sections out of typed lines, within what the core takes. */
import type { ChosenTopics, Topic } from '../../../../shared/model/note/section-topics.ts';
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

/** Choices of titles that are gone, or taken back, are left out. */
export const topicsFor = (
  titles: readonly string[],
  chosen: Readonly<Record<string, Topic | undefined>>,
): ChosenTopics =>
  Object.fromEntries(
    titles.flatMap((title) => {
      const topic = Object.hasOwn(chosen, title) ? chosen[title] : undefined;
      return topic ? [[title, topic]] : [];
    }),
  );

export const isSameChoice = (one: ChosenTopics, other: ChosenTopics): boolean => {
  const titles = Object.keys(one);
  return (
    titles.length === Object.keys(other).length &&
    titles.every((title) => one[title] === other[title])
  );
};
