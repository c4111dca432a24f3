/** What is different between two versions, by words, section by section. */
import { diffArrays } from 'diff';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { DiffPart, SectionDiff } from '../../../../shared/model/note/note-versions.ts';

/** More changes than this are told as one text for another: nobody reads them word by word. */
const MOST_CHANGES = 4000;

/** `old` and `fresh` are versions of one branch: its sections keep their ids. Of different branches, sections are those of the same name. */
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
    // What stood before it and is here no more, in its old place; what only moved is met later.
    const moved = left
      .slice(0, at)
      .filter((one) => fresh.some((other) => nameOf(other) === nameOf(one)));
    diffs.push(
      ...left
        .slice(0, at)
        .filter((one) => !moved.includes(one))
        .map(gone),
    );
    const before = left[at]!;
    left.splice(0, at + 1, ...moved);
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
  return [...diffs, ...left.map(gone)];
}

const gone = ({ id, title, text }: NoteSection): SectionDiff => ({
  section: id,
  title,
  kind: 'removed',
  parts: whole('removed', text),
});
const whole = (kind: DiffPart['kind'], text: string): DiffPart[] =>
  text === '' ? [] : [{ kind, text }];

/** Words as the language parts them: Indic scripts and "2.5" stay whole. Joined again, the parts are the texts, to the letter. */
export function diffWords(old: string, fresh: string, language: string): DiffPart[] {
  if (old === fresh) return whole('same', old);
  const found = diffArrays(wordsOf(old, language), wordsOf(fresh, language), {
    maxEditLength: MOST_CHANGES,
  });
  if (!found) return [...whole('removed', old), ...whole('added', fresh)];
  return found.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

function wordsOf(text: string, language: string): string[] {
  return [...segmenter(language).segment(text)].map(({ segment }) => segment);
}

/** A platform may name a language that nobody knows. */
function segmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter('en', { granularity: 'word' });
  }
}
