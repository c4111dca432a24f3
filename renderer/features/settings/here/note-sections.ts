/** Reads the titles of sections, and what each holds, out of typed lines, within what the core takes. */
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

/** The sections as they are typed, a line each; a choice belongs to its line, whatever is written there. */
export type SectionLines = {
  readonly typed: string;
  /** Of each typed line; also of one that is empty just now. */
  readonly chosen: readonly (Topic | undefined)[];
  /** Choices of lines that were taken out: who puts such a line in again finds its choice. */
  readonly removed: ReadonlyMap<string, Topic>;
};

export const linesOf = (titles: readonly string[], chosen: ChosenTopics): SectionLines => ({
  typed: titles.join('\n'),
  chosen: titles.map((title) => (Object.hasOwn(chosen, title) ? chosen[title] : undefined)),
  removed: new Map(),
});

/** A line that is changed keeps its choice; lines around it may come and go. */
export function retype(before: SectionLines, typed: string): SectionLines {
  const old = before.typed.split('\n').map((text, at) => ({ text, topic: before.chosen[at] }));
  const lines = typed.split('\n');
  const shorter = Math.min(old.length, lines.length);
  let first = 0;
  while (first < shorter && old[first]?.text === lines[first]) first++;
  let last = 0;
  while (last < shorter - first && old.at(-1 - last)?.text === lines.at(-1 - last)) last++;
  const left = old.slice(first, old.length - last);
  const come = lines.slice(first, lines.length - last);
  const removed = new Map(before.removed);
  const moved = come.map((text) => takeFirst(left, (one) => isSameTitle(one.text, text)));
  // Of as many lines as before each is the changed one of its place; else one was split or joined.
  const isPlain = left.length === moved.filter((one) => one === undefined).length;
  const chosen = come.map((text, at) => {
    const carried =
      moved[at] ?? takeFirst(left, (one) => isPlain || isPartOf(one.text, text)) ?? undefined;
    return carried ? carried.topic : removed.get(text.trim());
  });
  for (const { text, topic } of left)
    if (topic && text.trim() !== '') removed.set(text.trim(), topic);
  return {
    typed,
    chosen: [
      ...old.slice(0, first).map(({ topic }) => topic),
      ...chosen,
      ...old.slice(old.length - last).map(({ topic }) => topic),
    ],
    removed,
  };
}

function takeFirst<T>(list: T[], fits: (one: T) => boolean): T | undefined {
  const at = list.findIndex(fits);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

const isSameTitle = (one: string, other: string) =>
  one.trim() !== '' && one.trim() === other.trim();

/** Letters; a single one is a part of any title. */
const SHORTEST_PART = 3;

function isPartOf(one: string, other: string): boolean {
  const [long, short] = [one.trim(), other.trim()].sort((a, b) => b.length - a.length);
  if (!long || !short) return false;
  return long.startsWith(short) || (long.endsWith(short) && short.length >= SHORTEST_PART);
}

export const choose = (lines: SectionLines, title: string, topic: Topic | undefined) => ({
  ...lines,
  chosen: lines.typed
    .split('\n')
    .map((text, at) => (text.trim() === title ? topic : lines.chosen[at])),
});

/** What is chosen for the titles; what an empty line keeps is left out. */
export const chosenIn = ({ typed, chosen }: SectionLines): ChosenTopics =>
  Object.fromEntries(
    typed.split('\n').flatMap((line, at) => {
      const topic = chosen[at];
      return topic && line.trim() !== '' ? [[line.trim(), topic]] : [];
    }),
  );

export const isSameChoice = (one: ChosenTopics, other: ChosenTopics): boolean => {
  const titles = Object.keys(one);
  return (
    titles.length === Object.keys(other).length &&
    titles.every((title) => one[title] === other[title])
  );
};
