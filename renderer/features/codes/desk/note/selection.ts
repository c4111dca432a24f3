/** Words that are selected in the note in view, as a span in one of its sections. */
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';

export type Selected = Span & { readonly document: number; readonly section: string };

/** Undefined without a selection in the note, and for one that reaches over more than one line. */
export function selectedIn(
  selection: Selection | null,
  documents: readonly (readonly NoteSection[])[],
  transcriptAt: number,
): Selected | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const { startContainer } = selection.getRangeAt(0);
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element?.closest('.workplace-note .document')
    ? placeOfWords(selection.toString(), documents, transcriptAt)
    : undefined;
}

/**
 * The first place of the words outside the transcript. The dialog shows the line, where another can
 * be chosen.
 */
export function placeOfWords(
  selected: string,
  documents: readonly (readonly NoteSection[])[],
  transcriptAt: number,
): Selected | undefined {
  const words = selected.trim();
  if (words === '' || words.includes('\n')) return undefined;
  for (const [document, sections] of documents.entries()) {
    if (document === transcriptAt) continue;
    for (const { id, text } of sections) {
      const start = text.indexOf(words);
      if (start >= 0) return { document, section: id, start, end: start + words.length };
    }
  }
  return undefined;
}
