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
  const before = underway ?? Promise.resolve(true);
  const change = before.then(() => send(row, as));
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

async function send({ entities }: LeavingRow, as: SaidLeaving | null): Promise<void> {
  const { id, state } = useNoteWork.getState();
  if (id === undefined || !state) return;
  try {
    take(
      id,
      await request('notes.leaveAs', { id, entities: [...entities], as, codes: state.facts.codes }),
    );
  } catch (error) {
    // The row shows again what the core has.
    await openNoteWork(id);
    throw asFailure(error);
  }
}

/** What the doctor changed is in view; anything else that changed is not. */
function take(id: string, state: NoteState): void {
  const { codes } = state.facts;
  useNoteWork.setState((work) =>
    work.id !== id || isLocked()
      ? {}
      : {
          state,
          ...(work.shown?.facts && {
            shown: { ...work.shown, facts: { ...work.shown.facts, codes } },
          }),
        },
  );
}
