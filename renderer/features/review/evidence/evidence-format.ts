/** Sentences of a note with their evidence, grouped by section, and their count. */
import type { EvidenceLine, Support } from '../../../../shared/model/note/evidence.ts';
import { withoutMarks } from '../../../../shared/model/note/note-layout.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

export type Sentence = {
  /** Position among all sentences, from 0. */
  readonly at: number;
  readonly text: string;
  readonly support: Support;
  /** Span in the transcript's text; undefined if nothing was found. */
  readonly transcript: EvidenceLine['transcript'];
};
export type SentenceGroup = {
  readonly section: NoteSection;
  readonly sentences: readonly Sentence[];
};

/**
 * UTF-16 units; a browser's time for a paragraph of an Indic script grows with the square of its
 * length (P17).
 */
const MAX_LENGTH = 2_000;
/** More than any note has; further sentences are counted and not drawn. */
export const MAX_SENTENCES = 1_000;

/**
 * In the order of the note, in plain words: places of a line are those of the text without its marks.
 * A line whose span lies outside of its section (the text has changed since) is left out.
 */
export function groupSentences(
  sections: readonly NoteSection[],
  lines: readonly EvidenceLine[],
): SentenceGroup[] {
  let count = 0;
  return sections.flatMap((section): SentenceGroup[] => {
    const sentences: Sentence[] = [];
    const words = withoutMarks(section.text);
    for (const line of lines.filter((one) => one.section === section.id)) {
      const { start, end } = line.span;
      // A mark left its blanks.
      const text = words.slice(start, end).replace(/ {2,}/g, ' ').trim();
      if (count >= MAX_SENTENCES || end > words.length || text === '') continue;
      sentences.push(sentenceOf(line, text, count));
      count += 1;
    }
    return sentences.length > 0 ? [{ section, sentences }] : [];
  });
}

const sentenceOf = (
  { support, transcript }: EvidenceLine,
  text: string,
  position: number,
): Sentence => ({
  at: position,
  text: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text,
  support,
  transcript: support === 'none' ? undefined : transcript,
});

/** Number of sentences, in all and for each support. */
export const countSentences = (
  lines: readonly Pick<EvidenceLine, 'support'>[],
): { readonly count: number } & Readonly<Record<Support, number>> => {
  const of = (support: Support) => lines.filter((line) => line.support === support).length;
  return { count: lines.length, found: of('found'), weak: of('weak'), none: of('none') };
};

/** Position that a key of the list leads to; undefined for any other key. */
export function sentenceAfter(key: string, at: number, count: number): number | undefined {
  const last = Math.max(0, count - 1);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  return Object.hasOwn(places, key) ? places[key] : undefined;
}
