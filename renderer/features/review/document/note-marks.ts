/**
 * Places of a document that are marked where they stand: words with an accepted code, words to be
 * checked, and those that somebody looks at now. Pure but for the context that hands them down.
 */
import { createContext, useContext } from 'react';
import type { Desk } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity, Span } from '../../../../shared/model/coding/entities.ts';
import type { Difference } from '../../../../shared/model/note/checks.ts';
import { withoutMarks } from '../../../../shared/model/note/note-layout.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';

export type Chip = { readonly code: string; readonly name: string };
export type NoteMark = Span & {
  readonly id: string;
  readonly chips: readonly Chip[];
  /** In focus now. */
  readonly here: boolean;
  /** To be looked at before the signature. */
  readonly check?: boolean | undefined;
  /** The recogniser was unsure of it. */
  readonly doubt?: boolean | undefined;
};
/** An entity with the codes that a person accepted for it; none while it is only in focus. */
type Marked = {
  readonly entity: Pick<NoteEntity, 'id' | 'text' | 'document' | 'section' | 'span'>;
  readonly chips: readonly Chip[];
  readonly here: boolean;
};
/** Words of the note that the transcript does not bear out, not looked at yet. */
type Checked = Pick<Difference, 'id' | 'kind' | 'section' | 'span' | 'inNote'> & {
  readonly here: boolean;
};
export type DocumentMarks = {
  readonly marked: readonly Marked[];
  /** Plain text of the sections that the entities were found in, by their ids. */
  readonly plain: ReadonlyMap<string, string>;
  readonly checked: readonly Checked[];
};

const none: DocumentMarks = { marked: [], plain: new Map(), checked: [] };
const MarksContext = createContext<DocumentMarks>(none);
export const MarksProvider = MarksContext.Provider;
export const useMarks = () => useContext(MarksContext);

/** Words alone that nobody has to look at: of a draft, which is never signed. */
export const marksOf = (differences: readonly Difference[]): DocumentMarks => ({
  ...none,
  checked: differences.map((one) => ({ ...one, here: false })),
});

/**
 * Entities of one document with an accepted code, and the one in focus. `uncoded`: words whose codes
 * do not leave with the note, because they no longer stand there as they did.
 */
export function marksIn(
  desk: Pick<Desk, 'entities' | 'decisions'> | undefined,
  document: number,
  plain: readonly NoteSection[],
  {
    here,
    uncoded = [],
  }: { readonly here?: string | undefined; readonly uncoded?: readonly string[] | undefined },
): DocumentMarks {
  const marked = (desk?.entities ?? []).flatMap((entity): Marked[] => {
    if (entity.document !== document) return [];
    const decision = desk?.decisions.find(({ entityId }) => entityId === entity.id);
    const isCoded =
      decision !== undefined &&
      decision.verdict !== 'rejected' &&
      (decision.status ?? entity.status) !== 'absent' &&
      !uncoded.includes(entity.text);
    const chips = isCoded ? decision.codes.map(({ code, name }) => ({ code, name })) : [];
    return chips.length > 0 || entity.id === here
      ? [{ entity, chips, here: entity.id === here }]
      : [];
  });
  return { marked, plain: new Map(plain.map(({ id, text }) => [id, text])), checked: [] };
}

/**
 * Places of the marks in a section's text as it is written now: the same words, as many times in as
 * they were in the text that they were found in. Words that are there no more have no mark.
 */
export function placesIn(
  { marked: entities, plain, checked }: DocumentMarks,
  { id, text }: Pick<NoteSection, 'id' | 'text'>,
): NoteMark[] {
  const words = withoutMarks(text);
  const coded = entities
    .filter(({ entity }) => entity.section === id)
    .flatMap(({ entity, chips, here }): NoteMark[] => {
      const before = plain.get(id)?.slice(0, entity.span.start) ?? '';
      const all = startsOf(words, entity.text);
      const start = all[startsOf(before, entity.text).length] ?? all[0];
      return start === undefined
        ? []
        : [{ id: entity.id, chips, here, start, end: start + entity.text.length }];
    });
  const doubtful = checked
    .filter((one) => one.section === id && one.inNote !== '')
    .flatMap((one): NoteMark[] => {
      const { start, end } = one.span;
      // Its place counts in the text without marks; after an edit it waits for the next check.
      return words.slice(start, end) === one.inNote ? [{ ...checkMark(one), start, end }] : [];
    });
  // Where two marks meet the first is drawn: it says what the other does.
  const doubts = doubtful.filter(({ doubt }) => doubt);
  const marked = [...coded, ...doubtful].map((one) =>
    doubts.some(({ start, end }) => start < one.end && one.start < end)
      ? { ...one, doubt: true }
      : one,
  );
  return marked.sort((one, other) => one.start - other.start);
}

const checkMark = ({ id, here, kind }: Checked) => ({
  id,
  chips: [],
  here,
  check: true,
  ...(kind === 'heard' && { doubt: true }),
});

function startsOf(text: string, words: string): number[] {
  const found: number[] = [];
  if (words === '') return found;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    found.push(at);
  return found;
}

export type Piece = { readonly text: string; readonly mark?: NoteMark | undefined };

/** Cuts a stretch that begins at `from` into pieces with and without a mark; the first mark wins. */
export function piecesOf(text: string, from: number, marks: readonly NoteMark[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    const start = Math.max(at, mark.start - from);
    const end = Math.min(text.length, mark.end - from);
    if (start >= end) continue;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), mark });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
