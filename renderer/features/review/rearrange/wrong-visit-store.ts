/**
 * Merges and splits recordings, joins notes, and undoes it; the resulting visits go into the list.
 */
import { Failure } from '../../../../shared/failure.ts';
import type {
  CutMark,
  NoteState,
  Rearrangement,
} from '../../../../shared/model/note/note-versions.ts';
import type { Patient, Visit } from '../../../../shared/model/visit.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { applyVisit } from '../../visits/visits-store.ts';
import { mergeOf, splitAt } from './wrong-visit-format.ts';

export type Rearranged = { readonly deed: string; readonly made: readonly Visit[] };

/** All of these throw the core's Failure. */
export const marksOf = (id: string): Promise<readonly CutMark[]> =>
  request('recordings.marks', { id });
export const rearrangements = (): Promise<readonly Rearrangement[]> =>
  request('recordings.rearranged');

/**
 * The sound after the cut becomes a visit of `patient`; the sound before it stays with the visit's
 * own patient. `cut`: samples.
 */
export async function splitVisit(visit: Visit, cut: number, patient: Patient): Promise<Rearranged> {
  const [before, after] = splitAt(visit, cut);
  return done(
    await request('recordings.rearrange', {
      visits: [
        { like: visit.id, pieces: [before] },
        { like: visit.id, patient, pieces: [after] },
      ],
    }),
  );
}
/** Makes one visit of both, with the patient and the settings of `other`. */
export async function mergeVisits(visit: Visit, other: Visit): Promise<Rearranged> {
  return done(
    await request('recordings.rearrange', {
      visits: [{ like: other.id, pieces: mergeOf(visit, other) }],
    }),
  );
}
export async function undoRearrangement(deed: string): Promise<readonly Visit[]> {
  const back = await request('recordings.undoRearrange', { deed });
  back.forEach(put);
  return back;
}
function done(rearranged: Rearranged): Rearranged {
  if (rearranged.made.length === 0) throw new Failure('broken', 'No visit came of it.');
  rearranged.made.forEach(put);
  return rearranged;
}
const put = (visit: Visit) => void (isLocked() || applyVisit(visit));

export const joinedWith = async (id: string): Promise<readonly string[]> =>
  (await request('notes.versions', { id })).joined;
export const joinNotes = (id: string, other: string): Promise<NoteState> =>
  request('notes.join', { id, other });
export const partNotes = (id: string, other: string): Promise<NoteState> =>
  request('notes.part', { id, other });
