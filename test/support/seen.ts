/** What a page that shows this note says that the doctor has seen. */
import type { NoteState, Seen } from '../../shared/model/note/note-versions.ts';

/** `branch`: the note, unless it is named. */
export function seenIn({ branches, note, facts }: NoteState, branch = note): Seen {
  const words = branches.find(({ id }) => id === branch)?.digest;
  if (words === undefined) throw new Error('This note has no such branch.');
  return { words, ...facts };
}
