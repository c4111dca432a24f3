/** Puts other documents of the machine in place of those that a note has. */
import type { Note } from '../../../../shared/model/note/note.ts';
import type { NotesDeps } from '../deps.ts';
import { openNote } from './open-note.ts';

/**
 * In the transaction of the caller. Who edits one of them as it was before is refused: its branch
 * has its next rev, with no version of its own.
 */
export function replaceDocuments(deps: NotesDeps, note: Note): void {
  const { note: before, branches } = openNote(deps, note.visitId);
  for (const { branch, rev, root, document = -1 } of branches)
    if (
      root.purpose !== 'transcript' &&
      before.documents[document]?.text !== note.documents[document]?.text
    )
      deps.store.noteVersions.putBranch(note.visitId, { branch, rev: rev + 1, root });
  deps.store.notes.put(note);
}
