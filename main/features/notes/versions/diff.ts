/** Compares two versions word by word, section by section. */
import { diffArrays } from 'diff';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { DiffPart, SectionDiff } from '../../../../shared/model/note/note-versions.ts';

/**
 * With more changes the whole old text and the whole new text are shown: nobody reads so many word
 * by word.
 */
const MOST_CHANGES = 4000;

/**
 * `old` and `fresh` are versions of one branch: its sections keep their ids. Of different branches,
 * sections are those of the same name.
 */
export function diffSections(
  old: readonly NoteSection[],
  fresh: readonly NoteSection[],
  { sameBranch, language }: { readonly sameBranch: boolean; readonly language: string },
): SectionDiff[] {
  const nameOf = (section: NoteSection) =>
    sameBranch ? section.id : (section.key ?? section.title.trim().toLowerCase());
  const left = [...old];
  const diffs: SectionDiff[] = [];
  for (const section of fresh) {
    const at = left.findIndex((one) => nameOf(one) === nameOf(section));
    if (at < 0) {
      diffs.push({
        section: section.id,
        title: section.title,
        kind: 'added',
        parts: whole('added', section.text),
      });
      continue;
    }
    // Sections before it that were removed come in their old place; sections that only moved come
    // later.
    const moved = left
      .slice(0, at)
      .filter((one) => fresh.some((other) => nameOf(other) === nameOf(one)));
    diffs.push(
      ...left
        .slice(0, at)
        .filter((one) => !moved.includes(one))
        .map(removedSection),
    );
    const [before] = left.splice(0, at + 1, ...moved).slice(-1);
    if (!before) continue;
    const parts = diffWords(before.text, section.text, language);
    const same = before.text === section.text && before.title === section.title;
    diffs.push({
      section: section.id,
      title: section.title,
      kind: same ? 'same' : 'changed',
      ...(before.title !== section.title && { titleBefore: before.title }),
      parts,
    });
  }
  return [...diffs, ...left.map(removedSection)];
}

const removedSection = ({ id, title, text }: NoteSection): SectionDiff => ({
  section: id,
  title,
  kind: 'removed',
  parts: whole('removed', text),
});
const whole = (kind: DiffPart['kind'], text: string): DiffPart[] =>
  text === '' ? [] : [{ kind, text }];

/**
 * Splits by the words of the language: words of Indic scripts and "2.5" stay whole. The parts
 * joined are the two texts, exactly.
 */
function diffWords(old: string, fresh: string, language: string): DiffPart[] {
  if (old === fresh) return whole('same', old);
  const found = diffArrays(wordsOf(old, language), wordsOf(fresh, language), {
    maxEditLength: MOST_CHANGES,
  });
  if (!found) return [...whole('removed', old), ...whole('added', fresh)];
  return found.map(({ added, removed, value }) => ({
    kind: changeKind(added, removed),
    text: value.join(''),
  }));
}

function changeKind(added: boolean, removed: boolean): DiffPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

function wordsOf(text: string, language: string): string[] {
  return [...segmenter(language).segment(text)].map(({ segment }) => segment);
}

/** Falls back to English: a platform may name a language that does not exist. */
function segmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter('en', { granularity: 'word' });
  }
}
