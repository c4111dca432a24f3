/**
 * Words of which the recogniser was unsure, and names that were put in place of what it heard: kept
 * beside the words of a transcript and of a note, never in them.
 */
import type { Span } from '../coding/entities.ts';
import type { NoteDocument } from './note.ts';

/**
 * `number`: of a number, a dose, an age, or how often; `negation`, `side`: a word that turns a
 * statement round; `name`: put in for what was heard; `word`: any other.
 */
export const doubtKinds = ['number', 'negation', 'side', 'name', 'word'] as const;
export type DoubtKind = (typeof doubtKinds)[number];

/** A word of a transcript. */
export type Doubt = {
  readonly kind: DoubtKind;
  /** As it stands there. */
  readonly words: string;
  /** Line of the transcript, from 0. */
  readonly line: number;
  /** Letters from its first one to the end of the line: the head of a line may change. */
  readonly back: number;
  /** What was heard where a name was put in. */
  readonly heard?: string | undefined;
};

/** A line of a note as the machine wrote it, without its bullet. */
export type DoubtfulLine = {
  readonly text: string;
  /** Places in it; `doubt`: the number of a word among the transcript's doubts. */
  readonly places: readonly (Span & { readonly doubt: number })[];
};

/** A place in the transcript's text; `doubt` as in `DoubtfulLine`. */
export type PlacedDoubt = Span &
  Pick<Doubt, 'kind' | 'words' | 'heard'> & { readonly doubt: number };

/** In the order of the text. A word that does not stand in its place any more is left out. */
export function placedDoubts({
  text = '',
  doubts = [],
}: Pick<NoteDocument, 'text' | 'doubts'>): PlacedDoubt[] {
  if (doubts.length === 0) return [];
  const ends: number[] = [];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) ends.push(end);
  ends.push(text.length);
  return doubts
    .flatMap(({ line, back, ...own }, doubt): PlacedDoubt[] => {
      const start = (ends[line] ?? -1) - back;
      const end = start + own.words.length;
      return start >= 0 && text.slice(start, end) === own.words
        ? [{ ...own, doubt, start, end }]
        : [];
    })
    .sort((one, other) => one.start - other.start);
}

/** The transcript with what was heard in place of the name; undefined where no name stands there. */
export function withHeard<T extends Pick<NoteDocument, 'text' | 'doubts'>>(
  transcript: T,
  doubt: number,
): T | undefined {
  const place = placedDoubts(transcript).find((one) => one.doubt === doubt);
  const { text = '', doubts = [] } = transcript;
  const own = doubts[doubt];
  if (!place || own?.heard === undefined) return undefined;
  const { heard } = own;
  const longer = heard.length - own.words.length;
  return {
    ...transcript,
    text: text.slice(0, place.start) + heard + text.slice(place.end),
    doubts: doubts.map((one, at) => {
      if (at === doubt)
        return { kind: 'word', words: heard, line: one.line, back: one.back + longer };
      return one.line === own.line && one.back > own.back
        ? { ...one, back: one.back + longer }
        : one;
    }),
  };
}

/** Those that a person looks at before the note is signed. */
export const mustBeLookedAt = ({ kind }: Pick<Doubt, 'kind'>): boolean => kind !== 'word';
