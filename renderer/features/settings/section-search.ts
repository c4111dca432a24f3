/** Finds the sections of the settings by any word that stands in them. */
import { type Section, sections } from '../../common/stores/navigation.ts';

/** Groups of the catalogue that a section shows, beside those of its own name. */
const groups: Partial<Record<Section, readonly string[]>> = {
  account: ['account', 'business'],
  here: ['here'],
  microphone: ['microphone'],
  visits: ['templates'],
  doctor: ['phrases', 'spelling'],
  codeLists: ['lists'],
  emr: ['emr'],
  privacy: ['privacy', 'audit'],
  webhooks: ['webhooks'],
  encryption: ['envelope'],
  keys: ['keys'],
  about: ['about', 'diagnostics', 'policy'],
};
const groupsOf = (id: Section): readonly string[] => [`settings.${id}`, ...(groups[id] ?? [])];

/** `read` answers a group of the catalogue: words, or more groups. */
export const wordsOfSections = (
  read: (group: string) => unknown,
): ReadonlyMap<Section, readonly string[]> =>
  new Map(
    sections.map((id) => [
      id,
      groupsOf(id).flatMap((group) => wordsIn(read(group)).map((words) => words.toLowerCase())),
    ]),
  );

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

/**
 * Sections in whose sentences every typed word stands; those with the words in their title first.
 * All where nothing is typed.
 */
export function findSections(
  shown: readonly Section[],
  words: ReadonlyMap<Section, readonly string[]>,
  titleOf: (id: Section) => string,
  typed: string,
): readonly Section[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => wanted.every((word) => text.includes(word));
  const inTitle = shown.filter((id) => has(titleOf(id).toLowerCase()));
  const inText = shown.filter((id) => !inTitle.includes(id) && words.get(id)?.some(has));
  return [...inTitle, ...inText];
}
