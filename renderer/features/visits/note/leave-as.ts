/**
 * The doctor's word about how something leaves. Changes go one after another, each with the codes
 * of the one before in view; the signature waits for them.
 */
import { asFailure } from '../../../../shared/failure.ts';
import type { LeavingRow, SaidLeaving } from '../../../../shared/model/export/leaving.ts';
import type { NoteState } from '../../../../shared/model/note/note-versions.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { openNoteWork, useNoteWork } from './note-versions-store.ts';

/** Of the changes that are on their way, whether all were kept; undefined while there is none. */
let underway: Promise<boolean> | undefined;

/** Null: as the words are read. Throws the core's Failure. */
export function leaveAs(row: LeavingRow, as: SaidLeaving | null): Promise<void> {
  const { id } = useNoteWork.getState();
  const before = underway ?? Promise.resolve(true);
  const change = before.then(() => send(id, row, as));
  const kept = change.then(
    () => true,
    () => false,
  );
  const mine = Promise.all([before, kept]).then((all) => all.every(Boolean));
  underway = mine;
  void mine.then(() => {
    if (underway === mine) underway = undefined;
  });
  return change;
}

/** False where a change that was on its way has failed: the doctor has not seen that yet. */
export const leavingIsKept = (): Promise<boolean> => underway ?? Promise.resolve(true);

/** `id`: the visit whose note was in view when the doctor said it. */
async function send(
  id: string | undefined,
  { entities }: LeavingRow,
  as: SaidLeaving | null,
): Promise<void> {
  const { state } = useNoteWork.getState();
  if (id === undefined || !state || !isInView(id)) return;
  const { codes } = state.facts;
  try {
    take(id, codes, await request('notes.leaveAs', { id, entities: [...entities], as, codes }));
  } catch (error) {
    // The row shows again what the core has.
    if (isInView(id)) await openNoteWork(id);
    throw asFailure(error);
  }
}

const isInView = (id: string) => useNoteWork.getState().id === id && !isLocked();

/**
 * What the doctor changed is in view; anything else that changed is not. `before`: the codes that
 * it was changed from.
 */
function take(id: string, before: string, state: NoteState): void {
  if (!isInView(id)) return;
  const { codes } = state.facts;
  useNoteWork.setState(({ shown }) => ({
    state,
    ...(shown?.facts?.codes === before && {
      shown: { ...shown, facts: { ...shown.facts, codes } },
    }),
  }));
}
