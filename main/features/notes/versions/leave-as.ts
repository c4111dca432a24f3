/** The doctor says how a medicine, a test or a procedure leaves, for all that was in view. */
import type { SaidLeaving } from '../../../../shared/model/export/leaving.ts';
import type { NotesDeps } from '../deps.ts';
import { noteOf } from './branches.ts';
import { codesOf } from './note-state.ts';
import { openWords } from './open-note.ts';
import { checkCodesSeen } from './seen.ts';

export type LeaveAsInput = {
  readonly id: string;
  readonly entities: readonly string[];
  /** Null: as the words are read. */
  readonly as: SaidLeaving | null;
  readonly codes: string;
};

/** Throws what `checkCodesSeen` and the code desk throw. */
export function leaveAs(deps: NotesDeps, { id, entities, as, codes }: LeaveAsInput): void {
  const opened = openWords(deps, id);
  checkCodesSeen(deps, opened, codes);
  const chosen = noteOf(opened.branches, opened.row.details.noteBranch);
  const leaving = chosen ? codesOf(deps, id, chosen, chosen.head).leaving() : [];
  const rows = leaving.filter((one) => entities.every((entity) => one.entities.includes(entity)));
  // Operations of one finding may be read in several ways; the word is about all of them.
  const read = rows.length === 1 ? rows[0]?.read : undefined;
  deps.leaveAs(id, entities, as ?? undefined, read);
}
