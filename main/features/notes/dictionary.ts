/**
 * The doctor's dictionary: corrects words that recognition gets wrong. The machine's own words stay
 * as the version before.
 */
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { Settings } from '../../../shared/model/settings.ts';

export type Dictionary = Settings['phrases']['dictionary'];

/**
 * Whole words only, in any case; the longest wording first, each place once. Returns the same
 * sections where the dictionary is empty.
 */
export function correct(
  sections: readonly NoteSection[],
  dictionary: Dictionary,
): readonly NoteSection[] {
  const words = new Map(dictionary.map(({ heard, written }) => [fold(heard), written]));
  if (words.size === 0) return sections;
  const wordings = [...words.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => escapeRegExp(word).replace(/ /g, String.raw`\s+`));
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}])(?:${wordings.join('|')})(?![\p{L}\p{M}\p{N}])`,
    'giu',
  );
  const put = (text: string) => text.replace(pattern, (found) => words.get(fold(found)) ?? found);
  return sections.map((section) => ({ ...section, text: put(section.text) }));
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ');
/** A dash stays as it is: outside of a class, a pattern with `u` has no escape for it. */
const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
