/**
 * Takes back a name that was put in place of what the recogniser heard: the transcript says what was
 * heard, and so does the note, as an edit of the doctor.
 */
import { Failure } from '../../../../shared/failure.ts';
import { withHeard } from '../../../../shared/model/note/doubts.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NotesDeps } from '../deps.ts';
import { isFallback } from './branches.ts';
import { editBranch } from './edit.ts';
import { type HeardPlace, heardPlaces } from './heard-words.ts';
import { openNote } from './open-note.ts';

/**
 * `doubt`: its number among the doubts of the transcript, which may be another transcript by now;
 * `heard`: what was heard there, as the page showed it.
 */
export type PutInName = { readonly doubt: number; readonly heard: string };

/**
 * Once more changes nothing: the first answer may have been lost. Throws Failure `invalid` /
 * `no-such-words`, and what `openNote` throws.
 */
export function takeBackName(
  deps: NotesDeps,
  id: string,
  { doubt, heard: inView }: PutInName,
): void {
  const didChange = deps.store.transaction(() => {
    const { note, branches } = openNote(deps, id);
    const at = note.documents.findIndex(({ doubts }) => doubts?.[doubt] !== undefined);
    const transcript = note.documents[at];
    const { heard, words } = transcript?.doubts?.[doubt] ?? {};
    if (!transcript || (heard ?? words) !== inView) throw noSuchWords();
    if (heard === undefined) return false;
    const taken = withHeard(transcript, doubt);
    if (!taken) throw noSuchWords();
    deps.store.notes.put({ ...note, documents: note.documents.with(at, taken) });
    // A draft of this computer has words of its own, which are worded anew by editing it.
    for (const branch of branches.filter((one) => !isFallback(one))) {
      const places = heardPlaces(note, branch, branch.head.sections).filter(
        (one) => one.doubt === doubt,
      );
      if (places.length === 0) continue;
      const sections = branch.head.sections.map((section) => said(section, places, heard));
      editBranch(deps, { id, branch: branch.branch, rev: branch.rev, sections });
    }
    return true;
  });
  if (didChange) deps.changed(id);
}

/** The last place first, so that the others stay where they are. */
const said = (section: NoteSection, places: readonly HeardPlace[], heard: string): NoteSection => ({
  ...section,
  text: places
    .filter((place) => place.section === section.id)
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + heard + text.slice(end), section.text),
});

const noSuchWords = () =>
  new Failure('invalid', 'The transcript does not have these words.', {
    detail: 'no-such-words',
  });
