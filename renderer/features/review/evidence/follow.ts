/**
 * From a place of the note that was clicked to the words of the transcript it rests on, while the
 * transcript is in front. By keyboard the evidence of the document (V) shows the same.
 */
import type { MouseEvent } from 'react';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { EvidenceLine } from '../../../../shared/model/note/evidence.ts';
import { readable } from '../../../../shared/model/note/note-layout.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { readEvidence } from '../../visits/listen/listen-store.ts';
import { followTo, useWorkplace } from '../../visits/note/workplace-store.ts';

/** Nothing happens where the place cannot be found: a click is no more than a wish to look. */
export async function followInTranscript(
  event: MouseEvent<HTMLElement>,
  visit: string,
  { id, head, sections }: NoteBranch,
): Promise<void> {
  if (useWorkplace.getState().side !== 'transcript') return;
  const clicked = document.caretPositionFromPoint(event.clientX, event.clientY);
  const place =
    clicked?.offsetNode instanceof Text
      ? placeIn(readable(sections), clicked.offsetNode, clicked.offset)
      : undefined;
  if (!place) return;
  const evidence = await readEvidence(visit, id, head).catch(() => undefined);
  const span = evidence && spanFor(evidence.lines, place);
  if (span && !isLocked()) followTo(span);
}

type Place = { readonly section: string; readonly at: number };

/** The first place whose line has the words around the pointer. */
export function placeIn(
  sections: readonly NoteSection[],
  { data, parentElement }: Pick<Text, 'data' | 'parentElement'>,
  offset: number,
): Place | undefined {
  const words = data.trim();
  if (words === '') return undefined;
  const before = data.length - data.trimStart().length;
  const line = parentElement?.closest('p, li, td')?.textContent?.trim() ?? words;
  for (const one of [line, words])
    for (const { id, text } of sections) {
      const start = text.indexOf(one);
      const inside = start < 0 ? -1 : text.indexOf(words, start);
      if (inside >= 0) return { section: id, at: inside + Math.max(0, offset - before) };
    }
  return undefined;
}

export const spanFor = (lines: readonly EvidenceLine[], { section, at }: Place): Span | undefined =>
  lines.find((line) => line.section === section && line.span.start <= at && at <= line.span.end)
    ?.transcript;
