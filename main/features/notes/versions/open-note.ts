/** Reads a visit's note as its branches, and writes versions of one branch. */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { VisitDetails, VisitRow } from '../../../infrastructure/store/rows.ts';
import type { VersionRow } from '../../../infrastructure/store/tables/note-versions.ts';
import type { NotesDeps } from '../deps.ts';
import { assemble, type Branch, newestOf } from './branches.ts';

export type OpenNote = {
  readonly row: VisitRow;
  /** Without documents where there is only a draft of this computer. */
  readonly note: Note;
  /** Of this computer, made while the platform was out of reach. */
  readonly draft?: Note | undefined;
  readonly branches: readonly Branch[];
};

/**
 * Throws Failure `missing` / `no-consultation`, `refused` / `no-note-yet`, and what the store
 * throws.
 */
export function openNote(deps: NotesDeps, id: string): OpenNote {
  if (deps.store.visits.has(id) && !deps.store.notes.get(id)) throw noNoteYet();
  return openWords(deps, id);
}

/** As `openNote`; a visit that has only a draft of this computer opens as well. */
export function openWords({ store }: NotesDeps, id: string): OpenNote {
  const row = store.visits.get(id);
  if (!row) throw failures.noVisit();
  const draft = draftOf(store, id);
  const note = store.notes.get(id) ?? (draft && { ...draft, documents: [] });
  if (!note) throw noNoteYet();
  const stored = store.noteVersions
    .branches(id)
    .map((branch) => ({ row: branch, versions: store.noteVersions.versions(id, branch.branch) }));
  const { phrases } = store.settings.get();
  const context = {
    language: row.details.outputLanguage,
    dictionary: phrases.dictionary,
    additions: row.details.additions ?? [],
  };
  return { row, note, draft, branches: assemble(note, stored, context, draft) };
}

const noNoteYet = () =>
  new Failure('refused', 'This visit has no note yet.', { detail: 'no-note-yet' });

/** One that is damaged must not hide the platform's note. */
function draftOf({ fallbackDrafts }: NotesDeps['store'], id: string): Note | undefined {
  try {
    return fallbackDrafts.get(id);
  } catch (error) {
    if (error instanceof Failure && error.detail === 'row-damaged') return undefined;
    throw error;
  }
}

/** Throws Failure `missing` / `no-branch`. */
export function branchOf({ branches }: OpenNote, branch: string): Branch {
  const found = branches.find((one) => one.branch === branch);
  if (!found)
    throw new Failure('missing', 'This document is no longer part of the note.', {
      detail: 'no-branch',
    });
  return found;
}

/** Throws Failure `missing` / `no-version`. */
export function versionOf({ versions }: Branch, number: number): VersionRow {
  const found = versions.find((one) => one.number === number);
  if (!found)
    throw new Failure('missing', 'There is no such version of this note.', {
      detail: 'no-version',
    });
  return found;
}

/** The branch as it is stored now. Throws like `openNote` and `branchOf`. */
export const readBranch = (deps: NotesDeps, id: string, branch: string): Branch =>
  branchOf(openWords(deps, id), branch);

/**
 * Writes `rows`, and the machine's versions of this branch that have no row yet; the branch gets
 * its next rev.
 */
export function writeVersions(
  { store }: NotesDeps,
  id: string,
  { branch, rev, root, versions, fresh }: Branch,
  ...rows: readonly VersionRow[]
): void {
  store.noteVersions.putBranch(id, { branch, rev: rev + 1, root });
  for (const row of versions.filter(({ number }) => fresh.includes(number)))
    store.noteVersions.put(id, branch, row);
  for (const row of rows) store.noteVersions.put(id, branch, row);
}

export const nextNumber = (branch: Branch): number => newestOf(branch).number + 1;

/** A version that the doctor who is signed in makes now, without `made` and `kept`. */
export const byDoctor = (
  { clock, account }: NotesDeps,
  number: number,
  basedOn: number,
  sections: readonly NoteSection[],
) => ({
  number,
  author: 'doctor' as const,
  at: clock.now(),
  who: account().clientId,
  basedOn,
  sections,
});

/** Changes details of a visit; its state stays. Throws where the row was changed meanwhile. */
export const changeDetails = (
  { store }: NotesDeps,
  row: VisitRow,
  details: Partial<VisitDetails>,
): VisitRow => store.visits.change(row.id, row.rev, { details: { ...row.details, ...details } });
