/** The browser's selection in the note's text, as a span in one of its sections. */
import type { Span } from '../../../../../shared/model/coding/entities.ts';

export type Selected = Span & { readonly document: number; readonly section: string };

/** Undefined without a selection, and for one that reaches over more than one line. */
export function selectedIn(selection: Selection | null): Selected | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const lineOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]');
  const line = lineOf(range.startContainer);
  if (!line || line !== lineOf(range.endContainer)) return undefined;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = Number(line.dataset.start) + before.toString().length;
  return {
    document: Number(line.dataset.document),
    section: line.dataset.section ?? '',
    start,
    end: start + range.toString().length,
  };
}
