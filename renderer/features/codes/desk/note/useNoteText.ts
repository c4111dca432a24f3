/**
 * The texts of the visit's note, read by the same rules as in the core: a span means the same on
 * both sides.
 */
import { createContext, useContext, useMemo } from 'react';
import type { Note } from '../../../../../shared/model/note/note.ts';
import {
  isTooLong,
  type NoteSection,
  sectionsOf,
} from '../../../../../shared/model/note/note-sections.ts';

export type NoteText = {
  /** The sections of each document, in the order of the note. */
  readonly documents: readonly (readonly NoteSection[])[];
  readonly textOf: (document: number, section: string) => string | undefined;
  readonly transcript: string | undefined;
};

const NoteTextContext = createContext<NoteText>({
  documents: [],
  textOf: () => undefined,
  transcript: undefined,
});
export const NoteTextProvider = NoteTextContext.Provider;
export const useNoteText = () => useContext(NoteTextContext);

export function useTextsOf(note: Note | undefined): NoteText {
  return useMemo(() => {
    const documents = (note?.documents ?? []).map((one) => (isTooLong(one) ? [] : sectionsOf(one)));
    return {
      documents,
      textOf: (document, section) => documents[document]?.find(({ id }) => id === section)?.text,
      transcript: note?.documents.find(
        (one) => one.kind === 'transcript' && one.text !== undefined && !isTooLong(one),
      )?.text,
    };
  }, [note]);
}
