/** The sentences of a note with what the transcript has of each: rows to draw, and their count. Pure. */
import type { EvidenceLine, Support } from '../../../../shared/model/note/evidence.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

export type Sentence = {
  /** Its place among all sentences, from 0. */
  readonly at: number;
  readonly text: string;
  readonly support: Support;
  /** In the transcript's text; undefined where nothing was found. */
  readonly transcript: EvidenceLine['transcript'];
};
export type SentenceGroup = {
  readonly section: NoteSection;
  readonly sentences: readonly Sentence[];
};

/** UTF-16 units; a browser's time for a paragraph of an Indic script grows with the square of its length (P17). */
const LONGEST = 2_000;
/** More than any note has; what comes behind is counted and not drawn. */
export const MOST_SENTENCES = 1_000;

/** By section, in the order of the note; lines whose place the sections do not have (their text is another by now) are left out. */
export function groupSentences(
  sections: readonly NoteSection[],
  lines: readonly EvidenceLine[],
): SentenceGroup[] {
  let at = 0;
  return sections.flatMap((section): SentenceGroup[] => {
    const sentences = lines
      .filter((line) => line.section === section.id)
      .flatMap(({ span, support, transcript }): Sentence[] => {
        if (at >= MOST_SENTENCES || span.end > section.text.length) return [];
        const text = section.text.slice(span.start, span.end).trim();
        return text === ''
          ? []
          : [
              {
                at: at++,
                text: text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text,
                support,
                transcript: support === 'none' ? undefined : transcript,
              },
            ];
      });
    return sentences.length > 0 ? [{ section, sentences }] : [];
  });
}

/** How many sentences there are, and how many of each support. */
export const countSentences = (
  lines: readonly Pick<EvidenceLine, 'support'>[],
): { readonly count: number } & Readonly<Record<Support, number>> => {
  const of = (support: Support) => lines.filter((line) => line.support === support).length;
  return { count: lines.length, found: of('found'), weak: of('weak'), none: of('none') };
};

/** Where a key of the list leads from one sentence; undefined: it is none of its keys. */
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
