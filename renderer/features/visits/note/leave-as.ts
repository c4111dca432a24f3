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

let last: Promise<boolean> = Promise.resolve(true);

/** Null: as the words are read. Throws the core's Failure. */
export function leaveAs(row: LeavingRow, as: SaidLeaving | null): Promise<void> {
  const change = last.then(() => send(row, as));
  last = change.then(
    () => true,
    () => false,
  );
  return change;
}

/** False where a change that was on its way has failed: the doctor has not seen that yet. */
export async function leavingIsKept(): Promise<boolean> {
  const waited = last;
  const isKept = await waited;
  if (waited === last) last = Promise.resolve(true);
  return isKept;
}

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
