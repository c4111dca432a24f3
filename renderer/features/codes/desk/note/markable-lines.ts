/**
 * Lines of the note in which words can be marked by hand, and the stretch of text that was chosen.
 */
import type { Selection } from 'react-aria-components';
import type { NoteEntity } from '../../../../../shared/model/coding/entities.ts';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';
import { linesOf, type wordsIn } from '../../../visits/text/note-text.ts';
import type { Selected } from './selection.ts';

export type MarkableLine = {
  readonly key: string;
  readonly document: number;
  readonly section: string;
  /** UTF-16 units in the section's text. */
  readonly start: number;
  readonly end: number;
  /** The whole text of the section. */
  readonly text: string;
};

/** A note has some fifty lines; a longer list cannot be picked from. */
const MAX_LINES = 400;

/** The transcript is left out: only words of the note's own text are coded. */
export const markableLines = (
  documents: readonly (readonly NoteSection[])[],
  transcriptAt: number,
): MarkableLine[] =>
  documents
    .flatMap((sections, document) =>
      document === transcriptAt
        ? []
        : sections.flatMap(({ id, text }) =>
            linesOf(text, []).map(({ start, end }) => ({
              key: `${document} ${id} ${start}`,
              document,
              section: id,
              start,
              end,
              text,
            })),
          ),
    )
    .slice(0, MAX_LINES);

/** The line of the selection, else of the entity with the focus, else the first. */
export function startLine(
  lines: readonly MarkableLine[],
  selected: Selected | undefined,
  entity: NoteEntity | undefined,
): MarkableLine | undefined {
  const lineAt = (document: number, section: string, position: number) =>
    lines.find(
      (line) =>
        line.document === document &&
        line.section === section &&
        position >= line.start &&
        position < line.end,
    );
  return (
    (selected && lineAt(selected.document, selected.section, selected.start)) ??
    (entity && lineAt(entity.document, entity.section, entity.span.start)) ??
    lines[0]
  );
}

/**
 * From the first chosen word to the last: an entity is one stretch of text. Undefined if no word is
 * chosen.
 */
export function rangeOf(
  line: MarkableLine,
  words: ReturnType<typeof wordsIn>,
  chosen: Selection,
): { readonly start: number; readonly text: string; readonly wordStarts: Set<number> } | undefined {
  const taken = chosen === 'all' ? words : words.filter(({ start }) => chosen.has(start));
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) return undefined;
  const within = words.filter(({ start }) => start >= first.start && start <= last.start);
  return {
    start: first.start,
    text: line.text.slice(first.start, last.end),
    wordStarts: new Set(within.map(({ start }) => start)),
  };
}
