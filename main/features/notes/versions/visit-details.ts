/**
 * Changes what a visit knows of its note: the chosen branch, the patient, other visits of the same
 * patient.
 */
import { Failure } from '../../../../shared/failure.ts';
import type { NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Patient } from '../../../../shared/model/visit.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import type { BranchAddress, NotesDeps } from '../deps.ts';
import { noteFailures } from '../failures.ts';
import { isFallback } from './branches.ts';
import { keepDraftOf } from './edit.ts';
import { noteState } from './note-state.ts';
import {
  branchOf,
  byDoctor,
  changeDetails,
  nextNumber,
  openNote,
  readBranch,
  writeVersions,
} from './open-note.ts';
import { checkPatientSeen } from './seen.ts';

/** Throws Failure `refused` / `not-the-note`. */
export function chooseBranch(deps: NotesDeps, { id, branch }: BranchAddress): NoteState {
  deps.store.transaction(() => {
    const opened = openNote(deps, id);
    const found = branchOf(opened, branch);
    if (isFallback(found)) throw noteFailures.draftOfThisComputer();
    if (found.root.purpose !== 'note') throw noteFailures.notTheNote();
    changeDetails(deps, opened.row, { noteBranch: branch });
  });
  deps.changed(id);
  return noteState(deps, id);
}

/**
 * A signed branch gets a version of its own, so that the note with the new patient can be signed.
 * Throws what `checkPatientSeen` throws.
 */
export function correctPatient(
  deps: NotesDeps,
  id: string,
  patient: Patient,
  was?: Patient,
): NoteState {
  const { store } = deps;
  store.transaction(() => {
    const opened = openNote(deps, id);
    const [last] = store.signatures.list(id);
    checkPatientSeen(opened.row.details.patient, patient, was);
    changeDetails(deps, opened.row, { patient });
    const found = last && opened.branches.find(({ branch }) => branch === last.branch);
    if (!found) return;
    keepDraftOf(deps, id, found);
    const current = readBranch(deps, id, found.branch);
    writeVersions(deps, id, current, {
      ...byDoctor(deps, nextNumber(current), current.head.number, current.head.sections),
      made: 'patient',
      kept: true,
    });
  });
  deps.changed(id);
  deps.visitChanged(id);
  return noteState(deps, id);
}

/**
 * Joins two visits of one patient (`joined`), or parts them; both visits store the other's id.
 * Throws Failure `invalid` / `same-visit`, `refused` / `other-patient`.
 */
export function setJoined(deps: NotesDeps, id: string, other: string, joined: boolean): NoteState {
  deps.store.transaction(() => {
    const [one, two] = [openNote(deps, id).row, openNote(deps, other).row];
    if (id === other)
      throw new Failure('invalid', 'A visit cannot be joined with itself.', {
        detail: 'same-visit',
      });
    if (joined && !isSamePatient(one.details.patient, two.details.patient))
      throw new Failure(
        'refused',
        'These visits are not of the same patient. Correct the patient first.',
        { detail: 'other-patient' },
      );
    const joinedOf = ({ details }: VisitRow, visit: string) => [
      ...(details.joined ?? []).filter((known) => known !== visit),
      ...(joined ? [visit] : []),
    ];
    changeDetails(deps, one, { joined: joinedOf(one, other) });
    changeDetails(deps, two, { joined: joinedOf(two, id) });
  });
  deps.changed(other);
  deps.changed(id);
  return noteState(deps, id);
}

const isSamePatient = (one: Patient, other: Patient) =>
  plain(one.name) === plain(other.name) &&
  plain(one.recordNumber ?? '') === plain(other.recordNumber ?? '');
const plain = (text: string) => text.trim().replace(/\s+/gu, ' ').toLowerCase();
